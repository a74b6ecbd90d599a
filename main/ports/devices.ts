/** Terminals and the shop around them, as the steps ask for them. */
import type { PaymentTerminal } from '../../drivers/terminal.ts';
import type { Merchant } from './people.ts';

export interface TerminalSlot {
  readonly device: string;
  readonly description: string;
  readonly terminal: PaymentTerminal;
}

export interface Devices {
  /** The terminal that belongs to a till, or the device itself when it is one; null when there is none. */
  terminalFor(merchant: string, device: string | null): TerminalSlot | null;
  /** Does this merchant own the device? */
  owned(merchant: string, device: string): boolean;
  slot(device: string): TerminalSlot | null;
  merchant(id: string): Merchant;
}
