/** An end-of-day with an unknown outcome and the next end-of-day: each keeps the payments of its own day. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, ok } from '../../doubles/bridge.fixture.ts';
import { countForeign } from '../../doubles/countingTerminal.ts';
import { hold } from '../../doubles/hold.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import { dayEnds, openShop, type Refused, type TestShop } from './dayEnd.fixture.ts';
import { decide } from './reconciliation.fixture.ts';

afterEach(closeAll);

describe('an end-of-day with an unknown outcome, and the next end-of-day', () => {
  /** The first day took place, and the terminal tells no sums by which that could be found out. */
  async function unknownDay(features: TestShop['day']['features']) {
    const shop = await openShop();
    shop.day.features = features;
    await shop.pay(1000);
    shop.day.ending = 'lostDone';
    const first = await shop.run();
    expect(first.state).toBe('unknown');
    return { shop, first };
  }
  const find = async (shop: TestShop, id: string) => ok(await shop.till.ask<DayEnd>('GET', `${dayEnds}/${id}`));

  it('is left to a person where the totals of the next end-of-day fit no beginning', async () => {
    const { shop, first } = await unknownDay([]);
    shop.day.ending = 'done';
    await shop.pay(2000);
    countForeign(shop.day, shop.bridge.terminal, 333);
    const second = await shop.run();
    expect(second).toMatchObject({ state: 'differs', journal: { amount: 3000 } });
    expect(await find(shop, first.id)).toMatchObject({ state: 'unknown' });
    ok(await decide(shop, first.id, true));
    const compared = await find(shop, second.id);
    expect(compared).toMatchObject({ state: 'differs', journal: { amount: 2000 }, terminal: { amount: 2333 } });
    expect(compared.differences[0]?.receipts).toMatchObject([{ kind: 'onlyTerminal' }]);
    expect((await find(shop, first.id)).journal.amount).toBe(1000);
  });

  it('decided while the next end-of-day runs, leaves that end-of-day its own payments', async () => {
    const { shop, first } = await unknownDay([]);
    shop.day.ending = 'done';
    await shop.pay(2000);
    const { arrived, release } = hold(shop.bridge.terminal);
    const running = shop.run();
    await arrived;
    ok(await decide(shop, first.id, true));
    release();
    expect(await running).toMatchObject({ state: 'agrees', journal: { amount: 2000 }, differences: [] });
  });

  it('decided while the terminal is asked for receipts of the next end-of-day, leaves that end-of-day its own payments', async () => {
    const { shop, first } = await unknownDay(['reprint']);
    shop.day.ending = 'done';
    await shop.pay(2000);
    const foreign = countForeign(shop.day, shop.bridge.terminal, 333);
    // It prints its receipts again behind the end-of-day as well.
    const kept = [...shop.day.counted];
    shop.day.answering = async question => {
      if (question !== 'reprint') return;
      shop.day.answering = () => undefined;
      shop.day.counted.push({ receipt: 1, cardType: 'girocard', amount: 1000 }, ...kept);
      ok(await decide(shop, first.id, true));
    };
    const second = await shop.run();
    expect(second).toMatchObject({ state: 'differs', journal: { amount: 2000 }, terminal: { amount: 2333 } });
    expect(second.differences.flatMap(({ receipts }) => receipts)).toMatchObject([
      { receipt_number: foreign, amount: 333, kind: 'onlyTerminal' },
    ]);
    const lines = JSON.stringify(second.receipt);
    expect(lines.split('Abgleich Kassenschnitt')).toHaveLength(2);
    expect((await find(shop, first.id)).journal.amount).toBe(1000);
  });

  it('decided first, leaves a later end-of-day with an unknown outcome its own payments', async () => {
    const { shop, first } = await unknownDay([]);
    await shop.pay(2000);
    const second = await shop.run();
    expect(second).toMatchObject({ state: 'unknown', journal: { amount: 3000 } });
    ok(await decide(shop, first.id, true));
    expect(await find(shop, second.id)).toMatchObject({ state: 'unknown', journal: { amount: 2000 } });
    expect(ok(await decide(shop, second.id, true))).toMatchObject({ state: 'differs', journal: { amount: 2000 } });
    expect((await find(shop, first.id)).journal.amount).toBe(1000);
  });

  it('decided last, keeps its own payments, and so does the next end-of-day', async () => {
    const { shop, first } = await unknownDay([]);
    await shop.pay(2000);
    const second = await shop.run();
    shop.day.ending = 'done';
    await shop.pay(50);
    // A payment that nobody here knows fits no beginning.
    countForeign(shop.day, shop.bridge.terminal, 333);
    const third = await shop.run();
    expect(third).toMatchObject({ state: 'differs', journal: { amount: 3050 } });
    ok(await decide(shop, second.id, true));
    const compared = await find(shop, third.id);
    expect(compared.journal.amount).toBe(50);
    ok(await decide(shop, first.id, true));
    expect((await find(shop, second.id)).journal.amount).toBe(2000);
    expect(await find(shop, third.id)).toEqual(compared);
  });

  it('closed with a second end-of-day by the totals of a third, leaves each its own payments', async () => {
    const { shop, first } = await unknownDay([]);
    await shop.pay(2000);
    const second = await shop.run();
    shop.day.ending = 'done';
    await shop.pay(70);
    expect(await shop.run()).toMatchObject({ state: 'agrees', journal: { amount: 70 } });
    expect(await find(shop, second.id)).toMatchObject({ state: 'differs', journal: { amount: 2000 } });
    expect(await find(shop, first.id)).toMatchObject({ state: 'differs', journal: { amount: 1000 } });
  });

  it('run again at once, are not both given the same payments', async () => {
    const { shop, first } = await unknownDay([]);
    shop.day.ending = 'withoutTotals';
    const second = await shop.run();
    expect(second).toMatchObject({ state: 'differs', journal: { count: 1, amount: 1000 } });
    ok(await decide(shop, first.id, true));
    expect(await find(shop, second.id)).toMatchObject({ state: 'differs', journal: { count: 0, amount: 0 } });
    expect((await find(shop, first.id)).journal.amount).toBe(1000);
  });

  it('decided late does not open payments that the later end-of-day has closed', async () => {
    const { shop, first } = await unknownDay(['reprint']);
    shop.day.ending = 'withoutTotals';
    const paid = await shop.pay(3000);
    const second = await shop.run();
    ok(await decide(shop, first.id, true));
    expect((await shop.till.post<Refused>(`/${paid.receipt_number}/canceltrx`)).body.code).toBe(1031);
    expect((await find(shop, second.id)).journal.amount).toBe(3000);
  });
});
