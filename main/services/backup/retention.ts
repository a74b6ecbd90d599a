/** The rule by which backups go: the newest of each day, week and month stays as long as its row says. */
import type { FoundBackup } from './manifest.ts';

/** How many of each stay. */
export interface Keep {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const DAY = 86_400_000;
/** 1970 began on a Thursday; weeks begin on Mondays. */
const MONDAY = 4 * DAY;

const PERIODS: Readonly<Record<keyof Keep, (made: number) => string>> = {
  days: made => new Date(made).toISOString().slice(0, 10),
  weeks: made => String(Math.floor((made - MONDAY) / (7 * DAY))),
  months: made => new Date(made).toISOString().slice(0, 7),
};

/**
 * The backups that no row of `keep` holds. The newest one always stays, and so do those before it that are younger than a day: a
 * till whose clock stood wrong for a day loses nothing by it. Backups that claim to come from the future stay, too, and take the
 * place of none.
 */
export function superseded(backups: readonly FoundBackup[], now: number, keep: Keep): readonly FoundBackup[] {
  const newestFirst = [...backups].sort((a, b) => b.manifest.made.localeCompare(a.manifest.made));
  const held = new Set<FoundBackup>(newestFirst.slice(0, 1));
  for (const backup of newestFirst) if (now - timeOf(backup) < DAY) held.add(backup);
  const past = newestFirst.filter(backup => timeOf(backup) <= now);
  for (const [row, period] of Object.entries(PERIODS) as [keyof Keep, (made: number) => string][]) {
    const seen = new Set<string>();
    for (const backup of past) {
      const of = period(timeOf(backup));
      if (seen.has(of)) continue;
      seen.add(of);
      if (seen.size <= keep[row]) held.add(backup);
    }
  }
  return backups.filter(backup => !held.has(backup));
}

const timeOf = ({ manifest }: FoundBackup): number => Date.parse(manifest.made);
