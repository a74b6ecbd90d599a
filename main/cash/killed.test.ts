/** SIGKILL while Z reports are made: each is whole or not there, its number is never burnt, and its record left with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { closeAll, demoDirectory } from '../doubles/bridge.fixture.ts';
import { HEADLESS, TERMINAL_AWAY } from '../doubles/programs.fixture.ts';
import type { ZReport } from '../wire/zReports.ts';

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await closeAll();
});

async function start(data: string): Promise<{ child: ChildProcess; url: string; token: string }> {
  const child = spawn(process.execPath, [...HEADLESS, '--demo', '--port', '0', '--data', data], {
    env: { ...process.env, ...TERMINAL_AWAY },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!line.startsWith('tillbridge ready ')) continue;
    const url = line.slice('tillbridge ready '.length).trim();
    const body = JSON.stringify({
      grant_type: 'client_credentials',
      client_id: 'demo-client',
      client_secret: 'demo-secret',
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/oauth/token`, { method: 'POST', headers, body });
    return { child, url, token: ((await answer.json()) as { access_token: string }).access_token };
  }
  throw new Error('the bridge ended before it was ready');
}

const post = async <T>(url: string, token: string, path: string, body: object): Promise<T> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
};

it('leaves no half report and no gap', async () => {
  const data = await demoDirectory('demo');
  let confirmed = 0;
  for (const delay of [20, 70]) {
    const { child, url, token } = await start(data);
    const stop = pause(delay).then(() => child.kill('SIGKILL'));
    for (;;) {
      const made = await post<ZReport>(url, token, '/bridge/v1/z-reports', {}).catch(() => null);
      if (!made) break;
      expect(made.number).toBeGreaterThan(confirmed);
      confirmed = made.number;
    }
    await stop;
  }
  const { child } = await start(data);
  child.kill('SIGTERM');
  await new Promise(resolve => child.once('exit', resolve));
  const db = new Sqlite(join(data, 'tillbridge.db'), { readonly: true });
  const numbers = db.prepare<[], number>('SELECT number FROM z_report ORDER BY number').pluck().all();
  const documents = db.prepare<[], string>('SELECT document FROM z_report ORDER BY number').pluck().all();
  const records = db
    .prepare<[], string>("SELECT object FROM queue_record WHERE kind = 'zReport' ORDER BY number")
    .pluck()
    .all();
  db.close();
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(numbers.length).toBeGreaterThanOrEqual(confirmed);
  const reports = documents.map(text => JSON.parse(text) as ZReport);
  expect(reports.map(({ number }) => number)).toEqual(numbers);
  expect(records).toEqual(reports.map(({ id }) => id));
});
