/** Creates a payment without a sale (specification, "Create fields for a TWINT Payment Transaction"). */

import { containerFor } from '../../wallet/containers.ts';
import { customerFor } from '../../wallet/customers.ts';
import { idIn } from '../../wallet/references.ts';
import type { PaymentContainer } from '../../wire/containers.ts';
import type { PaymentInput, PaymentTransaction } from '../../wire/payments.ts';
import type { Recurring } from '../../world/acquirer.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentOrder } from '../../world/paymentOrder.ts';
import { requireProcessor } from '../../world/processor.ts';
import type { World } from '../../world/world.ts';
import { flag, integer, nonEmptyText } from './input.ts';
import { methodOf } from './methods.ts';
import { type OperationWorld, runOperation } from './operationRun.ts';
import { openPayment } from './operationStart.ts';
import { isAtCounter, methodRow } from './products.ts';

/** Throws 405 for a method that the agreement does not offer, and for a declined payment. */
export async function createPayment(
  world: OperationWorld & Pick<World, 'subscriptions'>,
  merchant: string,
  method: string,
  input: PaymentInput,
): Promise<PaymentTransaction> {
  const operation = await world.ledger.write(() => openPayment(world, orderOf(world, merchant, method, input)));
  const ending = await runOperation(world, operation);
  if (ending.kind !== 'declined') return ending.payment;
  const key = ending.undelivered ? 'processorOffline' : 'declined';
  throw new BridgeError(key, `acquirer: ${ending.reason}`, { extra: { payment: referenceTo(ending.payment) } });
}

/** The first named method; TWINT where the input names none. */
export const methodIn = ({ payment_methods }: PaymentInput): string => (payment_methods?.[0] ?? 'twint').toLowerCase();

const referenceTo = ({ object, id }: PaymentTransaction) => ({ object, id });

function orderOf(
  world: Pick<World, 'acquirer' | 'agreements' | 'clock' | 'wallet'>,
  merchant: string,
  method: string,
  input: PaymentInput,
): PaymentOrder {
  const contract = idIn(input.contract);
  refuseUnavailable(world, merchant, method, contract);
  const customer = customerFor(world, merchant, input.customer);
  const container = containerFor(world, merchant, input.container, customer?.id ?? null, {
    allowCard: false,
    path: 'container.',
  });
  refuseInstrument(method, container);
  const { redirect_url: redirect } = input;
  const subscription = input.subscription ? subscriptionIn(input.subscription) : null;
  return {
    merchant,
    sale: null,
    method,
    amount: integer(input.amount) ?? Number.NaN,
    currency: input.currency ?? 'EUR',
    action: input.payment_action ?? 'sale',
    customer: customer?.id ?? null,
    container: container?.id ?? null,
    contract,
    orderId: nonEmptyText(input.order_id),
    purpose: nonEmptyText(input.purpose),
    pushUrl: nonEmptyText(redirect?.url_push),
    successUrl: nonEmptyText(redirect?.url_success),
    failureUrl: nonEmptyText(redirect?.url_failure),
    demo: flag(input.demo),
    basket: input.basket ?? [],
    accrual: flag(input.accrual),
    descriptor: null,
    recurring: method === 'creditcard' && subscription ? recurringOf(subscription) : null,
    requestToken: false,
    notificationUrl: null,
    parent: null,
    email: null,
    subscription,
    optData: members(input.opt_data),
    experience: members(input.experience),
  };
}

const members = (value: object | null | undefined): Readonly<Record<string, unknown>> | null =>
  value ? { ...value } : null;

/** The first card payment of a subscription is made by its payer, every later one by the merchant alone. */
const recurringOf = (subscription: NonNullable<PaymentOrder['subscription']>): Recurring => ({
  type: subscription.id === undefined ? 'cit' : 'mit',
  citReference: null,
  standingInstruction: null,
  expiry: null,
  frequency: null,
});

function subscriptionIn({
  id,
  purpose,
}: NonNullable<PaymentInput['subscription']>): NonNullable<PaymentOrder['subscription']> | null {
  if (id !== null && id !== undefined && id !== '') return { id: integer(id) ?? String(id) };
  return nonEmptyText(purpose) === null ? null : { purpose: String(purpose) };
}

function refuseInstrument(method: string, container: PaymentContainer | null) {
  const allowed: readonly string[] | undefined = methodOf(method)?.container;
  if (container && allowed && !allowed.includes(container.type))
    throw new BridgeError('badInput', `container.type is ${container.type}; ${method} needs ${allowed.join(' or ')}`);
}

/** Throws where the agreement does not offer the method; a counter payment is made by a sale, not by this call. */
function refuseUnavailable(
  world: Pick<World, 'acquirer' | 'agreements'>,
  merchant: string,
  method: string,
  contract: string | null,
) {
  const row = methodRow(method);
  if (row && !row.pos) requireProcessor(world, method);
  const terms = world.agreements.find(merchant, contract);
  if (!terms) throw new BridgeError('notFound', `there is no contract ${contract}`);
  if (!row || isAtCounter(method) || !terms.methods.includes(method))
    throw new BridgeError('methodUnavailable', `the method "${method}" is not offered by the contract ${terms.id}`);
}
