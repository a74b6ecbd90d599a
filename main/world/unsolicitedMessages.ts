/** A message of a terminal about money that no command waited for, as the reconciliation asks for it. */
import type { LateAnswer, TransactionFacts } from '../../drivers/index.ts';

/** `at`: when it came, milliseconds since 1970. */
export type UnsolicitedMessage = { readonly at: number } & (
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
