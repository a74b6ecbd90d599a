/** The played weeks of the demo as a target of the build. Hosts import this, and none of what plays. */
import { join } from 'node:path';
import { buildIfStale, isFresh, root, type Say, type Target } from './target.ts';

export const weeks = {
  title: 'the weeks of the demo shop',
  result: 'dist/demo',
  sources: ['main', 'drivers', 'package-lock.json'],
  option: ['--demo'],
  // They end yesterday, by the clock of the machine.
  day: () => `${Intl.DateTimeFormat().resolvedOptions().timeZone} ${new Intl.DateTimeFormat('en-CA').format()}\n`,
} as const satisfies Omit<Target, 'make'>;

/**
 * The folder of the weeks that end yesterday, made or gone on with where they are stale. Null where they cannot be had: in an
 * installed application, which has no sources, in the desktop window, and where making them failed.
 */
export async function weeksUpToYesterday(say: Say): Promise<string | null> {
  if ('electron' in process.versions) return null;
  await buildIfStale(weeks, say);
  return isFresh(weeks) ? join(root, weeks.result) : null;
}
