/**
 * Host 2: the bridge inside Electron, behind a window. Everything is decided elsewhere; this file only chooses.
 * Electron is ready once this module has been evaluated, hence nothing here may wait for it.
 */
import { join } from 'node:path';
import * as electron from 'electron';
import { boot } from './boot.ts';
import { startInProcess } from './inProcess.ts';

/** Of the project, or inside the package. */
const root = join(import.meta.dirname, '..', '..');

const { end } = boot(electron, {
  argv: process.argv,
  environment: process.env,
  folder: join(root, 'dist', 'electron'),
  icon: join(root, 'assets', 'icon.png'),
  startBridge: startInProcess,
  announce: line => process.stdout.write(`${line}\n`),
  say: line => console.error(line),
  explain: async error => (await import('../startRefusal.ts')).explain(error),
});
// The same signal may come twice; the first begins the end, and nothing cuts it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end());
