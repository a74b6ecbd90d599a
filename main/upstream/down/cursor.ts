/** The position in a list that is read by `updated`: the greatest (`updated`, id) by the clock of the service. */
import type { DownCursor, Json } from '../../world/down.ts';

/**
 * What was changed shortly before is read again, ms: timestamps are coarse, and a change may become visible later than
 * one with a greater time.
 */
const OVERLAP = 300_000;

/** The cursor after a page, or null where an object has no `updated`: the list cannot be followed. */
export function cursorAfter(cursor: DownCursor, items: readonly Json[]): DownCursor | null {
  let greatest = cursor;
  for (const { id, updated } of items) {
    if (typeof updated !== 'string' || Number.isNaN(Date.parse(updated))) return null;
    const next = { updated, id: String(id) };
    if (isBehind(next, greatest)) greatest = { ...greatest, ...next };
  }
  return greatest;
}

function isBehind(a: DownCursor, b: DownCursor): boolean {
  if (b.updated === undefined) return true;
  const [left, right] = [Date.parse(a.updated ?? ''), Date.parse(b.updated)];
  return left > right || (left === right && (a.id ?? '') > (b.id ?? ''));
}

/** From where to read on: a while before the cursor, or exactly there (`overlap` false). Null: from the beginning. */
export function readFrom({ updated }: DownCursor, overlap = true): string | null {
  if (updated === undefined) return null;
  const at = Date.parse(updated) - (overlap ? OVERLAP : 0);
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, '+00:00');
}
