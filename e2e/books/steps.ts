/** Steps of people at the bar, as the screen asks for them. Each fails where the bridge refuses it. */
import { ok, until } from '../../main/doubles/bridge.fixture.ts';
import type { Operation } from '../../main/wire/operations.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { line, type Place } from './bar.fixture.ts';

export const SALES = '/api/v2/Smart/Transactions';
const WHY = { headers: { 'x-reason': 'guest' } } as const;

export const create = async ({ ask }: Place, products: readonly object[], more: object = {}) =>
  ok(await ask('POST', SALES, { body: { intent: 'sale', basket: { products }, ...more } })).id;
/** A sale of beers, with a tip that is typed at the till. */
export async function createTipped({ ask }: Place, quantity: number, gratuity: number): Promise<string> {
  const products = [line('BEER', quantity)];
  const body = { intent: 'sale', basket: { products }, basket_info: { sum: quantity * 420 + gratuity, gratuity } };
  return ok(await ask('POST', SALES, { body })).id;
}
export const start = async ({ ask }: Place, id: string, method: string, body: object = {}) =>
  ok(await ask('POST', `${SALES}/${id}/start/${method}`, { body }));
export const adjust = async ({ ask }: Place, id: string, body: object) =>
  ok(
    await ask('POST', `/bridge/v1/transactions/${id}/adjustments`, {
      body: { reason: 'guest', ...body },
      headers: { 'x-reason': 'guest' },
    }),
  );

/** One beer of a sale comes back, for what paid it. Gives the return as it is paid out. */
export async function goodsBack({ ask }: Place, sold: SmartTransaction): Promise<SmartTransaction> {
  const beer = sold.basket.products.find(({ articleNumber }) => articleNumber === 'BEER');
  const body = { lines: [{ sale: sold.id, line: beer?.id, quantity: 1 }], reason: 'stale' };
  const { id } = ok(await ask('POST', '/bridge/v1/returns', { body }));
  return ok(await ask('POST', `/bridge/v1/returns/${id}/pay-out`, { body: {}, headers: { 'x-reason': 'stale' } }));
}

/** The line that sells a voucher of the shop. */
export const soldVoucher = (priceOne: number) => ({
  ...{ articleNumber: '', ean: '2900000000216', desc: 'Gutschein', priceOne, tax: 0, quantity: 1, group: [] },
  ...{ item_type: 'article', reference_id: 'line:voucher' },
});

/** The line that loads a loyalty card. */
export const topUp = (priceOne: number) => ({ ...soldVoucher(priceOne), ean: '2900000000018', desc: 'Aufladung' });

/** Money at the terminal without a sale: `{do, amount, receipt_number}`. */
export const operate = async ({ ask }: Place, body: object) =>
  ok(await ask<Operation>('POST', `/bridge/v1/terminals/${demoIds.terminal}/operations`, { body, ...WHY }));

export const cancel = async ({ ask }: Place, { id }: { readonly id: string }) =>
  ok(await ask('POST', `${SALES}/${id}/cancel`, { headers: { 'x-reason': 'wrong table' } }));

/** The number of the terminal for the payment of a sale. */
export const terminalReceipt = ({ payments = [] }: SmartTransaction): number => payments.at(-1)?.receipt_number ?? 0;

/** The Payment Transaction of a cash sale gives some of it back, without its sale. */
export async function refundPayment({ ask }: Place, { transactions }: SmartTransaction, amount: number): Promise<void> {
  const payment = transactions.find(({ object }) => object === 'payment.transactions')?.id;
  ok(
    await ask('POST', `/api/v2/Payment/Transactions/${payment}/cancel`, {
      body: { amount, reason: 'scratched' },
      ...WHY,
    }),
  );
}

/** The terminal approves less than was asked for, and a manager keeps that as a part of the sale. */
export async function keepPart(place: Place, manager: Place, id: string): Promise<void> {
  await start(place, id, 'cashless');
  await until(async () => {
    const { outcome } = ok(await place.ask<SmartTransaction>('GET', `${SALES}/${id}`));
    return outcome.next?.path.endsWith('/verdict') === true;
  });
  ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { part: 'keep' } }));
}

/** A coupon that takes 5.00 off one basket. Gives its code. */
export async function couponOf({ ask }: Place): Promise<string> {
  const body = { name: '5 EUR', effect: { type: 'amount', amount: 500 } };
  return ok(await ask<{ readonly code: string }>('POST', '/bridge/v1/loyalty/vouchers', { body, ...WHY })).code;
}

/** A sale of these lines with what the customer shows, `{type, value}`, applied. */
export async function createFor(place: Place, products: readonly object[], ident: object): Promise<string> {
  const id = await create(place, products, { idents: [ident] });
  ok(await place.ask('POST', `${SALES}/${id}/preTransaction`));
  return id;
}
