/**
 * The programs that tests start: the built bridge where it is fresh, which costs half of the sources. Its sources are looked at once,
 * and not at each start, which costs a tenth of a second; start.test.ts and commands.test.ts start as npm does.
 */
import { join } from 'node:path';
import { builtProgram } from '../build.ts';

const main = join(import.meta.dirname, '..');

function startOf(source: string): readonly [string, ...string[]] {
  const built = builtProgram(source);
  return built === null ? [join(main, 'run.mjs'), source] : [built];
}

/** Arguments for Node, before the options of the program. */
export const HEADLESS = startOf(join(main, 'headless.ts'));
export const DATA = startOf(join(main, 'dataDirectory', 'cli.ts'));
export const SETUP = startOf(join(main, 'setupCommand.ts'));
export const CONTROL = startOf(join(main, 'control', 'cli.ts'));

/**
 * Environment of a demo whose tests need no card terminal: its own virtual terminal would be a process beside each bridge, and half
 * of the time of a start.
 */
export const TERMINAL_AWAY = {
  TILLBRIDGE_TERMINALS: JSON.stringify([
    { protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port: 1 }, shared: 'no' },
  ]),
} as const;
