/** The order of a payment, the end of an operation on it, and the data the bridge keeps beside the document. */

import type { PaymentMoney, PaymentMove } from '../domain/payment.ts';
import type { PaymentInstructions, PaymentTransaction, SpecificPayment } from '../wire/payments.ts';
import type { AcquirerRequest, Instrument, Recurring } from './acquirer.ts';

/** A payment to be made (specification, "Payment Transaction"); what does not apply is null. */
export interface PaymentOrder {
  readonly merchant: string;
  /** STX_… that it pays. */
  readonly sale: string | null;
  /** In the `prepare` spelling. */
  readonly method: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly action: 'authorization' | 'sale';
  /** PCU_… */
  readonly customer: string | null;
  /** PCT_… */
  readonly container: string | null;
  /** The container was known before this payment: a subsequent one of its payer. */
  readonly stored?: boolean;
  /** GCR_… or PCR_…; null is the merchant's own. */
  readonly contract: string | null;
  readonly orderId: string | null;
  readonly purpose: string | null;
  readonly pushUrl: string | null;
  readonly successUrl: string | null;
  readonly failureUrl: string | null;
  readonly demo: boolean;
  readonly basket: readonly unknown[];
  readonly accrual: boolean;
  readonly descriptor: { readonly merchant_name?: string; readonly merchant_city?: string } | null;
  readonly recurring: Recurring | null;
  readonly requestToken: boolean;
  /** Address that is notified of changes of the network token. */
  readonly notificationUrl: string | null;
  /** PCI_… that this one belongs to. */
  readonly parent: string | null;
  readonly email: string | null;
  /** Given by the caller on the first payment, by id on all later ones. */
  readonly subscription?: { readonly purpose?: string; readonly id?: number | string } | null;
  readonly optData?: Readonly<Record<string, unknown>> | null;
  readonly experience?: Readonly<Record<string, unknown>> | null;
}

/** Money on the move: the row is committed before the request leaves, and ended once. */
export interface PaymentOperation {
  /** Also the key at the acquirer. */
  readonly id: string;
  readonly payment: string;
  readonly merchant: string;
  readonly kind: PaymentMove;
  readonly amount: number;
  readonly currency: string;
  readonly request: AcquirerRequest;
  /** Members of the call beside the amount, for example the reason of a refund. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly state: 'open' | 'ended';
  readonly startedAt: number;
}

export interface OperationEnding {
  readonly kind: 'authorised' | 'captured' | 'pending' | 'challenge' | 'declined' | 'refunded' | 'voided';
  readonly payment: PaymentTransaction;
  /** Where the payer has to go; only with `challenge`. */
  readonly iframeUrl?: string;
  /** The network token that was asked for. */
  readonly tokenStatus?: 'requested' | 'failed';
  /** The reason why it was declined, else empty. */
  readonly reason: string;
  /** The acquirer never got the request. */
  readonly undelivered?: true;
  /** The transactions this operation made beside its payment: refunds, shares of stakeholders. */
  readonly made?: readonly PaymentTransaction[];
  /** The operation that must follow; written in the same commit. */
  readonly following?: PaymentOperation;
}

/** The data of a Payment Transaction that the API does not show. */
export interface PaymentInner {
  readonly order: PaymentOrder;
  readonly money: PaymentMoney;
  /** Key of the request that began it at the acquirer. */
  readonly key: string | null;
  readonly instrument: Instrument | null;
  /** GCR_… of the terms it was made under. */
  readonly contract: string | null;
  /** Set by the status simulator or by an event outside the money, for example a charge-back. */
  readonly forced: number | null;
  readonly token: 'requested' | 'failed' | null;
  /** PCU_… as it was when the payment was made. */
  readonly customer: Readonly<Record<string, unknown>> | null;
  /** Type and masked data of the instrument, as they were. */
  readonly used: { readonly type: string; readonly data: Readonly<Record<string, unknown>> } | null;
  /** The number under which later payments name the subscription. */
  readonly subscription: number | null;
  /** The document of the method-specific resource. */
  readonly detail: SpecificPayment | null;
  /** Where the payer transfers to, where the acquirer has named it for this payment. */
  readonly instructions?: PaymentInstructions | null;
}
