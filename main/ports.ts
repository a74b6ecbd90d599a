/** What all steps ask of the world: sales, payments, customers. `bridge.ts` joins them with stores, terminals and the stream. */
import type { PaymentTerminal } from '../drivers/terminal.ts';
import type { GeneralContract, IdentRequest, PaymentContract } from './api/contracts/contract.ts';
import type { PaymentTransaction } from './api/payments/contract.ts';
import type { MerchantPayout } from './api/payouts/contract.ts';
import type { Checkin } from './api/checkins/contract.ts';
import type { CardGroup, Customer, LoyaltyCard, LoyaltyTransaction } from './api/loyalty/contract.ts';
import type { Store } from './api/stores/contract.ts';
import type { Plan, Subscription } from './api/subscriptions/contract.ts';
import type { MerchantCard, SmartTransaction } from './api/transactions/contract.ts';
import type { Recovery } from './checkout/recover.ts';
import type { RunningPayments } from './checkout/running.ts';
import type { Clock } from './clock.ts';
import type { Account } from './domain/bankDetails.ts';
import type { BillingCycle } from './domain/billing.ts';
import type { Campaign } from './domain/campaigns.ts';
import type { Balances, LedgerEntry, Reservation } from './domain/loyalty.ts';
import type { BookingAction } from './domain/loyaltyActions.ts';
import type { Language } from './domain/money.ts';
import type { State } from './domain/transaction.ts';
import type { Acquirer, AcquirerAnswer } from './payments/acquirer.ts';
import type { Ending, Operation, PaymentInner } from './payments/order.ts';
import type { Wallet } from './wallet/stored.ts';

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

/** A card as the merchant's loyalty programme knows it. */
export interface CardRecord {
  readonly merchantcard: MerchantCard;
  readonly cardGroupId: string;
  readonly prefix: string;
  readonly groupName: string;
  /** How far the cash balance may go below zero, minor units. */
  readonly limit: number;
  /** The most that may be on the card, or null. */
  readonly balanceLimit: number | null;
  /** Any booking may be cancelled, not only the last. */
  readonly cancelSelected: boolean;
}

/** What only the bridge knows of a card group. */
export interface CardGroupInner {
  readonly prefix: string;
  /** Of the card numbers. */
  readonly length: number;
  readonly limit: number;
}

/** What proves that somebody holds a card, as hashes, and how often it was guessed wrong. */
export interface CardSecrets {
  readonly csc?: string;
  readonly passcode?: string;
  readonly pin?: string;
  readonly misses?: { readonly count: number; readonly blockedUntil: number };
}

export interface CardChanges {
  readonly stockStatus?: 'active' | 'inactive' | 'stored';
  readonly lock?: { readonly status: 'locked' | 'unlocked'; readonly reason: number | null; readonly note: string | null };
  readonly passcode?: number;
  readonly expiryDate?: string | null;
  readonly customer?: { readonly id: string; readonly since: number };
  readonly cardGroup?: string;
  /** `payment_container` and `additional_data` as they were sent. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** One movement on a card: an LTX_ on the wire. */
export interface NewBooking {
  readonly merchantCard: string;
  readonly sale: string | null;
  readonly action: BookingAction;
  /** The booking this one takes back. */
  readonly reverses: string | null;
  readonly entries: readonly LedgerEntry[];
  readonly at: number;
}

export interface Booking {
  readonly id: string;
  readonly merchantCard: string;
  readonly sale: string | null;
  readonly action: BookingAction;
  readonly entries: readonly LedgerEntry[];
}

/** Takes its value off one basket, like a campaign of its own. */
export interface Voucher {
  readonly code: string;
  readonly campaign: Campaign;
  /** The sale that holds or has redeemed it. */
  readonly sale: string | null;
}

export interface Loyalty {
  /** By card number; null when this merchant knows no such card. Balances are what is available. */
  card(merchant: string, cardnumber: string): CardRecord | null;
  /** By MCD_. */
  merchantCard(merchant: string, id: string): CardRecord | null;
  bytes(merchant: string, id: string): Buffer | undefined;
  campaigns(merchant: string): readonly Campaign[];
  available(merchantCard: string): Balances;
  held(sale: string): HeldReservation | null;
  /** What a sale holds or has booked, for its receipt. */
  reservationOf(sale: string): HeldReservation | null;
  hold(reservation: HeldReservation & { readonly expiresAt: number }): void;
  end(sale: string, state: 'committed' | 'released'): void;
  /** Books on a card and gives the LTX_; what a sale does to a card is one booking, however often it is called. */
  book(booking: NewBooking): string;
  /** Completes the document of a booking. */
  describe(document: LoyaltyTransaction): void;
  booking(merchant: string, id: string): Stored<LoyaltyTransaction, Booking> | null;
  bookingBytes(merchant: string, id: string): Buffer | undefined;
  /** What a sale booked and was not taken back yet. */
  bookingsOf(sale: string): readonly Booking[];
  /** The newest booking that was made by hand and still stands. */
  lastBooking(merchantCard: string): Booking | null;
  /** The booking with this TA code, where it was made by hand and still stands. */
  standingBooking(merchant: string, merchantCard: string, transId: number): Booking | null;
  /** A new, active card of this group with a number of its own. */
  issue(merchant: string, group: string, issued: { at: number; store: string | null; secrets: CardSecrets }): CardRecord;
  changeCard(merchant: string, id: string, changes: CardChanges): CardRecord;
  /** Why the card is locked, where it is. */
  lockOf(merchantCard: string): { readonly reason: number | null; readonly note: string | null };
  secrets(merchant: string, merchantCard: string): CardSecrets;
  keepSecrets(merchant: string, merchantCard: string, secrets: CardSecrets): void;
  readonly groups: Records<CardGroup, CardGroupInner>;
  readonly cards: Records<LoyaltyCard, CardSecrets>;
  readonly customers: Records<Customer>;
  readonly checkins: Records<Checkin>;
  customerByNumber(merchant: string, customernumber: string): string | null;
  /** Writes the documents of a customer's cards again. */
  refreshCustomer(customer: string): void;
  checkinOf(merchantCard: string): string | null;
  voucher(merchant: string, code: string): Voucher | null;
  holdVoucher(merchant: string, code: string, sale: string): void;
  /** What the sale holds is free again, or gone for good. */
  endVouchers(sale: string, state: 'redeemed' | 'free'): void;
}

/** `csc`: printed on the card. `passcode`: typed at the counter. `pin`: of the account that holds the card. */
export type CardCode = 'csc' | 'passcode' | 'pin';

/** Codes of cards are kept as hashes only; guessing gets slower. */
export interface CardCodes {
  /** Is this the code? Throws `passcodeBlocked` while guessing is slowed down. */
  proves(merchant: string, card: CardRecord, kind: CardCode, code: string): Promise<boolean>;
  set(merchant: string, card: CardRecord, kind: 'passcode' | 'pin', code: string): Promise<void>;
  cscHash(card: CardRecord, csc: string): string;
}

/** Mails to customers; sent after the commit. */
export interface Mails {
  /** Inside a job. */
  queue(mail: {
    readonly merchant: string;
    readonly sale: string;
    readonly recipient: string;
    readonly template: string;
    readonly language: Language;
  }): void;
}

export interface HeldReservation extends Reservation {
  readonly sale: string;
  /** Null where vouchers alone have been applied. */
  readonly merchantCard: string | null;
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

/** What a contract allows: asked by everything that takes or pays out money. */
export interface ContractTerms {
  /** GCR_ or PCR_, as it was asked for; GCR_ when it was not named. */
  readonly id: string;
  /** GCR_ of the same agreement. */
  readonly general: string;
  /** False while the merchant is being identified: payments are taken, nothing is paid out. */
  readonly approved: boolean;
  /** Activated for recurring payments. */
  readonly recurring: boolean;
  /** An order_id may be used once. */
  readonly uniqueOrderIds: boolean;
  /** As `prepare` spells them. */
  readonly methods: readonly string[];
  readonly currencies: readonly string[];
  /** Where changes are told when the object itself names no address. */
  readonly pushUrl: string | null;
  readonly project: string | null;
}

/** What only the bridge knows of a General Contract. */
export interface ContractInner
  extends Pick<ContractTerms, 'recurring' | 'uniqueOrderIds' | 'methods' | 'currencies' | 'pushUrl'> {
  /** Where payouts go, in full. */
  readonly account: Account | null;
  readonly apikeyHash: string | null;
  /** When it was terminated. */
  readonly ended: string | null;
  /** SIR_ of the identification it waits for, or waited for. */
  readonly identification: string | null;
  /** How the payment iframe looks, as requestId told. */
  readonly iframe: Readonly<Record<string, unknown>>;
  /** What the request for the contract told beyond the fields above. */
  readonly onboarding: Readonly<Record<string, unknown>>;
}

export interface Contracts {
  /**
   * By GCR_ or PCR_; null and `me` are the merchant's first that can be used. Null when this merchant has none such;
   * throws `contractEnded` for one that was terminated.
   */
  find(merchant: string, id: string | null): ContractTerms | null;
  /** GCR_ of the contract that a GCR_, a PCR_ or `me` stands for, usable or not. */
  generalOf(merchant: string, id: string): string | null;
  /** Has this merchant a contract that can be used? Without one nothing is open to it (403). */
  exists(merchant: string): boolean;
  /** Upper and lower case are the same name. */
  projectTaken(merchant: string, project: string): boolean;
  readonly general: Records<GeneralContract, ContractInner>;
  /** Each belongs to a General Contract. */
  readonly payment: Records<PaymentContract, { readonly general: string }>;
  /** What was taken and not paid out yet of a GCR_, in minor units by currency. */
  balances(general: string): Readonly<Record<string, number>>;
  readonly identRequests: Records<IdentRequest, { readonly pushUrl: string | null }>;
  readonly jobs: ContractJobs;
  /** Is this the number of something a merchant may trade in? */
  isCategory(number: number): boolean;
}

export interface ContractJob {
  readonly merchant: string;
  readonly kind: 'identify' | 'revokeAccrual';
  /** SIR_ or GCR_. */
  readonly id: string;
  /** ms since 1970 */
  readonly due: number;
}

/** Work that was promised and is done in the background, whatever is switched off meanwhile. */
export interface ContractJobs {
  /** Inside a job, as `remove`. */
  add(job: ContractJob): void;
  due(now: number): readonly (ContractJob & { readonly number: number })[];
  remove(number: number): void;
}

/** What only the bridge knows of a store. */
export interface StoreInner {
  /** IANA name. */
  readonly zone: string;
  /** ISO 3166-1 alpha-2 of its address. */
  readonly country: string | null;
  /** While `open_now`, `open_time` and `utc_offset` of the stored text hold, ms since 1970. */
  readonly trueFrom: number;
  readonly trueUntil: number;
  /** Why it was made the default one. */
  readonly default: { readonly reason: string; readonly at: string } | null;
}

export interface Stores extends Records<Store, StoreInner> {
  /** Those whose text about being open is no longer, or not yet, true; of one merchant, or of all (null). */
  untrue(merchant: string | null, now: number): readonly { readonly merchant: string; readonly id: string }[];
  defaultOf(merchant: string): string | null;
  /** Inside a job: the text turns with the clock, which is no change of the store and makes no event. */
  present(merchant: string, document: Store, inner: StoreInner): void;
}

/** The end-of-day reports of the terminals. */
export interface DayEnds {
  /** Inside a job: the terminal closed its day, and with it every receipt number given so far. */
  record(end: { readonly device: string; readonly merchant: string; readonly sale: string; readonly at: number }): void;
  /** The newest receipt number that this terminal's last end-of-day closed; 0 before the first. */
  closedUpTo(device: string): number;
}

/** Payment Transactions, their operations at the acquirer, and the pages their payers pass. */
export interface Payments extends Records<PaymentTransaction, PaymentInner> {
  /** PCI_… of what a path names: the id itself or the older hash; null where there is none. */
  idOf(merchant: string, reference: string): string | null;
  byTransId(merchant: string, transId: number): string | null;
  orderIdTaken(merchant: string, orderId: string): boolean;
  /** What the resource of this method answers, as bytes; undefined where it has none such. */
  detail(merchant: string, id: string, method: string): Buffer | undefined;
  /** PCI_… of what was taken or given back and is still to be paid out to the merchant, oldest first. */
  unpaid(merchant: string, currency: string): readonly string[];
  /** Inside a job; false when the reference of a payout item was used before. */
  reserveReference(merchant: string, reference: string): boolean;
  readonly payouts: Records<MerchantPayout>;
  /** What is locked for payout, by currency. */
  funding(merchant: string): readonly { readonly currency: string; readonly count: number; readonly amount: number }[];
  /** PCI_… of the payments of a contract that are locked for payout. */
  locked(merchant: string, contract: string): readonly string[];
  /** PCI_… of the payments of a sale, oldest first. */
  ofSale(merchant: string, sale: string): readonly string[];
  readonly operations: {
    /** Those that this process is asking about right now. */
    readonly asking: Set<string>;
    /** Inside a job; one at a time for each payment. */
    open(operation: Operation): void;
    /** Inside a job; false when it had ended before. */
    end(id: string, answer: AcquirerAnswer, at: number): boolean;
    get(id: string): Operation | null;
    ofPayment(payment: string): readonly Operation[];
    openOf(payment: string): Operation | null;
    allOpen(): readonly Operation[];
  };
  readonly challenges: {
    /** Inside a job. */
    open(challenge: Omit<Challenge, 'state'>): void;
    /** Inside a job; false when it had ended before. */
    end(id: string, state: Exclude<Challenge['state'], 'open'>): boolean;
    get(id: string): Challenge | null;
    openOf(payment: string): Challenge | null;
    overdue(now: number): readonly Challenge[];
  };
  readonly transfers: {
    /** Inside a job; its accounting id. */
    add(transfer: Omit<IncomingTransfer, 'number'>): number;
    find(merchant: string, number: number): IncomingTransfer | null;
    /** Oldest first. */
    unassigned(merchant: string): readonly IncomingTransfer[];
    /** Inside a job; false when it was assigned before. */
    assign(number: number, payment: string): boolean;
  };
}

/** A bank transfer that reached the collecting account. */
export interface IncomingTransfer {
  /** Accounting id. */
  readonly number: number;
  readonly merchant: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly purpose: string;
  /** Masked. */
  readonly iban: string;
  readonly bic: string | null;
  readonly owner: string | null;
  readonly received: number;
  /** PCI_… it was assigned to. */
  readonly payment: string | null;
}

/** A page on which a payer accepts or refuses a payment. */
export interface Challenge {
  readonly id: string;
  readonly payment: string;
  readonly merchant: string;
  readonly expiresAt: number;
  readonly state: 'open' | 'accepted' | 'refused' | 'timeout' | 'void';
}

/** What payments ask of stored customers and instruments. */
export interface Payers {
  /** PCT_… of this merchant; null when there is none. */
  container(merchant: string, id: string): PayerContainer | null;
  /** PCU_… as it is answered; null when this merchant has none such. */
  customer(merchant: string, id: string): Readonly<Record<string, unknown>> | null;
}

export interface PayerContainer {
  readonly type: string;
  /** As it is answered: masked. */
  readonly public: Readonly<Record<string, unknown>>;
  /** What the card page gave in place of the number. */
  readonly reference: string | null;
}

/** What only the bridge knows of a subscription. */
export interface SubscriptionInner {
  /** Of its plan, as they were when it began; none where the caller makes the payments. */
  readonly cycles: readonly BillingCycle[];
  /** When the first of them is due, ms since 1970. */
  readonly start: number;
  /** Cycles that have been paid; the set-up fee is none of them. */
  readonly completed: number;
  /** The first payment stands. */
  readonly begun: boolean;
  /** When the next payment is to be made, ms since 1970; null while one is under way, and when there is none. */
  readonly due: number | null;
  /** PCI_ of the first payment. */
  readonly first: string;
  /** The first payment was made by the payer as one of many. */
  readonly initiated: boolean;
  /** PCI_ of the payment under way. */
  readonly charge: string | null;
  readonly pushUrl: string | null;
}

export interface Subscriptions extends Records<Subscription, SubscriptionInner> {
  /** SUB_ of what a payment names: the number, or the id itself. */
  idOf(merchant: string, named: number | string): string | null;
  due(now: number): readonly { readonly merchant: string; readonly id: string }[];
  readonly plans: Records<Plan>;
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
  readonly dayEnds: DayEnds;
  readonly loyalty: Loyalty;
  readonly cardCodes: CardCodes;
  readonly mails: Mails;
  readonly devices: Devices;
  readonly acquirer: Acquirer;
  readonly payments: Payments;
  readonly payers: Payers;
  readonly wallet: Wallet;
  /** Inside the job that ends an operation on a payment: the sale it pays takes its step. */
  followPayment(operation: Operation, ending: Ending): void;
  /** Base address of this bridge, for links that leave it. */
  address(): string;
  readonly pushes: Pushes;
  readonly contracts: Contracts;
  readonly stores: Stores;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
  readonly settings: {
    readonly language: Language;
    readonly strictSums: boolean;
    /** SEPA creditor identifier on mandate forms. */
    readonly creditorId: string;
    /** Demo installation: methods that only play at paying are offered. */
    readonly sandbox: boolean;
    readonly reservationMinutes: number;
    /** How long a blocking call waits for a verdict before it answers `pending`, ms. */
    readonly verdictPatience: number;
  };
  readonly running: RunningPayments;
  readonly recovery: Recovery;
  log(level: 'info' | 'warn' | 'error', message: string, facts?: Readonly<Record<string, unknown>>): void;
}
