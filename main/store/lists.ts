/** Everything a list endpoint asks of the database: pages, snapshots to scroll through, aggregations. */
import { expandedText } from '../query/compile.ts';
import { newKey } from '../world/ids.ts';
import { createAggregates, type RunAggregate } from './aggregates.ts';
import type { Database } from './database.ts';
import type { CalendarOf } from './merchants.ts';
import { countOf, createPages, type Pages, rowsOf } from './pages.ts';
import { createBounds, type IsQuick } from './quickLists.ts';
import { createScrolls, type ScrollStore } from './scrolls.ts';
import { createSearches, type ListSearch } from './searches.ts';
import { createTuning, walkedPlan } from './tuning.ts';

export interface ListStore extends Pages {
  /** True when a page and its count can be read at once. */
  readonly isQuick: IsQuick;
  /** A page for which every row has to be looked at, by a thread. Throws `TooMuchToRead`. */
  readonly readApart: ListSearch;
  /** A page of a query that reads documents, while others go on. */
  readonly search: ListSearch;
  readonly scrolls: ScrollStore;
  readonly aggregate: RunAggregate;
  /** The first ms of the business day of a merchant that is now. */
  today(merchant: string): number;
}

export function createLists(db: Database, now: () => number, calendarOf: CalendarOf): ListStore {
  const pages = createPages(db);
  const tune = createTuning(db, pages);
  const isQuick = createBounds(db);
  const scrolls = createScrolls(db, pages, now, newKey, undefined, isQuick);
  const aggregate = createAggregates(db, calendarOf);
  db.onReplaced(scrolls.endAll);
  return {
    isQuick,
    async readApart(list, merchant, asked) {
      const plan = walkedPlan(list, asked);
      const [counts = [], texts = []] = await db.readApart([
        countOf(list, merchant, plan),
        rowsOf(list, merchant, plan),
      ]);
      return {
        count: Number(counts[0] ?? 0),
        texts: (texts as readonly string[]).map(text => expandedText(list.queries, text)),
      };
    },
    count: (list, merchant, plan) => pages.count(list, merchant, tune(list, merchant, plan)),
    page: (list, merchant, plan) => pages.page(list, merchant, tune(list, merchant, plan)),
    texts: (list, merchant, plan) => pages.texts(list, merchant, tune(list, merchant, plan)),
    search: createSearches(db),
    today(merchant) {
      const { dayOf, beginOf } = calendarOf(merchant);
      return beginOf(dayOf(now()));
    },
    aggregate: (list, merchant, plan, aggregation) =>
      aggregate(list, merchant, tune(list, merchant, plan), aggregation),
    scrolls: {
      ...scrolls,
      open: (list, reader, plan) => scrolls.open(list, reader, tune(list, reader.merchant, plan)),
    },
  };
}
