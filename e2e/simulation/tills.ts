/**
 * A terminal that several tills share, each over its own line and with its own database. It has a connection to each, works for one of
 * them at a time, and tells the others that it is busy, by its habit.
 */
import { encode, encodeNegative, encodeStatusCompletion } from '../../drivers/zvt/codec/apdu.ts';
import { group } from './clock.ts';
import type { Counter } from './counter.ts';
import { type Habits, habitsOf, type Kind } from './habits.ts';
import type { Line, TerminalEnd } from './line.ts';
import type { Plan } from './plan.ts';
import { protocols } from './protocols.ts';
import { createRandom } from './random.ts';
import type { Customer, SimulatedTerminal } from './terminal.ts';
import { apduSize } from './zvt/apdus.ts';

type Receiver = Parameters<TerminalEnd['listen']>[0];

/** ms between the first steps of two tills. */
export const LATER_TILL = 7_000;

/** One connection of a till, as the terminal sees it. */
interface Member {
  readonly end: TerminalEnd;
  readonly write: TerminalEnd['write'];
  receiver: Receiver | null;
  buffer: Buffer;
}

const BUSY = 0x9c;
const READY = 0x00;
const NOBODY: Customer = { ending: 'pays', card: 1000, pin: 0, host: 1000 };

export class Place {
  readonly trace: string[] = [];
  readonly terminal: SimulatedTerminal;
  readonly #plan: Plan;
  readonly #tills: Counter[] = [];
  /** The till whose intent a command names. */
  readonly #senders = new Map<string, Counter>();
  /** The till for which each day was closed, oldest first. */
  readonly #closers: Counter[] = [];
  #closing: Counter | null = null;
  /** The connection for which a ZVT terminal works. */
  #current: Member | null = null;

  constructor(plan: Plan) {
    this.#plan = plan;
    const parts = {
      random: createRandom(plan.seed),
      group: group('terminal'),
      customer: () => this.#worksFor()?.step?.customer ?? NOBODY,
      call: (timeout: number) => this.#worksFor()?.line.call(timeout) ?? Promise.resolve(null),
      trace: (line: string) => (this.#worksFor() ?? this.#tills[0])?.say(line),
    };
    this.terminal = protocols[plan.protocol].createTerminal(parts, plan);
  }

  /** Gives the number of the till. */
  join(till: Counter): number {
    return this.#tills.push(till) - 1;
  }

  lines(): readonly Line[] {
    return this.#tills.map(({ line }) => line);
  }

  /** A command of this till leaves. */
  sent(till: Counter, tag: string): void {
    this.#senders.set(tag, till);
  }

  isOf(till: Counter, tag: string): boolean {
    return this.#senders.get(tag) === till;
  }

  daysClosedBy(till: Counter): number {
    this.#noteDays();
    return this.#closers.filter(one => one === till).length;
  }

  #worksFor(): Counter | undefined {
    const tag = this.terminal.arrived.at(-1);
    return tag ? this.#senders.get(tag) : undefined;
  }

  #noteDays(): void {
    while (this.#closing && this.#closers.length < this.terminal.book.days.length) this.#closers.push(this.#closing);
  }

  connected(till: Counter, end: TerminalEnd): void {
    const isZvt = this.#plan.protocol !== 'opi';
    const member: Member = { end, write: end.write, receiver: null, buffer: Buffer.alloc(0) };
    const own: TerminalEnd = {
      get isDown() {
        return end.isDown;
      },
      write: end.write,
      close: end.close,
      listen: receiver => {
        member.receiver = receiver;
      },
    };
    // A terminal that speaks O.P.I. tells its connections apart by itself.
    if (!isZvt) this.terminal.connected(own);
    end.listen({
      bytes: (chunk, tag) => {
        if (isZvt) this.#apdus(till, member, own, chunk, tag);
        else this.#pass(till, member, chunk, tag);
      },
      down: () => {
        if (!isZvt || this.#current === member) member.receiver?.down();
      },
    });
  }

  #pass(till: Counter, member: Member, bytes: Buffer, tag: string | null): void {
    if (closesDay(bytes)) {
      this.#noteDays();
      this.#closing = till;
    }
    member.receiver?.bytes(bytes, tag);
  }

  /** Whole messages only: another till may speak between two pieces of one. */
  #apdus(till: Counter, member: Member, own: TerminalEnd, chunk: Buffer, tag: string | null): void {
    member.buffer = Buffer.concat([member.buffer, chunk]);
    for (;;) {
      const size = apduSize(member.buffer);
      if (size === null || member.buffer.length < size) return;
      const apdu = Buffer.from(member.buffer.subarray(0, size));
      member.buffer = member.buffer.subarray(size);
      this.#apdu(till, member, own, apdu, tag);
    }
  }

  #apdu(till: Counter, member: Member, own: TerminalEnd, apdu: Buffer, tag: string | null): void {
    if (this.#current !== member) {
      const control = apdu.subarray(0, 2).toString('hex');
      const isAnswer = control === '8000' || control.startsWith('84');
      if (isAnswer) return;
      if (this.terminal.isWorking) {
        this.#beside(member, control);
        return;
      }
      this.#current = member;
      this.terminal.connected(own);
    }
    this.#pass(till, member, apdu, tag);
  }

  /** Its answers while it works for another till. */
  #beside({ write }: Member, control: string): void {
    const { whileBusy } = habitsOf(this.#plan.kind as Kind, this.#plan.odd as Partial<Habits>);
    const isStatus = control === '0501';
    if (control === '0600') {
      write(encode('positive'));
      write(encode('completion', { paymentType: 0, terminalId: '52500041', currency: 978 }));
    } else if (isStatus && whileBusy === 'silent') return;
    else if (isStatus && whileBusy !== 'refuse') {
      write(encode('positive'));
      write(encodeStatusCompletion({ terminalStatus: whileBusy === 'status' ? BUSY : READY }));
    } else write(encodeNegative(BUSY));
  }
}

/** ZVT 06 50, and the service of O.P.I. that closes the day. */
const closesDay = (bytes: Buffer): boolean =>
  (bytes[0] === 0x06 && bytes[1] === 0x50) || bytes.includes('ReconciliationWithClosure');
