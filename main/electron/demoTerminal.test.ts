/** The virtual terminal beside the shell. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { terminalBeside } from './demoTerminal.ts';
import { fakeElectron } from './electron.fixture.ts';

function besideShell() {
  const shell = fakeElectron();
  return { ...shell, terminal: terminalBeside(shell.electron, '/shell/virtualTerminal.js') };
}

it('is a process of its own, and the same one for the bridge that comes after', async () => {
  const { terminal, forks, log } = besideShell();
  const first = terminal.start('/data', true);
  const [{ program, args, options, child }] = forks as [(typeof forks)[number]];
  expect(program).toBe(join('/shell', 'virtualTerminal.js'));
  expect(args.join(' ')).toMatch(/^--port 0 --control 0 --state .*virtual-terminal-state\.json --training$/);
  expect(options).toMatchObject({ stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.write('terminal control http://127.0.0.1:20124\n');
  child.stdout.write('terminal ready 127.0.0.1:20123\n');
  const address = { host: '127.0.0.1', port: 20123, control: 'http://127.0.0.1:20124' };
  expect(await first).toEqual(address);
  expect(await terminal.start('/data', true)).toEqual(address);
  expect(forks).toHaveLength(1);
  expect(terminal.page()).toBe('http://127.0.0.1:20124');
  await terminal.stop();
  expect(log.at(-1)).toBe('terminal ends');
  expect(terminal.page()).toBeNull();
});

it('says that it did not start', async () => {
  const { terminal, forks } = besideShell();
  const started = terminal.start('/data', false);
  forks[0]!.child.emit('exit', 1);
  await expect(started).rejects.toThrow('the virtual terminal ended with 1');
});
