/** The virtual terminal as a process: its lines, its exit codes, its state file, its HTTP control. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../index.ts';
import type { PaymentTerminal, Progress } from '../../terminal.ts';

const SERVE = new URL('./serve.ts', import.meta.url).pathname;

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly control: string;
  readonly exit: Promise<number | null>;
  out: string;
}

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-terminal-'));
  children = [];
});
afterEach(async () => {
  await Promise.all(children.filter(child => child.exitCode === null && child.signalCode === null).map(end));
  rmSync(folder, { recursive: true, force: true });
});

/** Each row is a start of the program: `npm test` takes the first. */
const sampled = <Row>(...rows: readonly Row[]) => rows.slice(0, process.env.LONG ? rows.length : 1);

function launch(...args: string[]) {
  const child = spawn(process.execPath, [SERVE, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  children.push(child);
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  let out = '';
  let err = '';
  child.stdout.on('data', text => {
    out += text;
  });
  child.stderr.on('data', text => {
    err += text;
  });
  return { child, exit, out: () => out, err: () => err };
}

async function start(...args: string[]): Promise<Running> {
  const { child, exit, out, err } = launch('--port', '0', '--control', '0', '--delay', '0', ...args);
  while (!out().includes('\n') || !err().includes('\n'))
    await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data'), fails(exit)]);
  const port = Number(/^terminal ready 127\.0\.0\.1:(\d+)\n$/.exec(out())?.[1]);
  const control = /terminal control (http:\/\/127\.0\.0\.1:\d+)/.exec(err())?.[1] ?? '';
  return { child, port, control, exit, out: out() };
}

async function fails(exit: Promise<number | null>): Promise<never> {
  throw new Error(`the terminal ended with code ${await exit}`);
}

async function end(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

function driver(port: number): Promise<PaymentTerminal> {
  return openTerminal({ protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port } });
}

async function call(base: string, method: string, path: string, body?: object) {
  const response = await fetch(base + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { status: response.status, body: (await response.json()) as never };
}

describe('the process', () => {
  it.each(sampled<'SIGTERM' | 'SIGINT'>('SIGTERM', 'SIGINT'))(
    'prints one line when it is ready, and ends with exit code 0 on %s',
    async signal => {
      const running = await start();
      expect(running.port).toBeGreaterThan(0);
      running.child.kill(signal);
      expect(await running.exit).toBe(0);
      expect(running.out.split('\n')).toHaveLength(2);
    },
  );

  const WRONG: readonly (readonly [args: readonly string[], sentence: string])[] = [
    [['--behaviour', 'nonsense'], 'there is no behaviour "nonsense"'],
    [['--profile', 'nonsense'], 'there is no profile "nonsense"; there are: generic, feig-cvend'],
    [['--unacknowledged', 'lost'], '--unacknowledged must be kept or reversed'],
    [['--port', 'x'], '--port must be a whole number'],
    [['--port', '70000'], '--port must be a port'],
    [['--password', '1'], 'the password must be six digits'],
    [['--tid', '1'], 'the terminal id must be eight digits'],
    [['--nonsense'], "Unknown option '--nonsense'"],
    [['--port', '1', '--serial', '/dev/x'], 'give one of --port, --serial and --call'],
    [['--call', '20007'], '--call must be HOST:PORT, where the till listens'],
  ];
  // Each is a start of the program.
  it.each(WRONG.filter((_, at) => process.env.LONG || at % 8 === 0))(
    'refuses %j with one sentence',
    async (args, sentence) => {
      const { exit, err, out } = launch(...args);
      expect(await exit).toBe(2);
      expect(err()).toContain(sentence);
      expect(out()).toBe('');
    },
  );

  it('calls a till that listens', async () => {
    const { port } = await start();
    const { out, err } = launch('--call', `127.0.0.1:${port}`, '--no-control');
    await expect.poll(out, { timeout: 20_000 }).toBe(`terminal ready 127.0.0.1:${port}\n`);
    expect(err()).toContain(`calls the till at 127.0.0.1:${port}`);
  });

  it('says which port is taken', async () => {
    const { port, control } = await start();
    for (const [option, taken] of [
      ['--port', String(port)],
      ['--control', new URL(control).port],
    ] as const) {
      const { exit, err } = launch('--port', '0', option, taken);
      expect(await exit).toBe(1);
      expect(err()).toBe(`port ${taken} is in use; --port 0 and --control 0 take any free one\n`);
    }
  });

  it('serves its page unless --no-control is given', async () => {
    const pages = async (...args: string[]) => {
      const { child, out, err } = launch('--port', '0', ...args);
      await expect.poll(out, { timeout: 20_000 }).toMatch(/terminal ready/);
      child.kill('SIGTERM');
      return err().match(/^terminal control http.*$/gm)?.length ?? 0;
    };
    expect([await pages(), await pages('--no-control')]).toEqual([1, 0]);
  });

  it('refuses a file that is no state file', async () => {
    const state = join(folder, 'state.json');
    writeFileSync(state, 'not json');
    const { exit, err } = launch('--port', '0', '--state', state);
    expect(await exit).toBe(2);
    expect(err()).toContain('is not a state file');
    expect(readFileSync(state, 'utf8')).toBe('not json');
  });

  it('keeps numbers and transactions through SIGKILL', async () => {
    const state = join(folder, 'state.json');
    const first = await start('--state', state);
    const before = await driver(first.port);
    expect(await before.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', facts: { receiptNumber: 1 } });
    await end(first.child);
    await before.close();
    expect(existsSync(`${state}.new`)).toBe(false);

    const second = await start('--state', state);
    const after = await driver(second.port);
    expect(await after.lastTransaction()).toMatchObject({ kind: 'found', facts: { amount: 1200, receiptNumber: 1 } });
    expect(await after.pay({ amount: 800 })).toMatchObject({
      facts: { receiptNumber: 2, traceNumber: 2, turnoverNumber: 2 },
    });
    expect(await after.perform({ do: 'endOfDay' })).toMatchObject({ totals: { amount: 2000 } });
    await after.close();
  });

  it('ends when its parent is gone and no till is connected', async () => {
    const running = await start('--exit-when-orphaned', '0.1');
    const terminal = await driver(running.port);
    await terminal.register();
    running.child.stdin!.end();
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    await terminal.close();
    expect(await running.exit).toBe(0);
  });
});

describe('for a CI', () => {
  const portOf = async (out: () => string) => {
    await expect.poll(out, { timeout: 20_000 }).toMatch(/terminal ready/);
    return Number(/:(\d+)\n$/.exec(out())?.[1]);
  };
  const payOnce = async (port: number) => {
    const till = await driver(port);
    const outcome = await till.pay({ amount: 1200 });
    await till.close();
    return outcome.kind;
  };

  it.each(
    sampled<readonly [name: string, code: number, kind: string, said: string]>(
      ['pre-authorisation', 3, 'unknown', 'failed at step 1 (expect: preAuthorisation): the till sent authorisation'],
      ['approved-contactless', 0, 'approved', 'passed'],
      ['declined', 0, 'declined', 'passed'],
    ),
  )('the scenario %s ends with %i', async (name, code, kind, said) => {
    const { exit, out, err } = launch('--port', '0', '--delay', '0', '--scenario', name);
    expect(await payOnce(await portOf(out))).toBe(kind);
    expect(await exit).toBe(code);
    expect(err()).toContain(said);
  });

  it.each(sampled(['--replay', 'is no recording'], ['--scenario', 'there is no file']))(
    '%s refuses a file that it cannot read',
    async (option, error) => {
      const { exit, err } = launch('--port', '0', option, join(folder, 'none'));
      expect(await exit).toBe(2);
      expect(err()).toContain(error);
    },
  );

  it.each(
    sampled<readonly [signal: 'SIGTERM' | 'SIGINT', args: readonly string[], said: string]>(
      ['SIGTERM', ['--scenario', 'declined'], 'ended early'],
      ['SIGINT', ['--replay', 'drivers/zvt/captures/conversations.json#x-conv-payment-chip-pin'], 'ended before'],
    ),
  )('%s before the end is no success: %j', async (signal, args, said) => {
    const { child, exit, out, err } = launch('--port', '0', ...args);
    await portOf(out);
    child.kill(signal);
    expect(await exit).toBe(3);
    expect(err()).toContain(said);
  });

  it('names the wrong step of a scenario', async () => {
    const file = join(folder, 'mine.json');
    writeFileSync(file, '{"title":"Mine","about":"x","steps":[{"expect":"abort"},{"host":"yes"}]}');
    const { exit, err } = launch('--port', '0', '--scenario', file);
    expect(await exit).toBe(2);
    expect(err()).toContain('step 2: host must be two hex digits');
  });

  it('replays the terminal of a recording', async () => {
    const recording = new URL('../../zvt/captures/conversations.json', import.meta.url).pathname;
    const { exit, out, err } = launch('--port', '0', '--replay', `${recording}#x-conv-payment-contactless`);
    expect(await payOnce(await portOf(out))).toBe('approved');
    expect(await exit).toBe(0);
    expect(err()).toContain('the recording was played to its end');
  });
});

describe('the control', () => {
  it('acts as the customer', async () => {
    const { port, control } = await start('--behaviour', 'manual');
    const terminal = await driver(port);
    const prompts: string[] = [];
    const wants = { card: Promise.withResolvers<void>(), pin: Promise.withResolvers<void>() };
    const onProgress = (progress: Progress) => {
      if (progress.step !== 'prompt') return;
      prompts.push(progress.terminalText ?? '');
      if (progress.code === 0x0a) wants.card.resolve();
      if (progress.code === 0x01) wants.pin.resolve();
    };
    expect(await call(control, 'POST', '/card', {})).toMatchObject({ status: 409 });
    const outcome = terminal.pay({ amount: 1234 }, { onProgress });

    await wants.card.promise;
    expect(await until(control, 'card')).toMatchObject({
      phase: 'card',
      amount: 1234,
      display: ['EUR 12,34', 'Karte vorhalten', 'oder einstecken'],
    });
    expect(await call(control, 'POST', '/card', { card: 'visa-chip' })).toMatchObject({ status: 200 });
    await wants.pin.promise;
    await until(control, 'pin');
    expect(await call(control, 'POST', '/pin', { pin: '1234' })).toMatchObject({ status: 200 });

    expect(await outcome).toMatchObject({ kind: 'approved', facts: { cardName: 'Visa', verification: 'pin' } });
    expect(await call(control, 'GET', '/paper')).toMatchObject({
      body: [{ copy: 'merchant', printedBy: 'till' }, { copy: 'customer' }],
    });
    expect(await call(control, 'GET', '/totals')).toMatchObject({
      body: { amount: 1234, totals: { visa: { count: 1 } } },
    });
    expect(await call(control, 'DELETE', '/paper')).toMatchObject({ body: [] });
    await terminal.close();
  });

  it('presses stop, and changes the behaviour', async () => {
    const { port, control } = await start('--behaviour', 'manual');
    const terminal = await driver(port);
    const outcome = terminal.pay({ amount: 1200 });
    await until(control, 'card');
    expect(await call(control, 'POST', '/key', { key: 'stop' })).toMatchObject({ status: 200 });
    expect(await outcome).toMatchObject({ kind: 'declined', reason: { code: 'aborted' } });
    expect(await call(control, 'POST', '/behaviour', { behaviour: 'decline' })).toMatchObject({
      body: { behaviour: 'decline' },
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'declined', reason: { resultCode: 5 } });
    await terminal.close();
  });

  it('names the fault of a call', async () => {
    const { control } = await start();
    expect(await call(control, 'POST', '/card', { card: 'library card' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('visa') },
    });
    expect(await call(control, 'POST', '/behaviour', { behaviour: 'x' })).toMatchObject({ status: 400 });
    expect(await call(control, 'POST', '/pin', { pin: 'abcd' })).toMatchObject({ status: 400 });
    expect(await call(control, 'GET', '/nothing')).toMatchObject({ status: 404 });
    const text = await fetch(`${control}/card`, { method: 'POST', body: 'no json' });
    expect(text.status).toBe(400);
    const foreign = await fetch(`${control}/state`, { headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    const local = await fetch(`${control}/state`, { headers: { origin: 'http://localhost:8080' } });
    expect(local.headers.get('access-control-allow-origin')).toBe('http://localhost:8080');
  });
});

async function until(control: string, phase: string): Promise<unknown> {
  for (;;) {
    const { body } = await call(control, 'GET', '/state');
    if ((body as { phase: string }).phase === phase) return body;
  }
}
