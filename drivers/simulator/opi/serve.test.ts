/** The virtual O.P.I. terminal as a process: the line it prints, its options, its end. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../doubles/freePort.ts';
import { openTerminal } from '../../index.ts';

const SERVE = join(import.meta.dirname, 'serve.ts');
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function launch(...args: string[]) {
  const child = spawn(process.execPath, [SERVE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', text => {
    said.out += text;
  });
  child.stderr.on('data', text => {
    said.err += text;
  });
  return { child, said, exit: once(child, 'close').then(([code]) => code as number | null) };
}

describe('npm run terminal:opi', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints its address, takes a payment, and ends with exit code 0 on %s',
    async signal => {
      const devicePort = await freePort();
      const { child, said, exit } = launch('--port', '0', '--delay', '0', '--till', `127.0.0.1:${devicePort}`);
      await once(child.stdout!, 'data');
      const port = Number(/^terminal ready 127\.0\.0\.1:(\d+)\n$/.exec(said.out)?.[1]);
      const terminal = await openTerminal({
        protocol: 'opi',
        connection: { type: 'tcp', host: '127.0.0.1', port },
        options: { devicePort, deviceHost: '127.0.0.1' },
      });
      expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', receipts: [{}, {}] });
      await terminal.close();
      child.kill(signal);
      expect(await exit).toBe(0);
      expect(said).toEqual({ out: `terminal ready 127.0.0.1:${port}\n`, err: '' });
    },
  );

  it.each([
    [['--behaviour', 'nonsense'], 'there is no behaviour "nonsense"'],
    [['--tid', '12'], 'eight digits'],
    [['--port', 'x'], '--port must be a whole number'],
    [['--port', '70000'], '--port must be a port'],
    [['--till', 'here'], '--till must be HOST:PORT'],
    [['--colour', 'red'], 'colour'],
  ])('refuses %j in one sentence', async (args, sentence) => {
    const { said, exit } = launch(...args);
    expect(await exit).toBe(2);
    expect(said.err).toContain(sentence);
    expect(said.out).toBe('');
  });

  it('prints its options with --help', async () => {
    const { said, exit } = launch('--help');
    expect(await exit).toBe(0);
    expect(said.out).toContain('--behaviour');
  });
});
