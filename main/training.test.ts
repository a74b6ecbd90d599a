/** The training mode: a real process with an own database, marked receipts, and no word to the real terminal or anybody else. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TRAINING_MARK } from './domain/trainingMark.ts';
import { until } from './doubles/bridge.fixture.ts';
import { HEADLESS } from './doubles/programs.fixture.ts';

let folder: string;
let real: Server;
let receiver: Server;
let calls = 0;
let child: ChildProcess;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-training-'));
  [real, receiver] = await Promise.all([counting(), counting()]);
  const connection = { type: 'tcp', host: '127.0.0.1', port: portOf(real) };
  const config = join(folder, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      terminals: [{ protocol: 'zvt', connection }],
      push: { allow: ['127.0.0.1'], firstSeconds: 0.01 },
    }),
  );
  child = spawn(process.execPath, [...HEADLESS, '--training', '--port', '0', '--data', folder, '--config', config], {
    env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout!.on('data', part => {
    out += part;
  });
  await until(() => out.includes('\n') || child.exitCode !== null, 30_000);
  url = /^tillbridge ready (\S+)\n$/.exec(out)?.[1] ?? '';
}, 40_000);

afterAll(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  real.close();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Counts who connects, and hangs up. */
async function counting(): Promise<Server> {
  const server = createServer(socket => {
    calls++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const serviceOf = (server: Server) => `http://127.0.0.1:${portOf(server)}`;
const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function ask(method: string, path: string, body?: object, token?: string) {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as never as Record<string, unknown> };
}

async function token(): Promise<string> {
  const credentials = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  return String((await ask('POST', '/oauth/token', credentials)).body.access_token);
}

async function managerToken(): Promise<string> {
  const { body } = await ask('POST', '/bridge/v1/session', { username: 'manager@demo.example', pin: '9999' });
  return String(body.access_token);
}

it('lets whoever is at the till choose what the virtual terminal plays, and nobody else', async () => {
  const cashier = await ask('POST', '/bridge/v1/session', { username: 'cashier@demo.example', pin: '1111' });
  const path = '/bridge/v1/practice';
  const token = String(cashier.body.access_token);
  expect(await ask('PUT', path, { behaviour: 'decline' }, token)).toEqual({ status: 200, body: { result: true } });
  expect((await ask('PUT', path, { behaviour: 'rob-the-bank' }, token)).body).toMatchObject({ code: 1001 });
  expect((await ask('PUT', path, {}, token)).body).toMatchObject({ code: 1001 });
  expect((await ask('PUT', path, { behaviour: 'decline' })).status).toBe(401);
  expect((await ask('PUT', path, { behaviour: 'approve' }, token)).status).toBe(200);
});

it('shows itself on the screen, and has a terminal page', async () => {
  const { body } = await ask('GET', '/bridge/v1/screen');
  expect(body).toMatchObject({ training: true, terminalPage: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  const page = await fetch(`${body.terminalPage}/`);
  expect(await page.text()).toContain('id="training"');
  const state = (await (await fetch(`${body.terminalPage}/state`)).json()) as object;
  expect(state).toMatchObject({ training: true });
});

it('keeps its data below the real directory, and leaves that alone', () => {
  expect(existsSync(join(folder, 'training'))).toBe(true);
  const note = JSON.parse(readFileSync(join(folder, 'training', 'virtual-terminal.json'), 'utf8'));
  expect(note.port).not.toBe(portOf(real));
  expect(existsSync(join(folder, 'virtual-terminal.json'))).toBe(false);
});

it('marks both copies of a receipt, first and last line of every slip', async () => {
  const bearer = await token();
  const application_context = { return_urls: { url_push: `${serviceOf(receiver)}/push` } };
  const basket = { products: [{ ean: '2000000020006', desc: 'Bauernbrot', quantity: 1, priceOne: 450, tax: 7 }] };
  const sale = await ask('POST', '/api/v2/Smart/Transactions', { basket, application_context }, bearer);
  expect(sale.status).toBe(200);
  const place = `/api/v2/Smart/Transactions/${sale.body.id}`;
  await ask('POST', `${place}/preTransaction`, undefined, bearer);
  expect((await ask('POST', `${place}/start/cashless`, undefined, bearer)).status).toBe(200);
  const { body } = await ask('GET', place, undefined, bearer);
  for (const copy of [body.receipt, body.receipt_merchant] as Line[][]) {
    const begins = copy.flatMap(({ type }, at) => (type === 'separator' ? [at] : []));
    const marks = copy.flatMap(({ value }, at) => (value?.text === TRAINING_MARK.de ? [at] : []));
    const ends = [...begins.slice(1), copy.length].map(at => at - 1);
    expect(begins.length).toBeGreaterThan(0);
    expect(marks).toEqual([...begins.map(at => at + 1), ...ends].toSorted((one, other) => one - other));
  }
});

it('keeps the settings of the virtual terminal with its own data', async () => {
  await until(() => existsSync(join(folder, 'training', 'traces')));
  expect(existsSync(join(folder, 'traces'))).toBe(false);
});

it('neither looks for real terminals nor pairs one', async () => {
  const bearer = await managerToken();
  const connection = { type: 'tcp', host: '127.0.0.1', port: portOf(real) };
  const paired = await ask('POST', '/bridge/v1/terminals', { protocol: 'zvt', connection }, bearer);
  const search = await ask('POST', '/bridge/v1/terminals/search', { subnets: ['127.0.0.1/32'] }, bearer);
  expect([paired.status, search.status]).toEqual([405, 405]);
});

it('has called neither the configured terminal nor a receiver of notifications', () => {
  // The notifications of the sale above are written down, and stay where they are.
  const database = new Sqlite(join(folder, 'training', 'tillbridge.db'), { readonly: true });
  const waiting = database.prepare('SELECT count(*) AS count FROM push').get() as { count: number };
  database.close();
  expect(waiting.count).toBeGreaterThan(0);
  expect(calls).toBe(0);
});

interface Line {
  readonly type: string;
  readonly value?: { readonly text?: string };
}

it('describes the choice of what the virtual terminal plays, which only a training has', async () => {
  const { paths } = (await (await fetch(`${url}/docs/json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; summary: string }>>;
  };
  expect(paths['/bridge/v1/practice']?.put).toMatchObject({ operationId: 'choosePractice' });
});
