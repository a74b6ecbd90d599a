/** The programs that tests start, as npm starts them: the built bridge where it is fresh, which costs half of the sources. */
import { join } from 'node:path';

const main = join(import.meta.dirname, '..');
const run = join(main, 'run.mjs');

/** Arguments for Node, before the options of the program. */
export const HEADLESS = [run, join(main, 'headless.ts')] as const;
export const DATA = [run, join(main, 'dataDirectory', 'cli.ts')] as const;

/**
 * Environment of a demo whose tests need no card terminal: its own virtual terminal would be a process beside each bridge, and half
 * of the time of a start.
 */
export const TERMINAL_AWAY = {
  TILLBRIDGE_TERMINALS: JSON.stringify([
    { protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port: 1 }, shared: 'no' },
  ]),
} as const;
