/** The reconciliation of commands whose outcome is unknown, as the steps of a sale ask for it. */
import type { LastTransaction } from '../../drivers/index.ts';
import type { TurnoverSum } from '../domain/evidence.ts';
import type { TerminalSlot } from './devices.ts';
import type { IntentRow } from './sales.ts';

/** The last transaction as the terminal repeats it. */
export type FoundTransaction = Extract<LastTransaction, { readonly kind: 'found' }>;

/** The display of a terminal between two commands: its last transaction, and its totals where it repeats none. */
export interface Shown {
  readonly last?: FoundTransaction;
  readonly totals?: TurnoverSum | null;
}

export interface Recovery {
  /** Before the bridge listens: commands that a crash interrupted become unknown, then every unknown outcome is looked up. */
  begin(): Promise<void>;
  /** Looks up again what is unknown, where an outcome could not be written: no receipt number was to be had. */
  resume(): void;
  /** Asks the terminal until no outcome of it is unknown; one lookup at a time. */
  settle(slot: TerminalSlot): Promise<void>;
  /** The same, but returns after `timeout` ms; the lookup goes on in the background. */
  settleWithin(slot: TerminalSlot, timeout: number): Promise<void>;
  /** Asks now, also where a person has been called already; resolves when the terminal has been asked once. */
  askNow(slot: TerminalSlot): Promise<void>;
  /** Throws `terminalUnsettled` when the last payment of this terminal cannot be settled now. */
  settleFirst(slot: TerminalSlot): Promise<void>;
  /**
   * Compares what the terminal has just shown with commands that were called not carried out; the money counts. Gives the command
   * that it turned out to be.
   */
  discover(slot: TerminalSlot, shown: Shown): Promise<IntentRow | null>;
  /**
   * Asks a terminal for its last transaction once more: it may be a command that was called not carried out, or the terminal's own
   * reversal of what was called paid.
   */
  lookAgain(slot: TerminalSlot): Promise<void>;
  /** The same, when a terminal that was called not to have carried out a command cannot be at work on it any more. */
  lookAgainLater(slot: TerminalSlot): void;
  /** Listens for approvals that the terminal sends when no command waits for them; a terminal is listened to once. */
  watch(slot: TerminalSlot): void;
  /** Asks about approvals that came while another command ran; at once where none runs any more. */
  settleUnsolicited(device: string): Promise<void>;
  stop(): void;
}
