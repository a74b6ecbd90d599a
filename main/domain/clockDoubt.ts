/** Can the clock be right? Compared with the newest commit, which no right clock lies before. Pure; times in ms since 1970. */

/** `behind`: before the newest commit. `ahead`: so long after it that a wrong year is likelier than a shop that was closed. */
export type ClockFault = 'behind' | 'ahead';

/** A clock that is corrected by the network goes back by less than this. */
const CORRECTION = 120_000;
/** A shop that was closed for longer says at its next start that the clock is right. */
const LONGEST_PAUSE = 31 * 86_400_000;
/** No version that asks this is older. */
const EARLIEST = Date.UTC(2025, 0, 1);

/** `newest`: of the commits that were made by a clock nobody doubts; null in a new shop. Gives null where the clock can be right. */
export function clockFault(now: number, newest: number | null): ClockFault | null {
  if (now < Math.max(EARLIEST, (newest ?? 0) - CORRECTION)) return 'behind';
  return newest !== null && now > newest + LONGEST_PAUSE ? 'ahead' : null;
}
