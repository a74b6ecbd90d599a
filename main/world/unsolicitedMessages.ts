/** A message of a terminal about money that no command waited for, as the reconciliation asks for it. */
import type { LateAnswer, TransactionFacts } from '../../drivers/index.ts';

/** The arrival of a message: a clock that is set meanwhile must not put it before a command that it is about, nor years behind it. */
export interface Arrival {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Number of the newest command of the terminal. */
  readonly behind: number;
  /** The newest command, and how long ago it had shown its last sign, ms; null where this process has seen none. */
  readonly last: { readonly intent: string; readonly age: number } | null;
}

export type UnsolicitedMessage = Arrival &
  (
    | { /** An approval that the driver has refused. */ readonly kind: 'refused'; readonly facts: TransactionFacts }
    | { readonly kind: 'answer'; readonly answer: LateAnswer }
  );

/** Kept until it is settled, over a crash as well. Methods that write are for use inside `write`. */
export interface UnsolicitedMessages {
  add(device: string, message: UnsolicitedMessage): void;
  /** Oldest first. */
  waiting(device: string): readonly { readonly number: number; readonly message: UnsolicitedMessage }[];
  /** The terminals with a message that waits. */
  devices(): readonly string[];
  /** False where it is gone already. */
  remove(number: number): boolean;
}
