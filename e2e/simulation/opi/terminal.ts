/** A card terminal with its host that speaks O.P.I.: requests of the till on channel 0, its own displays and slips on channel 1. */
import type { Element } from '../../../drivers/opi/codec/element.ts';
import { parseXml } from '../../../drivers/opi/codec/xml.ts';
import { deframer } from '../../../drivers/opi/framing/frame.ts';
import { Book, type Booking, type MoneyCommand, type Shown } from '../book.ts';
import { after, type Group, group } from '../clock.ts';
import type { TerminalEnd } from '../line.ts';
import type { Customer, SimulatedTerminal, TerminalParts } from '../terminal.ts';
import { DeviceCalls, type TillAnswer } from './deviceCalls.ts';
import type { OpiHabits } from './habits.ts';
import {
  type Asked,
  amountIn,
  answerBytes,
  askedIn,
  bookingsInTotals,
  commandOf,
  type LastMessage,
  namedIn,
  type OverallResult,
  outputBytes,
  repetitionBytes,
  slipLines,
  totalsContent,
  transactionContent,
} from './messages.ts';

/** A request that moves money, from its arrival to its answer. */
interface Work {
  readonly asked: Asked;
  readonly request: Element;
  readonly command: MoneyCommand;
  readonly tag: string | null;
  readonly end: TerminalEnd;
  readonly till: DeviceCalls;
  /** Ends the wait for a card. Null: no card is waited for. */
  stop: (() => void) | null;
}

/** The ending of a transaction, as it is answered and kept. */
interface Ending extends Pick<LastMessage, 'result' | 'content' | 'shown'> {
  /** The booking that a slip is printed of. */
  readonly booking?: Booking;
}

/** Where receipt numbers of six digits begin. */
const LONG = 123_456;

const DECLINED = 5;
const STOPPED = 10;
const NOT_POSSIBLE = 77;

/** ms from the answer that never got through to the terminal's own reversal. */
const TAKE_BACK = 3_000;

export class OpiTerminal implements SimulatedTerminal {
  readonly book = new Book();
  readonly arrived: (string | null)[] = [];
  readonly #parts: Omit<TerminalParts, 'habits'>;
  readonly #habits: OpiHabits;
  /** Its tasks; they end when its power is gone. */
  #life: Group = group('terminal works');
  #isWorking = false;
  #work: Work | null = null;
  /** WorkstationIDs that are logged in. */
  readonly #tills = new Set<string>();
  #last: LastMessage | null = null;
  #receipt: number;
  #stan = 100;
  #deviceNumber = 0;

  constructor(parts: Omit<TerminalParts, 'habits'>, habits: OpiHabits) {
    this.#parts = parts;
    this.#habits = habits;
    this.#receipt = this.#firstReceipt;
  }

  get #firstReceipt(): number {
    return this.#habits.firstReceipt + (this.#habits.receipts === 'long' ? LONG : 0);
  }

  get isWorking(): boolean {
    return this.#isWorking;
  }

  power(): void {
    this.#parts.trace('terminal lost its power');
    this.#life.isAlive = false;
    this.#life = group('terminal works');
    this.#isWorking = false;
    this.#work = null;
    this.#tills.clear();
    if (this.#habits.forgets === 'power') this.#last = null;
  }

  /** Channel 0. An earlier connection stays: what it still delivers counts. */
  connected(end: TerminalEnd): void {
    const frames = deframer();
    end.listen({
      bytes: (chunk, tag) => {
        for (const bytes of frames.push(chunk)) this.#received(parseXml(bytes), tag, end);
      },
      down: () => {
        if (this.#habits.forgets === 'line') this.#last = null;
        if (this.#habits.stopsAlone && this.#work?.end === end) this.#work.stop?.();
      },
    });
  }

  #received(request: Element, tag: string | null, end: TerminalEnd): void {
    const { type } = askedIn(request);
    this.#parts.trace(`terminal got ${type}${tag ? ` of ${tag.slice(0, 6)}` : ''}`);
    after(0, () => void this.#perform(request, tag, end), this.#life);
  }

  async #perform(request: Element, tag: string | null, end: TerminalEnd): Promise<void> {
    const asked = askedIn(request);
    const command = commandOf(asked.type);
    if (asked.type === 'AbortRequest') return this.#answer(end, answerBytes(asked, this.#abort(asked), this.#habits));
    if (command) {
      this.arrived.push(tag);
    }
    const refusal = this.#refusalOf(asked);
    if (refusal === 'silent') return;
    if (refusal) return this.#answer(end, answerBytes(asked, refusal, this.#habits));
    if (command) await this.#money({ asked, request, command, tag, end });
    else await this.#service(asked, end);
  }

  #refusalOf({ type, workstation }: Asked): OverallResult | 'silent' | null {
    const { whileBusy, logsInAtWork, login } = this.#habits;
    if (this.#isWorking && (commandOf(type) || type === 'ReconciliationWithClosure')) return 'Busy';
    if (this.#isWorking && whileBusy !== 'ready' && !(type === 'Login' && logsInAtWork))
      return whileBusy === 'silent' ? 'silent' : 'Busy';
    if (login && type !== 'Login' && !this.#tills.has(workstation)) return 'Loggedout';
    return this.#knows(type) ? null : 'ValidationError';
  }

  #knows(type: string): boolean {
    const { login, repeats, diagnoses, totals } = this.#habits;
    const optional = { Login: login, RepeatLastMessage: repeats, Diagnosis: diagnoses, Reconciliation: totals };
    return type in optional
      ? optional[type as keyof typeof optional]
      : KNOWN.has(type) || commandOf(type) !== undefined;
  }

  /** Accepted while a card is waited for; later only by habit, and without effect. */
  #abort({ id }: Asked): OverallResult {
    const work = this.#work;
    if (work?.asked.id !== id) return 'Failure';
    const isWaiting = work.stop !== null;
    work.stop?.();
    return isWaiting || this.#habits.abortsLate ? 'Success' : 'Failure';
  }

  /* Requests that move no money. */

  async #service(asked: Asked, end: TerminalEnd): Promise<void> {
    const { type, workstation } = asked;
    if (type === 'Login') this.#tills.add(workstation);
    if (type === 'Logoff') this.#tills.delete(workstation);
    if (type === 'ReconciliationWithClosure') return this.#closeDay(asked, end);
    const wasWorking = this.#isWorking;
    this.#isWorking = true;
    if (type === 'Diagnosis' || type === 'Reconciliation') await this.#pause(this.#parts.random.between(100, 2_000));
    const bytes =
      type === 'RepeatLastMessage'
        ? repetitionBytes(asked, this.#last, this.#habits)
        : answerBytes(asked, 'Success', this.#habits, type === 'Reconciliation' ? this.#totals() : undefined);
    if (!wasWorking) this.#isWorking = false;
    this.#answer(end, bytes, this.#shownBy(type));
  }

  /** Without its header nobody can tell a reversal from a payment. */
  #shownBy(type: string): readonly Shown[] {
    if (type === 'Reconciliation') return this.book.totals().listed.map(booking => ({ booking, isBack: false }));
    const shown = type === 'RepeatLastMessage' ? this.#last?.shown : null;
    return shown && !(shown.isBack && this.#habits.header === 'none') ? [shown] : [];
  }

  #totals = (): readonly Element[] => totalsContent(this.book.totals().listed, this.#habits);

  async #closeDay(asked: Asked, end: TerminalEnd): Promise<void> {
    this.#isWorking = true;
    await this.#pause(this.#parts.random.between(500, 4_000));
    const content = this.#habits.totals ? this.#totals() : undefined;
    const { sum, listed } = this.book.totals();
    this.book.closeDay(sum, bookingsInTotals(listed, this.#habits).length === 0);
    if (this.#habits.restartsReceipts) this.#receipt = this.#firstReceipt;
    this.#parts.trace('terminal closed its day');
    const { id, type, workstation } = asked;
    const closing = { type, id, workstation, result: 'Success', content: content ?? [], shown: null } as const;
    const kept = { transaction: this.#last, dayEnd: closing, nothing: null };
    this.#last = kept[this.#habits.afterDayEnd];
    this.#isWorking = false;
    this.#answer(end, answerBytes(asked, 'Success', this.#habits, content));
  }

  /* Requests that move money. */

  async #money(given: Omit<Work, 'till' | 'stop'>): Promise<void> {
    const customer = this.#parts.customer();
    if (this.#habits.takes > 0) await this.#pause(this.#habits.takes);
    if (this.#isWorking) return this.#answer(given.end, answerBytes(given.asked, 'Busy', this.#habits));
    this.#isWorking = true;
    const work: Work = { ...given, till: new DeviceCalls(this.#parts.call, this.#life), stop: null };
    this.#work = work;
    const failure = await this.#authorise(work, customer);
    const ending = failure ? this.#failed(work, ...failure) : await this.#carryOut(work);
    this.#work = null;
    const { end, asked } = work;
    this.#answer(
      end,
      answerBytes(asked, ending.result, this.#habits, ending.content),
      ending.shown ? [ending.shown] : [],
    );
    if (ending.booking && this.#habits.slips === 'behind') await this.#print(work, ending.booking);
    work.till.close();
    this.#isWorking = false;
  }

  /** Null: the host has authorised it; else the result and its code. */
  async #authorise(work: Work, customer: Customer): Promise<readonly [OverallResult, number] | null> {
    if (work.command === 'reversal') {
      await this.#pause(customer.host);
      return this.#original(work) ? null : ['Failure', NOT_POSSIBLE];
    }
    await this.#show(work, 'Karte vorhalten oder einstecken');
    const presented = await new Promise<'card' | 'nobody' | 'stopped'>(resolve => {
      work.stop = () => after(0, () => resolve('stopped'), this.#life);
      after(customer.card, () => resolve(customer.ending === 'walksAway' ? 'nobody' : 'card'), this.#life);
    });
    work.stop = null;
    if (presented !== 'card') return [presented === 'stopped' ? 'Aborted' : 'TimedOut', STOPPED];
    if (customer.pin > 0) {
      await this.#show(work, 'Bitte PIN eingeben');
      await this.#pause(customer.pin);
    }
    await this.#show(work, 'Autorisierung');
    await this.#pause(customer.host);
    return customer.ending === 'declined' ? ['Failure', DECLINED] : null;
  }

  async #show({ till, asked }: Work, text: string): Promise<void> {
    if (!this.#habits.displays) return;
    const number = this.#nextDeviceNumber();
    await till.ask(number, outputBytes(number, 'CashierDisplay', [text], asked.id));
  }

  #failed(work: Work, result: OverallResult, code: number): Ending {
    const { countsDeclined, repeatsDeclined } = this.#habits;
    const numbers = this.#nextNumbers(countsDeclined);
    const shown = countsDeclined ? numbers : { ...numbers, receipt: null };
    const content = transactionContent(amountIn(work.request), shown, code, this.#habits);
    const ending = { result, content, shown: null };
    if (repeatsDeclined) this.#keep(work, ending);
    return ending;
  }

  async #carryOut(work: Work): Promise<Ending> {
    const { booksLate, slips, needsSlip, unanswered } = this.#habits;
    if (booksLate > 0 && work.end.isDown) await this.#pause(booksLate);
    const booking = this.#booked(work);
    const result = this.#habits.partly ? 'PartialFailure' : 'Success';
    const content = transactionContent(booking.amount, booking, 0, this.#habits);
    const ending: Ending = { result, content, booking, shown: { booking, isBack: false } };
    this.#keep(work, ending);
    if (slips === 'before' && (await this.#print(work, booking)) === 'refused' && needsSlip)
      return this.#takenBack(work, booking, 'failed');
    if (!work.end.isDown || unanswered === 'kept') return ending;
    await this.#pause(TAKE_BACK);
    return this.#takenBack(work, booking, unanswered);
  }

  /** Its last message is the failed request from then on, or a reversal that no request has asked for. */
  #takenBack(work: Work, booking: Booking, how: 'failed' | 'reversed'): Ending {
    this.book.takeBack(booking);
    this.#parts.trace(`terminal took back receipt ${booking.receipt}`);
    const numbers = how === 'failed' ? booking : this.#nextNumbers(true);
    const content = transactionContent(booking.amount, numbers, how === 'failed' ? STOPPED : 0, this.#habits);
    const ending = {
      result: 'Failure',
      content: transactionContent(booking.amount, booking, STOPPED, this.#habits),
      shown: { booking, isBack: true },
    } as const;
    if (how === 'failed') this.#keep(work, ending);
    else
      this.#last = {
        type: 'PaymentReversal',
        id: null,
        workstation: '',
        result: 'Success',
        content,
        shown: ending.shown,
      };
    return ending;
  }

  #keep({ asked: { type, id, workstation } }: Work, { result, content, shown }: Ending): void {
    this.#last = { type, id, workstation, result, content, shown };
  }

  async #print({ till, asked, command }: Work, booking: Booking): Promise<TillAnswer> {
    const number = this.#nextDeviceNumber();
    const lines = slipLines(command, booking.amount, booking);
    return till.ask(number, outputBytes(number, 'Printer', lines, this.#habits.namesSlips ? asked.id : undefined));
  }

  /** The payment of this day that a reversal names by its numbers. */
  #original({ request }: Work): Booking | null {
    const { receipt, trace } = namedIn(request);
    const isMeant = (one: Booking) =>
      one.command === 'authorisation' &&
      one.state === 'booked' &&
      one.day === this.book.day &&
      (receipt === null || one.receipt === receipt) &&
      (trace === null || one.trace === trace);
    return this.book.bookings.findLast(isMeant) ?? null;
  }

  #booked(work: Work): Booking {
    const { tag, command, request } = work;
    const original = command === 'reversal' ? this.#original(work) : null;
    const amount = original?.amount ?? amountIn(request);
    const booking = this.book.add({ tag, command, amount, original, isExtra: false, ...this.#nextNumbers(true) });
    this.#parts.trace(`terminal booked ${command} ${amount} receipt ${booking.receipt}`);
    return booking;
  }

  #nextNumbers(withReceipt: boolean): Pick<Booking, 'receipt' | 'trace'> {
    this.#stan += 1;
    if (withReceipt) this.#receipt = this.#habits.receipts === 'long' ? this.#receipt + 1 : (this.#receipt % 9_999) + 1;
    return { receipt: this.#receipt, trace: this.#stan };
  }

  #nextDeviceNumber(): number {
    this.#deviceNumber += 1;
    return this.#deviceNumber;
  }

  #answer(end: TerminalEnd, bytes: Buffer, shown: readonly Shown[] = []): void {
    if (end.isDown) return;
    end.write(bytes, () => {
      for (const one of shown) this.book.reached(one);
    });
    // A request that is still worked on is answered on its connection.
    if (this.#habits.hangsUp && this.#work?.end !== end) end.close();
  }

  #pause(ms: number): Promise<void> {
    return new Promise(resolve => after(ms, resolve, this.#life));
  }
}

/** RequestTypes that every terminal knows, beside those that move money. */
const KNOWN: ReadonlySet<string> = new Set(['Logoff', 'ReconciliationWithClosure', 'SendOfflineTransactions']);
