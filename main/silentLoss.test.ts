/** A whole shop whose files are damaged: what it says, what it still shows, and that it sells nothing it cannot keep. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDirectory, item, sale, until } from './doubles/bridge.fixture.ts';
import { DATA, HEADLESS, TERMINAL_AWAY } from './doubles/programs.fixture.ts';

const children = new Set<ChildProcess>();
let folder: string;
let shop: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-silent-'));
  shop = join(folder, 'shop');
  cpSync(await demoDirectory('demo'), shop, { recursive: true });
  const { client, end } = await started(shop);
  for (let number = 0; number < 10; number += 1) await sell(client, 1000 + number);
  await end('SIGTERM');
  const again = await started(shop);
  for (let number = 0; number < 10; number += 1) await sell(again.client, 2000 + number);
  await again.end('SIGKILL');
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

type Ask = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;

async function started(data: string, options: readonly string[] = [], terminal: object = TERMINAL_AWAY) {
  const child = spawn(process.execPath, [...HEADLESS, '--demo', '--port', '0', '--data', data, ...options], {
    env: { ...process.env, ...terminal, TILLBRIDGE_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  let out = '';
  child.stdout.on('data', part => {
    out += part;
  });
  await until(() => out.includes('\n') || child.exitCode !== null, 30_000);
  const url = /^tillbridge ready (\S+)\n$/.exec(out)?.[1] ?? '';
  let token = '';
  const client: Ask = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const signIn = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  token = String((await client('POST', '/oauth/token', signIn)).body.access_token);
  return {
    url,
    client,
    async end(signal: 'SIGTERM' | 'SIGKILL') {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      children.delete(child);
    },
  };
}

const SALES = '/api/v2/Smart/Transactions';

async function sell(client: Ask, amount: number): Promise<string> {
  const { body } = await client('POST', SALES, sale([item(amount)]));
  const paid = await client('POST', `${SALES}/${body.id}/start/cash`, {});
  expect(paid.status).toBe(200);
  return String(body.id);
}

/** A copy of the shop as the kill left it. */
function copied(name: string): string {
  const copy = join(folder, name);
  cpSync(shop, copy, { recursive: true });
  return copy;
}

function data(command: string, directory: string, ...more: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...DATA, command, '--data', directory, ...more], {
    encoding: 'utf8',
    env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'silent' },
    maxBuffer: 100_000_000,
  });
  return { code: status, out: stdout, err: stderr };
}

describe('the write-ahead log is gone after a kill', () => {
  it('reads, refuses every change, shows cause and cure, and sells again once the loss is accepted', async () => {
    const directory = copied('lost');
    rmSync(join(directory, 'tillbridge.db-wal'));
    const { url, client, end } = await started(directory);
    const health = await fetch(`${url}/healthz`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({
      status: 'risk',
      read_only: true,
      risks: [
        { kind: 'behind', cause: { de: expect.any(String) }, cure: { en: expect.stringContaining('accept-loss') } },
      ],
    });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('tillbridge_read_only 1\n');
    const list = await client('GET', `${SALES}?count=50`);
    expect([list.status, list.body.count]).toEqual([200, 10]);
    const refused = await client('POST', SALES, sale([item(100)]));
    expect([refused.status, refused.body.code]).toEqual([405, 1130]);
    const [open] = list.body.data as { id: string }[];
    const terminal = await client('POST', `${SALES}/${open?.id}/start/cashless`, {});
    expect([terminal.status, terminal.body.code]).toEqual([405, 1130]);
    await end('SIGTERM');

    expect(data('verify', directory).out).toMatch(/missing: \d+ of \d+ confirmed changes/);
    expect(data('accept-loss', directory)).toMatchObject({ code: 0, out: expect.stringContaining('Accepted') });
    expect(data('accept-loss', directory)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Nothing is missing'),
    });
    const again = await started(directory);
    expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
    await sell(again.client, 100);
    await again.end('SIGTERM');
    const db = new Sqlite(join(directory, 'tillbridge.db'), { readonly: true });
    expect(db.prepare("SELECT count(*) FROM setting WHERE key LIKE 'loss accepted%'").pluck().get()).toBe(1);
    db.close();
  });
});

describe('the chain of closed sales', () => {
  it('holds after a kill, and names the one whose price was changed in the file, also at the end of day', async () => {
    const directory = copied('changed');
    expect(data('verify', directory)).toMatchObject({ code: 0, out: expect.stringMatching(/^in order: \d+ links/m) });
    const db = new Sqlite(join(directory, 'tillbridge.db'));
    const { id, receipt_number: receipt } = db
      .prepare(
        'SELECT id, receipt_number FROM smart_transaction WHERE receipt_number IS NOT NULL ORDER BY number LIMIT 1 OFFSET 3',
      )
      .get() as { id: string; receipt_number: number };
    db.prepare(
      "UPDATE smart_transaction SET document = json_set(document, '$.basket_info.sum', 1, '$.basket.products[0].priceOne', 1) WHERE id = ?",
    ).run(id);
    db.close();
    const { code, out } = data('verify', directory);
    expect([code, out]).toEqual([
      3,
      expect.stringContaining(`the closed sale ${id} (receipt ${receipt}) was changed: sum was 1003 and is 1`),
    ]);
    // The virtual terminal takes part, whose end-of-day is asked for.
    const { url, client, end } = await started(directory, [], {});
    const [terminal] = (await client('GET', '/api/v2/Smart/Devices')).body.data as { id: string }[];
    await until(async () => (await (await fetch(`${url}/metrics`)).text()).includes('tillbridge_terminals_ready 1'));
    const preview = await client('GET', `/bridge/v1/terminals/${terminal?.id}/day-end`);
    expect(preview.body.blockers).toContainEqual(
      expect.objectContaining({ kind: 'chainBroken', stops: false, about: [String(receipt)] }),
    );
    const health = await fetch(`${url}/healthz`);
    expect([health.status, await health.json()]).toEqual([
      503,
      expect.objectContaining({ risks: [expect.objectContaining({ kind: 'chainBroken' })] }),
    ]);
    await end('SIGTERM');
  });
});

const PAGE = 4096;

function flipPage(file: string, number: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, number * PAGE);
  closeSync(handle);
}

/** Every page that holds the text: pages that are free now can hold it, too. */
function flipPagesWith(file: string, text: string): void {
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) flipPage(file, Math.floor(at / PAGE));
}

it.each(process.env.LONG ? ['verify', 'export'] : ['verify'])(
  '%s of a database of no length says what is gone',
  command => {
    const directory = copied(`empty-${command}`);
    truncateSync(join(directory, 'tillbridge.db'));
    expect(data(command, directory)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^The database of .* is gone: \d+ changes had been confirmed.*accept-loss/),
    });
  },
);

describe('damaged pages', () => {
  it('one sale is refused clearly, /healthz is red with the cure, and the export saves the rest', async () => {
    const directory = copied('flipped');
    const db = new Sqlite(join(directory, 'tillbridge.db'));
    db.pragma('wal_checkpoint(TRUNCATE)');
    const id = db.prepare('SELECT id FROM smart_transaction ORDER BY number LIMIT 1 OFFSET 5').pluck().get() as string;
    const document = db.prepare('SELECT document FROM smart_transaction WHERE id = ?').pluck().get(id) as string;
    db.close();
    const file = join(directory, 'tillbridge.db');
    flipPagesWith(file, document.slice(0, 60));
    const { url, client, end } = await started(directory);
    const read = await client('GET', `${SALES}/${id}`);
    expect([read.status, read.body.code]).toEqual([500, 1131]);
    expect((await fetch(`${url}/healthz`)).status).toBe(503);
    await sell(client, 500);
    await end('SIGTERM');
    const exported = data('export', directory, '--out', join(folder, 'rows.jsonl'));
    expect(exported.code).toBe(3);
    const rows = readFileSync(join(folder, 'rows.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(rows.filter(({ table }) => table === 'smart_transaction').length).toBeGreaterThan(10);
    expect(data('verify', directory)).toMatchObject({
      code: 3,
      out: expect.stringContaining('damaged: smart_transaction'),
    });
  });

  it.runIf(process.env.LONG)(
    'of which one describes a table: the export leaves that table out and saves the others',
    () => {
      const directory = copied('description');
      const file = join(directory, 'tillbridge.db');
      const db = new Sqlite(file);
      db.pragma('wal_checkpoint(TRUNCATE)');
      db.close();
      const bytes = readFileSync(file);
      const at = bytes.indexOf('CREATE TABLE smart_routing');
      expect(at).toBeGreaterThan(0);
      bytes.fill('x', at, at + 12);
      writeFileSync(file, bytes);
      const out = join(folder, 'described.jsonl');
      expect(data('verify', directory)).toMatchObject({ code: 2 });
      const exported = data('export', directory, '--out', out);
      expect(exported.code).toBe(3);
      const rows = readFileSync(out, 'utf8').trim().split('\n');
      expect(rows.filter(line => line.startsWith('{"table":"smart_transaction"'))).toHaveLength(20);
    },
    60_000,
  );

  it('a damaged schema page is one sentence', () => {
    const directory = copied('schema');
    rmSync(join(directory, 'tillbridge.db-wal'));
    flipPage(join(directory, 'tillbridge.db'), 0);
    // `export` reads what other pages still say: `main/dataDirectory/salvage.test.ts`.
    for (const [program, argv] of [
      [HEADLESS, ['--demo', '--port', '0']],
      [DATA, ['verify']],
    ] as const) {
      const { status, stderr } = spawnSync(process.execPath, [...program, ...argv, '--data', directory], {
        encoding: 'utf8',
      });
      expect([
        status,
        stderr
          .trim()
          .split('\n')
          .filter(line => !line.startsWith('{')),
      ]).toEqual([2, [expect.stringMatching(/damaged or not a database of Tillbridge/)]]);
    }
  });
});

it('an orderly shop that is opened for reading shows everything and changes nothing', async () => {
  const directory = copied('reading');
  const before = readFileSync(join(directory, 'tillbridge.db-wal'));
  const { client, url, end } = await started(directory, ['--read-only']);
  expect((await client('GET', `${SALES}?count=50`)).body.count).toBe(20);
  expect((await client('POST', SALES, sale([item(100)]))).body.code).toBe(1130);
  const signIn = await fetch(`${url}/bridge/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'manager@demo.example', pin: '9999' }),
  });
  expect([signIn.status, await signIn.text()]).toEqual([200, expect.any(String)]);
  await end('SIGTERM');
  expect(readFileSync(join(directory, 'tillbridge.db-wal'))).toEqual(before);
  expect(existsSync(join(directory, 'tillbridge.mark'))).toBe(true);
});

it.skipIf(process.platform === 'win32')('every file a bridge writes is readable by its owner alone', () => {
  const open = readdirSync(shop, { recursive: true, withFileTypes: true })
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => (statSync(path).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  expect(readdirSync(shop)).toEqual(expect.arrayContaining(['journal', 'secrets.key', 'tillbridge.db', 'traces']));
});
