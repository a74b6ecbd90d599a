/**
 * A shop has a payment at the counter with nearly every sale, so of what the bridge keeps beside its document only that is
 * written which the document does not hold: two of them then share a page of the database.
 */
import type { PaymentTransaction } from '../wire/payments.ts';
import type { PaymentInner } from '../world/paymentOrder.ts';

/** A payment as it is written. Queries read the members where those of other payments have them. */
interface Short {
  readonly order: Pick<PaymentInner['order'], 'method' | 'sale'> & { readonly parent?: string };
  readonly money: Pick<PaymentInner['money'], 'captured' | 'refunded'>;
  readonly forced?: number;
}

/** Payments at the counter alone have no detail. */
export function shortened(inner: PaymentInner): PaymentInner | Short {
  if (inner.detail !== null) return inner;
  const { order, money, forced } = inner;
  return {
    order: { method: order.method, sale: order.sale, ...(order.parent === null ? {} : { parent: order.parent }) },
    money: { captured: money.captured, refunded: money.refunded },
    ...(forced === null ? {} : { forced }),
  };
}

export function whole(document: PaymentTransaction, inner: PaymentInner | Short): PaymentInner {
  if ('detail' in inner) return inner;
  const { order, money, forced = null } = inner;
  return {
    order: {
      ...NOTHING_ORDERED,
      merchant: document.merchant.id,
      sale: order.sale,
      method: order.method,
      amount: document.amount,
      currency: document.currency,
      orderId: document.order_id,
      purpose: document.purpose,
      pushUrl: document.redirect_url.url_push,
      demo: document.demo,
      accrual: document.accrual,
      parent: order.parent ?? null,
    },
    money: { stage: 'captured', action: 'sale', amount: document.amount, held: 0, ...money },
    ...NOTHING_KEPT,
    contract: document.contract?.id ?? null,
    forced,
  };
}

const NOTHING_ORDERED = {
  action: 'sale',
  customer: null,
  container: null,
  contract: null,
  successUrl: null,
  failureUrl: null,
  basket: [],
  descriptor: null,
  recurring: null,
  requestToken: false,
  notificationUrl: null,
  email: null,
} as const;

const NOTHING_KEPT = {
  key: null,
  instrument: null,
  token: null,
  customer: null,
  used: null,
  subscription: null,
  detail: null,
} as const;
