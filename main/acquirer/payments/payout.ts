/** Payouts to payees: the merchant transfers the total, and the service pays every item (specification, "Payouts"). */
import { isValidIBAN } from 'ibantools';
import { addUp } from '../../domain/money.ts';
import { customerFor } from '../../wallet/customers.ts';
import { idIn } from '../../wallet/references.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { DirectPayoutInput, PayoutEntry, PayoutInput, PayoutItem } from '../../wire/payouts.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentOrder } from '../../world/paymentOrder.ts';
import { requireProcessor } from '../../world/processor.ts';
import type { World } from '../../world/world.ts';
import { flag, integer, nonEmptyText } from './input.ts';
import { type OperationWorld, runOperation } from './operationRun.ts';
import { openPayment, paymentOf } from './operationStart.ts';
import { PLAIN_ORDER } from './plainOrder.ts';

/**
 * POST /Payment/Svcpayout. The amount is the sum of the items; each item names a payment or container with bank
 * details.
 */
export async function createPayout(
  world: OperationWorld & Pick<World, 'subscriptions'>,
  merchant: string,
  input: PayoutInput,
): Promise<PaymentTransaction> {
  requireProcessor(world, 'payout');
  const order = await payOut(world, () => {
    const customer = customerFor(world, merchant, input.customer);
    if (!customer) throw new BridgeError('badInput', 'customer must name a payment customer');
    const items = input.transaction_list.map(item => itemOf(world, merchant, item));
    const contract = idIn(input.contract);
    return { ...orderDefaults(merchant, input), customer: customer.id, contract, basket: items };
  });
  return order;
}

/** POST /Payment/Svcpayout/me/PayoutWithoutCustomer. */
export async function createDirectPayout(
  world: OperationWorld & Pick<World, 'subscriptions'>,
  merchant: string,
  input: DirectPayoutInput,
): Promise<PaymentTransaction> {
  requireProcessor(world, 'payout');
  return payOut(world, () => {
    const items = input.payout_list.map(entry => entryOf(world, merchant, entry));
    const date = nonEmptyText(input.execution_date);
    const optData = {
      execution_date: date,
      later: date !== null && Date.parse(date) > world.clock.now(),
      direct: true,
    };
    return { ...orderDefaults(merchant, input), contract: contractOf(input), basket: items, optData };
  });
}

/** `contract` as in every payout of the specification, or the `contract_id` of existing clients. Throws where the two differ. */
function contractOf({ contract, contract_id: named }: DirectPayoutInput): string | null {
  const [id, other] = [nonEmptyText(idIn(contract)), nonEmptyText(named)];
  if (id !== null && other !== null && id !== other)
    throw new BridgeError('badInput', `contract is ${id}, and contract_id ${other}`, { extra: { member: 'contract' } });
  return id ?? other;
}

/** An order with the items of the payout as its basket. */
interface PayoutOrder extends PaymentOrder {
  readonly basket: readonly Item[];
}

interface Item extends Readonly<Record<string, unknown>> {
  readonly reference_id: string | null;
  readonly total: number;
}

async function payOut(
  world: OperationWorld & Pick<World, 'subscriptions'>,
  order: () => PayoutOrder,
): Promise<PaymentTransaction> {
  const operation = await world.ledger.write(() => {
    const asked = order();
    const terms = world.agreements.find(asked.merchant, asked.contract);
    if (!terms) throw new BridgeError('notFound', `there is no contract ${asked.contract}`);
    if (!terms.approved) throw new BridgeError('methodUnavailable', `the contract ${terms.id} does not pay out yet`);
    checkItems(world, asked);
    return openPayment(world, asked);
  });
  const ending = await runOperation(world, operation);
  if (ending.kind === 'declined') throw new BridgeError('declined', `acquirer: ${ending.reason}`);
  return ending.payment;
}

function checkItems(world: Pick<World, 'payments'>, { merchant, amount, basket }: PayoutOrder) {
  const sum = addUp(basket.map(({ total }) => total));
  if (sum !== amount) throw new BridgeError('badInput', `amount is ${amount}, but the items add up to ${sum}`);
  for (const { total } of basket)
    if (total <= 0) throw new BridgeError('badInput', `the amount of an item is ${total}, but must be positive`);
  for (const { reference_id } of basket)
    if (reference_id !== null && !world.payments.reserveReference(merchant, reference_id))
      throw new BridgeError('duplicate', `reference_id "${reference_id}" has been used before`);
}

function itemOf(world: Pick<World, 'ledger' | 'payments' | 'wallet'>, merchant: string, item: PayoutItem): Item {
  const { transaction_hash, transaction_id, container_id } = item;
  const named = nonEmptyText(transaction_hash) ?? nonEmptyText(transaction_id);
  if (named !== null) requirePayment(world, merchant, named);
  else if (nonEmptyText(container_id) === null)
    throw new BridgeError(
      'badInput',
      `transaction_list "${item.name}" needs one of transaction_hash, transaction_id, container_id`,
    );
  if (nonEmptyText(container_id) !== null && !world.wallet.containers.find(merchant, String(container_id)))
    throw new BridgeError('notFound', `there is no payment.containers ${container_id}`);
  return {
    ...item,
    item_type: item.item_type ?? 'transaction_payout',
    reference_id: nonEmptyText(item.reference_id),
    total: integer(item.total) ?? Number.NaN,
    trans_id: world.ledger.nextNumber('trans_id'),
  };
}

function entryOf(world: Pick<World, 'ledger' | 'payments'>, merchant: string, entry: PayoutEntry): Item {
  const { bank_account, recipient, origin_transaction } = entry;
  const origin = integer(origin_transaction);
  if (bank_account) checkAccount(bank_account.iban);
  else if (origin !== null && world.payments.byTransId(merchant, origin) === null)
    throw new BridgeError('notFound', `there is no payment.transactions with trans_id ${origin}`);
  else if (origin === null && nonEmptyText(recipient) === null)
    throw new BridgeError('badInput', 'payout_list: an entry needs one of recipient, bank_account, origin_transaction');
  return {
    ...entry,
    ...(bank_account ? { bank_account: { ...bank_account, iban: bank_account.iban.replace(/\s/g, '') } } : {}),
    item_type: 'transaction_payout',
    reference_id: nonEmptyText(entry.reference),
    name: nonEmptyText(entry.purpose),
    amount: integer(entry.amount) ?? Number.NaN,
    total: integer(entry.amount) ?? Number.NaN,
    trans_id: world.ledger.nextNumber('trans_id'),
  };
}

function checkAccount(iban: string) {
  if (!isValidIBAN(iban.replace(/\s/g, '').toUpperCase()))
    throw new BridgeError('badBankAccount', 'payout_list: bank_account.iban is not a valid IBAN');
}

function requirePayment(world: Pick<World, 'payments'>, merchant: string, reference: string) {
  const id = world.payments.idOf(merchant, reference);
  if (id === null) throw new BridgeError('notFound', `there is no payment.transactions ${reference}`);
  paymentOf(world, merchant, id);
}

const orderDefaults = (merchant: string, input: PayoutInput | DirectPayoutInput) => ({
  ...PLAIN_ORDER,
  merchant,
  method: 'payout',
  amount: integer(input.amount) ?? Number.NaN,
  currency: input.currency ?? 'EUR',
  action: 'sale' as const,
  orderId: nonEmptyText(input.order_id),
  purpose: input.purpose,
  pushUrl: nonEmptyText(input.redirect_url?.url_push),
  demo: flag(input.demo),
});
