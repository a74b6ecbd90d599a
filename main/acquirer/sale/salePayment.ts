/** prepare and start with the payment processor: the operation is written first, then asked, and the sale follows it. */

import { next } from '../../domain/transaction.ts';
import { currentPayment, resolvedSale, voidPayment } from '../../sale/acquirerPayment.ts';
import { close } from '../../sale/close.ts';
import { saleOf } from '../../sale/lookup.ts';
import {
  chosenMethod,
  containerInstructions,
  type PaymentBody,
  paymentContext,
  positiveDueAmount,
  refuseOtherAmount,
} from '../../sale/paymentRules.ts';
import { advance, stateRefusal } from '../../sale/transition.ts';
import type { PaymentReference, SmartTransaction } from '../../wire/transactions.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentOperation } from '../../world/paymentOrder.ts';
import type { Principal } from '../../world/people.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import type { NamedMethod } from '../payments/methods.ts';
import { runOperation } from '../payments/operationRun.ts';
import { openOperation, openPayment } from '../payments/operationStart.ts';
import { instrumentOf } from './instrument.ts';
import { orderOf } from './paymentOrder.ts';

/** `pay` takes the money at once, `authorise` leaves that to start. */
type Step = 'pay' | 'authorise';

/** prepare/{method}: authorises `missing_sum`; with `auto_capture` the money is taken at once. */
export async function prepare(
  world: World,
  principal: Principal,
  id: string,
  word: string,
  body: PaymentBody,
): Promise<SmartTransaction> {
  const sale = await resolvedSale(world, saleOf(world, principal, id));
  const method = chosenMethod(world, sale, 'prepare', word);
  refuseOtherAmount(sale, word, body);
  const auto = body?.auto_capture === true || paymentContext(sale).auto_capture === true;
  const tokenOnly = isTokenOnly(sale, method, body);
  const prepared = await ask(world, principal, id, method, body, auto && !tokenOnly ? 'pay' : 'authorise');
  const finished = tokenOnly && auto && saleOf(world, principal, id).state === 'authorised';
  return finished ? capture(world, principal, id) : prepared;
}

/** start/{method} without an earlier prepare: authorised and captured in one. */
export const payAtAcquirer = (
  world: World,
  principal: Principal,
  id: string,
  method: NamedMethod,
  body: PaymentBody,
): Promise<SmartTransaction> => ask(world, principal, id, method, body, 'pay');

/** start after prepare: captures what was authorised; where that was nothing, there is nothing to be asked for. */
export async function capture(world: World, principal: Principal, id: string): Promise<SmartTransaction> {
  const operation = await world.ledger.write(() => {
    const sale = saleOf(world, principal, id);
    const payment = currentPayment(world, sale);
    if (!payment || !next(sale.state, 'pay')) throw stateRefusal(sale.state, 'start');
    const { order, money } = payment.inner;
    const { method } = order;
    // A part of it may have been taken by hand.
    const amount = sale.document.basket_info.missing_sum - money.captured;
    const paying = advance(world, sale, 'pay', 'start');
    if (amount === 0) return void close(world, paying, { method, input: 'paid' });
    return openOperation(world, { merchant: sale.merchant, id: payment.document.id }, 'capture', amount);
  });
  return operation ? finish(world, principal, id, operation) : saleOf(world, principal, id).document;
}

async function ask(
  world: World,
  principal: Principal,
  id: string,
  method: NamedMethod,
  body: PaymentBody,
  step: Step,
): Promise<SmartTransaction> {
  const detail = `${step === 'pay' ? 'start' : 'prepare'}/${method.name}`;
  // What is asked wrongly gives up nothing.
  const check = (sale: Sale) => orderFor(world, sale, method, body, step, sale.document.basket_info.missing_sum);
  await voidPayment(world, saleOf(world, principal, id), detail, check);
  const operation = await world.ledger.write(() =>
    opened(world, saleOf(world, principal, id), method, body, step, detail),
  );
  return finish(world, principal, id, operation);
}

/** Inside a job: the Payment Transaction, its open operation, and the step of the sale, in one commit. */
function opened(
  world: World,
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

/** The order, and what the sale shows of payer and instrument. */
function orderFor(world: World, sale: Sale, method: NamedMethod, body: PaymentBody, step: Step, amount: number) {
  const instrument = instrumentOf(world, sale, method, body);
  const action = step === 'pay' ? 'sale' : 'authorization';
  return { order: orderOf(sale, method, body, instrument, amount, action), shown: instrument.patch };
}

/** An authorisation of nothing, to get a token of the card network (specification, "Credit card token failure"). */
function isTokenOnly(sale: Sale, { name }: NamedMethod, body: PaymentBody): boolean {
  const ofNothing = name === 'creditcard' && sale.document.basket_info.missing_sum === 0;
  return ofNothing && containerInstructions(sale, body).requestToken;
}

function referenceOf(world: World, { merchant }: Sale, payment: string): PaymentReference {
  const made = world.payments.find(merchant, payment);
  if (!made) throw new Error(`the Payment Transaction ${payment} is gone`);
  const { object, id, trans_id, transaction_hash } = made.document;
  return { object, id, trans_id, transaction_hash };
}

async function finish(
  world: World,
  principal: Principal,
  id: string,
  operation: PaymentOperation,
): Promise<SmartTransaction> {
  const ending = await runOperation(world, operation);
  if (ending.kind === 'declined') throw new BridgeError('declined', `acquirer: ${ending.reason}`);
  return saleOf(world, principal, id).document;
}
