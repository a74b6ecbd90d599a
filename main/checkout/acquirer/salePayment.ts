/** prepare and start at the payment processor: writes the operation first, then sends it, and the sale follows its ending. */

import { currentPayment } from '../../acquirer/payments/currentPayment.ts';
import type { NamedMethod } from '../../acquirer/payments/methods.ts';
import { type OperationWorld, runOperation } from '../../acquirer/payments/operationRun.ts';
import { type NewPaymentWorld, openOperation, openPayment } from '../../acquirer/payments/operationStart.ts';
import { next } from '../../domain/transaction.ts';
import { chosenMethod } from '../../sale/chosenMethod.ts';
import { type ClosingWorld, close } from '../../sale/close.ts';
import { type PaymentBody, positiveDueAmount, refuseOtherAmount } from '../../sale/dueAmount.ts';
import { currentSale, saleOf } from '../../sale/lookup.ts';
import { stateRefusal } from '../../sale/stateRefusal.ts';
import { advance, type SaleStepWorld } from '../../sale/transition.ts';
import type { PaymentReference, SmartTransaction } from '../../wire/transactions.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentOperation } from '../../world/paymentOrder.ts';
import type { Principal } from '../../world/people.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { resolvedSale, type VoidingWorld, voidPayment } from './acquirerPayment.ts';
import { containerInstructions, instrumentOf, paymentContext } from './instrument.ts';
import { orderOf } from './paymentOrder.ts';

/** `pay` takes the money at once; `authorise` holds it until start captures it. */
type Step = 'pay' | 'authorise';

/** prepare/{method}: authorises `missing_sum`; with `auto_capture` takes the money at once. */
export async function prepare(
  world: VoidingWorld & ClosingWorld & Pick<World, 'admitMoney' | 'demoOutcomes' | 'subscriptions'>,
  principal: Principal,
  id: string,
  methodName: string,
  body: PaymentBody,
): Promise<SmartTransaction> {
  const sale = await resolvedSale(world, saleOf(world, principal, id));
  world.admitMoney();
  const method = chosenMethod(world, sale, 'prepare', methodName);
  refuseOtherAmount(sale, methodName, body);
  const auto = body?.auto_capture === true || paymentContext(sale).auto_capture === true;
  const tokenOnly = isTokenOnly(sale, method, body);
  const prepared = await request(world, sale, method, body, auto && !tokenOnly ? 'pay' : 'authorise');
  const isComplete = tokenOnly && auto && currentSale(world, sale).state === 'authorised';
  return isComplete ? capture(world, sale) : prepared;
}

/** start/{method} without an earlier prepare: authorises and captures in one request. */
export const payAtAcquirer = (
  world: VoidingWorld & Pick<World, 'subscriptions'>,
  sale: Sale,
  method: NamedMethod,
  body: PaymentBody,
): Promise<SmartTransaction> => request(world, sale, method, body, 'pay');

/** start after prepare: captures the authorised amount. An authorisation of 0 closes the sale without a request. */
export async function capture(world: VoidingWorld & ClosingWorld, authorised: Sale): Promise<SmartTransaction> {
  const operation = await world.ledger.write(() => {
    const sale = currentSale(world, authorised);
    const payment = currentPayment(world, sale);
    if (!payment || !next(sale.state, 'pay')) throw stateRefusal(sale.state, 'start');
    const { order, money } = payment.inner;
    const { method } = order;
    // Somebody may have captured a part by the resource of the payment.
    const amount = sale.document.basket_info.missing_sum - money.captured;
    const paying = advance(world, sale, 'pay', 'start');
    if (amount === 0) return void close(world, paying, { method, input: 'paid' });
    return openOperation(world, { merchant: sale.merchant, id: payment.document.id }, 'capture', amount);
  });
  return operation ? finish(world, authorised, operation) : currentSale(world, authorised).document;
}

async function request(
  world: VoidingWorld & Pick<World, 'subscriptions'>,
  before: Sale,
  method: NamedMethod,
  body: PaymentBody,
  step: Step,
): Promise<SmartTransaction> {
  const detail = `${step === 'pay' ? 'start' : 'prepare'}/${method.name}`;
  // A request that will be refused must not void the payment before it.
  const check = (sale: Sale) => orderFor(world, sale, method, body, step, sale.document.basket_info.missing_sum);
  await voidPayment(world, before, detail, check);
  const operation = await world.ledger.write(() =>
    openOperationOfSale(world, currentSale(world, before), method, body, step, detail),
  );
  return finish(world, before, operation);
}

/** Inside a job: writes the Payment Transaction, its open operation and the step of the sale in one commit. */
function openOperationOfSale(
  world: NewPaymentWorld & SaleStepWorld,
  sale: Sale,
  method: NamedMethod,
  body: PaymentBody,
  step: Step,
  detail: string,
): PaymentOperation {
  const amount = isTokenOnly(sale, method, body) ? 0 : positiveDueAmount(sale, step, detail);
  const { order, shown } = orderFor(world, sale, method, body, step, amount);
  const operation = openPayment(world, order);
  const transactions = [referenceOf(world, sale, operation.payment)];
  advance(world, sale, step, detail, { ...shown, transactions }, { method: method.name });
  return operation;
}

/** The order of the payment, and the members of the sale that show payer and instrument. */
function orderFor(
  world: Pick<World, 'agreements' | 'clock' | 'wallet'>,
  sale: Sale,
  method: NamedMethod,
  body: PaymentBody,
  step: Step,
  amount: number,
) {
  const instrument = instrumentOf(world, sale, method, body);
  const action = step === 'pay' ? 'sale' : 'authorization';
  return { order: orderOf(sale, method, body, instrument, amount, action), shown: instrument.patch };
}

/** An authorisation of 0 that only obtains a token of the card network (specification, "Credit card token failure"). */
function isTokenOnly(sale: Sale, { name }: NamedMethod, body: PaymentBody): boolean {
  const ofNothing = name === 'creditcard' && sale.document.basket_info.missing_sum === 0;
  return ofNothing && containerInstructions(sale, body).requestToken;
}

function referenceOf(world: Pick<World, 'payments'>, { merchant }: Sale, payment: string): PaymentReference {
  const made = world.payments.find(merchant, payment);
  if (!made) throw new Error(`the Payment Transaction ${payment} is gone`);
  const { object, id, trans_id, transaction_hash } = made.document;
  return { object, id, trans_id, transaction_hash };
}

async function finish(world: OperationWorld, before: Sale, operation: PaymentOperation): Promise<SmartTransaction> {
  const ending = await runOperation(world, operation);
  if (ending.kind === 'declined')
    throw new BridgeError(ending.undelivered ? 'processorOffline' : 'declined', `acquirer: ${ending.reason}`);
  return currentSale(world, before).document;
}
