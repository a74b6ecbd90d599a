/** The real program, killed while it splits tenders and while it pays returns out; its terminal lives on and is compared at the end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { closeAll, item, sale, temporaryDirectory, until } from '../doubles/bridge.fixture.ts';
import { HEADLESS } from '../doubles/programs.fixture.ts';
import type { DayEnd } from '../wire/dayEnds.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { demoIds } from '../world/demoIds.ts';

const children = new Set<ChildProcess>();

afterEach(async () => {
  // An orderly end also ends the virtual terminal, which outlives a killed bridge.
  for (const child of children) await end(child, 'SIGTERM');
  await closeAll();
});

async function start(data: string) {
  const options = ['--demo', '--port', '0', '--data', data];
  const child = spawn(process.execPath, [...HEADLESS, ...options], {
    env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.add(child);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once('exit', code => reject(new Error(`the bridge ended with ${code}`)));
  createInterface({ input: child.stdout }).on('line', line => resolve(/ ready (\S+)$/.exec(line)?.[1] ?? ''));
  return { child, ask: await askerOf(await promise) };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const gone = new Promise(resolve => child.once('exit', resolve));
  if (child.exitCode === null && child.kill(signal)) await gone;
  children.delete(child);
}

type Ask = <T = SmartTransaction>(method: string, path: string, body?: object) => Promise<T>;

async function askerOf(url: string): Promise<Ask> {
  const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  const issued = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const token = (await issued.json()) as { readonly access_token: string };
  const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' };
  return async <T>(method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return (await answer.json()) as T;
  };
}

const SALES = '/api/v2/Smart/Transactions';

/** Splits and returns until the bridge is gone. */
async function work(ask: Ask): Promise<void> {
  for (;;) {
    const { id } = await ask('POST', SALES, sale([item(300, { quantity: 2 })]));
    await ask('POST', `${SALES}/${id}/start/cash`, { part: { amount: 100 } });
    await ask('POST', `${SALES}/${id}/start/cashless`, { part: { amount: 200 } });
    const { basket } = await ask('POST', `${SALES}/${id}/start/cashless`, {});
    const lines = [{ sale: id, line: basket.products[0]?.id ?? 0, quantity: 1 }];
    for (let turn = 0; turn < 2; turn += 1) {
      const begun = await ask('POST', '/bridge/v1/returns', { lines, reason: 'defekt' });
      await ask('POST', `/bridge/v1/returns/${begun.id}/pay-out`, {});
    }
  }
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly document: string;
}

function rows<T>(data: string, sql: string): T[] {
  const db = new Sqlite(join(data, 'tillbridge.db'), { readonly: true });
  try {
    return db.prepare(sql).all() as T[];
  } finally {
    db.close();
  }
}

const salesIn = (data: string) =>
  rows<Row>(
    data,
    "SELECT id, state, document FROM smart_transaction WHERE method IS NOT NULL OR state = 'created'",
  ).map(({ document, ...row }) => ({ ...row, document: JSON.parse(document) as SmartTransaction }));

it('leaves books that agree with the terminal to the cent, however often it is killed', {
  timeout: 180_000,
}, async () => {
  const data = temporaryDirectory();
  for (let turn = 0; turn < 2; turn += 1) {
    const { child, ask } = await start(data);
    const working = work(ask).catch(() => null);
    const enough = salesIn(data).length + 2;
    await until(() => salesIn(data).length >= enough);
    await pause(randomInt(0, 1500));
    await end(child, 'SIGKILL');
    await working;
  }
  const { ask } = await start(data);
  const unsettled = "SELECT 1 FROM intent WHERE state IN ('open', 'unknown')";
  await until(() => rows(data, unsettled).length === 0, 60_000);
  for (const { id, document, state } of salesIn(data)) {
    if (state === 'closed' || state === 'cancelled') continue;
    if (document.goods_return) await ask('POST', `/bridge/v1/returns/${id}/pay-out`, {});
    else await ask('POST', `${SALES}/${id}/cancel`, {});
  }
  const ended = salesIn(data);
  expect(ended.filter(({ state }) => state !== 'closed' && state !== 'cancelled')).toEqual([]);
  expect(ended.filter(({ document }) => document.goods_return).length).toBeGreaterThan(1);
  // Of each sale no more has come back than it brought, unit by unit and cent by cent.
  const twice = `SELECT sale, line, sum(last - first + 1) AS units, max(sold) AS sold FROM returned_unit
    WHERE state = 'returned' GROUP BY sale, line HAVING units > sold`;
  expect(rows(data, twice)).toEqual([]);
  const returned = ended.filter(({ document, state }) => state === 'closed' && document.goods_return);
  expect(
    rows<{ units: number }>(data, 'SELECT coalesce(sum(last - first + 1), 0) AS units FROM returned_unit')[0]?.units,
  ).toBe(returned.length);
  const day = await ask<DayEnd>('POST', `/bridge/v1/terminals/${demoIds.terminal}/day-end`, {});
  expect(day, JSON.stringify(day)).toMatchObject({ state: 'agrees', differences: [] });
});
