/** Changes of a payment that move no money: accrual, basket, delivery. */

import { leftOf } from '../../domain/payment.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import { BridgeError } from '../../world/errors.ts';
import type { World } from '../../world/world.ts';
import { publicItem } from './bankAccount.ts';
import { paymentOf } from './operationStart.ts';
import { type PaymentStepWorld, savePayment } from './paymentStep.ts';

export type Shipping = Readonly<Record<string, unknown>>;

/** Sets or lifts the lock for payout. */
export function setAccrual(
  world: PaymentStepWorld & Pick<World, 'ledger'>,
  merchant: string,
  id: string,
  accrual: boolean,
): Promise<PaymentTransaction> {
  return world.ledger.write(() => {
    const before = paymentOf(world, merchant, id);
    const order = { ...before.inner.order, accrual };
    return savePayment(world, before, { order }, { accrual }).document;
  });
}

/**
 * Lifts the payout lock of every payment of an agreement (specification, "Payment Contracts"). Returns the number of
 * payments.
 */
export function revokeAccruals(
  world: PaymentStepWorld & Pick<World, 'ledger'>,
  merchant: string,
  contract: string,
): Promise<number> {
  return world.ledger.write(() => {
    const locked = world.payments.locked(merchant, contract);
    for (const id of locked) {
      const before = paymentOf(world, merchant, id);
      savePayment(world, before, { order: { ...before.inner.order, accrual: false } }, { accrual: false });
    }
    return locked.length;
  });
}

/** Inside a job: stores the delivery of the goods, such as carrier and invoice number. */
export function writeShipping(
  world: PaymentStepWorld,
  merchant: string,
  id: string,
  shipping: Shipping,
): PaymentTransaction {
  const before = paymentOf(world, merchant, id);
  const { invoice_number } = shipping;
  return savePayment(
    world,
    before,
    {},
    {
      shipping_information: shipping,
      ...(typeof invoice_number === 'string' ? { invoice_number } : {}),
    },
  ).document;
}

export const setShipping = (
  world: PaymentStepWorld & Pick<World, 'ledger'>,
  merchant: string,
  id: string,
  shipping: Shipping,
) => world.ledger.write(() => writeShipping(world, merchant, id, shipping));

/** Replaces the basket while some money of the payment is left; the amount stays. */
export function setBasket(
  world: PaymentStepWorld & Pick<World, 'ledger'>,
  merchant: string,
  id: string,
  basket: readonly Readonly<Record<string, unknown>>[],
): Promise<PaymentTransaction> {
  return world.ledger.write(() => {
    const before = paymentOf(world, merchant, id);
    const { money, order } = before.inner;
    if (money.stage === 'denied' || money.stage === 'voided' || leftOf(money) === 0)
      throw new BridgeError('nothingLeftOfPayment', `the basket cannot be changed: nothing is left of the payment`);
    return savePayment(
      world,
      before,
      { order: { ...order, basket } },
      { basket: basket.map(publicItem) as PaymentTransaction['basket'] },
    ).document;
  });
}
