/** Payment Transactions and what belongs to them, as the steps ask for them. */
import type { PaymentTransaction } from '../wire/payments.ts';
import type { MerchantPayout } from '../wire/payouts.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { AcquirerAnswer } from './acquirer.ts';
import type { PaymentInner, PaymentOperation } from './paymentOrder.ts';
import type { Records } from './records.ts';
import type { Sale } from './sales.ts';

/** Payment Transactions, their operations at the acquirer, and the pages their payers pass. */
export interface Payments extends Records<PaymentTransaction, PaymentInner> {
  /** PCI_… of what a path names: the id itself or the older hash; null where there is none. */
  idOf(merchant: string, reference: string): string | null;
  byTransId(merchant: string, transId: number): string | null;
  orderIdTaken(merchant: string, orderId: string): boolean;
  /** The document of the method-specific resource, as bytes; undefined where there is none. */
  detail(merchant: string, id: string, method: string): Buffer | undefined;
  /** PCI_… of what was taken or given back and is still to be paid out to the merchant, oldest first. */
  unpaid(merchant: string, currency: string): readonly string[];
  /** Inside a job; false when the reference of a payout item was used before. */
  reserveReference(merchant: string, reference: string): boolean;
  readonly payouts: Records<MerchantPayout>;
  /** Amounts that are locked for payout, by currency. */
  funding(merchant: string): readonly { readonly currency: string; readonly count: number; readonly amount: number }[];
  /** PCI_… of the payments of a contract that are locked for payout. */
  locked(merchant: string, contract: string): readonly string[];
  /** PCI_… of the payments of a sale, oldest first. */
  ofSale(merchant: string, sale: string): readonly string[];
  /**
   * The payment (PCI_…), or the sale paid in part (STX_…), that a card payment at a foreign terminal has paid since then (ms since
   * 1970); null: none.
   */
  cardPaymentUsed(merchant: string, tid: string, trace: number, since: number): string | null;
  readonly operations: {
    /** Operations about which this process asks right now, from the commit that opened them. */
    readonly beingAsked: Set<string>;
    /** Inside a job; one at a time for each payment. */
    open(operation: PaymentOperation): void;
    /** Inside a job; false when it had ended before. */
    end(id: string, answer: AcquirerAnswer, at: number): boolean;
    get(id: string): PaymentOperation | null;
    ofPayment(payment: string): readonly PaymentOperation[];
    openOf(payment: string): PaymentOperation | null;
    allOpen(): readonly PaymentOperation[];
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

/** The stored customers and instruments, as payments read them. */
export interface Payers {
  /** PCT_… of this merchant; null when there is none. */
  container(merchant: string, id: string): PayerContainer | null;
  /** PCU_… as it is answered; null when this merchant has none such. */
  customer(merchant: string, id: string): Readonly<Record<string, unknown>> | null;
}

export interface PayerContainer {
  readonly type: string;
  /** The instrument as it is answered: masked. */
  readonly public: Readonly<Record<string, unknown>>;
  /** The reference that the card page gave in place of the number. */
  readonly reference: string | null;
}

/** The payment of a sale at the acquirer, as the steps below the acquirer ask for it; `checkout/acquirer/acquirerPayment.ts` does it. */
export interface SalePayments {
  /** True where the acquirer still holds, or waits for, money of this sale that can be voided or refunded. */
  isOpen(sale: Sale): boolean;
  /** The sale after its open operation at the acquirer has been looked up. */
  resolved(sale: Sale): Promise<Sale>;
  /**
   * Voids the payment of a sale that is not executed; a sale without a payment stays as it is. Throws by the error table
   * where the acquirer refuses. `detail` names the call, and `check` throws before the void where the call will be
   * refused anyway.
   */
  void(sale: Sale, detail: string, check?: (sale: Sale) => unknown): Promise<void>;
  /** The payments of a sale as its document shows them, after the step that led to `sale`; `before`: those before the step. */
  list(sale: Sale, before: SmartTransaction['payments']): NonNullable<SmartTransaction['payments']>;
  /** Inside a job: stores and publishes the list where it has changed without a step of the sale. */
  publish(sale: Sale): void;
}
