/** Terminals and the shop around them, as the steps ask for them. */
import type { PaymentTerminal } from '../../drivers/index.ts';
import type { Merchant } from './people.ts';

export interface TerminalSlot {
  readonly device: string;
  readonly description: string;
  readonly terminal: PaymentTerminal;
  /** All its amounts are in it, ISO 4217; left out where that is not known. */
  readonly currency?: string;
  /** Others may take money at it, too, or nobody has said that they do not. */
  readonly shared: boolean;
  /** The till says what became of the goods before a payment is final. */
  readonly handOver?: boolean;
}

export interface Devices {
  /**
   * The terminal that belongs to a till, or the device itself when it is one; null when there is none. `named` asks for
   * another one of the merchant, by its id or its TID.
   */
  terminalFor(merchant: string, device: string | null, named?: string): TerminalSlot | null;
  /** The name that people give a device; null for a device of another merchant. */
  description(merchant: string, device: string): string | null;
  /** Does this merchant own the device? */
  owned(merchant: string, device: string): boolean;
  slot(device: string): TerminalSlot | null;
  merchant(id: string): Merchant;
}
