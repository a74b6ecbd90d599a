/**
 * The detail representation of a payment that the method-specific resources answer (specification, "Payment
 * Transaction").
 */
import type { PaymentTransaction, SpecificPayment } from '../../wire/payments.ts';
import type { CollectingAccount } from '../../world/acquirer.ts';
import type { PaymentInner } from '../../world/paymentOrder.ts';
import { instructionsFor, transferAccount, transferPurpose } from './bankAccount.ts';
import { methodRow } from './products.ts';
import { isStatus, statuses } from './statuses.ts';

/** Methods with a bank transfer of the payer. */
const BY_TRANSFER: ReadonlySet<string> = new Set(['prepaid', 'invoice', 'payout']);

export const isPaidByTransfer = (method: string): boolean => BY_TRANSFER.has(method);

/** `account` receives transfers; null where the shop has none. */
export function methodDetailOf(
  document: PaymentTransaction,
  inner: PaymentInner,
  account: CollectingAccount | null,
): SpecificPayment {
  const { order } = inner;
  const transfer = isPaidByTransfer(order.method)
    ? instructionsFor(account, document.trans_id, inner.instructions)
    : null;
  return {
    object: methodRow(order.method)?.object ?? 'payment.transactions',
    id: document.id,
    payment_id: document.id,
    trans_id: document.trans_id,
    transaction_hash: document.transaction_hash,
    status: specificStatus(document.status),
    amount: document.amount,
    currency: document.currency,
    purpose: document.purpose,
    order_id: document.order_id,
    transaction_status: document.status,
    payment_action: document.payment_action,
    transfer_purpose: isPaidByTransfer(order.method) ? (transfer?.purpose ?? transferPurpose(document.trans_id)) : null,
    transfer_account: transfer && transferAccount(transfer),
    customer: inner.customer,
    container: document.container,
    used_payment_instrument: inner.used,
    redirect_url: document.redirect_url,
    iframe_url: document.redirect_url.iframe_url,
    basket: document.basket,
    accrual: document.accrual,
    demo: document.demo,
    subscription:
      inner.subscription === null ? null : { purpose: order.subscription?.purpose ?? null, id: inner.subscription },
    sub_transactions: document.related_transactions
      .filter(({ hierarchy, ref_type_id }) => hierarchy === 'child' && ref_type_id !== 19)
      .map(({ id, trans_id, reference_id }) => ({ id, trans_id, reference_id: text(reference_id) })),
    mandate: null,
    ...(order.method === 'payout' ? payoutMembers(document, inner) : {}),
  };
}

const specificStatus = (status: number): string =>
  isStatus(status) ? statuses[status].specific : 'internal_server_status';

function payoutMembers({ basket }: PaymentTransaction, { order: { optData } }: PaymentInner) {
  if (optData?.direct !== true) return { transaction_list: basket };
  return { transaction_list: basket, payout_list: basket, execution_date: optData.execution_date ?? null };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
