/** End-of-days around an exchange of the terminal: each machine closes its own bookings. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, ok, until } from '../../doubles/bridge.fixture.ts';
import { countForeign } from '../../doubles/countingTerminal.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import { dayEnds, openShop, type TestShop } from './dayEnd.fixture.ts';
import { decide, occupyDuring } from './reconciliation.fixture.ts';

afterEach(closeAll);

describe('a machine that was exchanged', () => {
  const exchange = ({ bridge: { terminal } }: TestShop, terminalId = '60007777') =>
    void Object.assign(terminal, { terminalId });
  const find = async (shop: TestShop, id: string) => ok(await shop.till.ask<DayEnd>('GET', `${dayEnds}/${id}`));

  /** The end-of-day of the former machine took place, and it was exchanged before it could be asked. */
  async function exchanged() {
    const shop = await openShop({ parts: { outcomeTimeout: 50 } });
    await shop.pay(1000);
    shop.day.ending = 'lostDone';
    occupyDuring(shop);
    const { id } = await shop.run();
    shop.bridge.terminal.during = () => undefined;
    shop.day.ending = 'done';
    exchange(shop);
    shop.bridge.terminal.occupied = false;
    await until(async () => (await find(shop, id)).reason?.en.includes('Another terminal'));
    return { shop, id };
  }

  it('is compared with its own bookings, when a person decides that its day was closed', async () => {
    const { shop, id } = await exchanged();
    expect(ok(await decide(shop, id, true))).toMatchObject({
      state: 'agrees',
      terminal: { amount: 1000 },
      journal: { count: 1, amount: 1000 },
      differences: [],
    });
  });

  it('is not judged by the totals of the new machine', async () => {
    const { shop, id } = await exchanged();
    await shop.pay(70);
    const next = await shop.run();
    expect(next).toMatchObject({ state: 'agrees', journal: { amount: 70 } });
    expect((await find(shop, id)).state).toBe('unknown');
    expect(ok(await decide(shop, id, true))).toMatchObject({ state: 'agrees', journal: { amount: 1000 } });
    expect(await find(shop, next.id)).toMatchObject({ state: 'agrees', journal: { amount: 70 } });
  });

  /** Nobody could tell about the first day, and the terminal tells no sums beforehand. */
  async function undecidedDay() {
    const shop = await openShop();
    shop.day.features = [];
    await shop.pay(1000);
    shop.day.ending = 'lostDone';
    const first = await shop.run();
    shop.day.ending = 'done';
    await shop.pay(2000);
    return { shop, first };
  }

  it('keeps its payments in a later day of its own that is compared once more', async () => {
    const { shop, first } = await undecidedDay();
    countForeign(shop.day, shop.bridge.terminal, 333);
    const second = await shop.run();
    exchange(shop);
    ok(await decide(shop, first.id, true));
    expect(await find(shop, second.id)).toMatchObject({ terminal: { amount: 2333 }, journal: { amount: 2000 } });
  });

  it('puts no payment into the day of a new machine that has booked nothing', async () => {
    const { shop, first } = await undecidedDay();
    exchange(shop);
    shop.day.counted.length = 0;
    const second = await shop.run();
    expect(second).toMatchObject({ state: 'agrees', journal: { amount: 0 }, noted: [{ kind: 'terminalExchanged' }] });
    ok(await decide(shop, first.id, true));
    expect(await find(shop, second.id)).toMatchObject({ state: 'agrees', journal: { amount: 0 } });
  });
});
