/**
 * Lists read page by page from a snapshot, while others write (specification, "scroll_expire" and "scroll_id"). Nothing
 * is copied: each scroll is a query that has not been read to its end, on a connection that still sees the moment it
 * was asked. A scroll keeps the write-ahead log from being cleared, hence the limits.
 */
import { TooManyRows } from '../query/aggregate.ts';
import { expandedText } from '../query/compile.ts';
import { indexedPart } from '../query/indexed.ts';
import type { ListPlan } from '../query/listParameters.ts';
import type { Database } from './database.ts';
import { type ListOf, type Pages, rowsOf } from './pages.ts';
import { createBounds, type IsQuick } from './quickLists.ts';
import { candidates } from './searches.ts';
import type { Snapshot } from './statement.ts';

export interface ScrollPage {
  readonly id: string;
  /** All matches at the moment of the snapshot. */
  readonly count: number;
  readonly texts: readonly string[];
  /** The plan that the scroll was opened with. */
  readonly plan: ListPlan;
}

/** The client that may go on reading; for any other client there is no such scroll. */
export interface Reader {
  readonly merchant: string;
  readonly client: string;
}

export interface ScrollStore {
  /** Takes the snapshot and reads its first page; further pages are kept for `plan.scroll` ms each time. */
  open(list: ListOf, reader: Reader, plan: ListPlan): ScrollPage;
  /** The next page, empty at the end; null when there is no such scroll, or no longer. */
  next(id: string, list: ListOf, reader: Reader, change: ScrollChange): ScrollPage | null;
  /** Ends the scrolls that have expired or cost too much. */
  tidy(): void;
  endAll(): void;
}

/** Changes for the pages that follow; null changes nothing. */
export interface ScrollChange {
  readonly count: number | null;
  /** ms */
  readonly keep: number | null;
}

export const scrollLimits = {
  /** Scrolls open at a time; of the client with the most the one that was not read for longest makes room. */
  open: 64,
  /** Rows that a scroll by properties without an index may look into: nobody else gets a turn meanwhile. */
  unindexed: 20_000,
  /** Rows of a scroll whose conditions no index answers at all: they are looked at in one go. */
  unmatched: 5000,
  /** Bytes the write-ahead log may grow while a scroll is open. */
  growth: 256 * 1024 * 1024,
  /** Bytes of the log at which all end. */
  log: 1024 * 1024 * 1024,
} as const;

interface Scroll extends Reader {
  readonly object: string;
  readonly plan: ListPlan;
  readonly count: number;
  readonly rows: Snapshot<string>;
  readonly expanded: (text: string) => string;
  /** Size of the log when it was opened. */
  readonly log: number;
  keep: number;
  expires: number;
}

export function createScrolls(
  db: Database,
  pages: Pages,
  now: () => number,
  newId: () => string,
  limits: ScrollLimits = scrollLimits,
  isQuick: IsQuick = createBounds(db),
): ScrollStore {
  const open = createOpenScrolls(db, now, limits);
  return {
    tidy: open.tidy,
    endAll: open.endAll,
    open(list, { merchant, client }, plan) {
      if (plan.readsDocuments || plan.sortsDocuments || !isQuick(list, merchant, plan))
        refuseMany(db, limits, list, merchant, plan);
      open.makeRoom();
      const count = pages.count(list, merchant, plan);
      const { sql, params } = rowsOf(list, merchant, plan, ALL);
      const rows = db.snapshot<string>(sql, params);
      const keep = plan.scroll ?? 0;
      const log = db.logSize();
      const expanded = (text: string) => expandedText(list.queries, text);
      const scroll = { merchant, client, object: list.object, plan, count, rows, expanded, log, keep, expires: 0 };
      return open.read(newId(), scroll, plan.limit);
    },
    next(id, { object }, { merchant, client }, { count, keep }) {
      open.tidy();
      const scroll = open.find(id);
      if (scroll?.merchant !== merchant || scroll.client !== client || scroll.object !== object) return null;
      scroll.keep = keep ?? scroll.keep;
      return open.read(id, scroll, count ?? scroll.plan.limit);
    },
  };
}

type ScrollLimits = Readonly<Record<keyof typeof scrollLimits, number>>;

/** The scrolls that are open, the most recently read last. */
function createOpenScrolls(db: Pick<Database, 'logSize'>, now: () => number, limits: ScrollLimits) {
  const scrolls = new Map<string, Scroll>();

  function end(id: string) {
    scrolls.get(id)?.rows.close();
    scrolls.delete(id);
  }

  function tidy() {
    const log = db.logSize();
    for (const [id, scroll] of scrolls)
      if (scroll.expires <= now() || log - scroll.log >= limits.growth || log >= limits.log) end(id);
  }

  /** The oldest scroll of the client that has the most: a client that opens many ends its own. */
  function mostDispensable(): string {
    const byClient = Map.groupBy(scrolls, ([, { client }]) => client);
    const [[id] = ['']] = [...byClient.values()].reduce((most, each) => (each.length > most.length ? each : most));
    return id;
  }

  return {
    tidy,
    find: (id: string) => scrolls.get(id),
    endAll() {
      for (const id of scrolls.keys()) end(id);
    },
    makeRoom() {
      tidy();
      while (scrolls.size >= limits.open) end(mostDispensable());
    },
    read(id: string, scroll: Scroll, count: number): ScrollPage {
      scrolls.delete(id);
      scrolls.set(id, scroll);
      scroll.expires = now() + scroll.keep;
      return { id, count: scroll.count, texts: scroll.rows.take(count).map(scroll.expanded), plan: scroll.plan };
    },
  };
}

/** Throws `TooManyRows` for a scroll that would look into too many documents in one go. */
function refuseMany(
  { prepare }: Pick<Database, 'prepare'>,
  limits: ScrollLimits,
  list: ListOf,
  merchant: string,
  plan: ListPlan,
): void {
  const { sql, params } = candidates(list, merchant, { ...plan, columns: [] });
  const rows = prepare<number>(`SELECT count(*) FROM (${sql} LIMIT ?)`).pluck();
  const isMatched = plan.readsDocuments || plan.query.kind === 'all' || indexedPart(plan.query, list.queries) !== null;
  const most = isMatched ? limits.unindexed : limits.unmatched;
  if ((rows.get(...params, most + 1) ?? 0) <= most) return;
  throw new TooManyRows(
    `a scroll looks into at most ${most} documents: narrow q down, and leave out sort, by fields that meta calls indexed`,
  );
}

const ALL = -1;
