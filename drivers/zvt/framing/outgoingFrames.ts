/** Frames to be sent over a serial line: in order, each repeated until it is acknowledged (ZVT "RS-232", T2 and repetition). */
import { createTimeout, type Timeout } from '../../timeout.ts';
import { isAnswer, packets } from '../codec/packets.ts';
import type { LinkTimers } from './link.ts';
import { serialFrame } from './serialFrame.ts';

/** Transmissions of one frame. */
export const MAX_TRANSMISSIONS = 3;

interface OutgoingFrame {
  readonly apdu: Buffer;
  readonly frame: Buffer;
  readonly delivered: (() => void) | undefined;
  transmissions: number;
  /** A repeated frame of the other side may have been the answer to this one: sending it again could execute it twice. */
  isDoubtful?: true;
}

interface FrameSender {
  write(frame: Buffer): void;
  /** The first frame was never acknowledged. */
  gaveUp(text: string): void;
  acknowledged(): void;
}

/** Only the first frame of the queue is on the wire. */
export class OutgoingFrames {
  readonly #queue: OutgoingFrame[] = [];
  readonly #timers: LinkTimers;
  readonly #sender: FrameSender;
  readonly #acknowledgement: Timeout = createTimeout();

  constructor(timers: LinkTimers, sender: FrameSender) {
    this.#timers = timers;
    this.#sender = sender;
  }

  /** The APDU that waits for its acknowledgement. */
  get pending(): Buffer | undefined {
    return this.#queue[0]?.apdu;
  }

  add(apdu: Buffer, delivered: (() => void) | undefined): void {
    const place = this.#placeOf(apdu);
    this.#queue.splice(place, 0, { apdu, frame: serialFrame(apdu), delivered, transmissions: 0 });
    if (place === 0) this.transmit();
  }

  /** Sends the first frame, for the first time or again after a NAK or after T2. */
  transmit(): void {
    const first = this.#queue[0];
    if (!first) return;
    if (first.isDoubtful) this.#sender.gaveUp('the last answer came once more, and no acknowledgement');
    else if (first.transmissions < MAX_TRANSMISSIONS) {
      first.transmissions++;
      this.#sender.write(first.frame);
      this.#acknowledgement.start(this.#timers.t2, () => this.transmit());
    } else this.#sender.gaveUp(`not acknowledged after ${MAX_TRANSMISSIONS} transmissions`);
  }

  /** The first frame has arrived. */
  acknowledge(): void {
    const first = this.#queue.shift();
    if (!first) return;
    this.#acknowledgement.stop();
    this.#sender.acknowledged();
    first.delivered?.();
    const next = this.#queue[0];
    if (next?.transmissions === 0) this.transmit();
    // An abort that an answer has overtaken. If it had arrived before, its own acknowledgement would follow at once.
    else if (next) this.#acknowledgement.start(this.#timers.t1, () => this.transmit());
  }

  /** An answer has come: the command that it answers has arrived, also when another frame waits before that command. */
  answered(answer: Buffer): void {
    const place = this.#queue.findIndex(({ transmissions, apdu }) => transmissions > 0 && mayAnswer(answer, apdu));
    for (const { delivered } of place < 0 ? [] : this.#queue.splice(place, 1)) delivered?.();
  }

  /**
   * The other side has repeated a frame that may have been the answer to the first frame, so a further transmission could
   * execute the command twice. An abort may be sent twice.
   */
  doubt(repeated: Buffer): void {
    const first = this.#queue[0];
    if (first && mayAnswer(repeated, first.apdu) && !isAbort(first.apdu)) first.isDoubtful = true;
  }

  stop(): void {
    this.#acknowledgement.stop();
  }

  /** Drops every frame. */
  clear(): void {
    this.stop();
    this.#queue.length = 0;
  }

  /**
   * An abort and a message of the terminal that cross are acknowledged by neither side. The terminal waits for its answer as
   * long as this side waits for the acknowledgement: the answer goes first, and the abort again after it.
   */
  #placeOf(apdu: Buffer): number {
    const abort = isAnswer(apdu) ? this.#queue.findIndex(other => isAbort(other.apdu)) : -1;
    return abort < 0 ? this.#queue.length : abort;
  }
}

/** True when `received` is an answer and `pending` is a command. */
export function mayAnswer(received: Buffer, pending: Buffer | undefined): boolean {
  return pending !== undefined && !isAnswer(pending) && isAnswer(received);
}

const isAbort = (apdu: Buffer): boolean => apdu.readUInt16BE(0) === packets.abort.control;
