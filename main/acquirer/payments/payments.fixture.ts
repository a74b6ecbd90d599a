/** Orders, cards and shortcuts for tests of payments without HTTP. */

import { containerFor } from '../../wallet/containers.ts';
import { demoIds } from '../../world/demoIds.ts';
import type { OperationEnding, PaymentOrder } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { type OperationWorld, runOperation } from './operationRun.ts';
import { openPayment } from './operationStart.ts';
import { PLAIN_ORDER } from './plainOrder.ts';

const { merchant } = demoIds;

/** An order with defaults for every member that the test does not name. */
export const order = (more: Partial<PaymentOrder> = {}): PaymentOrder => ({
  merchant,
  ...PLAIN_ORDER,
  method: 'creditcard',
  amount: 1000,
  currency: 'EUR',
  action: 'sale',
  ...more,
});

export async function pay(
  world: OperationWorld & Pick<World, 'subscriptions'>,
  more: Partial<PaymentOrder> = {},
): Promise<OperationEnding> {
  const operation = await world.ledger.write(() => openPayment(world, order(more)));
  return runOperation(world, operation);
}

/** PCT_… of a card as prepare stores it. */
export function cardOf(
  world: Pick<World, 'agreements' | 'clock' | 'ledger' | 'wallet'>,
  last4: string,
  notificationUrl: string | null = null,
): Promise<string> {
  const details = {
    type: 'credit_card',
    private: { owner: 'Erika Muster', pan: `4111XXXXXXXX${last4}`, expiration_date: '2030-12', issuer: 'visa' },
  };
  return world.ledger.write(
    () => containerFor(world, merchant, details, null, { allowCard: true, notificationUrl })?.id ?? '',
  );
}

export function accountOf(world: Pick<World, 'agreements' | 'clock' | 'ledger' | 'wallet'>): Promise<string> {
  const details = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };
  return world.ledger.write(() => containerFor(world, merchant, details, null, { allowCard: false })?.id ?? '');
}
