/** The stored document of a Payment Transaction: made when the payment is opened, rewritten with every step. */

import { leftOf, newMoney } from '../../domain/payment.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { Instrument } from '../../world/acquirer.ts';
import { timestamp } from '../../world/clock.ts';
import { newHash, newId } from '../../world/ids.ts';
import type { PaymentInner, PaymentOrder } from '../../world/paymentOrder.ts';
import type { PayerContainer } from '../../world/payments.ts';
import type { World } from '../../world/world.ts';
import { publicItem } from './bankAccount.ts';
import { methodDetailOf } from './methodDetail.ts';
import { isAtCounter, methodRow, type ProductId, productMembers, productOf } from './products.ts';
import { isStatus, type SimpleStatus, type StatusId, simpleStatuses, statuses, statusMembers } from './statuses.ts';

/** Members of the world that a new payment is made from. */
export type PaymentWorld = Pick<World, 'agreements' | 'payers' | 'clock'> & {
  readonly acquirer: Pick<World['acquirer'], 'account'>;
  readonly ledger: Pick<World['ledger'], 'nextNumber'>;
};

export interface PaymentRecord {
  readonly document: PaymentTransaction;
  readonly inner: PaymentInner;
}

/** Facts that a linked payment takes over from its parent. */
export interface InheritedFacts {
  readonly product?: ProductId;
  /** GCR_… of the agreement, which may have been terminated since. */
  readonly contract?: string | null;
}

/** Inside a job: a new Payment Transaction of status 1, before any request. */
export function newPayment(world: PaymentWorld, order: PaymentOrder, known: InheritedFacts = {}): PaymentRecord {
  const container = order.container === null ? null : world.payers.container(order.merchant, order.container);
  const inner: PaymentInner = {
    order,
    money: newMoney(order.amount, order.action),
    key: null,
    instrument: container && instrumentOf(container),
    contract: known.contract ?? world.agreements.find(order.merchant, order.contract)?.general ?? null,
    forced: null,
    token: null,
    customer: order.customer === null ? null : world.payers.customer(order.merchant, order.customer),
    used: container && { type: container.type, data: container.public },
    subscription: null,
    detail: null,
  };
  const now = timestamp(world.clock.now());
  const document: PaymentTransaction = {
    object: 'payment.transactions',
    id: newId('PCI'),
    merchant: { object: 'general.merchants', id: order.merchant },
    trans_id: world.ledger.nextNumber('trans_id'),
    transaction_hash: newHash(),
    ...productMembers(known.product ?? productOfOrder(order)),
    zahlungsmittel_id: methodRow(order.method)?.number ?? 0,
    contract_id: numberOfAgreement(world, inner.contract, order.merchant),
    ...amounts(inner, null),
    currency: order.currency,
    created: now,
    updated: now,
    ...describedBy(order),
    customer: customerOf(inner),
    incoming_payment_date: null,
    payout_date: null,
    store: null,
    store_name: null,
    contract: inner.contract === null ? null : { object: 'general.contracts', id: inner.contract },
    container: order.container === null ? null : { object: 'payment.containers', id: order.container },
    parents: [],
    related_transactions: [],
    subscription: null,
    completion_date: null,
    tid: null,
    payment_data: container && maskedText(container),
    invoice_number: null,
    reference_id: null,
    incoming_payment_purpose: null,
    incoming_payment_iban: null,
    incoming_payment_bic: null,
    account_owner: null,
    accrual: order.accrual,
    order_id: order.orderId,
    payment_action: order.action,
    payment_method: order.method,
    purpose: order.purpose,
    demo: order.demo,
    transmitted_to_bank: false,
    documents: [],
    load_date: null,
    basket: order.basket.map(publicItem) as PaymentTransaction['basket'],
    redirect_url: {
      iframe_url: null,
      url_success: order.successUrl,
      url_failure: order.failureUrl,
      url_push: order.pushUrl,
    },
  };
  return detailed(world, { document, inner });
}

/** The payment after a step: amounts and status follow the money; `patch` holds the other changes. */
export function changedPayment(
  world: Pick<PaymentWorld, 'clock' | 'acquirer'>,
  before: PaymentRecord,
  changes: Partial<PaymentInner>,
  patch: Partial<PaymentTransaction> = {},
): PaymentRecord {
  const inner = { ...before.inner, ...changes };
  const document: PaymentTransaction = {
    ...before.document,
    ...patch,
    ...amounts(inner, before.document),
    updated: timestamp(world.clock.now()),
  };
  return detailed(world, { inner, document });
}

/** Adds the detail representation. A counter payment has no resource with details, which saves a third of its size. */
const detailed = ({ acquirer }: Pick<PaymentWorld, 'acquirer'>, { document, inner }: PaymentRecord): PaymentRecord => {
  const detail = isAtCounter(inner.order.method) ? null : methodDetailOf(document, inner, acquirer.account);
  return { document, inner: { ...inner, detail } };
};

/** The status id that follows from the money of a payment. */
export function statusOf({ order, money, forced }: PaymentInner): StatusId {
  if (forced !== null && isStatus(forced)) return forced;
  switch (money.stage) {
    case 'created':
    case 'challenged':
      return 1;
    case 'waiting':
      // A payout with an execution date waits for that date too.
      return order.method === 'payout' && order.optData?.later === true ? 910 : 25;
    case 'authorised':
      return 9;
    case 'denied':
      return 903;
    case 'voided':
      return 905;
    case 'captured':
      return money.refunded === money.captured && money.captured > 0 && money.held === 0 ? 907 : completed(order);
  }
}

/**
 * Status of a completed payment: 111 at the counter and for an immediate bank transfer (specification, "Versioning").
 */
function completed({ method, demo }: PaymentOrder): StatusId {
  if (isAtCounter(method)) return 111;
  if (demo) return 11;
  return COMPLETED[method] ?? 111;
}

const COMPLETED: Readonly<Record<string, StatusId>> = { prepaid: 6, invoice: 85 };

function amounts(inner: PaymentInner, before: PaymentTransaction | null) {
  const id = statusOf(inner);
  const { status, status_text } = statusMembers(id);
  const { amount } = inner.money;
  const { description, description_raw } = before ?? describedBy(inner.order);
  const cleared: 'open' | 'cleared' = CLEARED.has(id) ? 'cleared' : 'open';
  const details = { cleared, ...statusMembers(id), amount: leftOf(inner.money), description, description_raw };
  return { amount, status, status_text, details };
}

const CLEARED: ReadonlySet<StatusId> = new Set([6, 11, 17, 103, 909]);

export const simpleOf = (status: number): number => (isStatus(status) ? statuses[status].simple : 99);

/** `accepted`, `waiting for shipment`, …: what the simple status is called on the wire. */
export const simpleTextOf = (status: number): string => simpleStatuses[simpleOf(status) as SimpleStatus];

const productOfOrder = ({ method, accrual, demo, action }: PaymentOrder) =>
  productOf(method, { accrual, demo, preauthorised: action === 'authorization' });

const describedBy = ({ purpose, orderId }: PaymentOrder) => ({
  description: purpose ?? orderId ?? '',
  description_raw: purpose ?? orderId ?? '',
});

function numberOfAgreement(world: Pick<World, 'agreements'>, contract: string | null, merchant: string): number {
  return (contract === null ? null : world.agreements.brief(merchant, contract))?.number ?? 0;
}

function customerOf({ order, customer }: PaymentInner): PaymentTransaction['customer'] {
  const contact = (customer?.contact ?? null) as Readonly<Record<string, unknown>> | null;
  if (order.customer === null || contact === null) return null;
  const text = (name: string) => (typeof contact[name] === 'string' ? contact[name] : null);
  return {
    object: 'general.users',
    id: `USR_${order.customer.slice(4)}`,
    companyname: text('companyname'),
    title: text('title'),
    salutation: text('salutation'),
    forename: text('forename'),
    surname: text('surname'),
  };
}

/** The stored instrument as the acquirer needs it: the end of its number and the reference of the card page. */
function instrumentOf({ type, public: data, reference }: PayerContainer): Instrument {
  const number = String(data.pan ?? data.iban ?? '').replace(/\s/g, '');
  const issuer = typeof data.issuer === 'string' ? data.issuer : null;
  return { type, last4: number.length >= 4 ? number.slice(-4) : null, reference, issuer };
}

function maskedText({ public: data }: PayerContainer): string {
  const members = [data.owner, data.iban ?? data.pan ?? data.email, data.issuer ?? data.bankname];
  return members.filter(member => typeof member === 'string' && member !== '').join(', ');
}
