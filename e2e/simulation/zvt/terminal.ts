/** A card terminal with its host that speaks ZVT. */
import {
  decode,
  encode,
  encodeNegative,
  encodeStatusCompletion,
  type Message,
} from '../../../drivers/zvt/codec/apdu.ts';
import type { Fields } from '../../../drivers/zvt/codec/fields.ts';
import { Book, type Booking, type MoneyCommand } from '../book.ts';
import { after, type Group, group, pause } from '../clock.ts';
import type { TerminalEnd } from '../line.ts';
import type { Customer, SimulatedTerminal, TerminalParts } from '../terminal.ts';
import { dayEndResult, receiptDigits, resultOf, takenBackResult, totalsOf } from './answers.ts';
import { apduSize, wholeApdus } from './apdus.ts';

const BUSY = 0x9c;
const UNKNOWN = 0x83;
const READY = 0x00;
const ABORTED = 0x6c;
const DECLINED = 0x05;
const NOT_POSSIBLE = 0x77;

/** Milliseconds that it waits for an acknowledgement of the till. */
const ANSWER = 5_000;

export class ZvtTerminal implements SimulatedTerminal {
  readonly book = new Book();
  readonly arrived: (string | null)[] = [];
  readonly #parts: TerminalParts;
  /** What it works at, until its power is gone. */
  #life: Group = group('terminal works');
  #end: TerminalEnd | null = null;
  #buffer = Buffer.alloc(0);
  #answer: ((message: Message | null) => void) | null = null;
  #working = false;
  #waitsForCard = false;
  #abort: (() => void) | null = null;
  #receipt = 0;
  #traceNumber = 100;
  #last: Fields | null = null;

  constructor(parts: TerminalParts) {
    this.#parts = parts;
  }

  get isWorking(): boolean {
    return this.#working;
  }

  power(): void {
    this.#parts.trace('terminal lost its power');
    this.#life.isAlive = false;
    this.#life = group('terminal works');
    this.#end = null;
    this.#answer = null;
    this.#working = false;
    this.#waitsForCard = false;
    this.#abort = null;
  }

  /** A new connection takes the place of the former one. */
  connected(end: TerminalEnd): void {
    // The former one stays open: what it still delivers counts.
    this.#answer?.(null);
    this.#end = end;
    this.#buffer = Buffer.alloc(0);
    end.listen({
      bytes: (chunk, tag) => this.#received(end, chunk, tag),
      down: () => {
        if (this.#end !== end) return;
        this.#end = null;
        this.#answer?.(null);
        if (this.#parts.habits.forgets) this.#last = null;
        if (this.#parts.habits.stopsAlone && this.#waitsForCard) this.#abort?.();
      },
    });
  }

  #received(end: TerminalEnd, chunk: Buffer, tag: string | null): void {
    if (this.#end !== end) {
      // Bytes of a connection that the terminal has not given up yet count as commands all the same.
      for (const apdu of wholeApdus(chunk)) this.#take(decode(apdu), tag, end);
      return;
    }
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const size = apduSize(this.#buffer);
      if (size === null || this.#buffer.length < size) return;
      const apdu = Buffer.from(this.#buffer.subarray(0, size));
      this.#buffer = this.#buffer.subarray(size);
      this.#take(decode(apdu), tag, end);
    }
  }

  #take(message: Message, tag: string | null, end: TerminalEnd): void {
    if (message.name === 'positive' || message.name === 'positiveToo' || message.name === 'negative') {
      this.#answer?.(message);
      return;
    }
    this.#parts.trace(`terminal got ${message.name}${tag ? ` of ${tag.slice(0, 6)}` : ''}`);
    if (end === this.#end || isMoney(message.name)) after(0, () => void this.#perform(message, tag, end), this.#life);
  }

  async #perform(message: Message, tag: string | null, end: TerminalEnd): Promise<void> {
    const { name } = message;
    if (isMoney(name)) {
      this.arrived.push(tag);
      this.#parts.arrived(tag);
      await this.#money(name, message, tag, end);
    } else if (name === 'statusEnquiry') await this.#status();
    else if (name === 'abort') this.#stop();
    else if (name === 'registration') await this.#register();
    else if (this.#working) this.#write(encodeNegative(BUSY));
    else if (name in this.#services) {
      this.#working = true;
      await this.#services[name]!(message);
      this.#working = false;
    } else this.#write(encodeNegative(UNKNOWN));
  }

  #services: Readonly<Record<string, (message: Message) => Promise<void>>> = {
    repeatReceipt: async () => {
      if (!this.#parts.habits.repeats) return this.#write(encodeNegative(UNKNOWN));
      this.#write(encode('positive'));
      if (this.#last) await this.#say(encode('statusInformation', this.#last));
      await this.#say(encode('completion'));
    },
    turnoverTotals: async () => {
      if (!this.#parts.habits.totals) return this.#write(encodeNegative(UNKNOWN));
      this.#write(encode('positive'));
      await this.#say(encode('statusInformation', { resultCode: 0, ...totalsOf(this.book) }));
      await this.#say(encode('completion'));
    },
    endOfDay: () => this.#closeDay(),
    partialReversal: async () => {
      const open = this.book.bookings.find(one => one.command === 'preAuthorisation' && one.state === 'booked');
      this.#write(encode('positive'));
      if (open)
        await this.#say(encode('statusInformation', { resultCode: 0, receiptNumber: receiptDigits(open.receipt) }));
      await this.#say(open ? encode('completion') : encode('abortByTerminal', { abortCode: NOT_POSSIBLE }));
    },
    logOff: async () => this.#write(encode('positive')),
  };

  /** A till that comes back while the terminal works may register, too. */
  async #register(): Promise<void> {
    this.#write(encode('positive'));
    await this.#say(encode('completion', { paymentType: 0, terminalId: '52500041', currency: 978 }));
  }

  async #status(): Promise<void> {
    const { whileBusy } = this.#parts.habits;
    if (this.#working && whileBusy === 'silent') return;
    if (this.#working && whileBusy === 'refuse') return this.#write(encodeNegative(BUSY));
    this.#write(encode('positive'));
    const terminalStatus = this.#working && whileBusy === 'status' ? BUSY : READY;
    // While a command waits for an answer of the till, the answer to this completion is not told apart.
    this.#write(encodeStatusCompletion({ terminalStatus }));
  }

  #stop(): void {
    const isTooLate = !this.#waitsForCard;
    this.#write(isTooLate ? encodeNegative(UNKNOWN) : encode('positive'));
    if (!isTooLate) this.#abort?.();
  }

  /** A command that moves money, from its acknowledgement to its end. */
  async #money(command: MoneyCommand, { fields }: Message, tag: string | null, asked: TerminalEnd): Promise<void> {
    if (this.#working) return this.#write(encodeNegative(BUSY));
    this.#working = true;
    const customer = this.#parts.customer();
    await pause(this.#parts.habits.acknowledges);
    if (this.#end === asked) this.#write(encode('positive'));
    const refused = await this.#authorise(command, fields, customer, asked);
    if (refused !== null) {
      if (this.#end === asked) {
        await this.#say(encode('statusInformation', { resultCode: refused }));
        await this.#say(encode('abortByTerminal', { abortCode: refused }));
      }
    } else await this.#bookAndReport(command, fields, tag, asked);
    this.#working = false;
  }

  /** Null: authorised; else the result code. */
  async #authorise(
    command: MoneyCommand,
    fields: Fields,
    customer: Customer,
    asked: TerminalEnd | null,
  ): Promise<number | null> {
    if (command !== 'authorisation' && command !== 'refund' && command !== 'preAuthorisation') {
      await pause(customer.host);
      return this.book.original(command, Number(fields.receiptNumber)) ? null : NOT_POSSIBLE;
    }
    await this.#prompt(0x0a, asked);
    this.#waitsForCard = true;
    const isThere = await new Promise<boolean>(resolve => {
      this.#abort = () => resolve(false);
      after(customer.card, () => resolve(customer.ending !== 'walksAway'), this.#life);
    });
    this.#waitsForCard = false;
    this.#abort = null;
    if (!isThere) return ABORTED;
    await this.#prompt(0x04, asked);
    await pause(customer.pin);
    await this.#prompt(0x0e, asked);
    await pause(customer.host);
    return customer.ending === 'declined' ? DECLINED : null;
  }

  async #prompt(intermediateStatus: number, asked: TerminalEnd | null): Promise<void> {
    if (this.#end === asked) await this.#say(encode('intermediateStatus', { intermediateStatus }));
  }

  async #bookAndReport(
    command: MoneyCommand,
    fields: Fields,
    tag: string | null,
    asked: TerminalEnd | null,
  ): Promise<void> {
    if (this.#parts.habits.booksLate > 0 && this.#end !== asked) await pause(this.#parts.habits.booksLate);
    const booking = this.#booked(command, fields, tag);
    const answer = this.#end === asked ? await this.#say(encode('statusInformation', this.#last!)) : null;
    const isRefused = answer?.name === 'negative';
    const isTakenBack = isRefused || (answer === null && this.#parts.habits.takesBack);
    if (isTakenBack) {
      await pause(3_000);
      this.#takeBack(booking);
    }
    if (this.#end !== asked) return;
    await this.#say(isTakenBack ? encode('abortByTerminal', { abortCode: ABORTED }) : encode('completion'));
  }

  #booked(command: MoneyCommand, fields: Fields, tag: string | null): Booking {
    const { book } = this;
    const { habits, trace } = this.#parts;
    const original = book.original(command, Number(fields.receiptNumber));
    const isGrowing = command === 'bookTip' && habits.tipsGrow;
    const numbers = this.#nextNumbers(isGrowing ? original : null);
    // The whole of a payment that has grown by its tip goes back.
    const grown = original && command === 'reversal' && habits.tipsGrow ? book.tipsOf(original) : 0;
    const amount = fields.amount ?? (original?.amount ?? 0) + grown;
    const booking = book.add({ tag, command, amount, original, ...numbers });
    trace(`terminal booked ${command} ${amount} receipt ${numbers.receipt}`);
    const shown = isGrowing && original ? original.amount + book.tipsOf(original) : amount;
    this.#last = resultOf(booking, shown, habits);
    return booking;
  }

  /** A trace number, and a receipt number unless the receipt of an earlier booking is continued. */
  #nextNumbers(continued: Booking | null = null): Pick<Booking, 'receipt' | 'trace'> {
    this.#traceNumber += 1;
    if (!continued) this.#receipt = (this.#receipt % 9999) + 1;
    return { receipt: continued?.receipt ?? this.#receipt, trace: this.#traceNumber };
  }

  /** By a reversal of its own, which is its last transaction from then on. */
  #takeBack(booking: Booking): void {
    this.book.takeBack(booking);
    this.#parts.trace(`terminal took back receipt ${booking.receipt}`);
    this.#last = takenBackResult(booking, this.#nextNumbers(), this.#parts.habits);
  }

  async #closeDay(): Promise<void> {
    const { habits, random, trace } = this.#parts;
    this.#write(encode('positive'));
    await pause(random.between(500, 4_000));
    const totals = totalsOf(this.book);
    this.book.closeDay(totals.amount ?? 0);
    this.#traceNumber += 1;
    const report = dayEndResult(totals, this.#traceNumber, habits);
    this.#last = habits.repeatsDayEnd ? report : null;
    trace('terminal closed its day');
    await this.#say(encode('statusInformation', report));
    await this.#say(encode('completion'));
  }

  #write(bytes: Buffer): void {
    this.#end?.write(bytes);
  }

  /** Says it, and gives the answer of the till; null: none came. */
  #say(bytes: Buffer): Promise<Message | null> {
    if (!this.#end) return Promise.resolve(null);
    return new Promise(resolve => {
      const answered = (message: Message | null) => {
        late.isCancelled = true;
        this.#answer = null;
        resolve(message);
      };
      const late = after(ANSWER, () => answered(null), this.#life);
      this.#answer = answered;
      this.#write(bytes);
    });
  }
}

const MONEY: ReadonlySet<string> = new Set<MoneyCommand>([
  'authorisation',
  'reversal',
  'refund',
  'preAuthorisation',
  'bookTotal',
  'preAuthorisationReversal',
  'bookTip',
]);

const isMoney = (name: string): name is MoneyCommand => MONEY.has(name);
