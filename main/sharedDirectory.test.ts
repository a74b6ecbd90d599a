/** One data directory for two people of a machine: an administrator gave it to their group, and both see the same shop. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { HEADLESS, TERMINAL_AWAY } from './doubles/programs.fixture.ts';
import { isShared } from './files/rights.ts';

const canBeOthers = process.getuid?.() === 0 && process.platform === 'linux';
/** Numbers that no account of a machine has. */
const [ANNA, BEN, EVE, GROUP] = [64_001, 64_002, 64_003, 64_010];
const folder = mkdtempSync(join(tmpdir(), 'tillbridge-shared-'));
const shared = join(folder, 'machine');
const data = join(shared, 'data', 'demo');
/** The others take over the code that the first one has compiled. */
const compiled = join(folder, 'compiled');
const children = new Set<ChildProcess>();

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const as = (user: number, groups: string) => [`--reuid=${user}`, `--regid=${user}`, groups];
const member = `--groups=${GROUP}`;

/** The bridge as this person starts it; `url` is null where it did not start. */
async function started(user: number, groups = member) {
  const program = [process.execPath, ...HEADLESS, '--demo', '--port', '0', '--data', data];
  const child = spawn('setpriv', [...as(user, groups), ...program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...TERMINAL_AWAY,
      HOME: folder,
      NODE_COMPILE_CACHE: compiled,
      TILLBRIDGE_LOG_LEVEL: 'error',
    },
  });
  children.add(child);
  const ended = once(child, 'exit').finally(() => children.delete(child));
  const said = text(child.stderr);
  const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended.then(() => [''])]);
  const url = /^tillbridge ready (\S+)/.exec(String(line[0]))?.[1] ?? null;
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0] as number;
  };
  return { url: url ?? '', stop, said, ended, kill: () => void child.kill('SIGKILL') };
}

async function call(url: string, path: string, body?: object) {
  const fields = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  const token = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  const { access_token } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v2/Smart/${path}`, {
    ...{ headers },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as { readonly count: number };
}

const open = (path: string) => statSync(path).mode & 0o7777;
const ITEM = { articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne: 290, tax: 19 };

it.skipIf(!canBeOthers)(
  'both sell in the same shop, also after a crash of the other; nobody else reads it, and one works at a time',
  async () => {
    chmodSync(folder, 0o755);
    for (const place of [shared, compiled]) mkdirSync(place);
    chmodSync(compiled, 0o777);
    chownSync(shared, 0, GROUP);
    chmodSync(shared, 0o2770);
    const anna = await started(ANNA);
    await call(anna.url, 'Transactions', { basket: { products: [ITEM] } });
    const second = await started(BEN);
    expect(await second.ended).toEqual([2, null]);
    expect(await second.said).toMatch(/is in use by another Tillbridge .*another person.*signed in/);
    anna.kill();
    await anna.ended;

    const ben = await started(BEN);
    expect((await call(ben.url, 'Transactions')).count).toBe(1);
    await call(ben.url, 'Transactions', { basket: { products: [ITEM] } });
    expect(await ben.stop()).toBe(0);
    const again = await started(ANNA);
    expect((await call(again.url, 'Transactions')).count).toBe(2);
    const health = (await (await fetch(`${again.url}/healthz`)).json()) as { readonly risks: readonly unknown[] };
    expect(health.risks).toEqual([]);
    expect(await again.stop()).toBe(0);

    const entries = readdirSync(data, { recursive: true, encoding: 'utf8' }).map(name => join(data, name));
    for (const path of [data, ...entries]) {
      expect(statSync(path).gid, path).toBe(GROUP);
      expect(open(path), path).toBe(statSync(path).isDirectory() ? 0o2770 : 0o660);
    }
    const read = ['setpriv', ...as(EVE, '--clear-groups'), 'cat', join(data, 'secrets.key')];
    expect(() => execFileSync(read[0]!, read.slice(1), { stdio: 'pipe' })).toThrow('Permission denied');
    expect(readFileSync(join(data, 'secrets.key'), 'utf8')).not.toBe('');
  },
);

it.skipIf(process.platform === 'win32')(
  'a folder that everybody reads shares nothing, and a new one is like the folder above',
  () => {
    const common = join(folder, 'common');
    mkdirSync(common);
    for (const [mode, shares] of [
      [0o2770, true],
      [0o2771, true],
      [0o2775, false],
      [0o770, false],
      [0o2750, false],
    ] as const) {
      chmodSync(common, mode);
      expect([isShared(common), isShared(join(common, 'data', 'shop'))], mode.toString(8)).toEqual([shares, shares]);
    }
  },
);
