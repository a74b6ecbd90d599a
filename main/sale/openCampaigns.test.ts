/** A campaign for everybody takes off without a card, too, whatever the customer pays with, and exactly once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flow } from '../checkout/flow.ts';
import {
  type Client,
  cards,
  closeAll,
  coffee,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../doubles/bridge.fixture.ts';
import { cashier, testWorld } from '../doubles/world.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { releaseExpired } from './reservationExpiry.ts';

let bridge: TestBridge;
let till: Client;

/** 5 % for everybody: of 9.99 that is 0.50. */
const EVERYBODY = { id: 'all5', name: '5 % für alle', condition: {}, effect: { type: 'percent', percent: 5 } };

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
  ok(await till.ask('POST', '/bridge/v1/loyalty/campaigns', { body: EVERYBODY }));
});
afterAll(closeAll);

const made = async (...input: Parameters<typeof sale>) => ok(await till.post<SmartTransaction>('', sale(...input)));
const put = async (id: string, body: object) =>
  ok(await till.ask<SmartTransaction>('PUT', `/api/v2/Smart/Transactions/${id}`, { body }));
const campaignLines = ({ basket }: Pick<SmartTransaction, 'basket'>) =>
  basket.products.flatMap(({ reference_id, priceOne }) =>
    reference_id?.startsWith('bonus:all5') ? [[reference_id, priceOne]] : [],
  );

describe('a campaign for everybody', () => {
  it('stands in the sale from its first answer on, as the preview says', async () => {
    const sold = await made([item(999)]);
    expect(sold.basket_info).toMatchObject({ sum: 949, missing_sum: 949 });
    expect(sold.outcome.open).toBe(949);
    expect(campaignLines(sold)).toEqual([['bonus:all5:19', -50]]);
  });

  it.each(['cash', 'cashless'])('is given with start/%s', async method => {
    const { id } = await made([item(999)]);
    const paid = ok(await till.post<SmartTransaction>(`/${id}/start/${method}`));
    expect(paid).toMatchObject({ status: 'ok', basket_info: { sum: 949 }, outcome: { paid: 949 } });
    expect(paid.tenders).toEqual([expect.objectContaining({ method, amount: 949 })]);
    expect(campaignLines(paid)).toHaveLength(1);
  });

  it('is given once where the document comes back as it was read, and follows a changed basket', async () => {
    const sold = await made([item(999)]);
    const echoed = await put(sold.id, { basket: sold.basket, basket_info: sold.basket_info });
    expect(echoed.basket_info.sum).toBe(949);
    const more = await put(sold.id, sale([item(999), item(1001)]));
    expect(more.basket_info).toMatchObject({ sum: 1900, missing_sum: 1900 });
    expect(campaignLines(more)).toEqual([['bonus:all5:19', -100]]);
  });

  it('adds to what a card gets, and stays when the balance of the card is not used', async () => {
    const sold = await made([coffee(1000)], cards.rich);
    expect(sold.basket_info.sum).toBe(950);
    const applied = ok(
      await till.post<{ missing_sum: number; bonus_products: object[] }>(`/${sold.id}/preTransaction`, {
        use_balance: false,
      }),
    );
    expect(applied.missing_sum).toBe(850);
    expect(applied.bonus_products).toHaveLength(2);
    expect((await put(sold.id, { idents: [], ...sale([coffee(1000)]) })).basket_info.sum).toBe(950);
  });

  it('stays when the card gives up what it held', async () => {
    const { world, db } = await testWorld();
    db.prepare('UPDATE campaign SET definition = ?').run(JSON.stringify(EVERYBODY));
    const { id } = await flow.create(world, cashier, sale([item(1000)], cards.rich));
    await flow.preTransaction(world, cashier, id);
    await releaseExpired({ ...world, clock: { ...world.clock, now: () => Date.now() + 60 * 60_000 } });
    const expired = world.ledger.sale(cashier.merchant, id);
    expect(expired).toMatchObject({ state: 'created', document: { basket_info: { sum: 950, missing_sum: 950 } } });
    expect(campaignLines(expired!.document)).toHaveLength(1);
    await db.close();
  });

  it('stays while the basket is parked, and when a till takes it', async () => {
    const sold = await made([item(999)]);
    ok(await till.ask('POST', '/bridge/v1/parked', { body: { transaction: sold.id } }));
    const taken = ok(
      await till.ask<{ transaction: SmartTransaction }>('POST', `/bridge/v1/parked/${sold.id}/take`, { body: {} }),
    );
    expect(taken.transaction.basket_info).toMatchObject({ sum: 949, missing_sum: 949 });
  });

  it('is given with a tip, also where the sale comes back as it was read', async () => {
    const input = { ...sale([item(999)]), basket_info: { sum: 1099, currency: 'EUR', gratuity: 100 } };
    const sold = ok(await till.post<SmartTransaction>('', input));
    expect(sold.basket_info).toMatchObject({ sum: 1049, missing_sum: 1049, gratuity: 100 });
    const echoed = await put(sold.id, { basket: sold.basket, basket_info: sold.basket_info });
    expect(echoed.basket_info).toMatchObject({ sum: 1049, missing_sum: 1049, gratuity: 100 });
    expect(campaignLines(echoed)).toHaveLength(1);
  });

  it('leaves alone a sum without lines, another currency, and what another bridge has sold', async () => {
    const input = sale([item(999)]);
    const entered = ok(
      await till.post<SmartTransaction>('', { ...input, product: 'STX_QOQRO2370NBXV0KXFQ4PFQ424W03MR' }),
    );
    expect(entered.basket_info.sum).toBe(999);
    const plain = ok(await till.post<SmartTransaction>('', { basket_info: { sum: 999, currency: 'EUR' } }));
    expect(plain.basket_info.sum).toBe(999);
    const francs = { ...input, basket_info: { sum: 999, currency: 'CHF' } };
    expect(ok(await till.post<SmartTransaction>('', francs)).basket_info.sum).toBe(999);
  });
});
