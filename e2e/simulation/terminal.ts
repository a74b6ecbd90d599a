/** The counter needs this of a simulated terminal of any protocol. */
import type { Book } from './book.ts';
import type { Group } from './clock.ts';
import type { Habits } from './habits.ts';
import type { TerminalEnd } from './line.ts';
import type { Random } from './random.ts';

/** A card terminal with its host, written apart from the product: only the codec is shared. */
export interface SimulatedTerminal {
  readonly book: Book;
  /** Every money command that arrived: tags, in order. */
  readonly arrived: readonly (string | null)[];
  readonly isWorking: boolean;
  /** The till has opened a connection. */
  connected(end: TerminalEnd): void;
  /** Its power is gone, and with it the command that it works at; what it had booked stays. The line breaks beside it. */
  power(): void;
}

export interface TerminalParts {
  readonly habits: Habits;
  readonly random: Random;
  readonly group: Group;
  /** The customer who stands there when a command begins. */
  readonly customer: () => Customer;
  readonly trace: (line: string) => void;
  /** Calls the till, where the protocol has connections of that kind. Null: nobody answers there within `timeout` ms. */
  readonly call: (timeout: number) => Promise<TerminalEnd | null>;
}

/** The customer's part of a command, drawn before the command, so that the plan does not depend on the line. */
export interface Customer {
  readonly ending: 'pays' | 'declined' | 'walksAway';
  /** ms until the card is there, of the PIN, and of the host. */
  readonly card: number;
  readonly pin: number;
  readonly host: number;
}
