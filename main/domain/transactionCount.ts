/**
 * The number of transactions that a terminal reports. ZVT has one byte for each card type (BMP 60): after 255 some terminals
 * stop counting and some begin again. Sums of money are always complete.
 */
const FULL = 255;
const AGAIN = FULL + 1;

interface Counting {
  readonly count: number;
}

/** Number of transactions of all card types; null when one of the counts has reached the end of its field. */
export const transactionCount = (rows: readonly Counting[]): number | null =>
  rows.some(({ count }) => count >= FULL) ? null : rows.reduce((sum, { count }) => sum + count, 0);

/** The difference of two counts, as if the counting never began again. Null: one of the counts is not known. */
export function countSince(before: number | null, now: number | null): number | null {
  if (before === null || now === null) return null;
  const moved = (((now - before) % AGAIN) + AGAIN) % AGAIN;
  return moved > AGAIN / 2 ? moved - AGAIN : moved;
}

/** May `reported` stand for some number from `least` to `most`? */
export function isPossibleCount(reported: number, least: number, most: number): boolean {
  if (reported >= FULL) return most >= FULL;
  return reported <= most && reported + Math.max(0, Math.ceil((least - reported) / AGAIN)) * AGAIN <= most;
}
