/**
 * Shares of stakeholders: the capture deducts basket items of type `stakeholder_payment` from the merchant and pays
 * them to the agreement they name; a refund may take them back in proportion.
 */

import { distribute } from '../../domain/money.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import { nonEmptyText } from './input.ts';
import { insertLinkedPayment, type LinkedPaymentWorld } from './linkedPayment.ts';
import type { PaymentRecord } from './record.ts';

interface Share {
  readonly amount: number;
  readonly contract: string | null;
  readonly referenceId: string | null;
}

/** Inside the job that ends the first capture: books deduction and payment of every share. */
export function bookShares(world: LinkedPaymentWorld, payment: PaymentRecord): readonly PaymentTransaction[] {
  return sharesOf(payment).flatMap(share => book(world, payment, share, { deduction: 398, payee: 397 }, share.amount));
}

/** Inside the job that ends a refund: takes shares back from the stakeholders, in proportion to the refund. */
export function recallShares(
  world: LinkedPaymentWorld,
  payment: PaymentRecord,
  amount: number,
): readonly PaymentTransaction[] {
  const shares = sharesOf(payment);
  const total = shares.reduce((sum, share) => sum + share.amount, 0);
  const { captured, refunded } = payment.inner.money;
  if (total === 0 || captured === 0) return [];
  // The total is divided, not each refund, so that the parts of several refunds add up to the shares.
  const until = Math.floor((total * refunded) / captured);
  const before = Math.floor((total * (refunded - amount)) / captured);
  const parts = distribute(
    until - before,
    shares.map(share => share.amount),
  );
  return shares.flatMap((share, index) =>
    book(world, payment, share, { deduction: 438, payee: 437 }, -(parts[index] ?? 0)),
  );
}

/** Books one share: a positive amount goes to the stakeholder, a negative amount comes back. */
function book(
  world: LinkedPaymentWorld,
  payment: PaymentRecord,
  { contract, referenceId }: Share,
  products: { readonly deduction: 398 | 438; readonly payee: 397 | 437 },
  amount: number,
): readonly PaymentTransaction[] {
  if (amount === 0) return [];
  const common = { as: 'stakeholder', referenceId } as const;
  const own = insertLinkedPayment(world, payment, { ...common, amount: -amount, product: products.deduction });
  const known = contract !== null && world.agreements.general.find(payment.inner.order.merchant, contract) !== null;
  if (!known) return [own];
  return [own, insertLinkedPayment(world, payment, { ...common, amount, product: products.payee, contract })];
}

function sharesOf({ inner: { order } }: PaymentRecord): readonly Share[] {
  return order.basket.flatMap(item => {
    const { item_type, total, contract_id, reference_id } = item as Readonly<Record<string, unknown>>;
    const amount = Number(total);
    if (item_type !== 'stakeholder_payment' || !Number.isSafeInteger(amount) || amount <= 0) return [];
    return [{ amount, contract: nonEmptyText(contract_id), referenceId: nonEmptyText(reference_id) }];
  });
}
