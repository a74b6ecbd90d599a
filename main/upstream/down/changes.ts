/** The log of changes of another Tillbridge: what was changed and removed since a number, in the order of its commits. */
import type { Json } from '../../world/down.ts';
import { UpstreamError } from '../failures.ts';
import { kindRows } from './kinds.ts';
import { isAbsent, PAGE } from './lists.ts';
import { storePage } from './objects.ts';
import type { SyncParts } from './syncParts.ts';
import { writeVanished } from './writing.ts';

interface Change {
  readonly object: string;
  readonly id: string;
  readonly type: string;
  readonly document: Json | null;
}

export interface ChangesPage {
  /** Names the log: another one begins anew. */
  readonly log: string;
  /** The last number of the log. */
  readonly last: number;
  /** The number up to which this page reaches. */
  readonly next: number;
  /** The changes that follow the asked number are not kept any more. */
  readonly gap: boolean;
  readonly data: readonly Change[];
}

/** Null where the service has no such log. Throws `UpstreamError`. */
export async function readPage(
  { client }: Pick<SyncParts, 'client'>,
  after: number | null,
): Promise<ChangesPage | null> {
  const query = after === null ? 'count=0' : `after=${after}&count=${PAGE}`;
  try {
    const answer = await client.read(`/bridge/v1/changes?${query}`);
    return pageIn(answer?.body ?? {});
  } catch (error) {
    // Another server may answer a path that it does not know with a page for people.
    if (error instanceof UpstreamError && (isAbsent(error) || (error.kind === 'lost' && error.status === 200)))
      return null;
    throw error;
  }
}

/** Null: what answers is no such log. Entries of a shape that nobody knows are left out. */
function pageIn({ log, last, next, gap, data }: Json): ChangesPage | null {
  const isLog = typeof log === 'string' && isNumber(last) && isNumber(next) && Array.isArray(data);
  return isLog ? { log, last, next, gap: gap === true, data: data.filter(isChange) } : null;
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function isChange(entry: unknown): entry is Change {
  const { object, id, document } = (entry ?? {}) as Partial<Change>;
  const isKnown = typeof object === 'string' && typeof id === 'string';
  return isKnown && (document === null || (typeof document === 'object' && !Array.isArray(document)));
}

/** Follows the log from its cursor. False: there is a gap, so that everything has to be compared. Throws `UpstreamError`. */
export async function followChanges(parts: SyncParts, first: ChangesPage): Promise<boolean> {
  const { down } = parts;
  const { seq, log } = down.state('changes').cursor;
  if (seq === undefined || log !== first.log || seq > first.last) return false;
  for (let after = seq; ; ) {
    const since = parts.now();
    const page = await readPage(parts, after);
    if (page === null || page.gap) return false;
    await storeChanges(parts, page, since);
    if (page.next >= page.last || page.next <= after) return true;
    after = page.next;
  }
}

async function storeChanges(parts: SyncParts, page: ChangesPage, since: number): Promise<void> {
  const { down, write, guard, writing } = parts;
  for (const row of kindRows) {
    const ofKind = page.data.filter(({ object }) => object === row.object);
    const items = ofKind.flatMap(({ document }): Json[] => (document === null ? [] : [document]));
    const removed = ofKind.filter(({ document }) => document === null).map(({ id }) => id);
    if (items.length > 0)
      await storePage(parts, row, { items, since }, () => down.save(row.kind, { pageAt: parts.now() }));
    if (removed.length > 0)
      await write(() => {
        guard();
        writeVanished(writing, row, removed);
      });
    if (ofKind.length > 0) parts.stored(row.kind);
  }
  await write(() => {
    guard();
    saveSequence(parts, page.log, page.next);
  });
}

/** Inside a job. All kinds are as young as the log. */
export function saveSequence({ down, now }: SyncParts, log: string, seq: number): void {
  const at = now();
  down.save('changes', { cursor: { log, seq }, pageAt: at, problem: null });
  for (const { kind } of kindRows) down.save(kind, { pageAt: at, problem: null });
}
