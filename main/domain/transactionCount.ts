/**
 * How many transactions a terminal says it has booked. ZVT has one byte a card type for it (BMP 60): after 255 some terminals
 * stop counting and some begin anew. Sums of money are always whole.
 */
const FULL = 255;
const AGAIN = FULL + 1;

interface Counting {
  readonly count: number;
}

/** Of all card types; null when one of them has come to the end of its field. */
export const transactionCount = (rows: readonly Counting[]): number | null =>
  rows.some(({ count }) => count >= FULL) ? null : rows.reduce((sum, { count }) => sum + count, 0);

/** How many more, or fewer, since: as if the counting never began anew. Null: one of the two is not known. */
export function countSince(before: number | null, now: number | null): number | null {
  if (before === null || now === null) return null;
  const moved = (((now - before) % AGAIN) + AGAIN) % AGAIN;
  return moved > AGAIN / 2 ? moved - AGAIN : moved;
}

/** May `told` stand for some number from `least` to `most`? */
export function isPossibleCount(told: number, least: number, most: number): boolean {
  if (told >= FULL) return most >= FULL;
  return told <= most && told + Math.max(0, Math.ceil((least - told) / AGAIN)) * AGAIN <= most;
}
