/** Charges subscriptions: a due cycle is paid with the container of its subscription. */
import { dueCycle } from '../../domain/billing.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentOperation, PaymentOrder } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { type OperationWorld, runOperation } from '../payments/operationRun.ts';
import { type NewPaymentWorld, openPayment } from '../payments/operationStart.ts';
import { type SubscriptionRecord, stepTo } from './document.ts';

/**
 * Charges every due cycle. The payment and the mark of its cycle are stored before the request leaves, so no cycle is
 * charged twice; `paymentEnding.ts` writes the ending, also after a crash.
 */
export async function billDue(world: OperationWorld & Pick<World, 'subscriptions'>): Promise<void> {
  // Without a processor a cycle stays due: its payer is not to blame.
  if (!METHODS.some(method => world.acquirer.serves(method))) return;
  for (const { merchant, id } of world.subscriptions.due(world.clock.now()))
    await bill(world, merchant, id).catch(error =>
      world.log('error', 'a subscription is not billed yet', { subscription: id, error: String(error) }),
    );
}

/** Methods that charge a stored instrument. */
const METHODS = ['debit', 'creditcard'] as const;

async function bill(world: OperationWorld & Pick<World, 'subscriptions'>, merchant: string, id: string) {
  const operation = await world.ledger
    .write(() => charge(world, merchant, id))
    .catch(error => suspend(world, merchant, id, error));
  if (operation) await runOperation(world, operation);
}

/** Inside a job: opens the payment of the due cycle. Null where nothing is due, or where the cycle is free. */
function charge(world: NewPaymentWorld, merchant: string, id: string): PaymentOperation | null {
  const subscription = world.subscriptions.find(merchant, id);
  if (!subscription || subscription.inner.due === null || subscription.inner.due > world.clock.now()) return null;
  const { cycles, start, completed } = subscription.inner;
  const due = dueCycle(cycles, start, completed);
  if (!due) return null;
  if (due.cycle.price === 0) {
    stepTo(world, subscription, { completed: completed + 1 });
    return null;
  }
  const operation = openPayment(world, orderOf(world, subscription, due.cycle.price));
  stepTo(world, subscription, { charge: operation.payment });
  return operation;
}

function orderOf(world: Pick<World, 'payers'>, { document, inner }: SubscriptionRecord, amount: number): PaymentOrder {
  const { merchant, customer, container, contract, plan, purpose, currency, demo, number } = document;
  const instrument = container === null ? null : world.payers.container(merchant.id, container.id);
  if (!container || !instrument) throw new BridgeError('recurringRefused', `${document.id} has no container any more`);
  const method = instrument.type === 'bank_account' ? 'debit' : 'creditcard';
  const item = { item_type: 'subscription', name: purpose ?? '', quantity: 1, price: amount, total: amount };
  return {
    merchant: merchant.id,
    sale: null,
    method,
    amount,
    currency,
    action: 'sale',
    customer: customer?.id ?? null,
    container: container.id,
    stored: true,
    contract: contract?.id ?? null,
    orderId: null,
    purpose,
    pushUrl: inner.pushUrl,
    successUrl: null,
    failureUrl: null,
    demo,
    basket: [{ ...item, plan_id: plan?.id ?? null }],
    accrual: false,
    descriptor: null,
    recurring:
      method === 'creditcard'
        ? {
            type: 'mit',
            citReference: inner.initiated ? inner.first : null,
            standingInstruction: 'recurring',
            expiry: null,
            frequency: null,
          }
        : null,
    requestToken: false,
    notificationUrl: null,
    parent: null,
    email: null,
    subscription: { id: number },
  };
}

/** Suspends a subscription whose payment cannot be opened, so that the attempt is not repeated for ever. */
async function suspend(
  world: Pick<World, 'clock' | 'ledger' | 'log' | 'pushes' | 'subscriptions'>,
  merchant: string,
  id: string,
  error: unknown,
): Promise<null> {
  if (!(error instanceof BridgeError)) throw error;
  world.log('warn', 'a subscription cannot be charged', { subscription: id, error: error.message });
  await world.ledger.write(() => {
    const subscription = world.subscriptions.find(merchant, id);
    if (subscription?.document.status === 'active') stepTo(world, subscription, {}, { status: 'suspended' });
  });
  return null;
}
