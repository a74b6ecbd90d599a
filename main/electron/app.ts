/**
 * Host 2: the bridge beside Electron, behind a window. Everything is decided elsewhere; this file only chooses.
 * Electron is ready once this module has been evaluated, hence nothing here may wait for it.
 */
import { dirname, join } from 'node:path';
import * as electron from 'electron';
import { makeFilesPrivate } from '../files/rights.ts';
import { boot } from './boot.ts';
import { bridgeBeside, StartRefused } from './bridgeBeside.ts';
import { terminalBeside } from './demoTerminal.ts';
import { machineFolder } from './home.ts';

// An update asks the new program for this, to see that it starts at all, before it takes the place of the old one.
if (process.env.APPIMAGE_EXIT_AFTER_INSTALL) process.exit(0);

/** Folder of the project, or of the package inside. */
const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'dist', 'electron');
const say = (line: string) => console.error(line);
const terminal = terminalBeside(electron, join(folder, 'virtualTerminal.js'));
makeFilesPrivate();

/** A till that was started from a terminal or a service goes on when nobody reads its lines any more. */
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const onSignal = (end: () => void) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
};

const { end, unexpected } = boot(electron, {
  argv: process.argv,
  environment: process.env,
  folder,
  icon: join(root, 'assets', 'icon.png'),
  pictures: join(root, 'assets', 'tray'),
  bill: join(dirname(process.execPath), 'sbom.cdx.json'),
  machineFolder: machineFolder(process.platform, process.env),
  startBridge: bridgeBeside(electron, { program: join(folder, 'bridgeProcess.js'), terminal }),
  terminalPage: terminal.page,
  onSignal,
  announce: line => process.stdout.write(`${line}\n`),
  say,
  async explain(error) {
    // The process of the bridge has said it in the journal.
    if (error instanceof StartRefused) return error.refusal;
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
    void unexpected(error);
  });
