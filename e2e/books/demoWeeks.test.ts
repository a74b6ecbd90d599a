/** The prepared weeks of the demo: gone on with day by day they are those played in one go, and each copy is an installation of its own. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { weeksBefore } from '../../main/demo/history/weeks.ts';
import { copyWeeks, goesOn, play, playWeeks } from '../../main/demoHistory.ts';
import { closeAll, signedIn, startBridge } from '../../main/doubles/bridge.fixture.ts';
import { readDirectory } from '../../main/store/directory.ts';
import { demoIds } from '../../main/world/demoIds.ts';

const zoneBefore = process.env.TZ;
// The clock changes in the night before the third day.
process.env.TZ = 'Europe/Berlin';
const TODAY = new Date(2026, 9, 27, 9).getTime();
const place = mkdtempSync(join(tmpdir(), 'tillbridge-weeks-'));
const folder = (name: string): string => join(place, name);

beforeAll(async () => {
  await play(folder('at once'), weeksBefore(TODAY, 4), null);
  await play(folder('before'), weeksBefore(new Date(2026, 9, 25, 9).getTime(), 2), null);
  await playWeeks(folder('gone on'), TODAY, folder('before'));
}, 300_000);
afterAll(async () => {
  await closeAll();
  // Files of tests share their process.
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

/** Every id is random, and so are the numbers of cards and the codes of vouchers: all the rest has to be the same. */
const SAME = {
  sales: `SELECT receipt_number, state, created, json_extract(document, '$.basket_info.sum') AS sum,
      json_extract(document, '$.payment_method') AS method, json_array_length(document, '$.basket.products') AS lines
    FROM smart_transaction ORDER BY created, receipt_number`,
  zReports: `SELECT number, made, opening, counted, lifetime, json_extract(document, '$.turnover') AS turnover
    FROM z_report ORDER BY made, number, lifetime`,
  movements: 'SELECT kind, amount, at FROM cash_movement ORDER BY at, kind, amount',
  shifts:
    "SELECT number, state, json_extract(document, '$.difference') AS difference FROM cash_shift ORDER BY opened, number, difference",
  parked: 'SELECT count(*) AS count, max(note) AS note FROM parked_basket',
  dayEnds: 'SELECT count(*) AS count FROM day_end_result',
} as const;

function rowsOf(data: string, sql: string): readonly unknown[] {
  const sqlite = new Sqlite(join(data, 'tillbridge.db'), { readonly: true });
  try {
    return sqlite.prepare(sql).all();
  } finally {
    sqlite.close();
  }
}

it.each(Object.entries(SAME))(
  'has the same %s, played in one go or day by day over the change of the clock',
  (_, sql) => {
    const rows = rowsOf(folder('at once'), sql);
    expect(rows.length).toBeGreaterThan(0);
    expect(rowsOf(folder('gone on'), sql)).toEqual(rows);
  },
);

it('remembers its first and its last day', () => {
  const ending = JSON.parse(readFileSync(join(folder('gone on'), 'weeks.json'), 'utf8'));
  expect(ending).toMatchObject({ timeZone: 'Europe/Berlin', first: '2026-10-23', last: '2026-10-26' });
});

it('goes on with weeks of the same time zone that ended before today, and plays all others anew', () => {
  const yesterday = { first: 28, last: 1 };
  expect(goesOn('Europe/Berlin', yesterday)).toBe(true);
  expect(goesOn('Europe/Berlin', { first: 42, last: 15 })).toBe(true);
  expect(goesOn('Europe/Berlin', { first: 43, last: 16 })).toBe(false);
  expect(goesOn('Europe/Berlin', { first: 27, last: 0 })).toBe(false);
  expect(goesOn('UTC', yesterday)).toBe(false);
});

it('gives two demos that know nothing of each other', async () => {
  const installations = [];
  for (const name of ['one', 'two']) {
    await copyWeeks(folder('gone on'), folder(name));
    const bridge = await startBridge({ data: folder(name) });
    const health = await fetch(`${bridge.url}/healthz`);
    expect(await health.json()).toMatchObject({ status: 'ok', risks: [] });
    expect(bridge.rows('SELECT 1 FROM queue_epoch')).toEqual([]);
    // The first sign-in finds an empty till, and no sale of yesterday.
    const person = { grant_type: 'appuser', username: 'cashier@demo.example', password: '1111', device: demoIds.till };
    const till = await signedIn(bridge.ask, 'demo-client', 'demo-secret', person);
    expect((await till.ask<{ transaction: object | null }>('GET', '/bridge/v1/till')).body.transaction).toBeNull();
    installations.push([
      readDirectory(folder(name))?.id,
      ...bridge.rows<{ value: string }>("SELECT value FROM setting WHERE key = 'installation'").map(row => row.value),
    ]);
  }
  expect(new Set(installations.flat()).size).toBe(4);
});
