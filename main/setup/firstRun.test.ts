/** The first run at a real process: the code on its console, and kills in the middle of everything. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { newShop } from '../doubles/newShop.fixture.ts';
import { HEADLESS, SETUP } from '../doubles/programs.fixture.ts';
import type { SetupState } from '../wire/setup.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-first-run-'));
const children = new Set<ChildProcess>();
const data = join(folder, 'shop');

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly url: string;
  readonly code: string | null;
  ask(path: string, token?: string, method?: string, body?: object): Promise<{ status: number; body: never }>;
  kill(): Promise<void>;
}

/** Resolves when the program has said where it is, and whether a set-up waits. */
async function start(): Promise<Running> {
  const child = spawn(process.execPath, [...HEADLESS, '--data', data, '--port', '0'], { stdio: 'pipe' });
  children.add(child);
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  let said = '';
  child.stderr.on('data', text => {
    said += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`exit code ${code}: ${said}`)));
    createInterface({ input: child.stdout }).on('line', line => {
      if (line.startsWith('tillbridge ready ')) resolve(line.slice('tillbridge ready '.length));
    });
  });
  const { body } = await call(`${url}/bridge/v1/screen`);
  const isWaiting = (body as { setup: { waiting: boolean } }).setup.waiting;
  const shown = /Set up your shop at this machine: open \S+#code=([A-Z0-9-]+) \(one-time code \1\)/;
  while (isWaiting && !shown.test(said)) await new Promise(resolve => child.stderr.once('data', resolve));
  return {
    url,
    code: shown.exec(said)?.[1] ?? null,
    ask: (path, token, method, body) => call(`${url}/bridge/v1/setup${path}`, token, method, body),
    async kill() {
      child.kill('SIGKILL');
      await ended;
      children.delete(child);
    },
  };
}

async function call(url: string, token = '', method = 'GET', body?: object) {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as never };
}

const begin = async ({ ask }: Running, code: string | null) =>
  ((await ask('/begin', '', 'POST', { code })).body as { token: string }).token;

function newCode(): Promise<string> {
  const child = spawn(process.execPath, [...SETUP, '--data', data, '--new-code'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', code => code === 0 || reject(new Error(`exit code ${code}`)));
    createInterface({ input: child.stdout }).once('line', line => resolve(line.replace('One-time code: ', '')));
  });
}

describe('a first run that is killed', () => {
  it('keeps its draft, shows a new code at each start, and leaves the draft or the whole shop', async () => {
    const first = await start();
    const token = await begin(first, first.code);
    expect((await first.ask('/draft', token, 'PUT', { shop: newShop.shop, people: newShop.people })).status).toBe(200);
    // The window is lost: another code, while the bridge runs.
    const other = await begin(first, await newCode());
    expect((await first.ask('', token)).status).toBe(401);
    expect((await first.ask('/draft', other, 'PUT', { cards: newShop.cards })).status).toBe(200);
    await first.kill();

    const second = await start();
    expect(second.code).not.toBe(first.code);
    const resumed = await begin(second, second.code);
    const state = (await second.ask('', resumed)).body as SetupState;
    expect(state.draft).toMatchObject({ shop: newShop.shop, cards: newShop.cards });
    expect(state.faults).toEqual([]);
    const finishing = second.ask('/finish', resumed, 'POST').then(
      ({ status }) => status,
      () => null,
    );
    await second.kill();
    const answered = await finishing;

    const third = await start();
    // An answered step is stored; a step without an answer left the draft or the shop, never a part.
    if (answered === 200) expect(third.code).toBeNull();
    if (third.code !== null) {
      const last = await begin(third, third.code);
      expect(((await third.ask('', last)).body as SetupState).draft).toMatchObject({ shop: newShop.shop });
      expect((await third.ask('/finish', last, 'POST')).status).toBe(200);
    }
    const login = await call(`${third.url}/bridge/v1/session`, '', 'POST', { username: 'anna', pin: '47110815' });
    expect(login.status).toBe(200);
    // The log shows the code of the set-up, and no PIN.
    const log = readFileSync(join(data, 'tillbridge.log'), 'utf8');
    expect(log).toContain(first.code);
    expect(log).not.toContain('47110815');
    await third.kill();
    // Tests hash cheaply; a shop never does.
    const db = new Sqlite(join(data, 'tillbridge.db'), { readonly: true });
    expect(db.prepare('SELECT pin_hash FROM staff').pluck().all()).toEqual([expect.stringMatching(/^s2\.[^.]+\.16\./)]);
    db.close();
  });
});
