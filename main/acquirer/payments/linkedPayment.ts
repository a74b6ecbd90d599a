/** Linked payments: refunds and shares of stakeholders, each with a reference to its parent and back. */
import type { Linked, PaymentTransaction } from '../../wire/payments.ts';
import { timestamp } from '../../world/clock.ts';
import type { PaymentInner } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { type PaymentStepWorld, pushPayment, savePayment } from './paymentStep.ts';
import type { ProductId } from './products.ts';
import { changedPayment, newPayment, type PaymentRecord, type PaymentWorld } from './record.ts';

/** Members of the world that write a new payment beside a stored one. */
export type LinkedPaymentWorld = PaymentStepWorld & Pick<World, 'ledger' | 'payers'>;

/** Kinds of links between two transactions. */
export const references = {
  stakeholder: { ref_type_id: 11, ref_type_raw: 'STAKEHOLDER' },
  refund: { ref_type_id: 19, ref_type_raw: 'REFUND' },
} as const;

interface LinkedPayment {
  readonly amount: number;
  readonly product: ProductId;
  readonly as: keyof typeof references;
  readonly referenceId?: string | null;
  /** Replaces the purpose of the parent. */
  readonly purpose?: string | null;
  readonly contract?: string | null;
}

/** Inside a job: writes a completed transaction below its parent; each refers to the other. */
export function insertLinkedPayment(
  world: LinkedPaymentWorld,
  parent: PaymentRecord,
  below: LinkedPayment,
): PaymentTransaction {
  const { merchant } = parent.inner.order;
  const done = newLinkedPayment(world, parent, below);
  world.payments.insert(merchant, done.document, done.inner);
  const present = world.payments.find(merchant, parent.document.id) ?? parent;
  savePayment(world, present, {}, { related_transactions: linksWithChild(present, done, below) });
  pushPayment(world, done);
  return done.document;
}

/** The links of the parent, with a link to the new child. */
export function linksWithChild(
  { document }: PaymentRecord,
  child: PaymentRecord,
  { as, referenceId = null }: Pick<LinkedPayment, 'as' | 'referenceId'>,
): PaymentTransaction['related_transactions'] {
  const down = { ...link(child.document, as, 'child'), ...(referenceId === null ? {} : { reference_id: referenceId }) };
  return [...document.related_transactions, down];
}

/** Inside a job: makes the linked transaction without storing it. */
export function newLinkedPayment(
  world: PaymentWorld,
  parent: PaymentRecord,
  { amount, product, as, referenceId = null, purpose, contract }: LinkedPayment,
): PaymentRecord {
  const { order } = parent.inner;
  const child = newPayment(
    world,
    {
      ...order,
      amount,
      parent: parent.document.id,
      basket: [],
      purpose: purpose ?? order.purpose,
    },
    { product, contract: contract ?? parent.inner.contract },
  );
  const up = link(parent.document, as, 'parent');
  return changedPayment(world, child, completed(child.inner, amount), {
    parents: [up],
    related_transactions: [up],
    reference_id: referenceId,
    completion_date: timestamp(world.clock.now()),
    transmitted_to_bank: true,
  });
}

/** A linked transaction is complete at once: status 6. */
const completed = (inner: PaymentInner, amount: number): Partial<PaymentInner> => ({
  forced: 6,
  money: { ...inner.money, stage: 'captured', action: 'sale', captured: amount },
});

const link = (of: PaymentTransaction, as: keyof typeof references, hierarchy: Linked['hierarchy']): Linked => ({
  object: 'payment.transactions',
  id: of.id,
  trans_id: of.trans_id,
  ...references[as],
  hierarchy,
});
