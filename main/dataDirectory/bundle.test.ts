/** One id finds a payment in the answer, the journal, the trace, the log and the report for whoever helps, which holds nothing of anybody. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTerminal } from '../../drivers/index.ts';
import {
  type Client,
  cards,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  temporaryDirectory,
  until,
} from '../doubles/bridge.fixture.ts';
import { closeTerminals, virtualTerminal } from '../doubles/pairedTerminals.fixture.ts';
import type { JournalEntry } from '../wire/journal.ts';
import type { TraceLine } from '../wire/terminals.ts';
import { demoIds } from '../world/demoIds.ts';
import { openLog } from '../world/log.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const data = temporaryDirectory();
interface Page<T> {
  readonly count: number;
  readonly data: readonly T[];
}

let bridge: TestBridge;
let till: Client;
/** Of a payment that the terminal declined. */
let declined = { supportId: '', sale: '' };

beforeAll(async () => {
  const connection = await virtualTerminal();
  bridge = await startBridge({
    config: { terminals: [{ protocol: 'zvt', device: demoIds.terminal, connection, shared: 'no' }], journal: 'all' },
    parts: { openTerminal, log: openLog({ data, logLevel: 'warn', loyaltyPrefixes: [] }) },
    data,
  });
  till = await bridge.staff('manager');
  const { id } = await till.create({
    ...sale([item(1205)]),
    customer: { contact: { forename: 'Wanda', surname: 'Geheimniskraemer', email: 'wanda@private.example' } },
  });
  const answer = await till.post(`/${id}/start/cashless`);
  expect(answer.status).toBe(405);
  declined = { supportId: answer.headers.get('x-support-id') ?? '', sale: id };
  // Refusals that name people, cards and words of theirs.
  await till.ask('GET', '/api/v2/Smart/Transactions?q=surname:Geheimniskraemer AND');
  await till.ask('GET', `/api/v2/Loyalty/MerchantCards/${cards.rich}`);
  await till.ask('GET', '/api/v2/Wanda/Geheimniskraemer');
  await till.ask('POST', '/bridge/v1/session', { body: { username: 'wanda@private.example', pin: '1234' } });
});
afterAll(closeTerminals);

function bundled(...more: readonly string[]) {
  const argv = ['main/run.mjs', 'main/dataDirectory/cli.ts', 'bundle', '--data', data, ...more];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: ROOT, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

it('the whole path of a payment is found by the id of its answer', async () => {
  const { supportId } = declined;
  expect(supportId).toMatch(/^[0-9a-f]{10}-\d+$/);
  const found = ok(await till.ask<Page<JournalEntry>>('GET', `/bridge/v1/journal?q=${supportId}&count=50`));
  expect(found.data.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['request', 'change']));
  expect(found.data.every(entry => entry.supportId === supportId)).toBe(true);
  const path = `/bridge/v1/terminals/${demoIds.terminal}/trace`;
  const trace = ok(await till.ask<Page<TraceLine>>('GET', `${path}?supportId=${supportId}`));
  const heads = trace.data.map(({ direction, hex }) => `${direction} ${hex?.slice(0, 4)}`);
  expect(heads).toEqual(expect.arrayContaining(['sent 0601', 'received 8000', 'received 040F', 'received 061E']));
  const all = ok(await till.ask<Page<TraceLine>>('GET', path));
  expect(all.count).toBeGreaterThan(trace.count);
  expect(all.data.find(({ hex }) => hex?.startsWith('0600'))).not.toHaveProperty('supportId');
  const lines = () => readFileSync(join(data, 'tillbridge.log'), 'utf8').split('\n');
  expect(lines().some(line => line.includes(supportId) && line.includes('"code":'))).toBe(true);

  const text = bundled('--request', supportId);
  const [log, requests, terminal] = [
    /Log:\n([\s\S]*)Requests:/,
    /Requests:\n([\s\S]*)Terminal/,
    /Terminal.*\n([\s\S]*)/,
  ];
  expect(log.exec(text)?.[1]).toContain(supportId);
  expect(requests.exec(text)?.[1]).toMatch(
    new RegExp(`${supportId} POST /api/v2/Smart/Transactions/${declined.sale}/start/cashless 405`),
  );
  expect(terminal.exec(text)?.[1]).toMatch(new RegExp(`${supportId} sent 0601[\\s\\S]*${supportId} received 061E`));
});

it('the report shows what would be saved, saves exactly that, and never over a file', async () => {
  const shown = bundled();
  expect(shown).toContain('-- nothing was saved');
  const out = join(temporaryDirectory(), 'report.txt');
  const saved = bundled('--out', out);
  const text = readFileSync(out, 'utf8');
  expect(saved).toBe(`${text}-- saved in ${out}\n`);
  expect(statSync(out).mode & 0o077).toBe(0);
  const argv = ['main/run.mjs', 'main/dataDirectory/cli.ts', 'bundle', '--data', data, '--out', out];
  const again = spawnSync(process.execPath, argv, { cwd: ROOT, encoding: 'utf8' });
  expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('EEXIST')]);
  expect(text).toMatch(/smart_transaction \d+/);
});

it('no card, name, address, secret or hash stands in it', async () => {
  const row = (sql: string) => bridge.rows<Record<string, string>>(sql).flatMap(one => Object.values(one));
  const own = [
    ...row('SELECT username, name, pin_hash FROM staff'),
    ...row('SELECT secret_hash FROM client'),
    ...row('SELECT hash FROM token'),
    ...['Geheimniskraemer', 'Wanda', 'wanda@private.example', 'private.example', '1234', till.token],
    ...Object.values(cards),
  ].filter(text => text !== null && text !== '');
  expect(own.length).toBeGreaterThan(15);
  await until(() => readFileSync(join(data, 'tillbridge.log'), 'utf8').includes('supportId'));
  for (const text of [bundled(), bundled('--request', declined.supportId)])
    for (const secret of own) expect(text).not.toContain(secret);
  expect(bundled().length).toBeGreaterThan(1000);
});

it('on a bad day each part that can be read is shown, and nothing is a stack trace', () => {
  const broken = temporaryDirectory();
  for (const name of ['tillbridge.db', 'directory.json', 'traces']) writeFileSync(join(broken, name), 'x'.repeat(9000));
  writeFileSync(join(broken, 'tillbridge.log'), '{"level":40,"msg":"still here"}\n{"level":40,"ms');
  const ask = (directory: string) =>
    spawnSync(process.execPath, ['main/run.mjs', 'main/dataDirectory/cli.ts', 'bundle', '--data', directory], {
      cwd: ROOT,
      encoding: 'utf8',
    });
  const { status, stdout, stderr } = ask(broken);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Directory: cannot be read/m);
  expect(stdout).toMatch(/^Database: cannot be read/m);
  expect(stdout).toMatch(/still here/);
  expect(stdout).toMatch(/^Terminals: cannot be read \(ENOTDIR\)/m);
  const nowhere = ask(join(broken, 'nowhere'));
  expect([nowhere.status, nowhere.stderr]).toEqual([2, expect.stringMatching(/^There is no directory .*\.\n$/)]);
});
