/** Sales and the intents of money on the move, as the steps ask for them. */
import type { SmartTransaction } from '../api/transactions/contract.ts';
import type { State } from '../domain/transaction.ts';

/** A Smart Transaction as the bridge keeps it: its own state beside the document of the wire. */
export interface Sale {
  readonly id: string;
  readonly merchant: string;
  readonly till: string | null;
  readonly staff: string | null;
  readonly client: string;
  readonly state: State;
  readonly method: string | null;
  readonly receiptNumber: number | null;
  readonly created: number;
  readonly document: SmartTransaction;
}

export type IntentState = 'open' | 'approved' | 'declined' | 'notSent' | 'unknown';

/** Money on the move: written before, ended after. */
export interface IntentRow {
  readonly id: string;
  readonly sale: string;
  readonly merchant: string;
  /** SDV_… of the terminal. */
  readonly party: string;
  readonly kind: 'payment' | 'reversal';
  readonly method: string;
  readonly amount: number;
  readonly currency: string;
  readonly knownReceipt: number | null;
  readonly reverses: number | null;
  readonly state: IntentState;
  readonly person: boolean;
  readonly reason: string | null;
  readonly facts: Readonly<Record<string, unknown>> | null;
  readonly startedAt: number;
}

/** All methods are for use inside `write`, except reads. */
export interface Ledger {
  write<T>(job: () => T): Promise<T>;
  /** The sale of this merchant, or null: another merchant's does not exist. */
  sale(merchant: string, id: string): Sale | null;
  saleByReceipt(merchant: string, receiptNumber: number): Sale | null;
  insert(sale: Sale): void;
  /** Writes the sale and, in the same commit, its event and its outbox row. */
  save(sale: Sale): void;
  /** Completes the document of a sale saved earlier in the same commit. */
  rewrite(sale: Sale): void;
  /** Sales that wait for an answer from outside. */
  unsettledSales(): readonly Sale[];
  nextNumber(counter: string): number;
  expiredReservations(now: number): readonly { readonly sale: string; readonly merchant: string }[];
}

export interface Intents {
  open(intent: IntentRow): void;
  end(id: string, ending: { state: IntentState; reason: string | null; facts: unknown; at: number }): void;
  askPerson(id: string, reason: string): void;
  get(id: string): IntentRow | null;
  /** The one that still has no certain ending. */
  unsettled(party: string): IntentRow | null;
  allUnsettled(): readonly IntentRow[];
  ofSale(sale: string): readonly IntentRow[];
  /** Receipt number of the newest transaction this terminal told about. */
  lastReceipt(party: string): number | null;
}

/** The end-of-day reports of the terminals. */
export interface DayEnds {
  /** Inside a job: the terminal closed its day, and with it every receipt number given so far. */
  record(end: { readonly device: string; readonly merchant: string; readonly sale: string; readonly at: number }): void;
  /** The newest receipt number that this terminal's last end-of-day closed; 0 before the first. */
  closedUpTo(device: string): number;
}
