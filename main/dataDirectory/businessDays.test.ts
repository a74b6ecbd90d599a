/** The start of the day of a shop: it holds from now on, and earlier records follow when somebody rebuilds them. */
import { afterAll, expect, it } from 'vitest';
import { closeAll, item, ok, sale, startBridge, type TestBridge, testClock } from '../doubles/bridge.fixture.ts';
import type { ReportAnswer } from '../wire/office/reports.ts';
import { rebuildBusinessDays } from './businessDays.ts';

afterAll(closeAll);

async function dayStart(bridge: TestBridge, start: string): Promise<void> {
  const manager = await bridge.staff('manager');
  const { headers } = await manager.ask('GET', '/bridge/v1/shop');
  const body = { timeZone: 'Europe/Berlin', dayStart: start };
  ok(await manager.ask('PUT', '/bridge/v1/shop', { body, headers: { 'if-match': headers.get('etag') ?? '' } }));
}

async function sell(bridge: TestBridge): Promise<void> {
  const client = await bridge.client();
  const { id } = await client.create(sale([item(500)]));
  ok(await client.post(`/${id}/start/cash`));
}

const days = (bridge: TestBridge) =>
  bridge.rows("SELECT business_day AS day, sent_day AS sent FROM queue_record WHERE kind = 'sale' ORDER BY number");

async function turnoverOf(bridge: TestBridge, day: string): Promise<unknown> {
  const manager = await bridge.staff('manager');
  const path = `/bridge/v1/reports/turnover?from=${day}&to=${day}&by=day`;
  return ok(await manager.ask<ReportAnswer>('GET', path)).total.turnover;
}

it('counts for what is sold from then on; earlier records keep their day until it is made anew, and what was sent keeps both', async () => {
  const bridge = await startBridge({ clock: testClock(Date.parse('2027-06-13T01:30:00+02:00')) });
  await dayStart(bridge, '00:00');
  await sell(bridge);
  await dayStart(bridge, '04:00');
  await sell(bridge);
  await sell(bridge);
  expect(days(bridge)).toMatchObject([{ day: '2027-06-13' }, { day: '2027-06-12' }, { day: '2027-06-12' }]);
  expect(await turnoverOf(bridge, '2027-06-12')).toBe(1000);
  const list = ok(await (await bridge.staff('manager')).ask<{ today: string }>('GET', '/bridge/v1/reports'));
  expect(list.today).toBe('2027-06-12');

  await bridge.close();
  // The back office has confirmed the first record.
  const [first] = bridge.rows<{ till: string; epoch: number; sequence: number }>(
    "SELECT till, epoch, sequence FROM queue_record WHERE kind = 'sale' ORDER BY number LIMIT 1",
  );
  bridge.alter(
    `INSERT INTO office_delivery (till, epoch, confirmed, batch, hash) VALUES ('${first?.till}', ${first?.epoch}, ${first?.sequence}, 1, '')`,
  );
  const said: string[] = [];
  expect(await rebuildBusinessDays(bridge.data, line => said.push(line))).toBe(0);
  expect(said.join()).toContain('1 of 3 records are on another business day now');
  const again = await bridge.restart();
  expect(days(again)).toEqual([
    { day: '2027-06-12', sent: '2027-06-13' },
    { day: '2027-06-12', sent: null },
    { day: '2027-06-12', sent: null },
  ]);
  expect(await turnoverOf(again, '2027-06-12')).toBe(1500);
});
