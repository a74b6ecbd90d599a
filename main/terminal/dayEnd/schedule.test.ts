/** The end-of-day that runs by itself: once a day, late when the bridge was off, and never silently not at all. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, ok, type Settings, testClock, until } from '../../doubles/bridge.fixture.ts';
import { terminalDay } from '../../doubles/countingTerminal.ts';
import { hold } from '../../doubles/hold.ts';
import type { DayEndPreview } from '../../wire/dayEnds.ts';
import { demoIds } from '../../world/demoIds.ts';
import { dayEnds, openShop, type TestShop } from './dayEnd.fixture.ts';

afterEach(closeAll);

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Noon on the wall of this machine. */
const noon = () => testClock(new Date(2026, 5, 10, 12, 0).getTime());
const at = (hours: number, minutes = 0) => new Date(2026, 5, 10, hours, minutes).getTime();

const put = (shop: TestShop, body: object) =>
  shop.till.ask<DayEndPreview['schedule']>('PUT', `${dayEnds}/schedule`, { body });
const count = async (shop: TestShop) => (await shop.list()).count;
const results = (shop: TestShop, wanted: number) =>
  until(async () => {
    const list = await shop.list();
    return list.count === wanted && list.data.every(({ state }) => state !== 'running') ? list.data : null;
  });

/** The schedule has been seen: what comes due from now on counts. */
const noticed = (shop: TestShop) => until(() => shop.bridge.rows('SELECT 1 FROM day_end_due').length);

/** How often the terminal was asked whether it is there. */
async function rounds(shop: TestShop) {
  const before = shop.bridge.rows<{ next_try: number }>('SELECT next_try FROM day_end_due')[0]?.next_try;
  await until(() => shop.bridge.rows<{ next_try: number }>('SELECT next_try FROM day_end_due')[0]?.next_try !== before);
}

async function scheduled(time: string, settings: Settings = {}) {
  const shop = await openShop({ ...settings, clock: noon() });
  ok(await put(shop, { at: time }));
  await noticed(shop);
  return shop;
}

describe('the schedule', () => {
  it('is empty unless configured, and is stored for all terminals or for one terminal, whose own time counts', async () => {
    const shop = await openShop({ clock: noon() });
    expect((await shop.preview()).schedule).toEqual({ at: null, next: null });
    expect(ok(await put(shop, { at: '22:00' })).at).toBe('22:00');
    const { schedule } = await shop.preview();
    expect([schedule.at, Date.parse(schedule.next ?? '')]).toEqual(['22:00', at(22)]);
    ok(await put(shop, { at: '21:30', device: demoIds.terminal }));
    expect((await shop.preview()).schedule.at).toBe('21:30');
    ok(await put(shop, { at: null, device: demoIds.terminal }));
    expect((await shop.preview()).schedule).toEqual({ at: null, next: null });
    ok(await put(shop, { at: '20:00' }));
    expect((await shop.preview()).schedule.at).toBe('20:00');
  });

  it('stands in the configuration, and the API is stronger', async () => {
    const shop = await openShop({ clock: noon(), config: { dayEnd: { at: '23:00' } } });
    expect((await shop.preview()).schedule.at).toBe('23:00');
    ok(await put(shop, { at: null }));
    expect((await shop.preview()).schedule.at).toBeNull();
  });

  it('stored for a till is that of its terminal', async () => {
    const shop = await openShop({ clock: noon() });
    ok(await put(shop, { at: '22:00', device: demoIds.till }));
    expect((await shop.preview()).schedule.at).toBe('22:00');
  });

  it.each([
    [['dayEndMode'], 'endOfDay automatic'],
    [[], 'endOfDay'],
  ] as const)('tells a terminal with the features %j that nobody asks, where it can be told', async (more, asked) => {
    const day = { ...terminalDay(), features: [...terminalDay().features, ...more] };
    const shop = await openShop({ clock: noon() }, day);
    ok(await put(shop, { at: '22:00' }));
    await noticed(shop);
    shop.bridge.clock.pass(10 * HOUR);
    await results(shop, 1);
    expect(day.asked).toContain(asked);
  });

  it('asks a terminal that refuses to hear who asks once more without it, in the same end-of-day', async () => {
    const day = { ...terminalDay(), features: [...terminalDay().features, 'dayEndMode' as const], refusesMode: true };
    const shop = await openShop({ clock: noon() }, day);
    await shop.pay(1000);
    ok(await put(shop, { at: '22:00' }));
    await noticed(shop);
    shop.bridge.clock.pass(10 * HOUR);
    expect(await results(shop, 1)).toMatchObject([{ state: 'agrees', journal: { amount: 1000 } }]);
    expect(day.asked.filter(task => task.startsWith('endOfDay'))).toEqual(['endOfDay automatic', 'endOfDay']);
  });

  it('refuses what is no time of a day', async () => {
    const shop = await openShop();
    for (const body of [{ at: '24:00' }, { at: '7:00' }, { at: '12:60' }, {}, { at: 5 }, { at: '12:00', device: 'x' }])
      expect((await put(shop, body)).status, JSON.stringify(body)).toBe(500);
  });

  it('is no business of a cashier', async () => {
    const shop = await openShop();
    const cashier = await shop.bridge.staff('cashier');
    const refused = await cashier.ask('PUT', `${dayEnds}/schedule`, { body: { at: '22:00' } });
    expect(refused.status).not.toBe(200);
  });
});

const states = async (shop: TestShop) => (await shop.list()).data.map(({ state }) => state);
const due = (shop: TestShop) => shop.bridge.rows<{ state: string }>('SELECT state FROM day_end_due')[0]?.state;
const sent = ({ day }: TestShop) => day.asked.filter(task => task === 'endOfDay').length;

const SHORT = { parts: { outcomeTimeout: 50 } };

describe('a scheduled end-of-day whose line breaks', () => {
  /** Begun at ten in the evening, and while the terminal is occupied nobody knows how it ended. */
  async function unknown(ending: 'lostDone' | 'lostUndone') {
    const shop = await scheduled('22:00', SHORT);
    const { terminal } = shop.bridge;
    await shop.pay(1000);
    shop.day.ending = ending;
    terminal.during = () => {
      terminal.occupied = true;
    };
    shop.bridge.clock.pass(10 * HOUR);
    await until(async () => (await states(shop))[0] === 'unknown');
    terminal.during = () => undefined;
    shop.day.ending = 'done';
    return shop;
  }

  it('and that did not take place is reported and tried again', async () => {
    const shop = await scheduled('22:00');
    await shop.pay(1000);
    shop.day.ending = 'lostUndone';
    shop.bridge.clock.pass(10 * HOUR);
    const [notice, broken] = await results(shop, 2);
    expect(broken).toMatchObject({ state: 'failed', journal: { amount: 1000 } });
    expect(notice).toMatchObject({ state: 'failed', transaction: null });
    expect(notice?.reason?.de).toContain('weiter versucht. Die Umsätze stehen noch im Terminal');
    expect(due(shop)).toBe('waiting');
    shop.day.ending = 'done';
    shop.bridge.clock.pass(10 * MINUTE);
    expect((await results(shop, 3))[0]).toMatchObject({ state: 'agrees', journal: { amount: 1000 } });
    await until(() => due(shop) === 'over');
  });

  it('every time is given up after two hours, and says so', async () => {
    const shop = await scheduled('22:00');
    await shop.pay(1000);
    shop.day.ending = 'lostUndone';
    shop.bridge.clock.pass(10 * HOUR);
    await results(shop, 2);
    shop.bridge.clock.pass(2 * HOUR);
    await until(() => due(shop) === 'over');
    const notice = (await shop.list()).data.find(({ transaction }) => transaction === null);
    expect(notice?.reason?.de).toContain('Bitte von Hand starten. Die Umsätze stehen noch im Terminal');
    expect(sent(shop)).toBe(2);
  });

  it('waits during an unknown outcome, and is done once the end-of-day is known to have taken place', async () => {
    const shop = await unknown('lostDone');
    expect(due(shop)).toBe('waiting');
    shop.bridge.terminal.occupied = false;
    await until(() => due(shop) === 'over');
    shop.bridge.clock.pass(10 * MINUTE);
    expect([await states(shop), sent(shop)]).toEqual([['agrees'], 1]);
  });

  it('waits during an unknown outcome, and is tried again once the end-of-day is known not to have taken place', async () => {
    const shop = await unknown('lostUndone');
    shop.bridge.clock.pass(10 * MINUTE);
    expect([await states(shop), due(shop), sent(shop)]).toEqual([['unknown'], 'waiting', 1]);
    shop.bridge.terminal.occupied = false;
    expect((await results(shop, 2)).map(({ state }) => state)).toEqual(['agrees', 'failed']);
    await until(() => due(shop) === 'over');
    expect(sent(shop)).toBe(2);
  });
});

describe('a scheduled end-of-day', () => {
  it('runs once a day at its time, for nobody', async () => {
    const shop = await scheduled('22:00');
    await shop.pay(1000);
    shop.bridge.clock.pass(10 * HOUR);
    const [first] = await results(shop, 1);
    expect(first).toMatchObject({ state: 'agrees', staff: null, journal: { amount: 1000 } });
    shop.bridge.clock.pass(HOUR);
    const next = (await shop.preview()).schedule.next ?? '';
    expect(Date.parse(next)).toBe(new Date(2026, 5, 11, 22).getTime());
    shop.bridge.clock.pass(23 * HOUR);
    await results(shop, 2);
  });

  it('does not run for a time that had passed when it was set', async () => {
    const shop = await scheduled('11:59');
    expect(await count(shop)).toBe(0);
    shop.bridge.clock.pass(24 * HOUR);
    await results(shop, 1);
  });

  it('stores and publishes a blocker, tries again every ten minutes, and runs when the blocker is gone', async () => {
    const shop = await scheduled('22:00');
    shop.bridge.terminal.reachable = false;
    shop.bridge.clock.pass(10 * HOUR);
    const [blocked] = await results(shop, 1);
    expect(blocked).toMatchObject({
      state: 'failed',
      staff: null,
      transaction: null,
      noted: [{ kind: 'terminalUnreachable', stops: true }],
    });
    expect(blocked?.reason?.de).toContain('nicht erreichbar');
    shop.bridge.clock.pass(10 * MINUTE);
    await rounds(shop);
    expect(await count(shop)).toBe(1);
    shop.bridge.terminal.reachable = true;
    shop.bridge.clock.pass(10 * MINUTE);
    const [done] = await results(shop, 2);
    expect(done?.state).toBe('agrees');
  });

  it('runs while the outcome of an older end-of-day is unknown, at a terminal that answers without evidence', async () => {
    const shop = await scheduled('22:00', SHORT);
    await shop.pay(1000);
    shop.day.ending = 'lostDone';
    shop.bridge.terminal.during = () => {
      shop.bridge.terminal.occupied = true;
    };
    expect((await shop.run()).state).toBe('unknown');
    shop.bridge.clock.pass(10 * HOUR);
    const [notice, older] = await results(shop, 2);
    expect(older?.state).toBe('unknown');
    expect(notice).toMatchObject({
      state: 'failed',
      transaction: null,
      noted: [{ kind: 'terminalBusy', stops: true }],
    });
    expect(due(shop)).toBe('waiting');
  });

  it('runs also where an older outcome is known only after its time', async () => {
    const shop = await scheduled('22:00', SHORT);
    const { terminal } = shop.bridge;
    await shop.pay(1000);
    shop.day.ending = 'lostDone';
    terminal.during = () => {
      terminal.occupied = true;
    };
    const older = await shop.run();
    Object.assign(terminal, { during: () => undefined });
    shop.day.ending = 'done';
    shop.bridge.clock.pass(10 * HOUR);
    await results(shop, 2);
    terminal.occupied = false;
    await until(async () => (await states(shop))[1] === 'agrees');
    expect(Date.parse((await shop.preview()).since ?? '')).toBe(Date.parse(older.started));
    shop.bridge.clock.pass(10 * MINUTE);
    expect((await results(shop, 3)).map(({ state }) => state)).toEqual(['agrees', 'failed', 'agrees']);
    await until(() => due(shop) === 'over');
    expect(sent(shop)).toBe(2);
  });

  it('is not put off by a clock that had run ahead and was set back', async () => {
    const shop = await scheduled('22:00');
    shop.bridge.clock.pass(10 * HOUR);
    await results(shop, 1);
    // A year ahead and back: it is noted as missed at most, and runs on.
    shop.bridge.clock.pass(365 * 24 * HOUR);
    await results(shop, 2);
    shop.bridge.clock.pass(-365 * 24 * HOUR);
    await until(() => shop.bridge.rows("SELECT 1 FROM day_end_due WHERE day < '2026-06-12'").length);
    shop.bridge.clock.pass(24 * HOUR);
    const [last] = await results(shop, 3);
    expect(last?.state).toBe('agrees');
  });

  it('runs tonight when the clock had shown the night for a moment', async () => {
    const shop = await scheduled('22:00');
    shop.bridge.clock.pass(15 * HOUR);
    const [missed] = await results(shop, 1);
    expect(missed?.state).toBe('failed');
    shop.bridge.clock.pass(-15 * HOUR);
    await until(() => shop.bridge.rows("SELECT 1 FROM day_end_due WHERE day = '2026-06-09'").length);
    shop.bridge.clock.pass(10 * HOUR);
    expect((await results(shop, 2))[0]?.state).toBe('agrees');
  });

  it('that could not run is not made up for in the middle of the next day', async () => {
    const shop = await scheduled('22:00');
    shop.bridge.terminal.reachable = false;
    shop.bridge.clock.pass(10 * HOUR);
    await results(shop, 1);
    await shop.bridge.close();
    shop.bridge.terminal.reachable = true;
    shop.bridge.clock.pass(13 * HOUR);
    const again = await shop.restart();
    await until(() => again.bridge.rows("SELECT 1 FROM day_end_due WHERE state = 'over'").length);
    const [only, ...others] = (await again.list()).data;
    expect([only?.state, others]).toEqual(['failed', []]);
    expect(only?.reason?.de).toContain('von Hand');
  });

  it('after a crash is neither begun a second time nor called missed while its outcome is unknown', async () => {
    const shop = await scheduled('22:00');
    await shop.pay(1000);
    Object.assign(shop.day, { features: [], ending: 'lostDone' });
    const held = hold(shop.bridge.terminal);
    shop.bridge.clock.pass(10 * HOUR);
    await held.arrived;
    const crashed = await shop.crash();
    held.release();
    await shop.bridge.close();
    await until(() => crashed.bridge.rows('SELECT 1 FROM day_end_result WHERE person = 1').length);
    shop.day.ending = 'done';
    const sent = () => crashed.day.asked.filter(task => task === 'endOfDay');
    crashed.bridge.clock.pass(3 * HOUR);
    await until(() => crashed.bridge.rows("SELECT 1 FROM day_end_due WHERE state = 'over'").length);
    expect(sent()).toHaveLength(1);
    expect(await states(crashed)).toEqual(['unknown']);
  });

  it('does not run again after a person has closed the day by hand', async () => {
    const shop = await scheduled('22:00');
    shop.bridge.terminal.reachable = false;
    shop.bridge.clock.pass(10 * HOUR);
    await results(shop, 1);
    shop.bridge.terminal.reachable = true;
    ok(await shop.ask(await shop.bridge.client()));
    shop.bridge.clock.pass(10 * MINUTE);
    await until(() => shop.bridge.rows("SELECT 1 FROM day_end_due WHERE state = 'over'").length);
    expect(await count(shop)).toBe(2);
  });

  it('is given up after two hours, and says so', async () => {
    const shop = await scheduled('22:00');
    shop.bridge.terminal.reachable = false;
    shop.bridge.clock.pass(10 * HOUR);
    await results(shop, 1);
    shop.bridge.clock.pass(2 * HOUR);
    await rounds(shop);
    const given = await until(async () => {
      const [only] = (await shop.list()).data;
      return only?.reason?.de.includes('von Hand') ? only : null;
    });
    expect(given.noted).toMatchObject([{ kind: 'terminalUnreachable' }]);
    expect(shop.bridge.rows('SELECT state FROM day_end_due')).toEqual([{ state: 'over' }]);
  });

  it('missed while the bridge was off, it runs at the next start', async () => {
    const shop = await scheduled('22:00');
    await shop.pay(1000);
    await shop.bridge.close();
    shop.bridge.clock.pass(13 * HOUR);
    const again = await shop.restart();
    expect((await results(again, 1))[0]).toMatchObject({ state: 'agrees', journal: { amount: 1000 } });
  });

  it('missed for more than four hours, it is noted', async () => {
    const shop = await scheduled('22:00');
    await shop.pay(1000);
    await shop.bridge.close();
    shop.bridge.clock.pass(15 * HOUR);
    const again = await shop.restart();
    const [missed] = await results(again, 1);
    expect(missed).toMatchObject({ state: 'failed', transaction: null });
    expect(missed?.reason?.de).toContain('ausgefallen');
    expect(missed?.reason?.en).toContain('was missed');
    expect((await again.preview()).journal.amount).toBe(1000);
  });
});
