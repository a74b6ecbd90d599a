/** An end-of-day with an unknown outcome: decided when the terminal answers, after a crash, or by a person. */
import { afterEach, describe, expect, it } from 'vitest';
import { flow } from '../../checkout/flow.ts';
import { WAITS } from '../../domain/denialWait.ts';
import { closeAll, item, ok, sale, testClock, until } from '../../doubles/bridge.fixture.ts';
import { slip } from '../../doubles/countingTerminal.ts';
import { hold } from '../../doubles/hold.ts';
import { cashier, testWorld } from '../../doubles/world.fixture.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { dayEnds, openShop, type Refused, type TestShop } from './dayEnd.fixture.ts';
import { keepSlip } from './dayEndRecord.ts';
import { run } from './index.ts';
import { decide, newest, occupyDuring, settled } from './reconciliation.fixture.ts';
import { createDayEndWatch } from './watch.ts';

afterEach(closeAll);

describe('a line that breaks during the end-of-day', () => {
  it('which took place: the empty totals show it, and the totals before are compared', async () => {
    const shop = await openShop();
    const paid = await shop.pay(1000);
    shop.day.ending = 'lostDone';
    const done = await shop.run();
    expect(done).toMatchObject({ state: 'agrees', terminal: { count: 1, amount: 1000 }, journal: { amount: 1000 } });
    expect(done.reason?.de).toContain('hat stattgefunden');
    expect(await shop.till.read(done.transaction ?? '')).toMatchObject({ status: 'ok' });
    expect((await shop.till.post<Refused>(`/${paid.receipt_number}/canceltrx`)).body.code).toBe(1031);
    expect((await shop.preview()).journal.count).toBe(0);
  });

  it('which did not take place: the day goes on', async () => {
    const shop = await openShop();
    const paid = await shop.pay(1000);
    shop.day.ending = 'lostUndone';
    const done = await shop.run();
    expect(done).toMatchObject({ state: 'failed', terminal: null });
    expect(await shop.till.read(done.transaction ?? '')).toMatchObject({ status: 'failed' });
    expect((await shop.preview()).journal.amount).toBe(1000);
    ok(await shop.till.post<SmartTransaction>(`/${paid.receipt_number}/canceltrx`));
  });

  it('which is still demanded did not take place', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    shop.day.ending = 'lostUndone';
    shop.day.requiresDayEnd = true;
    expect((await shop.run()).state).toBe('failed');
  });

  it('is pending while the terminal does not answer, and found out as soon as it does', async () => {
    const shop = await openShop({ parts: { outcomeTimeout: 50 } });
    await shop.pay(1000);
    shop.day.ending = 'lostDone';
    occupyDuring(shop);
    const open = await shop.run();
    expect(open).toMatchObject({ state: 'unknown', ended: null });
    expect(await shop.till.read(open.transaction ?? '')).toMatchObject({ status: 'pending' });
    shop.bridge.terminal.occupied = false;
    expect(await settled(shop)).toMatchObject({ id: open.id, state: 'agrees' });
  });

  it('the operation of the specification answers pending, too', async () => {
    const shop = await openShop({ parts: { outcomeTimeout: 50 } });
    shop.day.ending = 'lostDone';
    await shop.pay(10);
    occupyDuring(shop);
    expect(ok(await shop.till.post<SmartTransaction>('/me/endOfDay')).status).toBe('pending');
  });
});

describe('time', () => {
  it('calls a person after five minutes without an answer, and the terminal is asked on', async () => {
    const clock = testClock();
    const shop = await openShop({ clock, parts: { outcomeTimeout: 50 } });
    await shop.pay(1000);
    shop.day.ending = 'lostDone';
    occupyDuring(shop);
    const open = await shop.run();
    expect([open.state, open.needs_person]).toEqual(['unknown', undefined]);
    clock.pass(5 * 60_000);
    const called = await until(async () => {
      const found = await newest(shop);
      return found.needs_person ? found : null;
    });
    expect(called).toMatchObject({ state: 'unknown', ended: null, next: { path: `${dayEnds}/${open.id}/verdict` } });
    expect(called.reason?.en).toContain('Turnover of the terminal before: 10.00 EUR (1). Turnover since: it does not');
    shop.bridge.terminal.occupied = false;
    expect(await settled(shop)).toMatchObject({ state: 'agrees', needs_person: false, next: null });
  });

  it('calls a person also where the terminal is away since a restart', async () => {
    const clock = testClock();
    const shop = await openShop({ clock, parts: { outcomeTimeout: 50 } });
    await shop.pay(1000);
    shop.day.ending = 'lostDone';
    occupyDuring(shop);
    await shop.run();
    shop.bridge.terminal.reachable = false;
    const again = await shop.restart();
    clock.pass(5 * 60_000);
    expect(await until(async () => ((await newest(again)).needs_person ? newest(again) : null))).toMatchObject({
      state: 'unknown',
    });
  });

  it('is given to a terminal that says ready while it closes its day: it is not called open', async () => {
    const clock = testClock();
    const shop = await openShop({ clock, parts: { outcomeTimeout: 50, waits: WAITS } });
    await shop.pay(1000);
    shop.day.ending = 'lostUndone';
    expect((await shop.run()).state).toBe('unknown');
    shop.day.counted.length = 0;
    expect(await settled(shop)).toMatchObject({ state: 'agrees', terminal: { amount: 1000 } });
  });

  it('is over when a terminal cannot be at work any more: then the day is open', async () => {
    const clock = testClock();
    const shop = await openShop({ clock, parts: { outcomeTimeout: 50, waits: WAITS } });
    await shop.pay(1000);
    shop.day.ending = 'lostUndone';
    expect((await shop.run()).state).toBe('unknown');
    clock.pass(WAITS.take + WAITS.host);
    expect(await settled(shop)).toMatchObject({ state: 'failed', journal: { amount: 1000 } });
  });
});

describe('the slip of the terminal', () => {
  const texts = (lines: readonly unknown[]) => JSON.stringify(lines);
  const often = (lines: readonly unknown[], text: string) => texts(lines).split(text).length - 1;
  const SLIP = 'Summe des Terminals 1000';

  /** Slip and comparison, each once, in the result and in its Smart Transaction. */
  async function isWhole(shop: TestShop, { receipt, transaction }: DayEnd) {
    expect([often(receipt, SLIP), often(receipt, 'Abgleich Kassenschnitt')], texts(receipt)).toEqual([1, 1]);
    expect(texts(receipt).indexOf(SLIP)).toBeLessThan(texts(receipt).indexOf('Abgleich'));
    expect(texts(receipt)).toContain('stimmen überein');
    expect((await shop.till.read(transaction ?? '')).receipt).toEqual(receipt);
  }

  it('is kept when the line breaks behind it, with the comparison below', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    shop.day.ending = 'lostDone';
    await isWhole(shop, await shop.run());
  });

  it('is kept while the outcome is unknown', async () => {
    const shop = await openShop();
    shop.day.features = [];
    await shop.pay(1000);
    shop.day.ending = 'lostDone';
    const open = await shop.run();
    expect([open.state, often(open.receipt, SLIP)]).toEqual(['unknown', 1]);
    const decided = ok(await decide(shop, open.id, false));
    expect([often(decided.receipt, SLIP), often(decided.receipt, 'Kein Kassenschnitt')]).toEqual([1, 1]);
    expect(texts(decided.receipt)).not.toContain('Ausgang unbekannt');
    expect(often((await shop.till.read(open.transaction ?? '')).receipt ?? [], SLIP)).toBe(1);
  });

  it('is kept when the bridge is killed behind it', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    const printed = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    shop.day.printed = () => {
      printed.resolve();
      return gate.promise;
    };
    const running = shop.run();
    await printed.promise;
    const again = await shop.crash();
    await isWhole(again, (await settled(again)) as DayEnd);
    gate.resolve();
    await running;
  });

  it('is kept when the driver fails behind it', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    shop.day.printed = () => {
      throw new Error('a defect of the driver');
    };
    await isWhole(shop, await shop.run());
  });

  it('is kept when it arrives after the outcome', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    const late: (() => unknown)[] = [];
    shop.day.printed = ({ onSlip }) => void late.push(() => onSlip?.(slip('one more')));
    const { id } = await shop.run();
    expect(await Promise.all(late.map(print => print()))).toEqual([true]);
    expect(often(ok(await shop.till.ask<DayEnd>('GET', `${dayEnds}/${id}`)).receipt, 'one more')).toBe(1);
  });
});

describe('a terminal that cannot tell', () => {
  /** It prints, but neither sums nor an emptied memory give it away. */
  async function undecided() {
    const shop = await openShop();
    shop.day.features = [];
    const paid = await shop.pay(1000);
    shop.day.ending = 'lostDone';
    const open = await shop.run();
    expect(open).toMatchObject({ state: 'unknown', ended: null });
    expect(open.reason?.de).toContain('Bitte auf seinem Beleg nachsehen');
    expect(open.reason?.de).toContain('Umsätze im Terminal davor: nicht genannt');
    const next = { method: 'POST', path: `${dayEnds}/${open.id}/verdict` };
    expect(open).toMatchObject({ needs_person: true, next });
    expect((await shop.till.read(open.transaction ?? '')).outcome).toMatchObject({ result: 'unknown', next });
    return { shop, paid, open };
  }

  it('leaves it to a person: it took place', async () => {
    const { shop, paid, open } = await undecided();
    const decided = ok(await decide(shop, open.id, true));
    expect(decided).toMatchObject({ state: 'differs', terminal: null, journal: { amount: 1000 } });
    expect(decided.reason?.de).toBe(
      'entschieden von demo-client. Das Terminal hat keine Summen genannt. Bitte mit seinem Beleg vergleichen.',
    );
    expect(decided.needs_person).toBe(false);
    expect((await shop.till.post<Refused>(`/${paid.receipt_number}/canceltrx`)).body.code).toBe(1031);
  });

  it('leaves it to a person: it did not', async () => {
    const { shop, open } = await undecided();
    expect(ok(await decide(shop, open.id, false)).state).toBe('failed');
    expect((await shop.preview()).journal.amount).toBe(1000);
    expect((await decide(shop, open.id, true)).body.code).toBe(1185);
  });

  it('a cashier may not decide', async () => {
    const { shop, open } = await undecided();
    const cashier = await shop.bridge.staff('cashier');
    const refused = await cashier.ask('POST', `${dayEnds}/${open.id}/verdict`, { body: { took_place: true } });
    expect(refused.status).not.toBe(200);
  });

  it('or to the next end-of-day, whose totals show the beginning of its day', async () => {
    const { shop, open } = await undecided();
    shop.day.ending = 'done';
    await shop.pay(70);
    const next = await shop.run();
    expect(next).toMatchObject({ state: 'agrees', journal: { count: 1, amount: 70 } });
    const first = ok(await shop.till.ask<DayEnd>('GET', `${dayEnds}/${open.id}`));
    expect(first.state).toBe('differs');
    expect(await shop.till.read(open.transaction ?? '')).toMatchObject({ status: 'ok' });
  });

  it('and when the next end-of-day closes both days, the first did not take place', async () => {
    const { shop, open } = await undecided();
    shop.day.ending = 'done';
    shop.day.counted.push({ receipt: 1, cardType: 'girocard', amount: 1000 });
    await shop.pay(70);
    expect(await shop.run()).toMatchObject({ state: 'agrees', journal: { count: 2, amount: 1070 } });
    expect(ok(await shop.till.ask<DayEnd>('GET', `${dayEnds}/${open.id}`)).state).toBe('failed');
  });
});

describe('a bridge that is killed during the end-of-day', () => {
  it('finds out at the next start that it did not take place', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    const { arrived, release } = hold(shop.bridge.terminal);
    const running = shop.run();
    await arrived;
    const again = await shop.crash();
    const found = await settled(again);
    expect(found).toMatchObject({ state: 'failed', journal: { amount: 1000 } });
    expect(await again.till.read(found.transaction ?? '')).toMatchObject({ status: 'failed' });
    release();
    await running;
  });

  it('finds out at the next start that it took place', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    const { arrived, release } = hold(shop.bridge.terminal);
    const running = shop.run();
    await arrived;
    shop.bridge.terminal.occupied = true;
    const again = await shop.crash();
    expect((await newest(again)).state).toBe('unknown');
    release();
    expect((await running).state).toBe('agrees');
    again.bridge.terminal.occupied = false;
    expect(await settled(again)).toMatchObject({ state: 'agrees', terminal: { amount: 1000 } });
  });

  it('does not ask again about a settled end-of-day', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    const done = await shop.run();
    const again = await shop.restart();
    expect(await newest(again)).toEqual(done);
    expect((await again.preview()).journal.count).toBe(0);
  });
});

describe('a disk that cannot be written at the end', () => {
  it('leaves it open, and it is found out once it can be written again', async () => {
    let full = false;
    const { world, db, memory } = await testWorld({
      write: write => job => (full ? Promise.reject(new Error('the disk is full')) : write(job)),
    });
    const { id } = await flow.create(world, cashier, sale([item(1000)]));
    await flow.start(world, cashier, id, 'cashless', {});
    memory.during = () => {
      full = true;
    };
    await expect(run(world, cashier, 'me')).rejects.toThrow('the disk is full');
    const [open] = world.dayEnds.allOpen();
    expect(open?.document.state).toBe('running');
    full = false;
    const watch = createDayEndWatch(world);
    const found = await until(() => {
      watch.look();
      const present = world.dayEnds.find(cashier.merchant, open?.document.id ?? '');
      return present?.document.state === 'agrees' ? present.document : null;
    });
    expect(found).toMatchObject({ terminal: { amount: 1000 }, journal: { amount: 1000 } });
    await db.close();
  });

  it('takes no slip: the terminal hears that it was not printed', async () => {
    let full = false;
    const { world, db } = await testWorld({
      write: write => job => (full ? Promise.reject(new Error('the disk is full')) : write(job)),
    });
    const { id } = await run(world, cashier, 'me');
    const record = world.dayEnds.find(cashier.merchant, id);
    if (!record) throw new Error('there is no end-of-day');
    full = true;
    expect(await keepSlip(world, record, slip('one more'))).toBe(false);
    full = false;
    expect(await keepSlip(world, record, slip('one more'))).toBe(true);
    await db.close();
  });
});
