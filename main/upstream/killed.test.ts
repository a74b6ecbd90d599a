/** The real program, killed and stopped at any moment while it sells and delivers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { closeAll, demoDirectory, item, sale, temporaryDirectory, until } from '../doubles/bridge.fixture.ts';
import { HEADLESS } from '../doubles/programs.fixture.ts';
import { closeStubs, type UpstreamStub, upstreamStub } from '../doubles/upstreamStub.ts';

const children = new Set<ChildProcess>();

afterEach(async () => {
  for (const child of children) await end(child, 'SIGKILL');
  await closeStubs();
  await closeAll();
});

/** With a terminal of its own, which is away, the demo starts no virtual terminal. */
const AWAY = { connection: { type: 'tcp', host: '127.0.0.1', port: 1 } };

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
}

const start = (data: string, { url }: UpstreamStub) => startWith(data, { address: url, lagSeconds: 0.2 });

async function startWith(data: string, upstream: object): Promise<Running> {
  const config = join(data, 'config.json');
  writeFileSync(config, JSON.stringify({ upstream, terminals: [AWAY] }));
  const demo = join(data, 'demo');
  if (!existsSync(demo)) cpSync(await demoDirectory('demo'), demo, { recursive: true });
  const options = ['--demo', '--port', '0', '--data', demo, '--config', config];
  const child = spawn(process.execPath, [...HEADLESS, ...options], {
    env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.add(child);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once('exit', code => reject(new Error(`the bridge ended with ${code}`)));
  createInterface({ input: child.stdout }).on('line', line => resolve(/ ready (\S+)$/.exec(line)?.[1] ?? ''));
  return { url: await promise, child };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const gone = new Promise(resolve => child.once('exit', resolve));
  if (child.exitCode === null && child.kill(signal)) await gone;
  children.delete(child);
}

const kill = ({ child }: Running) => end(child, 'SIGKILL');

async function clientOf(url: string) {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
  });
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: form });
  const token = (await answer.json()) as { readonly access_token: string };
  const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' };
  return async (path: string, body: object = {}) => {
    const answer = await fetch(`${url}/api/v2/Smart/Transactions${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { readonly id: string; readonly status: string };
  };
}

/** Sells until the bridge is gone. */
async function sellOn({ url }: Running, sums: { next: number }): Promise<void> {
  const post = await clientOf(url);
  for (;;) {
    const sum = sums.next++;
    const { id } = await post('', sale([item(sum)]));
    await post(`/${id}/start/cash`);
  }
}

const databaseIn = (data: string) => join(data, 'demo', 'tillbridge.db');

function rows<Row>(data: string, sql: string): Row[] {
  const db = new Sqlite(databaseIn(data), { readonly: true });
  try {
    return db.prepare(sql).all() as Row[];
  } finally {
    db.close();
  }
}

const waiting = (data: string) => rows(data, 'SELECT * FROM upstream_delivery').length;

it('has each sale there once, although the program was killed again and again', async () => {
  const [data, stub, sums] = [temporaryDirectory(), await upstreamStub({ delay: 3 }), { next: 1 }];
  for (let turn = 0; turn < (process.env.LONG ? 6 : 1); turn += 1) {
    const running = await start(data, stub);
    const selling = sellOn(running, sums).catch(() => null);
    const enough = stub.sales.length + randomInt(3, 25);
    await until(() => stub.sales.length >= enough);
    await kill(running);
    await selling;
  }
  await start(data, stub);
  await until(() => waiting(data) === 0, 60_000);
  const here = rows<{ id: string; sum: number }>(
    data,
    "SELECT id, query_sum AS sum FROM smart_transaction WHERE state = 'closed' ORDER BY id",
  );
  const there = stub.sales.filter(({ status }) => status === 'ok').map(({ product, sum }) => ({ id: product, sum }));
  expect(here.length).toBeGreaterThan(process.env.LONG ? 18 : 3);
  expect(there.sort((a, b) => String(a.id).localeCompare(String(b.id)))).toEqual(here);
});

it('writes nothing after it was stopped past its lease and another worker took over', async () => {
  const [data, stub] = [temporaryDirectory(), await upstreamStub({ delay: 400 })];
  const running = await start(data, stub);
  const post = await clientOf(running.url);
  const { id } = await post('', sale([item(77)]));
  await post(`/${id}/start/cash`);
  await until(() => stub.requests.some(({ call }) => call === 'create'));
  running.child.kill('SIGSTOP');
  const other = new Sqlite(databaseIn(data));
  other
    .prepare("UPDATE queue_target SET token = token + 1, leased_until = ? WHERE target = 'upstream'")
    .run(Date.now() + 2000);
  running.child.kill('SIGCONT');
  await until(() => stub.requests.some(({ call }) => call === 'create' && stub.sales.length === 1));
  const object = other.prepare('SELECT step, upstream FROM upstream_object').get();
  expect(object).toEqual({ step: 'creating', upstream: null });
  // The other worker is gone, its lease ends, and this one looks before it creates anything.
  other.prepare("UPDATE queue_target SET leased_until = 0 WHERE target = 'upstream'").run();
  other.close();
  await kill(running);
  await start(data, stub);
  await until(() => waiting(data) === 0);
  expect(stub.sales.map(({ status, sum }) => [status, sum])).toEqual([['ok', 77]]);
});

it('sells on where the secret of the service cannot be read, and says why nothing is sent', async () => {
  const data = temporaryDirectory();
  const missing = join(data, 'no-such-file');
  const upstream = { address: 'http://127.0.0.1:9', client_id: 'shop', client_secret: { file: missing } };
  const { url } = await startWith(data, upstream);
  const post = await clientOf(url);
  const { id } = await post('', sale([item(77)]));
  expect((await post(`/${id}/start/cash`)).status).toBe('ok');
  expect(rows(data, "SELECT state, reason FROM queue_target WHERE target = 'upstream'")).toMatchObject([
    { state: 'refused', reason: expect.stringContaining(missing) },
  ]);
});
