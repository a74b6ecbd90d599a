/**
 * A ZVT terminal at a serial line: frames with a checksum, each acknowledged, repeated up to two times (ZVT "RS-232"). Written apart from
 * the product's link; only the frame itself is shared. Bytes are garbled and lost on their way. The terminal does not hear that the
 * till closes its port, is killed, or that somebody pulls the plug.
 */
import { serialDeframer, serialFrame } from '../../../drivers/zvt/framing/serialFrame.ts';
import type { Book } from '../book.ts';
import { after, type Group, group } from '../clock.ts';
import type { TerminalEnd } from '../line.ts';
import type { Moment } from '../protocols.ts';
import type { Random } from '../random.ts';
import type { SimulatedTerminal } from '../terminal.ts';
import { momentOf } from './apdus.ts';

const ACK = Buffer.of(0x06);
const NAK = Buffer.of(0x15);
/** ms until a frame is repeated, and how often it is sent at most. */
const REPEAT = 5_000;
const TRANSMISSIONS = 3;
/** ms without a byte after which a frame has stopped in the middle. */
const GAP = 1_000;
/** Number of 100 writes, in either direction, that are damaged. */
const DAMAGED = 3;

type Receiver = Parameters<TerminalEnd['listen']>[0];

export class SerialTerminal implements SimulatedTerminal {
  readonly #terminal: SimulatedTerminal;
  readonly #random: Random;
  readonly #group: Group;
  /** The line while it has power. */
  #line: SerialEnd | null = null;

  constructor(terminal: SimulatedTerminal, parts: { readonly random: Random; readonly group: Group }) {
    this.#terminal = terminal;
    this.#random = parts.random;
    this.#group = parts.group;
  }

  get book(): Book {
    return this.#terminal.book;
  }

  get arrived(): SimulatedTerminal['arrived'] {
    return this.#terminal.arrived;
  }

  get isWorking(): boolean {
    return this.#terminal.isWorking;
  }

  power(): void {
    this.#line?.powerOff();
    this.#line = null;
    this.#terminal.power();
  }

  /** The till has opened its port. */
  connected(port: TerminalEnd): void {
    const isNew = this.#line === null;
    this.#line ??= new SerialEnd(this.#random, this.#group);
    this.#line.attach(port);
    if (isNew) this.#terminal.connected(this.#line);
  }
}

const isAnswer = (apdu: Buffer): boolean => apdu[0] === 0x80 || apdu[0] === 0x84;

interface Outgoing {
  readonly apdu: Buffer;
  readonly frame: Buffer;
  readonly arrived: (() => void) | undefined;
  sent: number;
}

class SerialEnd implements TerminalEnd {
  readonly isDown = false;
  readonly #random: Random;
  readonly #group: Group;
  readonly #deframer = serialDeframer();
  #port: TerminalEnd | null = null;
  #receiver: Receiver | null = null;
  #outgoing: Outgoing[] = [];
  #last: Buffer | null = null;
  #repetition: Group = group('none');
  #gap: Group = group('none');

  constructor(random: Random, of: Group) {
    this.#random = random;
    this.#group = of;
  }

  attach(port: TerminalEnd): void {
    this.#port = port;
    // Bytes that the system kept for a port that was closed arrive in the midst of those of the next.
    port.listen({ bytes: (chunk, tag) => this.#received(this.#damaged(chunk), tag), down: () => undefined });
  }

  powerOff(): void {
    this.#port = null;
    this.#receiver = null;
    this.#forgetOutgoing();
  }

  listen(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  close(): void {
    this.#forgetOutgoing();
  }

  write(apdu: Buffer, arrived?: () => void): void {
    this.#outgoing.push({ apdu, frame: serialFrame(apdu), arrived, sent: 0 });
    if (this.#outgoing.length === 1) this.#transmit();
  }

  #transmit(): void {
    const [first] = this.#outgoing;
    this.#repetition.isAlive = false;
    if (!first) return;
    if (first.sent === TRANSMISSIONS) {
      // Nobody acknowledges: the terminal is idle again, as far as the line is concerned.
      this.#forgetOutgoing();
      return;
    }
    first.sent += 1;
    this.#repetition = this.#later(REPEAT, () => this.#transmit());
    const bytes = this.#damaged(first.frame);
    this.#port?.write(bytes, bytes === first.frame ? first.arrived : undefined);
  }

  /** The exchange is over: the same command is a new one from now on, and no repetition. */
  #forgetOutgoing(): void {
    this.#repetition.isAlive = false;
    this.#outgoing = [];
    this.#last = null;
  }

  #acknowledged(): void {
    if (!this.#outgoing.shift()) return;
    this.#last = null;
    this.#transmit();
  }

  #received(chunk: Buffer, tag: string | null): void {
    this.#gap.isAlive = false;
    for (const event of this.#deframer.push(chunk)) {
      if (event.type === 'ack') this.#acknowledged();
      else if (event.type === 'nak') this.#transmit();
      else if (event.type === 'bad') this.#port?.write(NAK);
      else this.#frame(event.apdu, tag);
    }
    if (this.#deframer.inFrame) this.#gap = this.#later(GAP, () => this.#stopped());
  }

  #stopped(): void {
    this.#deframer.reset();
    this.#port?.write(NAK);
  }

  #frame(apdu: Buffer, tag: string | null): void {
    this.#port?.write(this.#damaged(ACK));
    const [first] = this.#outgoing;
    // An answer shows that the command before it has arrived, and a command the answer, though an acknowledgement was lost.
    if (first && isAnswer(apdu) !== isAnswer(first.apdu) && !(this.#last?.equals(apdu) && !isAnswer(apdu)))
      this.#acknowledged();
    else if (this.#last?.equals(apdu)) return;
    this.#last = apdu;
    this.#receiver?.bytes(apdu, tag);
  }

  #later(delay: number, work: () => void): Group {
    const until = group('serial line');
    after(delay, () => until.isAlive && this.#port && work(), this.#group);
    return until;
  }

  /** The same bytes, or a copy in which one is wrong or missing. */
  #damaged(bytes: Buffer): Buffer {
    if (!this.#random.chance(DAMAGED)) return bytes;
    const at = this.#random.between(0, bytes.length - 1);
    if (this.#random.chance(50)) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    const copy = Buffer.from(bytes);
    copy[at] = copy[at]! ^ (1 << this.#random.between(0, 7));
    return copy;
  }
}

/** The place of the message in a frame; acknowledgements before it, or alone, do not count. */
export function momentOfSerial(from: 'till' | 'terminal', bytes: Buffer): Moment | null {
  const at = bytes[0] === 0x06 ? 1 : 0;
  return bytes[at] === 0x10 && bytes[at + 1] === 0x02 ? momentOf(from, bytes.subarray(at + 2)) : null;
}
