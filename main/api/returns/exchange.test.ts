/** Goods are exchanged with a sum on either side of 0, and a cancellation that gets stuck gives its rest back as cash. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeAll, item, ok, sale } from '../../doubles/bridge.fixture.ts';
import type { Returnable, ReturnView } from '../../wire/returns.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { lines, RETURNS, ReturnsShop, tendersOf } from './returns.fixture.ts';

let shop: ReturnsShop;

beforeAll(async () => {
  shop = await ReturnsShop.open();
});
beforeEach(() => {
  shop.bridge.terminal.endings.length = 0;
});
afterAll(closeAll);

describe('an exchange', () => {
  const withNew = async (bought: SmartTransaction, priceOne: number) => {
    const begun = ok(await shop.opened({ lines: lines(bought, 1) }));
    return ok(await shop.till.ask('PUT', `/api/v2/Smart/Transactions/${begun.id}`, { body: sale([item(priceOne)]) }));
  };

  it('is paid where the new goods cost more', async () => {
    const begun = await withNew(await shop.sold([item(1000)], [['cash']]), 1500);
    expect(begun.basket_info).toMatchObject({ sum: 500, missing_sum: 500 });
    const done = ok(await shop.till.post(`/${begun.id}/start/cashless`));
    expect(tendersOf(done)).toEqual([['cashless', 500]]);
    expect(JSON.stringify(done.receipt)).toContain('Umtausch');
    // Paid with the wrong card, and taken back: the goods are the customer's again.
    const [original] = done.goods_return?.sales ?? [];
    expect(ok(await shop.till.post(`/${begun.id}/cancel`)).status).toBe('cancelled');
    expect(
      ok(await shop.till.ask<Returnable>('GET', `/bridge/v1/sales/${original?.id}/returnable`)).lines[0]?.left,
    ).toBe(1);
  });

  it('is paid out where they cost less, and cannot be cancelled then', async () => {
    const begun = await withNew(await shop.sold([item(1000)], [['cash']]), 400);
    const view = ok(await shop.till.ask<ReturnView>('GET', `${RETURNS}/${begun.id}`));
    expect(view).toMatchObject({ due: 600, pay_out: [{ method: 'cash', amount: 600 }] });
    const done = ok(await shop.payOut(begun.id));
    expect([tendersOf(done), done.basket_info.sum]).toEqual([[['cash', -600]], -600]);
    expect((await shop.till.post(`/${begun.id}/cancel`)).body).toMatchObject({ code: 1163 });
    // The new goods can come back like any others.
    const again = ok(await shop.opened({ lines: lines(done, 1) }));
    ok(await shop.payOut(again.id));
  });

  it('moves no money where they cost the same', async () => {
    const begun = await withNew(await shop.sold([item(1000)], [['cash']]), 1000);
    const done = ok(await shop.payOut(begun.id));
    expect([done.status, tendersOf(done), done.outcome.result]).toEqual(['ok', [], 'paid']);
  });

  it('keeps what comes back, whatever the basket is changed to', async () => {
    const begun = await withNew(await shop.sold([item(1000)], [['cash']]), 400);
    const echoed = ok(
      await shop.till.ask('PUT', `/api/v2/Smart/Transactions/${begun.id}`, {
        body: { basket: begun.basket, basket_info: begun.basket_info },
      }),
    );
    expect(echoed.basket_info.sum).toBe(-600);
    const empty = ok(await shop.till.ask('PUT', `/api/v2/Smart/Transactions/${begun.id}`, { body: {} }));
    expect(empty.basket_info.sum).toBe(-1000);
    ok(await shop.till.post(`/${begun.id}/abort`));
  });
});

describe('a cancellation that gets stuck', () => {
  const stuck = async () => {
    const parts = [
      ['cash', { part: { amount: 100 } }],
      ['cashless', { part: { amount: 200 } }],
      ['cashless', {}],
    ] as const;
    const bought = await shop.sold([item(600)], parts);
    shop.bridge.terminal.endings.push('approve', 'decline');
    expect((await shop.till.post(`/${bought.id}/cancel`)).status).toBe(405);
    return shop.till.read(bought.id);
  };
  const cashBack = (sold: SmartTransaction, id: string, by = shop.manager) =>
    by.ask('POST', `/bridge/v1/transactions/${sold.id}/parts/${id}/cash-back`, {
      body: { reason: 'Terminal verweigert' },
    });

  it('gives the card part that cannot go back as cash, by right, and the record says cash', async () => {
    const half = await stuck();
    expect(half).toMatchObject({ status: 'pending', outcome: { result: 'open' } });
    expect((await shop.opened({ lines: lines(half, 1) })).body).toMatchObject({ code: 1160 });
    const [cash, card, gone] = half.parts ?? [];
    expect([cash?.status, card?.status, gone?.status]).toEqual(['paid', 'paid', 'returned']);
    expect((await cashBack(half, card?.id ?? '', shop.cashier)).body).toMatchObject({
      needs: { operation: 'cashForOther', amount: 200 },
    });
    expect((await cashBack(half, cash?.id ?? '')).status).toBe(405);
    expect((await cashBack(half, 'nothing')).status).toBe(404);
    const done = ok(await cashBack(half, card?.id ?? ''));
    expect(done.status).toBe('cancelled');
    expect(JSON.stringify(done.receipt_reversal)).toContain('Bar');
    const [record] = shop.bridge.rows<{ facts: string }>(
      "SELECT facts FROM queue_record WHERE object = ? AND event = 'cancelled'",
      half.id,
    );
    const { tenders } = JSON.parse(record?.facts ?? '{}') as { tenders: { method: string; amount: number }[] };
    expect(tenders.map(({ method, amount }) => [method, amount])).toEqual([
      ['cash', 100],
      ['cash', 200],
      ['cashless', 300],
    ]);
    // A repeated call gives nothing back twice.
    expect(ok(await cashBack(half, card?.id ?? '')).status).toBe('cancelled');
  });
});
