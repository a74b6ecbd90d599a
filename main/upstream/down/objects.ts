/** Reads the lists of one kind: what changed since the cursor, everything with a comparison of all ids, and single objects. */
import type { DownCursor, Json } from '../../world/down.ts';
import { foreignAnswer, UpstreamError } from '../failures.ts';
import { cursorAfter, isAhead, readFrom } from './cursor.ts';
import type { KindRow } from './kinds.ts';
import { isTooDeep, type ListPage, listPages } from './lists.ts';
import type { SyncParts } from './syncParts.ts';
import { nameUnusable, type Unusable, unusableFor } from './unusable.ts';
import { writeObjects, writeVanished } from './writing.ts';

/** Objects written in one commit: nobody who sells waits for longer than these take. */
const AT_ONCE = 20;
/** Share of the known objects that may vanish between two comparisons; more is taken for an error of the service. */
const MOST_VANISHED = 0.05;

/** Rows that are stored with the last objects of a page. */
type AtEnd = () => void;

/** Stores a page in several commits; `atEnd` runs in the last one. What cannot be used is named in a case, and the rest is taken. */
export async function storePage(
  parts: SyncParts,
  row: KindRow,
  page: Pick<ListPage, 'items' | 'since'>,
  atEnd: AtEnd,
): Promise<void> {
  const { write, guard, writing } = parts;
  const { items, since } = page;
  for (let from = 0; ; from += AT_ONCE) {
    const isLast = from + AT_ONCE >= items.length;
    const some = items.slice(from, from + AT_ONCE);
    const end = () => (isLast ? atEnd() : undefined);
    try {
      await write(() => {
        guard();
        nameUnusable(writing, row.kind, writeObjects(writing, row, some, since));
        end();
      });
    } catch (error) {
      if (unusableFor(error) === null) throw error;
      await storeOneByOne(parts, row, { items: some, since }, end);
    }
    if (isLast) return;
    await new Promise(resolve => setImmediate(resolve));
  }
}

/** After a commit that failed for one of its objects. */
async function storeOneByOne(
  { write, guard, writing }: SyncParts,
  row: KindRow,
  { items, since }: Pick<ListPage, 'items' | 'since'>,
  atEnd: AtEnd,
): Promise<void> {
  const unusable: Unusable[] = [];
  for (const item of items)
    try {
      const left = await write(() => {
        guard();
        return writeObjects(writing, row, [item], since);
      });
      unusable.push(...left);
    } catch (error) {
      const reason = unusableFor(error);
      if (reason === null) throw error;
      unusable.push({ id: String(item.id), reason });
    }
  await write(() => {
    guard();
    nameUnusable(writing, row.kind, unusable);
    atEnd();
  });
}

/**
 * Reads the changes since the cursor, which moves with each stored page. False: the objects have no `updated`, so that the
 * list can only be read as a whole. Throws `UpstreamError`.
 */
export async function readChanged(parts: SyncParts, row: KindRow): Promise<boolean> {
  const { down } = parts;
  if (down.state(row.kind).cursor.whole) return false;
  let from = readFrom(down.state(row.kind).cursor);
  for (;;) {
    const before = down.state(row.kind).cursor;
    try {
      for await (const page of listPages(
        parts.client,
        { path: row.path, object: row.object, updatedFrom: from, byUpdate: true },
        parts.now,
      )) {
        const known = down.state(row.kind).cursor;
        if (page.clock !== null && isAhead(known, page.clock)) {
          await forgetCursor(parts, row);
          return readChanged(parts, row);
        }
        const cursor = cursorAfter(down.state(row.kind).cursor, page);
        if (cursor === null) return false;
        await storePage(parts, row, page, () => down.save(row.kind, { cursor, pageAt: parts.now(), problem: null }));
        parts.stored(row.kind);
      }
      return true;
    } catch (error) {
      const { updated } = down.state(row.kind).cursor;
      if (!isTooDeep(error) || updated === before.updated) throw error;
      from = readFrom({ updated: updated ?? '' }, false);
    }
  }
}

/** Everything is read again: what the service changed since is older than the cursor. */
function forgetCursor({ down, write, guard }: SyncParts, { kind }: KindRow): Promise<void> {
  return write(() => {
    guard();
    down.save(kind, { cursor: {} });
  });
}

/** The whole list: writes what differs, and what the service has no more. Throws `UpstreamError`. */
export async function compareAll(parts: SyncParts, row: KindRow): Promise<void> {
  const { down, write, guard } = parts;
  await write(() => {
    guard();
    down.clearList(row.kind);
  });
  const { whole: _, ...known } = down.state(row.kind).cursor;
  let cursor: DownCursor | null = known;
  for await (const page of listPages(
    parts.client,
    { path: row.path, object: row.object, updatedFrom: null, byUpdate: false },
    parts.now,
  )) {
    cursor = cursor && cursorAfter(cursor, page);
    await storePage(parts, row, page, () => {
      down.list(
        row.kind,
        page.items.map(({ id }) => String(id)),
      );
      down.save(row.kind, { pageAt: parts.now() });
    });
    parts.stored(row.kind);
  }
  await removeVanished(parts, row);
  await write(() => {
    guard();
    down.save(row.kind, { comparedAt: parts.now(), problem: null, cursor: cursor ?? { whole: true } });
    down.accept(row.kind, null);
    down.clearList(row.kind);
  });
}

/** One object may always go: a share of a few objects says nothing. */
async function removeVanished(parts: SyncParts, row: KindRow): Promise<void> {
  const { down, write, guard, writing } = parts;
  const [gone, all] = [down.vanishedCount(row.kind), down.count(row.kind)];
  if (gone > Math.max(1, all * MOST_VANISHED, down.accepted(row.kind))) {
    const facts = { part: row.kind, known: all, missing: gone, examples: down.vanished(row.kind, 20) };
    const entry = {
      merchant: writing.merchant,
      kind: 'manyVanished',
      object: row.kind,
      amount: null,
      currency: null,
      facts,
    };
    return write(() => {
      guard();
      writing.cases.open(entry);
    });
  }
  for (;;) {
    const ids = down.vanished(row.kind, AT_ONCE);
    if (ids.length === 0) return;
    await write(() => {
      guard();
      writeVanished(writing, row, ids);
    });
  }
}

/** Objects that a delivery touched while they were read. Throws `UpstreamError`. */
export async function readAgain(parts: SyncParts, row: KindRow): Promise<void> {
  const { down, write, guard } = parts;
  for (const id of down.again(row.kind)) {
    const since = parts.now();
    const there = await parts.client.get(`${row.path}/${encodeURIComponent(id)}`).catch(absent);
    if (there !== null && there.id !== id) throw foreignAnswer();
    if (there !== null) await storePage(parts, row, { items: [there], since }, () => undefined);
    else
      await write(() => {
        guard();
        down.readAgain(row.kind, id, false);
      });
  }
}

function absent(error: unknown): Json | null {
  if (error instanceof UpstreamError && error.status === 404) return null;
  throw error;
}
