/** Gives a demo that begins its weeks of sales, before the bridge is opened for the first time. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markBeside, markOf, root } from './build/target.ts';
import { weeks, weeksUpToYesterday } from './build/weeks.ts';
import type { Furniture } from './demo/history/play.ts';
import type { ShopDay } from './demo/history/weeks.ts';
import { DIRECTORY_FILES } from './store/directoryFiles.ts';
import type { Config } from './world/config.ts';
import { configOf } from './world/configReading.ts';

/** Moved last: a directory with a database is one that is whole. */
const LAST = DIRECTORY_FILES.database;
/** Notes of terminal and bridge for their makers: nobody has to look into the weeks that were played. */
const NOTES = ['traces', 'journal', 'tillbridge.log', 'tillbridge.lock', 'tillbridge.pid'];
/** Days of the longest history that is gone on with; a longer one begins anew. */
const LONGEST = 42;

/** Says of played weeks how they go on. It lies beside their data. */
const ENDING = 'weeks.json';
interface Ending {
  readonly timeZone: string;
  /** The first and the last day that was played, YYYY-MM-DD. */
  readonly first: string;
  readonly last: string;
  readonly furniture: Furniture;
}

/**
 * Gives the demo the weeks before now where it has no database yet; any other directory stays as it is. They are copied from what
 * the build prepared, and played here where nothing is built. A run that is killed leaves a folder that the next one removes.
 */
export async function prepareHistory(
  config: Config,
  say: (line: string) => void,
  weeksOf: typeof weeksUpToYesterday = weeksUpToYesterday,
): Promise<void> {
  if (!config.demo || config.training || config.readOnly || existsSync(join(config.data, LAST))) return;
  // Nobody sells yet: whoever ends the program waits for nothing.
  const leave = () => process.exit(0);
  process.on('SIGINT', leave).on('SIGTERM', leave);
  try {
    const prepared = await weeksOf(say);
    const made = join(config.data, 'history-being-made');
    rmSync(made, { recursive: true, force: true });
    if (prepared === null) {
      say('The demo shop gets four weeks of sales, which takes a few seconds, once …');
      await playWeeks(made, Date.now(), null);
    } else {
      await copyWeeks(prepared, made);
    }
    rmSync(join(made, ENDING));
    const files = readdirSync(made).filter(name => name !== LAST);
    for (const name of [...files, LAST]) renameSync(join(made, name), join(config.data, name));
    rmSync(made, { recursive: true });
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
  }
}

/** Makes the weeks for the build, from those of an earlier day where the same sources played them in the same time zone. */
export async function makeWeeks(folder: string): Promise<void> {
  const code = markOf(weeks.sources);
  const isOurs = code !== null && markBeside(weeks.result)?.startsWith(code);
  await playWeeks(folder, Date.now(), isOurs ? join(root, weeks.result) : null);
}

/** Plays the days before `today` (ms since 1970) into a folder that is not there yet, behind the days of `before`. */
export async function playWeeks(folder: string, today: number, before: string | null): Promise<void> {
  const { daysSince, weeksBefore } = await import('./demo/history/weeks.ts');
  const ending = before === null ? null : endingOf(before);
  const since = ending === null ? null : { first: daysSince(ending.first, today), last: daysSince(ending.last, today) };
  if (before === null || ending === null || since === null || !goesOn(ending.timeZone, since)) {
    await play(folder, weeksBefore(today), null);
    return;
  }
  await copyWeeks(before, folder);
  await play(folder, weeksBefore(today, since.last - 1), ending);
}

/** The copy is a directory of its own, not a restored backup of the other one; only the key of its secrets is the same. */
export async function copyWeeks(from: string, to: string): Promise<void> {
  const { renewIdentity } = await import('./store/renewIdentity.ts');
  cpSync(from, to, { recursive: true });
  renewIdentity(to, new Date());
}

/** May played weeks be gone on with? `since`: days since the first and since the last that was played. */
export const goesOn = (timeZone: string, since: { readonly first: number; readonly last: number }): boolean =>
  timeZone === zoneHere() && since.last >= 1 && since.first <= LONGEST;

/** Plays days in a folder, and writes beside their data how they go on. Leaves no folder where it fails. */
export async function play(folder: string, days: readonly ShopDay[], ending: Ending | null): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return;
  const { createBridge } = await import('./bridge.ts');
  const { playDays } = await import('./demo/history/play.ts');
  try {
    const config = configOf({ demo: true, data: folder });
    const furniture = await playDays(config, createBridge, days, ending?.furniture ?? null);
    for (const note of NOTES) rmSync(join(folder, note), { recursive: true, force: true });
    const goesOn: Ending = { timeZone: zoneHere(), first: ending?.first ?? first.day, last: last.day, furniture };
    writeFileSync(join(folder, ENDING), `${JSON.stringify(goesOn)}\n`);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function endingOf(folder: string): Ending | null {
  try {
    return JSON.parse(readFileSync(join(folder, ENDING), 'utf8')) as Ending;
  } catch {
    return null;
  }
}

const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
