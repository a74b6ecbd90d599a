/** The process of the bridge beside the shell: refusals, restarts, silence, and the end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bridgeBeside, LOOKS_EVERY, MOST_SILENT, StartRefused } from './bridgeBeside.ts';
import { type FakeChild, fakeElectron } from './electron.fixture.ts';
import { DELAYS } from './reloadDelays.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

const LIGHTS = { running: 0, unknown: 0, midTender: 0, terminal: 'ready', upstream: 'none', waiting: 0 };

function begun() {
  const { electron, forks } = fakeElectron();
  const said: string[] = [];
  const lights: unknown[] = [];
  const loops: (string | null)[] = [];
  const terminal = {
    start: () => Promise.reject(new Error('no terminal')),
    page: () => null,
    stop: async () => undefined,
  };
  const parts = { program: '/shell/bridgeProcess.js', terminal };
  const bridge = bridgeBeside(
    electron,
    parts,
  )({
    options: ['--data', '/data', '--port', '0'],
    environment: {},
    onLoop: reason => void loops.push(reason),
    onLights: seen => void lights.push(seen),
    say: line => void said.push(line),
  });
  const last = () => forks.at(-1)!.child as FakeChild;
  return { bridge, forks, said, lights, loops, last };
}

/** The bridge calls a function of the shell. */
const calls = (child: FakeChild, name: string, ...args: readonly unknown[]) =>
  child.emit('message', { call: 1, name, args });

/** The bridge is ready; the shell asks for its lights at once. */
function becomesReady(child: FakeChild) {
  calls(child, 'ready', 'http://127.0.0.1:41000');
  answers(child, LIGHTS);
}

/** The bridge answers the calls that came so far. */
function answers(child: FakeChild, value: unknown) {
  for (const message of child.posted.splice(0))
    if ('call' in message) child.emit('message', { answer: message.call, value });
}

describe('a bridge in a process of its own', () => {
  it('says why it did not start', async () => {
    const { bridge, last } = begun();
    calls(last(), 'refused', { code: 2, sentence: 'Port 8640 is in use.' });
    last().emit('exit', 1);
    await expect(bridge.ready).rejects.toThrow(new StartRefused({ code: 2, sentence: 'Port 8640 is in use.' }));
    const other = begun();
    other.last().emit('exit', 139);
    await expect(other.bridge.ready).rejects.toThrow('the bridge ended with 139');
  });

  it('is started again at its address when it ended by itself, later each time, and not after the end', async () => {
    const { bridge, forks, last, said } = begun();
    becomesReady(last());
    const running = await bridge.ready;
    for (const delay of DELAYS) {
      last().emit('exit', 1);
      await vi.advanceTimersByTimeAsync(0);
      expect(said.at(-1)).toBe(`The bridge ended (1) and is started again in ${delay / 1000} s.`);
      if (delay > 0) expect(await running.unfinished()).toBeNull();
      await vi.advanceTimersByTimeAsync(delay);
    }
    // The pause before a start is no silence of the bridge that starts then.
    await vi.advanceTimersByTimeAsync(LOOKS_EVERY);
    expect(said).not.toContain('The bridge does not answer and is ended.');
    expect(forks).toHaveLength(1 + DELAYS.length);
    expect(forks.at(-1)?.args).toEqual(['--data', '/data', '--port', '0', '--port', '41000']);
    const closed = bridge.close();
    expect(last().posted.at(-1)).toMatchObject({ name: 'close' });
    last().emit('exit', 0);
    await closed;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(forks).toHaveLength(1 + DELAYS.length);
  });

  it('tells the shell its lights, and is ended behind a minute of silence', async () => {
    const { bridge, last, lights, said } = begun();
    const blocked = spawn('sleep', ['60']);
    const ended = once(blocked, 'exit');
    last().pid = blocked.pid;
    becomesReady(last());
    await bridge.ready;
    expect(lights).toEqual([LIGHTS]);
    await vi.advanceTimersByTimeAsync(LOOKS_EVERY * MOST_SILENT);
    expect(said).toEqual([]);
    await vi.advanceTimersByTimeAsync(LOOKS_EVERY);
    expect(said).toEqual(['The bridge does not answer and is ended.']);
    expect(lights.at(-1)).toBeNull();
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('holds its address from its word until it begins to end, before anybody hears of that', async () => {
    const { bridge, last } = begun();
    const child = spawn('sleep', ['60']);
    last().pid = child.pid;
    becomesReady(last());
    const { isOurs } = await bridge.ready;
    expect(isOurs()).toBe(true);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    // Nobody has told the shell.
    await ended;
    expect(isOurs()).toBe(false);
    last().emit('exit', 137);
    await vi.advanceTimersByTimeAsync(0);
    const next = spawn('sleep', ['60']);
    last().pid = next.pid;
    expect(isOurs()).toBe(false);
    becomesReady(last());
    expect(isOurs()).toBe(true);
    // A bridge that closes gives its port away while it is still there.
    const closed = bridge.close();
    expect(isOurs()).toBe(false);
    next.kill('SIGKILL');
    last().emit('exit', 0);
    await closed;
  });

  it('has a person told once when it ends again and again, with its reason', async () => {
    const { bridge, last, loops } = begun();
    becomesReady(last());
    await bridge.ready;
    for (const delay of DELAYS) {
      calls(last(), 'refused', { code: 2, sentence: 'Port 41000 is in use.' });
      last().emit('exit', 2);
      await vi.advanceTimersByTimeAsync(delay);
    }
    expect(loops).toEqual(['Port 41000 is in use.']);
  });

  it('is ended where it does not close in time, and the end says so', async () => {
    const { bridge, last } = begun();
    becomesReady(last());
    await bridge.ready;
    const closed = expect(bridge.close()).rejects.toThrow('The bridge ended with no answer.');
    await vi.advanceTimersByTimeAsync(30_000);
    await closed;
  });

  it('hears that a call of the shell failed', async () => {
    const { last } = begun();
    calls(last(), 'startTerminal', '/data', false);
    await vi.advanceTimersByTimeAsync(0);
    expect(last().posted).toEqual([{ answer: 1, error: 'no terminal' }]);
  });
});
