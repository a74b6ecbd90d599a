/** Everything that the steps of a sale need from outside; `wiring/world.ts` composes it. */

import type { Waits } from '../domain/denialWait.ts';
import type { Language } from '../domain/money.ts';
import type { EventData } from '../wire/events.ts';
import type { Batch } from '../wire/loyaltyManagement.ts';
import type { Acquirer } from './acquirer.ts';
import type { Agreements, Shops } from './agreements.ts';
import type { BasketGrants, ParkedBaskets, SoldArticles } from './baskets.ts';
import type { CardAuthority } from './cardAuthority.ts';
import type { CashBook, CashRefund, ZReports } from './cash.ts';
import type { Clock } from './clock.ts';
import type { Costs } from './costs.ts';
import type { DayEnds } from './dayEnds.ts';
import type { DemoOutcomes } from './demoOutcomes.ts';
import type { Devices } from './devices.ts';
import type { Figures } from './figures.ts';
import type { CardCodes, Loyalty } from './loyalty.ts';
import type { Mails, Pushes } from './messages.ts';
import type { OperationEnding, PaymentOperation } from './paymentOrder.ts';
import type { Payers, Payments, SalePayments } from './payments.ts';
import type { Printing } from './printing.ts';
import type { Queue } from './queue.ts';
import type { Recovery } from './recovery.ts';
import type { Returns } from './returns.ts';
import type { RunningPayments } from './running.ts';
import type { SaleSteps } from './saleSteps.ts';
import type { Intents, Ledger } from './sales.ts';
import type { SaleWriter } from './saleWriters.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { Wallet } from './wallet.ts';

export interface World {
  readonly ledger: Ledger;
  /** Tables that a commit of a sale also writes, in this order. */
  readonly saleWriters: readonly SaleWriter[];
  /** For the payment at a terminal, which knows no receipt and no loyalty card. */
  readonly saleSteps: SaleSteps;
  readonly intents: Intents;
  /** Goods of closed sales that came back. */
  readonly returns: Returns;
  readonly dayEnds: DayEnds;
  /** Publishes the end-of-day, so that the screens read it again. */
  dayEndChanged(merchant: string, event: EventData<'dayEnd'>): void;
  readonly soldArticles: SoldArticles;
  readonly basketGrants: BasketGrants;
  readonly parkedBaskets: ParkedBaskets;
  /** The sale on the screen of a till, or null; for use inside `write`. */
  readonly tillScreen: { shown(till: string): string | null; show(till: string, sale: string | null): void };
  /** Publishes how many baskets wait, so that the screens of the shop show it. */
  basketParked(merchant: string, event: EventData<'parked'>): void;
  readonly cashBook: CashBook;
  /** Inside a job: the drawer of a till gave cash back by a Payment Transaction, and its sale stands. */
  cashRefunded(refund: CashRefund): void;
  readonly zReports: ZReports;
  readonly figures: Figures;
  /** Parked baskets of the merchant. */
  parkedCount(merchant: string): number;
  /** Records that no target has confirmed, and those that wait for a manager. */
  queueLeft(): { readonly waiting: number; readonly parked: number };
  /** True for the article of a deposit. */
  isDeposit(merchant: string, article: string): boolean;
  readonly costs: Costs;
  readonly loyalty: Loyalty;
  readonly cardCodes: CardCodes;
  /** A batch of cards or vouchers; null: there is none. */
  loyaltyBatch(merchant: string, id: string): Batch | null;
  readonly cardAuthority: CardAuthority;
  readonly mails: Mails;
  readonly devices: Devices;
  readonly acquirer: Acquirer;
  readonly demoOutcomes: DemoOutcomes | null;
  readonly payments: Payments;
  readonly salePayments: SalePayments;
  readonly payers: Payers;
  readonly wallet: Wallet;
  /** Inside the job that ends an operation on a payment: its sale takes its step. Gives the operation that must follow. */
  followPayment(operation: PaymentOperation, ending: OperationEnding): PaymentOperation | null;
  /** Base address of this bridge, for links that leave it. */
  address(): string;
  readonly pushes: Pushes;
  readonly queue: Queue;
  /** Before a sale begins and before money moves: throws `clockUnsure` and `numbersUnsure` while the bridge doubts its clock or its numbers. */
  admitMoney(): void;
  readonly printing: Printing;
  readonly agreements: Agreements;
  readonly shops: Shops;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
  /** The business day of a moment (ms since 1970) by the clock of the shop: YYYY-MM-DD. */
  businessDay(merchant: string, at: number): string;
  readonly settings: {
    readonly language: Language;
    readonly strictSums: boolean;
    /** SEPA creditor identifier on mandate forms. */
    readonly creditorId: string;
    /** Uploaded documents of one merchant: how many, and how large together. */
    readonly documents: { readonly most: number; readonly megabytes: number; readonly megabytesEach: number };
    /** Demo or training: no money is real, and simulated payment methods are offered. */
    readonly sandbox: boolean;
    /** Training: receipts say so, and no message leaves the bridge. */
    readonly training: boolean;
    readonly reservationMinutes: number;
    /** The largest amount that is sent to a card terminal, minor units. */
    readonly largestAmount: number;
    /** How long the acquirer keeps an amount on hold. */
    readonly preAuthorisationDays: number;
    /** Milliseconds that a blocking call waits for a certain outcome before it answers `pending`. */
    readonly outcomeTimeout: number;
    /** How long a denial waits before it is spoken (`domain/denialWait.ts`). */
    readonly waits: Waits;
    /** Milliseconds that any call waits for a terminal before it answers with what is known. */
    readonly answerWithin: number;
    /**
     * Time at which every day is closed by itself (HH:MM) unless the API changed it, in local time of this IANA zone.
     */
    readonly dayEnd: { readonly at: string | null; readonly zone: string };
  };
  readonly running: RunningPayments;
  readonly recovery: Recovery;
  log(level: 'info' | 'warn' | 'error', message: string, facts?: Readonly<Record<string, unknown>>): void;
}
