/** Everything a list endpoint asks of the database: pages, snapshots to scroll through, aggregations. */
import { newKey } from '../ids.ts';
import { createAggregates, type RunAggregate } from './aggregates.ts';
import type { Database } from './database.ts';
import { createPages, type Pages } from './pages.ts';
import { createScrolls, type ScrollStore } from './scrolls.ts';
import { createSearches, type Search } from './searches.ts';
import { createTuning } from './tuning.ts';

export interface ListStore extends Pages {
  /** A page of a query that reads documents, while others go on. */
  readonly search: Search;
  readonly scrolls: ScrollStore;
  readonly aggregate: RunAggregate;
}

export function createLists(db: Database, now: () => number): ListStore {
  const pages = createPages(db);
  const tune = createTuning(db, pages);
  const scrolls = createScrolls(db, pages, now, newKey);
  const aggregate = createAggregates(db);
  db.onReplaced(scrolls.endAll);
  return {
    count: (list, merchant, plan) => pages.count(list, merchant, tune(list, merchant, plan)),
    page: (list, merchant, plan) => pages.page(list, merchant, tune(list, merchant, plan)),
    shaped: (list, merchant, plan, shape) => pages.shaped(list, merchant, tune(list, merchant, plan), shape),
    search: createSearches(db),
    aggregate: (list, merchant, plan, wish) => aggregate(list, merchant, tune(list, merchant, plan), wish),
    scrolls: {
      ...scrolls,
      open: (list, reader, plan) => scrolls.open(list, reader, tune(list, reader.merchant, plan)),
    },
  };
}
