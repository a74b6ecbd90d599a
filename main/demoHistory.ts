/** Gives a demo that begins its four weeks of sales, before the bridge is opened for the first time. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DIRECTORY_FILES } from './store/directoryFiles.ts';
import type { Config } from './world/config.ts';

/** Moved last: a directory with a database is one that is whole. */
const LAST = DIRECTORY_FILES.database;
/** Notes of terminal and bridge for their makers: nobody has to look into the weeks that were played. */
const NOTES = ['traces', 'journal', 'tillbridge.lock', 'tillbridge.pid'];

/**
 * Plays the weeks before now where the demo has no database yet; any other directory stays as it is. Takes some seconds, once.
 * A run that is killed leaves a folder that the next one removes.
 */
export async function prepareHistory(config: Config, say: (line: string) => void): Promise<void> {
  if (!config.demo || config.training || config.readOnly || existsSync(join(config.data, LAST))) return;
  say('The demo shop gets four weeks of sales, which takes a few seconds, once …');
  const made = join(config.data, 'history-being-made');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true, mode: 0o700 });
  const { createBridge } = await import('./bridge.ts');
  const { playHistory } = await import('./demo/history/play.ts');
  // Nobody sells yet: whoever ends the program waits for nothing.
  const leave = () => process.exit(0);
  process.on('SIGINT', leave).on('SIGTERM', leave);
  await playHistory({ ...config, data: made }, createBridge, Date.now());
  process.off('SIGINT', leave).off('SIGTERM', leave);
  for (const note of NOTES) rmSync(join(made, note), { recursive: true, force: true });
  const files = readdirSync(made).filter(name => name !== LAST);
  for (const name of [...files, LAST]) renameSync(join(made, name), join(config.data, name));
  rmSync(made, { recursive: true });
}
