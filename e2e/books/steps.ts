/** Steps of people at the bar, as the screen asks for them. Each fails where the bridge refuses it. */
import { ok } from '../../main/doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import type { Place } from './bar.fixture.ts';

export const SALES = '/api/v2/Smart/Transactions';

export const create = async ({ ask }: Place, products: readonly object[], more: object = {}) =>
  ok(await ask('POST', SALES, { body: { intent: 'sale', basket: { products }, ...more } })).id;
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
