/** The members of an order that only some payments have, all left empty: payer, instrument, pages, token, recurrence. */
import type { PaymentOrder } from '../../world/paymentOrder.ts';

export const PLAIN_ORDER = {
  sale: null,
  customer: null,
  container: null,
  contract: null,
  orderId: null,
  purpose: null,
  pushUrl: null,
  successUrl: null,
  failureUrl: null,
  demo: false,
  basket: [],
  accrual: false,
  descriptor: null,
  recurring: null,
  requestToken: false,
  notificationUrl: null,
  parent: null,
  email: null,
} as const satisfies Partial<PaymentOrder>;
