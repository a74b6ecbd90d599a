/** A card terminal with its host that speaks ZVT. */
import {
  decode,
  encode,
  encodeNegative,
  encodeStatusCompletion,
  type Message,
} from '../../../drivers/zvt/codec/apdu.ts';
import type { Fields } from '../../../drivers/zvt/codec/fields.ts';
import { Book, type MoneyCommand } from '../book.ts';
import { after, type Group, group } from '../clock.ts';
import type { TerminalEnd } from '../line.ts';
import type { Customer, SimulatedTerminal, TerminalParts } from '../terminal.ts';
import { slipsOf } from './answers.ts';
import { apduSize, wholeApdus } from './apdus.ts';
import { Memory } from './memory.ts';

const BUSY = 0x9c;
const UNKNOWN = 0x83;
const READY = 0x00;
const ABORTED = 0x6c;
const DECLINED = 0x05;
const NOT_POSSIBLE = 0x77;

/** Milliseconds that it waits for an acknowledgement of the till. */
const ANSWER = 5_000;
/** ms from the break of the line to payments at the keys. */
const KEYS = 3_000;

export class ZvtTerminal implements SimulatedTerminal {
  readonly book = new Book();
  readonly arrived: (string | null)[] = [];
  readonly #parts: TerminalParts;
  readonly #memory: Memory;
  /** Its tasks; they end when its power is gone. */
  #life: Group = group('terminal works');
  #end: TerminalEnd | null = null;
  #buffer = Buffer.alloc(0);
  #answer: ((message: Message | null) => void) | null = null;
  #working = false;
  #waitsForCard = false;
  #wasUsed = false;
  #abort: (() => void) | null = null;

  constructor(parts: TerminalParts) {
    this.#parts = parts;
    this.#memory = new Memory(this.book, parts.habits, parts.trace);
  }

  get isWorking(): boolean {
    return this.#working;
  }

  power(): void {
    this.#parts.trace('terminal lost its power');
    this.#life.isAlive = false;
    this.#memory.losePower();
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
        if (this.#parts.habits.forgets) this.#memory.last = null;
        if (this.#parts.habits.stopsAlone && this.#waitsForCard) this.#abort?.();
        if (this.#parts.habits.usedByKeys) after(KEYS, () => this.#useKeys(), this.#life);
      },
    });
  }

  #useKeys(): void {
    if (this.#wasUsed || this.#working) return;
    this.#wasUsed = true;
    this.#memory.usedByKeys();
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
    after(0, () => void this.#perform(message, tag, end), this.#life);
  }

  async #perform(message: Message, tag: string | null, end: TerminalEnd): Promise<void> {
    const { name } = message;
    // Nobody waits for an answer to a question on a former connection.
    if (end !== this.#end && !isMoney(name)) return;
    if (isMoney(name)) {
      this.arrived.push(tag);
      await this.#money(name, message, tag, end);
    } else if (name === 'statusEnquiry') await this.#status();
    else if (name === 'abort') this.#stop();
    else if (name === 'registration') await this.#register();
    else if (this.#working && this.#parts.habits.whileBusy !== 'ready') this.#write(encodeNegative(BUSY));
    else if (name in this.#services) await this.#serve(this.#services[name]!, message);
    else this.#write(encodeNegative(UNKNOWN));
  }

  /** A terminal that says ready at work answers beside its command. */
  async #serve(service: (message: Message) => Promise<void>, message: Message): Promise<void> {
    const isAtWork = this.#working;
    this.#working = true;
    await service(message);
    if (!isAtWork) this.#working = false;
  }

  #services: Readonly<Record<string, (message: Message) => Promise<void>>> = {
    repeatReceipt: async () => {
      if (!this.#parts.habits.repeats) return this.#write(encodeNegative(UNKNOWN));
      this.#write(encode('positive'));
      const { last } = this.#memory;
      if (last) await this.#sayLast(last);
      await this.#say(encode('completion'));
    },
    turnoverTotals: async () => {
      if (!this.#parts.habits.totals) return this.#write(encodeNegative(UNKNOWN));
      this.#write(encode('positive'));
      const listed = this.#memory.shownByTotals();
      await this.#say(encode('statusInformation', { resultCode: 0, ...this.#memory.totals() }), () => {
        for (const booking of listed) this.book.reached({ booking, isBack: false });
      });
      await this.#say(encode('completion'));
    },
    endOfDay: () => this.#closeDay(),
    partialReversal: async () => {
      const receiptNumber = this.#memory.openPreAuthorisation();
      this.#write(encode('positive'));
      if (receiptNumber) await this.#say(encode('statusInformation', { resultCode: 0, receiptNumber }));
      await this.#say(receiptNumber ? encode('completion') : encode('abortByTerminal', { abortCode: NOT_POSSIBLE }));
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
    await this.#pause(this.#parts.habits.acknowledges);
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
      await this.#pause(customer.host);
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
    await this.#pause(customer.pin);
    await this.#prompt(0x0e, asked);
    await this.#pause(customer.host);
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
    const { habits } = this.#parts;
    const isSale = command === 'authorisation';
    if (habits.booksLate > 0 && this.#end !== asked) await this.#pause(habits.booksLate);
    const booking = this.#memory.booked(command, fields, tag, isSale ? habits.approves : 100);
    const isReported = this.#end === asked && (await this.#report(asked));
    const isTakenBack = isReported === 'refused' || (!isReported && habits.takesBack);
    if (isTakenBack) {
      await this.#pause(3_000);
      this.#memory.takeBack(booking);
    }
    if (isSale && habits.approvesTwice && !isTakenBack) {
      this.#memory.booked(command, fields, tag, 100, true);
      if (this.#end === asked) await this.#report(asked);
    }
    if (isSale && habits.contradicts && this.#end === asked) {
      await this.#say(encode('statusInformation', { resultCode: ABORTED }));
      await this.#say(encode('abortByTerminal', { abortCode: ABORTED }));
    } else if (this.#end === asked)
      await this.#say(isTakenBack ? encode('abortByTerminal', { abortCode: ABORTED }) : encode('completion'));
    this.#memory.unreported = null;
    if (habits.takesBackAfter > 0) after(habits.takesBackAfter, () => this.#memory.takeBack(booking), this.#life);
  }

  /** Result and slips. False: nobody has acknowledged the result. */
  async #report(asked: TerminalEnd | null): Promise<boolean | 'refused'> {
    const { memory, habits } = { memory: this.#memory, habits: this.#parts.habits };
    const answer = await this.#sayLast(memory.last!);
    if (answer?.name === 'negative') return 'refused';
    if (answer === null) return false;
    for (const slip of slipsOf(habits.slips)) {
      if (this.#end !== asked) return !habits.slipsMatter;
      const printed = await this.#say(slip);
      if (printed?.name === 'negative') return 'refused';
      if (printed === null && habits.slipsMatter) return false;
    }
    memory.unreported = null;
    return true;
  }

  async #closeDay(): Promise<void> {
    this.#write(encode('positive'));
    await this.#pause(this.#parts.random.between(500, 4_000));
    await this.#say(encode('statusInformation', this.#memory.closeDay()));
    await this.#say(encode('completion'));
  }

  /** Ends never where the power goes meanwhile. */
  #pause(ms: number): Promise<void> {
    return new Promise(resolve => after(ms, resolve, this.#life));
  }

  #write(bytes: Buffer, arrived?: () => void): void {
    this.#end?.write(bytes, arrived);
  }

  #sayLast({ fields, shown }: NonNullable<Memory['last']>): Promise<Message | null> {
    return this.#say(encode('statusInformation', fields), () => shown && this.book.reached(shown));
  }

  /** Says it, and gives the answer of the till; null: none came. `arrived`: hears that the till has it. */
  #say(bytes: Buffer, arrived?: () => void): Promise<Message | null> {
    if (!this.#end) return Promise.resolve(null);
    return new Promise(resolve => {
      const answered = (message: Message | null) => {
        late.isCancelled = true;
        this.#answer = null;
        resolve(message);
      };
      const late = after(ANSWER, () => answered(null), this.#life);
      this.#answer = answered;
      this.#write(bytes, arrived);
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
