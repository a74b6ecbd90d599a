/** The position in a list that is read by `updated`: the greatest (`updated`, id) by the clock of the service. */
import type { DownCursor } from '../../world/down.ts';
import type { ListPage } from './lists.ts';

/**
 * Changes of the last moments are read again, ms: timestamps are coarse, and a change may become visible later than one with
 * a greater time.
 */
const OVERLAP = 300_000;

/**
 * The cursor after a page, or null where an object has no `updated`: the list cannot be followed. It is never ahead of `clock`,
 * the clock of the service (ms since 1970; null: unknown): behind one object of the future nothing else would be found.
 */
export function cursorAfter(
  cursor: DownCursor,
  { items, clock }: Pick<ListPage, 'items' | 'clock'>,
): DownCursor | null {
  let greatest = cursor;
  for (const { id, updated } of items) {
    if (typeof updated !== 'string' || Number.isNaN(Date.parse(updated))) return null;
    const next = { updated, id: String(id) };
    if (isBehind(next, greatest)) greatest = { ...greatest, ...next };
  }
  const isFuture = clock !== null && Date.parse(greatest.updated ?? '') > clock;
  return isFuture ? { ...greatest, updated: textOf(clock), id: '' } : greatest;
}

/**
 * Is this cursor of a time that the service has not reached? Its clock was wrong, or it has been set back. Several machines may
 * answer for it, and their clocks differ a little.
 */
export const isAhead = ({ updated }: DownCursor, clock: number): boolean =>
  updated !== undefined && Date.parse(updated) > clock + OVERLAP;

const textOf = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, '+00:00');

function isBehind(a: DownCursor, b: DownCursor): boolean {
  if (b.updated === undefined) return true;
  const [left, right] = [Date.parse(a.updated ?? ''), Date.parse(b.updated)];
  return left > right || (left === right && (a.id ?? '') > (b.id ?? ''));
}

/** From where to read on: a while before the cursor, or exactly there (`overlap` false). Null: from the beginning. */
export function readFrom({ updated }: DownCursor, overlap = true): string | null {
  if (updated === undefined) return null;
  return textOf(Date.parse(updated) - (overlap ? OVERLAP : 0));
}
