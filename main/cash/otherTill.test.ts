/**
 * A sale of one till that a manager cancels at another one: its money leaves the drawer where that person stands, and record, Z report,
 * slip and the closing of the terminal say so. Worked out on paper first.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { type ReceiptLine, receiptText } from '../domain/receipt.ts';
import { type Client, closeAll, item, ok, sale } from '../doubles/bridge.fixture.ts';
import { atTerminal } from '../terminal/dayEnd/dayEnd.fixture.ts';
import { atSecondTill, shop } from '../terminal/payment/severalTerminals.fixture.ts';
import type { DayEnd } from '../wire/dayEnds.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { demoIds } from '../world/demoIds.ts';
import { cashOf } from './cash.fixture.ts';

afterEach(closeAll);

/** Two tills with counted drawers of 50,00, each with somebody at it; `B`: the second has a terminal of its own. */
async function counters(second: 'A' | 'B' = 'A') {
  const made = await shop(second);
  const seller = await made.bridge.staff('cashier');
  const here = await made.bridge.staff('manager');
  const there = await atSecondTill(made, 'manager');
  for (const till of [here, there]) await cashOf(till).open(5000);
  return { ...made, seller, here, there };
}

async function sell(till: Client, ...tenders: readonly (readonly [string, object?])[]) {
  const { id } = await till.create(sale([item(1280)]));
  for (const [method, body] of tenders) ok(await till.post(`/${id}/start/${method}`, body));
  return id;
}

const text = (lines: readonly unknown[] | undefined) => receiptText((lines ?? []) as readonly ReceiptLine[]);

describe('a sale paid in cash, cancelled at another till', () => {
  /*
   * On paper: 12,80 went into the drawer of the first till, which holds 62,80, and came out of that of the second, which holds 37,20.
   * The first till sold one, the second cancelled one, and the shop sold nothing.
   */
  it('takes its money out of the drawer where the person stands', async () => {
    const { seller, here, there, bridge, secondTill } = await counters();
    const id = await sell(seller, ['cash', { amount_given: 2000 }]);
    const cancelled = ok(await there.post<SmartTransaction>(`/${id}/cancel`));
    expect(await cashOf(here).expected()).toBe(6280);
    expect(await cashOf(there).expected()).toBe(3720);
    const [first, second] = [await cashOf(here).x(), await cashOf(there).x()];
    expect(first).toMatchObject({ turnover: { sales: 1, gross: 1280 }, cancellations: { count: 0, by_person: [] } });
    expect(second).toMatchObject({
      turnover: { sales: -1, gross: -1280 },
      tenders: [{ method: 'cash', refunds: 1, refunded: 1280, net: -1280 }],
    });
    expect(cancelled.cancellation).toMatchObject({ till: secondTill });
    const [record] = bridge.rows(
      `SELECT till, facts ->> 'cashier' AS cashier, facts ->> 'sold_by' AS seller, facts ->> 'sold_at' AS sold
       FROM queue_record WHERE event = 'cancelled'`,
    );
    const { cashier } = cancelled;
    expect(record).toEqual({
      till: secondTill,
      cashier: cancelled.cancellation?.by,
      seller: cashier ?? null,
      sold: demoIds.till,
    });
  });

  it('names who cancelled, in the Z report and on the slip, which has both tills', async () => {
    const { seller, there } = await counters();
    const id = await sell(seller, ['cash', { amount_given: 1280 }]);
    const cancelled = ok(await there.post<SmartTransaction>(`/${id}/cancel`));
    const { cancellations, tills } = { ...(await cashOf(there).x()), tills: text(cancelled.receipt_reversal) };
    const who = cancelled.cancellation?.by ?? '';
    expect(who).toMatch(/\w/);
    expect(cancellations).toEqual({ count: 1, amount: 1280, by_person: [{ person: who, count: 1, amount: 1280 }] });
    expect(tills).toMatch(new RegExp(`Verkauft an +Kasse 1\\n[^]*Storniert an +Kasse 2\\nStorniert von +${who}`));
  });

  it('at the till that sold it names one till only', async () => {
    const { seller, here } = await counters();
    const id = await sell(seller, ['cash', { amount_given: 1280 }]);
    const { receipt_reversal: slip } = ok(await here.post<SmartTransaction>(`/${id}/cancel`));
    expect(text(slip)).not.toMatch(/Verkauft an|Storniert an/);
    expect(text(slip)).toMatch(/Storniert von +\w/);
    expect(await cashOf(here).expected()).toBe(5000);
  });
});

describe('the Payment Transaction of a cash sale, given back in part at another till', () => {
  /*
   * On paper: 12,80 went into the first drawer, which holds 62,80. The second one gave 3,00 of it and holds 47,00. Cancelled at the
   * first till, the sale gives the other 9,80: 53,00 are left there, and 47,00 here.
   */
  it('takes its money out of the drawer where the person stands, and the cancellation only the rest', async () => {
    const { seller, here, there } = await counters();
    const id = await sell(seller, ['cash', { amount_given: 1280 }]);
    const { transactions } = ok(await seller.ask<SmartTransaction>('GET', `/api/v2/Smart/Transactions/${id}`));
    const payment = transactions.find(({ object }) => object === 'payment.transactions')?.id;
    const body = { amount: 300, reason: 'scratched' };
    ok(await there.ask('POST', `/api/v2/Payment/Transactions/${payment}/cancel`, { body }));
    expect(await cashOf(here).expected()).toBe(6280);
    expect(await cashOf(there).expected()).toBe(4700);
    ok(await here.post(`/${id}/cancel`));
    expect(await cashOf(here).expected()).toBe(5300);
    expect(await cashOf(there).expected()).toBe(4700);
  });
});

describe('a sale that was paid in part, given up at another till', () => {
  /* On paper: 2,80 stay in the first drawer, which holds 52,80, and the second one gave 2,80 and holds 47,20. */
  it('leaves its cash in the first drawer, and takes it out of the second', async () => {
    const { seller, here, there } = await counters();
    const id = await sell(seller, ['cash', { part: { amount: 280 }, amount_given: 280 }]);
    ok(await there.post(`/${id}/cancel`));
    expect(await cashOf(here).expected()).toBe(5280);
    expect(await cashOf(there).expected()).toBe(4720);
  });
});

describe('a sale paid by card, cancelled at another till', () => {
  it.each(['A', 'B'] as const)(
    'is explained by the Z reports of both tills; the second works at terminal %s',
    async second => {
      const { seller, here, there, atA } = await counters(second);
      const id = await sell(seller, ['cash', { part: { amount: 280 }, amount_given: 280 }], ['cashless']);
      ok(await there.post(`/${id}/cancel`));
      expect(atA.totals.amount).toBe(0);
      const end = ok(await here.ask<DayEnd>('POST', atTerminal));
      expect(end.journal.by_till.map(({ count, amount }) => [count, amount])).toEqual([
        [1, 1000],
        [-1, -1000],
      ]);
      const [first, then] = [await cashOf(here).x(), await cashOf(there).x()];
      expect(first.terminals).toMatchObject([{ journal: 0, own: 1000 }]);
      expect(then.terminals).toMatchObject([{ journal: 0, own: -1000 }]);
      expect(first.tenders.map(({ method, net }) => [method, net])).toEqual([
        ['cash', 280],
        ['cashless', 1000],
      ]);
      expect(then.tenders.map(({ method, net }) => [method, net])).toEqual([
        ['cash', -280],
        ['cashless', -1000],
      ]);
    },
  );
});
