/** A client that lost the answer to a count, a Z report or an opening of the drawer sends again under its key: done once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { piecesOf } from '../../cash/cash.fixture.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import type { CountAnswer } from '../../wire/cash.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import { demoIds } from '../../world/demoIds.ts';

let bridge: TestBridge;
let manager: Client;
beforeAll(async () => {
  bridge = await startBridge();
  manager = await bridge.staff('manager');
});
afterAll(closeAll);

const under = <T>(key: string, path: string, body: object) =>
  manager.ask<T>('POST', `/bridge/v1/${path}`, { body, headers: { 'idempotency-key': key } });
const rowsOf = (table: string) => bridge.rows(`SELECT 1 FROM ${table}`).length;

/** Asks twice, and then for something else under the same key. */
async function twice<T = CountAnswer>(path: string, body: object, table: string, made = 1): Promise<T> {
  const before = rowsOf(table);
  const key = `twice ${path}`;
  const [first, again] = [await under<T>(key, path, body), await under<T>(key, path, body)];
  expect([first.status, again.status], first.text).toEqual([200, 200]);
  expect(again.text).toBe(first.text);
  expect(rowsOf(table)).toBe(before + made);
  expect((await under(key, path, { ...body, reason: 'something else' })).body).toMatchObject({ code: 1050 });
  expect(rowsOf(table)).toBe(before + made);
  return first.body;
}

it('opens the drawer, counts and closes the day once', async () => {
  await twice('drawer-openings', { reason: 'change' }, 'drawer_opening');
  await twice('shifts/count', { pieces: piecesOf(500) }, 'cash_shift');
  const { shift } = await twice('shifts', { pieces: piecesOf(700) }, 'cash_shift');
  const to = { pieces: piecesOf(800), username: 'cashier@demo.example', pin: '1111' };
  const next = (await twice(`shifts/${shift.id}/hand-over`, to, 'cash_shift')).shift;
  // Each count books its difference; a second one would find none and say so.
  expect((await twice(`shifts/${next.id}/close`, { pieces: piecesOf(900) }, 'cash_movement')).count.difference).toBe(
    100,
  );
  const again = { pieces: piecesOf(1000), reason: 'a note lay below' };
  const { shift: recounted } = await twice(`shifts/${next.id}/recount`, again, 'cash_movement');
  expect(recounted.counts).toHaveLength(2);
  await twice('z-reports', {}, 'z_report');
});

it('keeps nothing of a PIN with the key, which whoever has the file could try out', async () => {
  const { shift } = ok(await under<CountAnswer>('float', 'shifts', { pieces: piecesOf(0) }));
  const hand = (pin: string) =>
    under(`pin ${pin}`, `shifts/${shift.id}/hand-over`, { pieces: piecesOf(0), username: 'nobody@demo.example', pin });
  for (const pin of ['1111', '2222']) expect((await hand(pin)).status).toBe(405);
  const kept = await until(() => {
    const rows = bridge.rows<{ fingerprint: string }>("SELECT fingerprint FROM request_key WHERE key LIKE 'pin %'");
    return rows.length === 2 ? rows : null;
  });
  expect(kept[0]?.fingerprint).toBe(kept[1]?.fingerprint);
  ok(await under<CountAnswer>('end', `shifts/${shift.id}/close`, { pieces: piecesOf(0) }));
});

it('makes no second Z report where the bridge ended before it could keep its answer', async () => {
  const { id } = await manager.create(sale([item(100)]));
  ok(await manager.post(`/${id}/start/cash`));
  ok(await under('count', 'shifts/count', { pieces: piecesOf(1100) }));
  ok(await under('lost', 'z-reports', {}));
  const made = rowsOf('z_report');
  await until(() => bridge.rows("SELECT 1 FROM request_key WHERE key = 'lost' AND status = 200").length > 0);
  const [key] = bridge.rows<{ changes: string }>("SELECT changes FROM request_key WHERE key = 'lost'");
  expect(JSON.parse(key?.changes ?? '[]')).toMatchObject([{ object: 'cash.zReports', type: 'added' }]);
  bridge.alter("UPDATE request_key SET status = NULL, headers = NULL, body = NULL WHERE key = 'lost'");
  expect(await under('lost', 'z-reports', {})).toMatchObject({ status: 409, body: { code: 1050 } });
  expect(rowsOf('z_report')).toBe(made);
});

it('closes the day of a terminal once, and tells of the same one where the bridge ended before it could keep its answer', async () => {
  const path = `terminals/${demoIds.terminal}/day-end`;
  const { id } = await twice<DayEnd>(path, {}, 'day_end_result');
  const key = `twice ${path}`;
  await until(() => bridge.rows(`SELECT 1 FROM request_key WHERE key = '${key}' AND status = 200`).length > 0);
  bridge.alter(`UPDATE request_key SET status = NULL, headers = NULL, body = NULL WHERE key = '${key}'`);
  expect(ok(await under<DayEnd>(key, path, {}))).toMatchObject({ id, state: 'agrees' });
  expect(bridge.terminal.commands.filter(({ name }) => name === 'endOfDay')).toHaveLength(1);
});

it('tells how an end-of-day ended whose end was open when it was first answered', async () => {
  const path = `terminals/${demoIds.terminal}/day-end`;
  const { id } = ok(await under<DayEnd>('open', path, {}));
  await until(() => bridge.rows("SELECT 1 FROM request_key WHERE key = 'open' AND status = 200").length > 0);
  const body = Buffer.from(JSON.stringify({ id, state: 'unknown' })).toString('hex');
  bridge.alter(`UPDATE request_key SET body = X'${body}' WHERE key = 'open'`);
  expect(ok(await under<DayEnd>('open', path, {}))).toMatchObject({ id, state: 'agrees' });
});

it('parks a basket, makes an invoice, and hands cards and vouchers out once', async () => {
  const parked = await manager.create(sale([item(250)]));
  await twice('parked', { transaction: parked.id }, 'parked_basket');
  await twice(`parked/${parked.id}/take`, {}, 'parked_basket', -1);
  const sold = await manager.create(sale([item(300)]));
  ok(await manager.post(`/${sold.id}/start/cash`));
  const recipient = { name: 'Ada', street: 'Ring 1', zip: '10115', city: 'Berlin' };
  await twice(`sales/${sold.id}/invoices`, { recipient }, 'invoice');
  const { groups } = ok(await manager.ask<{ groups: { id: string }[] }>('GET', '/bridge/v1/counter/card-groups'));
  await twice('counter/cards', { cardgroup: groups[0]?.id }, 'merchant_card');
  const effect = { type: 'amount', amount: 500 };
  await twice('loyalty/vouchers', { name: 'Gift', code: 'ONCE-ONLY', effect }, 'voucher');
  await twice('loyalty/vouchers/many', { count: 2, name: 'Gifts', effect }, 'voucher', 2);
  await twice('loyalty/customers', { display_name: 'Ada' }, 'loyalty_customer');
});
