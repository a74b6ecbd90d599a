import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeAll, demoDirectory } from './doubles/bridge.fixture.ts';
import { liveDirectory } from './doubles/liveShop.fixture.ts';

const root = join(import.meta.dirname, '..');
/** Screen and shell may have to be built first, on a machine that is slow and busy. */
const TIMEOUT = 400_000;
let folder: string;
let running: ChildProcess | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-start-'));
});
afterEach(async () => {
  await closeAll();
  running?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** `npm start -- --port 0 --data …` with the lines it has written so far. */
function start(environment: Record<string, string>, options: readonly string[] = []) {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...bare } = process.env;
  const args = ['main/run.mjs', 'main/start.ts', '--port', '0', '--data', join(folder, 'data'), ...options];
  const env = { ...bare, TILLBRIDGE_LOG_LEVEL: 'error', ...environment };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running = child;
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', line => errors.push(line));
  const output = createInterface({ input: child.stdout }).on('line', line => lines.push(line));
  const ended = once(child, 'close');
  const failed = () => ended.then(() => Promise.reject(new Error(`it ended without a line: ${errors.join(' ')}`)));
  return { child, lines, errors, ended, ready: () => Promise.race([once(output, 'line'), failed()]) };
}

/**
 * A demo that has begun, because the weeks of one that begins take a minute of a slow machine in a fresh checkout. The long run plays
 * them.
 */
async function withoutWeeks(): Promise<void> {
  if (!process.env.LONG) cpSync(await demoDirectory('demo'), join(folder, 'data'), { recursive: true });
}

/** A program in the place of Electron. */
function standIn(program: string): Record<string, string> {
  const file = join(folder, 'electron');
  writeFileSync(file, `#!${process.execPath}\n${program}`);
  chmodSync(file, 0o755);
  return { DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: folder };
}

describe('npm start', { timeout: TIMEOUT }, () => {
  it('starts without a window where there is no display, says why, and ends in order', async () => {
    await withoutWeeks();
    const { child, lines, errors, ready, ended } = start({});
    await ready();
    expect(lines).toEqual([expect.stringMatching(/^tillbridge ready http:\/\/127\.0\.0\.1:\d+$/)]);
    expect(errors[0]).toBe(
      `Starting the demo, because no shop has been set up in ${join(folder, 'data')}. Nothing is real.`,
    );
    expect(errors).toContain('No window, because there is no display; open the address in a browser.');
    const answer = await fetch(`${lines[0]?.split(' ').at(-1)}/bridge/v1/screen`);
    expect(await answer.json()).toMatchObject({ demo: true });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('starts the shop once one has been set up, without a window where its program fails, and says both', async () => {
    cpSync(await liveDirectory(), join(folder, 'data'), { recursive: true });
    const { child, lines, errors, ready, ended } = start(standIn("console.error('no X'); process.exit(1)"));
    await ready();
    expect(errors[0]).toBe(`Starting the shop in ${join(folder, 'data')}.`);
    expect(errors).toContain(
      'No window, because Electron ended before its window was there (exit 1); open the address in a browser.',
    );
    const answer = await fetch(`${lines[0]?.split(' ').at(-1)}/bridge/v1/screen`);
    expect(await answer.json()).toMatchObject({ demo: false, merchant: { name: 'Laden am Eck' } });
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  it.runIf(process.env.LONG).each(['--demo', '--training'])(
    'starts what %s asks for, whatever was set up (npm run test:long)',
    async option => {
      cpSync(await liveDirectory(), join(folder, 'shop'), { recursive: true });
      const place = join(folder, option === '--training' ? 'shop' : 'data');
      const { child, lines, errors, ready, ended } = start({}, [option, '--data', place]);
      await ready();
      expect(errors[0]).toBe(`Starting the ${option.slice(2)}. Nothing is real.`);
      const answer = await fetch(`${lines[0]?.split(' ').at(-1)}/bridge/v1/screen`);
      expect(await answer.json()).toMatchObject({ demo: true, training: option === '--training' });
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  );

  it('opens the window where there is a display and a program', async () => {
    const program = `
      console.log('tillbridge ready ' + process.argv.slice(2).join(' '));
      process.once('SIGTERM', () => process.exit(0));
      setInterval(() => {}, 1_000);`;
    await withoutWeeks();
    const { child, lines, ready, ended } = start(standIn(program), ['--kiosk']);
    await ready();
    expect(lines).toEqual([`tillbridge ready ${root} --demo --port 0 --data ${join(folder, 'data')} --kiosk`]);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  it('refuses wrong options with one sentence', async () => {
    const { lines, errors, ended } = start({}, ['--prot', '1']);
    expect(await ended).toEqual([2, null]);
    expect(lines).toEqual([]);
    expect(errors.at(-1)).toContain('--prot');
  });
});
