/** What all steps ask of the world: sales, payments, customers. `bridge.ts` joins them with stores, terminals and the stream. */
import type { PaymentTerminal } from '../drivers/terminal.ts';
import type { MerchantCard, SmartTransaction } from './api/transactions/contract.ts';
import type { Recovery } from './checkout/recover.ts';
import type { RunningPayments } from './checkout/running.ts';
import type { Clock } from './clock.ts';
import type { Campaign } from './domain/campaigns.ts';
import type { Balances, LedgerEntry, Reservation } from './domain/loyalty.ts';
import type { Language } from './domain/money.ts';
import type { State } from './domain/transaction.ts';
import type { Acquirer } from './payments/acquirer.ts';

/** Who asks: resolved from the bearer token. A till sees its own merchant only. */
export interface Principal {
  readonly client: string;
  readonly merchant: string;
  readonly scope: ReadonlySet<string>;
  readonly role: 'cashier' | 'manager' | 'integrator' | 'backoffice';
  readonly staff: { readonly id: string; readonly username: string; readonly name: string } | null;
  /** SDV_… of the till this token stands for. */
  readonly device: string | null;
}

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly address: readonly string[];
  readonly currency: string;
}

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

/** A resource kept as the text the API answers, with what only the bridge knows beside it. */
export interface Stored<T, Inner> {
  readonly document: T;
  /** For example the full IBAN behind a masked one. Never card data. */
  readonly inner: Inner;
}

export interface Records<T extends { readonly id: string }, Inner = Readonly<Record<string, never>>> {
  /** The stored text as the bytes it is answered with; undefined where this merchant has none. */
  bytes(merchant: string, id: string): Buffer | undefined;
  find(merchant: string, id: string): Stored<T, Inner> | null;
  /** All of a merchant, oldest first: for kinds of which there are few. */
  all(merchant: string): readonly Stored<T, Inner>[];
  // The rest is for use inside `write`.
  insert(merchant: string, document: T, inner?: Inner): void;
  /** `inner` stays as it is when it is left out. */
  save(merchant: string, document: T, inner?: Inner): void;
  remove(merchant: string, id: string): void;
}

export type IntentState = 'open' | 'approved' | 'declined' | 'notSent' | 'unknown';

/** Money on the move: written before, ended after. */
export interface IntentRow {
  readonly id: string;
  readonly sale: string;
  readonly merchant: string;
  /** SDV_… of the terminal, or `acquirer`. */
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
  recordPayment(payment: { id: string; merchant: string; sale: string; document: unknown }): void;
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

/** A card as the merchant's loyalty programme knows it. */
export interface CardRecord {
  readonly merchantcard: MerchantCard;
  readonly cardGroupId: string;
  readonly prefix: string;
  readonly groupName: string;
}

export interface Loyalty {
  /** By card number; null when this merchant knows no such card. Balances are what is available. */
  card(merchant: string, cardnumber: string): CardRecord | null;
  campaigns(merchant: string): readonly Campaign[];
  available(merchantCard: string): Balances;
  held(sale: string): HeldReservation | null;
  /** What a sale holds or has booked, for its receipt. */
  reservationOf(sale: string): HeldReservation | null;
  hold(reservation: HeldReservation & { readonly expiresAt: number }): void;
  end(sale: string, state: 'committed' | 'released'): void;
  book(merchantCard: string, sale: string, entries: readonly LedgerEntry[], at: number): void;
  entriesOf(sale: string): readonly { readonly merchantCard: string; readonly entry: LedgerEntry }[];
}

export interface HeldReservation extends Reservation {
  readonly sale: string;
  readonly merchantCard: string;
}

/** Tells the address a caller gave of a change (specification, "Events"); written with the change itself. */
export interface Pushes {
  /** Inside a job. `target` is the type of the changed object, `id` the object. */
  queue(push: {
    readonly merchant: string;
    readonly url: string;
    readonly target: string;
    readonly type: 'changed' | 'added' | 'display';
    readonly id: string;
  }): void;
}

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

export interface World {
  readonly ledger: Ledger;
  readonly intents: Intents;
  readonly loyalty: Loyalty;
  readonly devices: Devices;
  readonly acquirer: Acquirer;
  readonly pushes: Pushes;
  readonly clock: Clock;
  readonly settings: {
    readonly language: Language;
    readonly strictSums: boolean;
    readonly reservationMinutes: number;
    /** How long a blocking call waits for a verdict before it answers `pending`, ms. */
    readonly verdictPatience: number;
  };
  readonly running: RunningPayments;
  readonly recovery: Recovery;
  log(level: 'info' | 'warn' | 'error', message: string, facts?: Readonly<Record<string, unknown>>): void;
}
