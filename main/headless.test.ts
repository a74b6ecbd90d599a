/** The real process: its one line, its signals, and one sentence for everything the person at the keyboard can mend. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDirectory, until } from './doubles/bridge.fixture.ts';
import { HEADLESS, TERMINAL_AWAY } from './doubles/programs.fixture.ts';

const children: ChildProcess[] = [];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-headless-'));
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function run(options: readonly string[], environment: NodeJS.ProcessEnv = {}, cwd?: string) {
  const child = spawn(process.execPath, [...HEADLESS, ...options], {
    env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'silent', ...environment },
    ...(cwd ? { cwd } : {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const text = { out: '', err: '' };
  child.stdout.on('data', part => {
    text.out += part;
  });
  child.stderr.on('data', part => {
    text.err += part;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...text }));
  const ready = async () => {
    await until(() => text.out.includes('\n') || child.exitCode !== null, 20_000);
    return /^tillbridge ready (\S+)\n$/.exec(text.out)?.[1] ?? '';
  };
  return { child, ended, ready, text };
}

async function refused(options: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const { code, out, err } = await run(options, environment).ended;
  expect([code, out]).toEqual([2, '']);
  expect(err.trim().split('\n')).toHaveLength(1);
  return err;
}

const data = (name: string) => join(folder, name);

/** A directory without a shop says at standard error where it is set up. */
const invitation = (url: string) =>
  expect.stringMatching(`^Set up your shop at this machine: open ${url}/#code=\\S+ [^\n]+\n$`);

describe('headless', () => {
  it.runIf(process.env.LONG).each(['SIGTERM', 'SIGINT'] as const)(
    'prints its one line and ends in order on %s (npm run test:long)',
    async signal => {
      const { child, ended, ready } = run(['--port', '0', '--data', data(signal)]);
      const url = await ready();
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      child.kill(signal);
      expect(await ended).toEqual({ code: 0, out: `tillbridge ready ${url}\n`, err: invitation(url) });
    },
  );

  it('prints its one line, writes its journal to standard error, and ends in order', async () => {
    const { child, ended, ready } = run(['--port', '0', '--data', data('log')], { TILLBRIDGE_LOG_LEVEL: 'info' });
    const url = await ready();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await fetch(`${url}/nothing`);
    child.kill('SIGINT');
    const { code, err, out } = await ended;
    expect(code).toBe(0);
    const [lines, others] = [err.trim().split('\n')].flatMap(all => [
      all.filter(line => line.startsWith('{')),
      all.filter(line => !line.startsWith('{')),
    ]);
    for (const line of lines ?? []) expect(JSON.parse(line)).toHaveProperty('msg');
    expect(`${others?.join('\n')}\n`).toEqual(invitation(url));
    expect(out).toBe(`tillbridge ready ${url}\n`);
  });

  it('a second one with the same data is refused, and the first one keeps its virtual terminal', async () => {
    cpSync(await demoDirectory('demo'), data('demo'), { recursive: true });
    const first = run(['--port', '0', '--demo', '--data', data('demo')]);
    const url = await first.ready();
    const metrics = async () => (await fetch(`${url}/metrics`)).text();
    await until(async () => (await metrics()).includes('tillbridge_terminals_ready 1'));
    const sentence = await refused(['--port', '0', '--demo', '--data', data('demo')]);
    expect(sentence).toContain(`in use by another Tillbridge (process ${first.child.pid})`);
    const { port, pid } = JSON.parse(
      await (await import('node:fs/promises')).readFile(join(data('demo'), 'virtual-terminal.json'), 'utf8'),
    );
    expect(() => process.kill(pid, 0)).not.toThrow();
    expect(await metrics()).toContain('tillbridge_terminals_ready 1');
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    const socket = connect(port, '127.0.0.1');
    const [error] = await once(socket, 'error').catch(reason => [reason]);
    expect((error as NodeJS.ErrnoException).code).toBe('ECONNREFUSED');
  });
});

describe('one sentence and exit code 2', () => {
  it('a wrong option', async () => {
    expect(await refused(['--nothing'])).toMatch(/--nothing.*Options/);
  });

  // Each is a start of the program or two.
  const WRONG = [
    ['a setting that does not exist', { prot: 1 }, /there is no setting "prot"/],
    ['the control interface in a live shop', { control: true }, /a live shop has no control interface/],
    ['upstream', { upstream: 'https://office.example' }, /client_id and client_secret are missing/],
  ] as const;
  it.each(process.env.LONG ? WRONG : WRONG.slice(0, 2))('%s', async (_what, settings, sentence) => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, JSON.stringify(settings));
    expect(await refused(['--port', '0', '--config', file, '--data', data('wrong')])).toMatch(sentence);
    const [[name, value] = []] = Object.entries(settings);
    if (name === 'prot') return;
    const environment = { [`TILLBRIDGE_${name?.toUpperCase()}`]: String(value) };
    expect(await refused(['--port', '0', '--data', data('wrong')], environment)).toMatch(sentence);
    expect(existsSync(data('wrong'))).toBe(false);
  });

  it('a configuration that cannot be read', async () => {
    expect(await refused(['--config', data('nowhere.json')])).toMatch(/nowhere\.json.*ENOENT/);
    if (process.env.LONG) expect(await refused(['--config', folder])).toMatch(/EISDIR/);
  });

  it('a shop of an earlier version in the directory above', async () => {
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(folder, 'old', 'data'), { recursive: true });
    writeFileSync(join(folder, 'old', 'data', 'tillbridge.db'), '');
    const child = run(['--port', '0'], {}, join(folder, 'old'));
    const { code, out, err } = await child.ended;
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^There is a database of an earlier version in data, .*--data data/);
  });

  it.each(process.env.LONG ? ['silent', 'info'] : ['info'])(
    'a data directory that cannot be, journal %s',
    async level => {
      const sentence = await refused(['--data', '/dev/null/data'], { TILLBRIDGE_LOG_LEVEL: level });
      expect(sentence).toContain('/dev/null/data cannot be used');
    },
  );

  it.runIf(process.env.LONG)('a port in use, also with a terminal that is away', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const file = join(folder, 'terminal.json');
    writeFileSync(file, JSON.stringify({ terminals: [{ connection: { type: 'tcp', host: '127.0.0.1', port: 1 } }] }));
    const options = ['--port', String(port), '--demo', '--config', file, '--data', data('port')];
    expect(await refused(options)).toContain(`Port ${port} on 127.0.0.1 is in use by another program`);
    taken.close();
  });

  it('a port of another Tillbridge, which it names', async () => {
    const first = run(['--port', '0', '--data', data('first')]);
    const { port } = new URL(await first.ready());
    const sentence = await refused(['--port', port, '--data', data('second')]);
    expect(sentence).toContain(`in use by another Tillbridge (no shop, http://127.0.0.1:${port})`);
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
  });

  it.runIf(process.env.LONG)('a port in use while a virtual terminal has been started', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, err } = await run(['--port', String(port), '--demo', '--data', data('demo port')]).ended;
    expect(code).toBe(2);
    expect(err.trim().split('\n').at(-1)).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(err).not.toContain('await');
    taken.close();
  });

  it.runIf(process.env.LONG)('a terminal of an unknown protocol', async () => {
    const file = join(folder, 'protocol.json');
    writeFileSync(
      file,
      JSON.stringify({ terminals: [{ protocol: 'opi', connection: { type: 'serial', path: '/dev/x' } }] }),
    );
    expect(await refused(['--port', '0', '--demo', '--config', file, '--data', data('protocol')])).toContain(
      'protocol',
    );
  });

  it('a database that is none', async () => {
    const { mkdirSync } = await import('node:fs');
    mkdirSync(data('damaged'));
    writeFileSync(join(data('damaged'), 'tillbridge.db'), 'not a database '.repeat(500));
    expect(await refused(['--port', '0', '--data', data('damaged')])).toMatch(/damaged/);
  });
});

describe('killed while requests are under way', () => {
  const client = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  const KEYS = Array.from({ length: 200 }, (_none, index) => `key-${index}`);

  async function shopOf(url: string) {
    const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(client) });
    const { access_token } = (await answer.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    const path = `${url}/api/v2/Smart/Transactions`;
    return {
      async make(key: string): Promise<string> {
        const made = await fetch(path, { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body: '{}' });
        return ((await made.json()) as { id: string }).id;
      },
      async count(): Promise<number> {
        const list = await fetch(`${path}?count=0`, { headers });
        return ((await list.json()) as { count: number }).count;
      },
    };
  }

  it('carries each out once, however often it is sent, and repeats the answers it gave', async () => {
    const options = ['--demo', '--port', '0', '--data', data('kill')];
    cpSync(await demoDirectory('demo'), data('kill'), { recursive: true });
    const first = run(options, TERMINAL_AWAY);
    const shop = await shopOf(await first.ready());
    const answered = new Map<string, string>();
    const waiting = [...KEYS];
    async function send() {
      for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
        answered.set(key, await shop.make(key));
        if (answered.size === 20) first.child.kill('SIGKILL');
      }
    }
    await Promise.allSettled(Array.from({ length: 8 }, send));
    expect(answered.size).toBeLessThan(KEYS.length);
    if (first.child.signalCode === null) await once(first.child, 'exit');
    const second = run(options, TERMINAL_AWAY);
    const again = await shopOf(await second.ready());
    expect(await again.count()).toBeGreaterThanOrEqual(answered.size);
    const ids = await Promise.all(KEYS.map(key => again.make(key)));
    expect(ids.filter((id, index) => (answered.get(KEYS[index] ?? '') ?? id) !== id)).toEqual([]);
    expect(new Set(ids).size).toBe(KEYS.length);
    expect(await again.count()).toBe(KEYS.length);
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  });
});
