/**
 * A card terminal with its host that speaks ZVT, written apart from the product: only the codec is shared. Its book says what became of
 * each command, and is the judge of what the till says.
 */
import { decode, encode, encodeNegative, encodeStatusCompletion, type Message } from '../../drivers/zvt/codec/apdu.ts';
import { TOTALS_ORDER, type Totals } from '../../drivers/zvt/codec/codings.ts';
import type { Fields } from '../../drivers/zvt/codec/fields.ts';
import { after, type Group, now, pause } from './clock.ts';
import type { Habits } from './habits.ts';
import type { TerminalEnd } from './line.ts';
import type { Random } from './random.ts';

type MoneyCommand =
  | 'authorisation'
  | 'reversal'
  | 'refund'
  | 'preAuthorisation'
  | 'bookTotal'
  | 'preAuthorisationReversal'
  | 'bookTip';

/** One command that the terminal carried out, and its state since. */
export interface Booking {
  /** The intent of the till whose command it was. */
  readonly tag: string | null;
  readonly command: MoneyCommand;
  amount: number;
  readonly receipt: number;
  readonly trace: number;
  readonly at: number;
  /** The booking that it takes back, takes or adds to. */
  readonly original: Booking | null;
  /** `ended`: reversed, released or taken by a later command. */
  state: 'booked' | 'takenBack' | 'ended';
  day: number;
}

/** The customer's part of a command, drawn before the command, so that the plan does not depend on the line. */
export interface Customer {
  readonly ending: 'pays' | 'declined' | 'walksAway';
  /** ms until the card is there, of the PIN, and of the host. */
  readonly card: number;
  readonly pin: number;
  readonly host: number;
}

const BUSY = 0x9c;
const UNKNOWN = 0x83;
const READY = 0x00;
const ABORTED = 0x6c;
const DECLINED = 0x05;
const NOT_POSSIBLE = 0x77;

/** Milliseconds that it waits for an acknowledgement of the till. */
const ANSWER = 5_000;

export class Terminal {
  readonly book: Booking[] = [];
  /** Every money command that arrived: tags, in order. */
  readonly arrived: (string | null)[] = [];
  readonly days: { readonly day: number; readonly sum: number }[] = [];
  readonly #habits: Habits;
  readonly #random: Random;
  readonly #group: Group;
  readonly #trace: (line: string) => void;
  #end: TerminalEnd | null = null;
  #buffer = Buffer.alloc(0);
  #answer: ((message: Message | null) => void) | null = null;
  #working = false;
  #waitsForCard = false;
  #abort: (() => void) | null = null;
  #receipt = 0;
  #traceNumber = 100;
  #day = 1;
  #last: Fields | null = null;
  customer: () => Customer;

  constructor(parts: {
    habits: Habits;
    random: Random;
    group: Group;
    customer: () => Customer;
    trace(line: string): void;
  }) {
    this.#habits = parts.habits;
    this.#random = parts.random;
    this.#group = parts.group;
    this.#trace = parts.trace;
    this.customer = parts.customer;
  }

  get isWorking(): boolean {
    return this.#working;
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
        if (this.#habits.forgets) this.#last = null;
        if (this.#habits.stopsAlone && this.#waitsForCard) this.#abort?.();
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
    this.#trace(`terminal got ${message.name}${tag ? ` of ${tag.slice(0, 6)}` : ''}`);
    if (end === this.#end || isMoney(message.name)) void this.#perform(message, tag, end);
  }

  async #perform(message: Message, tag: string | null, end: TerminalEnd): Promise<void> {
    const { name } = message;
    if (isMoney(name)) {
      this.arrived.push(tag);
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
      if (!this.#habits.repeats) return this.#write(encodeNegative(UNKNOWN));
      this.#write(encode('positive'));
      if (this.#last) await this.#say(encode('statusInformation', this.#last));
      await this.#say(encode('completion'));
    },
    turnoverTotals: async () => {
      if (!this.#habits.totals) return this.#write(encodeNegative(UNKNOWN));
      this.#write(encode('positive'));
      await this.#say(encode('statusInformation', { resultCode: 0, ...this.#totals() }));
      await this.#say(encode('completion'));
    },
    endOfDay: () => this.#closeDay(),
    partialReversal: async () => {
      const open = this.book.find(one => one.command === 'preAuthorisation' && one.state === 'booked');
      this.#write(encode('positive'));
      if (open) await this.#say(encode('statusInformation', { resultCode: 0, receiptNumber: digits(open.receipt, 4) }));
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
    const { whileBusy } = this.#habits;
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
    const customer = this.customer();
    await pause(this.#habits.acknowledges);
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
      return this.#original(command, fields) ? null : NOT_POSSIBLE;
    }
    await this.#prompt(0x0a, asked);
    this.#waitsForCard = true;
    const isThere = await new Promise<boolean>(resolve => {
      this.#abort = () => resolve(false);
      after(customer.card, () => resolve(customer.ending !== 'walksAway'), this.#group);
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
    if (this.#habits.booksLate > 0 && this.#end !== asked) await pause(this.#habits.booksLate);
    const booking = this.#booked(command, fields, tag);
    const answer = this.#end === asked ? await this.#say(encode('statusInformation', this.#last!)) : null;
    const isRefused = answer?.name === 'negative';
    const isTakenBack = isRefused || (answer === null && this.#habits.takesBack);
    if (isTakenBack) {
      await pause(3_000);
      this.#takeBack(booking);
    }
    if (this.#end !== asked) return;
    await this.#say(isTakenBack ? encode('abortByTerminal', { abortCode: ABORTED }) : encode('completion'));
  }

  #original(command: MoneyCommand, fields: Fields): Booking | null {
    const wanted: MoneyCommand = command === 'reversal' || command === 'bookTip' ? 'authorisation' : 'preAuthorisation';
    const isMeant = (one: Booking) =>
      one.state === 'booked' &&
      one.receipt === Number(fields.receiptNumber) &&
      (one.command === wanted || (command === 'reversal' && one.command === 'bookTotal')) &&
      (command === 'bookTotal' || command === 'preAuthorisationReversal' || one.day === this.#day);
    return this.book.findLast(isMeant) ?? null;
  }

  #booked(command: MoneyCommand, fields: Fields, tag: string | null): Booking {
    const original = this.#original(command, fields);
    const isGrowing = command === 'bookTip' && this.#habits.tipsGrow;
    this.#traceNumber += 1;
    if (!isGrowing) this.#receipt = (this.#receipt % 9999) + 1;
    // The whole of a payment that has grown by its tip goes back.
    const grown = original && command === 'reversal' && this.#habits.tipsGrow ? tipsOf(this.book, original) : 0;
    const amount = fields.amount ?? (original?.amount ?? 0) + grown;
    const receipt = isGrowing && original ? original.receipt : this.#receipt;
    const booking: Booking = {
      ...{ tag, command, amount, receipt, trace: this.#traceNumber, at: now(), original },
      ...{ state: 'booked', day: this.#day },
    };
    this.book.push(booking);
    this.#trace(`terminal booked ${command} ${amount} receipt ${receipt}`);
    if (original && command !== 'bookTip') original.state = 'ended';
    const shown = isGrowing && original ? original.amount + tipsOf(this.book, original) : amount;
    this.#last = this.#result(booking, shown);
    return booking;
  }

  /** By a reversal of its own, which is its last transaction from then on. */
  #takeBack(booking: Booking): void {
    booking.state = 'takenBack';
    if (booking.original && booking.command !== 'bookTip') booking.original.state = 'booked';
    this.#traceNumber += 1;
    this.#receipt += 1;
    this.#trace(`terminal took back receipt ${booking.receipt}`);
    const reversal = { ...booking, receipt: this.#receipt, trace: this.#traceNumber, at: now() };
    this.#last = {
      ...this.#result(reversal, booking.amount),
      ...(this.#habits.traces ? { originalTrace: digits(booking.trace, 6) } : {}),
    };
  }

  #result({ receipt, trace, original, command }: Booking, amount: number): Fields {
    const { traces, receipts, times } = this.#habits;
    const at = new Date();
    const isReversal = command === 'reversal' && original;
    return {
      resultCode: 0,
      amount,
      ...(traces ? { traceNumber: digits(trace, 6) } : {}),
      ...(traces && isReversal ? { originalTrace: digits(original.trace, 6) } : {}),
      ...(times ? { time: clockText(at), date: digits(at.getMonth() + 1, 2) + digits(at.getDate(), 2) } : {}),
      terminalId: '52500041',
      ...(receipts ? { receiptNumber: digits(receipt, 4) } : {}),
    };
  }

  /** The totals of the open day. */
  #totals(): Fields {
    const open = this.book.filter(({ day, command }) => day === this.#day && command !== 'preAuthorisation');
    const counted = open.filter(
      ({ state, command }) => state !== 'takenBack' && command !== 'preAuthorisationReversal',
    );
    const sum = Math.max(
      0,
      counted.reduce((all, one) => all + signed(one), 0),
    );
    const none = { count: 0, amount: 0 };
    const rows = Object.fromEntries(TOTALS_ORDER.map(name => [name, none]));
    const receipts = open.map(({ receipt }) => digits(receipt, 4));
    const range = { firstReceipt: receipts[0] ?? '0000', lastReceipt: receipts.at(-1) ?? '0000' };
    const totals = { ...range, ...rows, girocard: { count: counted.length, amount: sum } } as unknown as Totals;
    return { amount: sum, totals };
  }

  async #closeDay(): Promise<void> {
    this.#write(encode('positive'));
    await pause(this.#random.between(500, 4_000));
    const totals = this.#totals();
    this.days.push({ day: this.#day, sum: totals.amount ?? 0 });
    this.#day += 1;
    this.#traceNumber += 1;
    const at = new Date();
    const report = {
      resultCode: 0,
      ...(this.#habits.traces ? { traceNumber: digits(this.#traceNumber, 6) } : {}),
      ...(this.#habits.times
        ? { time: clockText(at), date: digits(at.getMonth() + 1, 2) + digits(at.getDate(), 2) }
        : {}),
      ...(this.#habits.totals ? totals : {}),
    };
    this.#last = this.#habits.repeatsDayEnd ? report : null;
    this.#trace('terminal closed its day');
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
      const late = after(ANSWER, () => answered(null), this.#group);
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

/** True for the first bytes of a command that moves money. */
export const beginsMoney = (bytes: Buffer): boolean => MONEY_CONTROLS.has(bytes.subarray(0, 2).toString('hex'));
const MONEY_CONTROLS = new Set(['0601', '0630', '0631', '0622', '0624', '0625', '060c']);

const SIGNS: Readonly<Record<MoneyCommand, number>> = {
  authorisation: 1,
  bookTotal: 1,
  bookTip: 1,
  reversal: -1,
  refund: -1,
  preAuthorisation: 0,
  preAuthorisationReversal: 0,
};
const signed = ({ command, amount }: Booking): number => SIGNS[command] * amount;

const tipsOf = (book: readonly Booking[], payment: Booking): number =>
  book
    .filter(({ command, original, state }) => command === 'bookTip' && original === payment && state === 'booked')
    .reduce((sum, { amount }) => sum + amount, 0);

const digits = (value: number, count: number): string => String(value).padStart(count, '0');

const clockText = (at: Date): string =>
  digits(at.getHours(), 2) + digits(at.getMinutes(), 2) + digits(at.getSeconds(), 2);

/** Control bytes, a length of one byte or FF and two bytes, data; null while the length is not there. */
function apduSize(bytes: Buffer): number | null {
  if (bytes.length < 3) return null;
  if (bytes[2] !== 0xff) return 3 + bytes[2]!;
  return bytes.length < 5 ? null : 5 + bytes.readUInt16LE(3);
}

function wholeApdus(bytes: Buffer): readonly Buffer[] {
  const size = apduSize(bytes);
  return size === null || size > bytes.length
    ? []
    : [Buffer.from(bytes.subarray(0, size)), ...wholeApdus(bytes.subarray(size))];
}
