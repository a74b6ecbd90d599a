/**
 * Host 2: the bridge inside Electron, behind a window. Everything is decided elsewhere; this file only chooses.
 * Electron is ready once this module has been evaluated, hence nothing here may wait for it.
 */
import { join } from 'node:path';
import * as electron from 'electron';
import { boot } from './boot.ts';
import { startInProcess } from './inProcess.ts';

/** Folder of the project, or of the package inside. */
const root = join(import.meta.dirname, '..', '..');

/** A till that was started from a terminal or a service goes on when nobody reads its lines any more. */
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const onSignal = (end: () => void) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
};

const { end } = boot(electron, {
  argv: process.argv,
  environment: process.env,
  folder: join(root, 'dist', 'electron'),
  icon: join(root, 'assets', 'icon.png'),
  startBridge: startInProcess,
  onSignal,
  announce: line => process.stdout.write(`${line}\n`),
  say: line => console.error(line),
  async explain(error) {
    const { explain, refusalSentence } = await import('../startRefusal.ts');
    return { code: explain(error), sentence: refusalSentence(error) ?? String(error) };
  },
});
// Before Electron is ready. The same signal may come twice; the first begins the end, and nothing cuts it.
onSignal(() => void end());
// An error that nobody expected leaves the program in a state that nobody knows: the program ends in order, and the next start asks the terminal.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    console.error(error);
    void end(1);
  });
