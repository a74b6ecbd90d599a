/** The scheduled end of the business day: the machine does what it can alone, and waits for people where they are needed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  testClock,
  until,
} from '../doubles/bridge.fixture.ts';
import type { ZReport } from '../wire/zReports.ts';
import { cashOf } from './cash.fixture.ts';

const HOUR = 3_600_000;
/** Noon by the clock of the machine, on a day without a change of the clock. */
const NOON = new Date(2026, 10, 17, 12).getTime();

let bridge: TestBridge;
let manager: Client;
beforeAll(async () => {
  bridge = await startBridge({ clock: testClock(NOON), parts: { lookEvery: 20 } });
  manager = await bridge.staff('manager');
});
afterAll(closeAll);

/** Tokens do not live that long. */
async function later(hours: number) {
  bridge.clock.pass(hours * HOUR);
  manager = await bridge.staff('manager');
  return cashOf(manager);
}

const reports = async () => ok(await cashOf(manager).call<{ data: ZReport[] }>('GET', 'z-reports')).data;

it('waits for the count of a person, and is made by itself as soon as the cash is counted', async () => {
  let cash = cashOf(manager);
  const { next } = ok(await cash.call<{ next: string | null }>('PUT', 'day-ends/schedule', { at: '20:00' }));
  expect(next).not.toBeNull();
  const { shift } = await cash.open(10_000);
  const { id } = await manager.create(sale([item(900)]));
  ok(await manager.post(`/${id}/start/cash`, { amount_given: 900 }));
  await until(async () => (await cash.next()).schedule.at === '20:00' || null);
  // The time was set before it passes for the first time.
  await until(() => bridge.rows('SELECT 1 FROM z_due').length > 0 || null);
  cash = await later(9);
  await until(async () => (await cash.next()).schedule.waiting || null);
  expect(await reports()).toEqual([]);
  await cash.close(shift.id, 10_900);
  const [made] = await until(async () => ((await reports()).length > 0 ? reports() : null));
  expect(made).toMatchObject({ number: 1, by: null, turnover: { gross: 900 }, cash: { difference: 0 } });
  expect((await cash.next()).schedule.waiting).toBe(false);
});

it('that nobody made possible is contained in the next report, which names both days', async () => {
  let cash = cashOf(manager);
  const { shift } = await cash.open(10_900);
  const sell = async (amount: number) => {
    const { id } = await manager.create(sale([item(amount)]));
    ok(await manager.post(`/${id}/start/cash`, { amount_given: amount }));
  };
  cash = await later(15);
  await sell(100);
  cash = await later(24);
  await sell(200);
  await cash.close(shift.id, 11_200);
  const [late] = await until(async () => ((await reports()).length > 1 ? reports() : null));
  expect(late).toMatchObject({ number: 2, turnover: { gross: 300 }, lifetime: { before: 900, after: 1200 } });
  expect(late?.days).toHaveLength(2);
  expect(JSON.stringify(late?.receipt)).toContain('–');
});
