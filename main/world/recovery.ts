/** Finding out how a command ended that nobody knows the ending of, as the steps of a sale ask for it. */
import type { TerminalSlot } from './devices.ts';

export interface Recovery {
  /** Before the door opens: what a crash left open becomes unknown, then everything unknown is asked for. */
  begin(): Promise<void>;
  /** Asks until this terminal has no open question; one conversation at a time. */
  settle(slot: TerminalSlot): Promise<void>;
  /** The same, but lets go after `patience` ms; the asking goes on in the background. */
  settleWithin(slot: TerminalSlot, patience: number): Promise<void>;
  /** Asks now, also where a person was called already; answers when the terminal has been asked once. */
  askNow(slot: TerminalSlot): Promise<void>;
  /** Throws `terminalUnsettled` when the last payment of this terminal cannot be settled now. */
  settleFirst(slot: TerminalSlot): Promise<void>;
  stop(): void;
}
