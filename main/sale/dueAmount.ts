/** The amount that a payment takes from the payer: the whole of what is missing, and nothing else. */
import { methodOf } from '../acquirer/payments/methods.ts';
import { executed, next } from '../domain/transaction.ts';
import { BridgeError } from '../world/errors.ts';
import { refuseIgnoredMoney } from '../world/ignoredMoney.ts';
import type { Sale } from '../world/sales.ts';
import { stateRefusal } from './stateRefusal.ts';

/** Body of prepare and start; every member may be missing. */
export type PaymentBody = Readonly<Record<string, unknown>> | null | undefined;

/** Removes the payments of a document: an authorisation for another sum or method is void. */
export const NO_PAYMENT = { transactions: [] };

/** The amount to pay, minor units. Throws where the sale cannot be paid now. */
export function dueAmount(sale: Sale, input: 'pay' | 'book' | 'authorise', detail: string): number {
  if (!next(sale.state, input)) throw stateRefusal(sale.state, detail);
  refuseEmpty(sale);
  refusePayOut(sale);
  return sale.document.basket_info.missing_sum;
}

/** Throws where the body names another amount than the missing sum: a part cannot be paid. */
export function refuseOtherAmount({ state, document }: Sale, methodName: string, body: PaymentBody): void {
  if (executed(state) && state !== 'partlyPaid') return;
  const { missing_sum: missing, currency } = document.basket_info;
  const settledBy = methodOf(methodName)?.settledBy;
  // start/auto checks the body again with the method it chooses.
  const isBooked = settledBy === 'book' || settledBy === 'choice';
  const instead = 'start takes the whole of basket_info.missing_sum; a part is named by {"part": {"amount": …}}';
  const facts = { whole: [missing], currency, instead };
  refuseIgnoredMoney(body, isBooked ? ['amount_given'] : [], facts);
  refuseIgnoredMoney(body?.basket_info, [], facts, 'basket_info.');
}

/** The same as `dueAmount`; throws where the amount is 0. */
export function positiveDueAmount(sale: Sale, input: 'pay' | 'authorise', detail: string): number {
  const amount = dueAmount(sale, input, detail);
  if (amount <= 0) throw new BridgeError('nothingToPay', 'missing_sum is 0; start/loyalty closes the sale');
  return amount;
}

/** Throws where the customer gets money. */
function refusePayOut({ id, document }: Sale): void {
  const { missing_sum: missing, currency } = document.basket_info;
  if (missing >= 0) return;
  const next = { method: 'POST', path: `/bridge/v1/returns/${id}/pay-out`, why: 'gives the money back' } as const;
  throw new BridgeError('payOutDue', `missing_sum is ${missing} ${currency}: ${next.method} ${next.path}`, {
    extra: { next },
  });
}

function refuseEmpty(sale: Sale): void {
  const { basket, basket_info } = sale.document;
  if (basket.products.length === 0 && basket_info.sum === 0)
    throw new BridgeError('nothingToPay', 'the basket is empty and basket_info.sum is 0');
}
