/**
 * One connection through the line. A cut ends it, or stalls it: a stalled connection keeps what comes, and delivers it late, as the
 * system of a till does that goes on sending what the terminal has not acknowledged. A till that resets its end takes the bytes back.
 */
import type { Transport } from '../../drivers/transport/transport.ts';

export type Direction = 'toTerminal' | 'toTill';

/** How late the bytes come. */
export interface Lateness {
  /** From the moment at which the line works again, ms: the pause between two attempts of a system. */
  readonly after: number;
  /** The process of the till is killed by the cut: its system sends what it was given, and nobody can take it back. */
  readonly kills: boolean;
}

interface Way {
  readonly from: Transport;
  readonly to: Transport;
  readonly write: { (bytes: Buffer): void; drained(then: () => void): void };
}

interface Parts {
  readonly toTerminal: Way;
  readonly toTill: Way;
  /** Takes bytes, answers those that may pass. */
  readonly pass: (direction: Direction, bytes: Buffer) => Buffer;
  readonly cutIfDue: () => void;
  /** The connection does not stand any more. */
  readonly over: () => void;
}

const NOTHING = Buffer.alloc(0);
const DIRECTIONS = ['toTerminal', 'toTill'] as const;

export class JoinedEnds {
  readonly #parts: Parts;
  #lateness: Lateness | undefined;
  #kept: Record<Direction, Buffer[]> = { toTerminal: [], toTill: [] };
  /** The side that sends in this direction has ended its connection. */
  readonly #ended: Record<Direction, boolean> = { toTerminal: false, toTill: false };
  #resuming: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isStalled(): boolean {
    return this.#lateness !== undefined;
  }

  carry(): void {
    for (const direction of DIRECTIONS)
      this.#parts[direction].from.listen({
        bytes: chunk => this.#receive(direction, chunk),
        down: error => this.#end(direction, error),
      });
  }

  breakUp(lateness: Lateness | undefined): void {
    if (lateness) this.#lateness = lateness;
    else this.#close();
  }

  /** The line works again: what was kept comes after the pause. */
  heal(): void {
    if (!this.#lateness || this.#resuming) return;
    this.#resuming = setTimeout(() => this.#resume(), this.#lateness.after);
  }

  #receive(direction: Direction, chunk: Buffer): void {
    if (this.#isDead(direction)) return;
    const passed = this.isStalled ? NOTHING : this.#pass(direction, chunk);
    this.#parts.cutIfDue();
    const rest = chunk.subarray(passed.length);
    if (this.isStalled && rest.length > 0) this.#kept[direction].push(rest);
  }

  /** A process that was killed by the cut has written nothing after it, and resets nothing. */
  #isDead(direction: Direction): boolean {
    return direction === 'toTerminal' && this.#lateness?.kills === true;
  }

  #pass(direction: Direction, chunk: Buffer): Buffer {
    const passed = this.#parts.pass(direction, chunk);
    if (passed.length > 0) this.#parts[direction].write(passed);
    return passed;
  }

  #end(direction: Direction, error: NodeJS.ErrnoException | undefined): void {
    this.#ended[direction] = true;
    if (!this.isStalled) this.#parts[direction].write.drained(() => this.#close());
    else if (error?.code === 'ECONNRESET' && !this.#isDead(direction)) this.#kept[direction] = [];
  }

  /** The bytes that nobody took back arrive; a side that has gone meanwhile gets none. */
  #resume(): void {
    const isKilled = this.#isDead('toTerminal');
    this.#lateness = undefined;
    this.#resuming = undefined;
    const kept = this.#kept;
    this.#kept = { toTerminal: [], toTill: [] };
    for (const direction of DIRECTIONS) for (const chunk of kept[direction]) this.#pass(direction, chunk);
    if (isKilled || this.#ended.toTerminal || this.#ended.toTill) this.#close();
  }

  #close(): void {
    clearTimeout(this.#resuming);
    this.#parts.over();
    this.#parts.toTerminal.from.close();
    this.#parts.toTerminal.to.close();
  }
}
