/**
 * Counts records into spans, in their order and in jobs of their own right after the sales: the rows and the number up to which they
 * were counted are one commit, so that no record is counted twice or left out, whatever is killed.
 */
import { type FigureContext, FigureSums } from '../domain/figureRows.ts';
import { storeHours } from '../domain/storeHour.ts';
import type { Database } from './database.ts';
import {
  type FigureConditions,
  type FigureSpan,
  type FigureSpans,
  rowsOf,
  type SpanRecord,
  WINDOW,
} from './figureSpans.ts';
import type { Statement } from './statement.ts';

export type ConditionsOf = (merchant: string) => FigureConditions;

/** A span that grows; `span` is null until it is stored. */
interface GrowingSpan extends Omit<FigureSpan, 'span' | 'last' | 'changes'> {
  readonly span: number | null;
  last: number;
  readonly sums: FigureSums;
}

/** The context of figures under each of some conditions. */
export function createContexts(): (conditions: FigureConditions) => FigureContext {
  const hours = new Map<string, (at: number) => number>();
  return ({ zone, currency }) => {
    const hourOf = hours.get(zone) ?? storeHours(zone);
    hours.set(zone, hourOf);
    return { currency, hourOf };
  };
}

/**
 * Records of a till behind which another span begins: the last ones of its Z reports and of the newest count, and what was there before
 * its cash book.
 */
const ENDS = `SELECT record FROM z_report WHERE till = ? AND record >= ?
  UNION SELECT record FROM cash_count WHERE till = ? AND record >= ? UNION SELECT record FROM z_beginning WHERE till = ? AND record >= ?`;

interface RunParts {
  readonly spans: FigureSpans;
  readonly ends: Statement<number>;
  readonly conditionsOf: ConditionsOf;
  readonly contextOf: (conditions: FigureConditions) => FigureContext;
}

/** Puts records into spans, each till's behind its open one. */
function createRun(parts: RunParts, openOf: (till: string) => FigureSpan | null) {
  const { spans, ends, conditionsOf, contextOf } = parts;
  const current = new Map<string, GrowingSpan>();
  const all: GrowingSpan[] = [];
  const endsOf = new Map<string, readonly number[]>();

  function open(record: SpanRecord): GrowingSpan | null {
    const known = current.get(record.till);
    if (known) return known;
    const stored = openOf(record.till);
    const behind = [record.till, stored?.last ?? 0];
    endsOf.set(record.till, ends.all(...behind, ...behind, ...behind));
    if (stored === null || stored.changes > 0) return null;
    const { changes: _, ...span } = stored;
    return begun({ ...span, sums: new FigureSums() });
  }

  function begun(span: GrowingSpan): GrowingSpan {
    current.set(span.till, span);
    all.push(span);
    return span;
  }

  return {
    add(record: SpanRecord): void {
      const { till, merchant, store, business_day, number } = record;
      const place = { till, merchant, store, business_day, ...conditionsOf(merchant) };
      const before = open(record);
      const isCut = (last: number) => (endsOf.get(till) ?? []).some(end => end >= last && end < number);
      const goesOn = before !== null && isOf(before, place) && !isCut(before.last);
      const span = goesOn
        ? before
        : begun({ ...place, span: null, first: number, last: number, sums: new FigureSums() });
      span.last = number;
      for (const row of rowsOf(record, contextOf(place))) span.sums.add(row);
    },
    /** Inside a job. `as`: the number of the span that the first one takes the place of, for whoever reads it just now. */
    store(as: number | null = null): void {
      for (const [index, { sums, ...span }] of all.entries()) {
        const id = span.span ?? spans.addSpan(span, index === 0 ? as : null);
        if (span.span !== null) spans.extendSpan(id, span.last);
        for (const row of sums.rows) spans.addRow(id, row);
      }
    },
  };
}

export function createFigureCounting(
  db: Pick<Database, 'prepare' | 'write'>,
  spans: FigureSpans,
  conditionsOf: ConditionsOf,
) {
  const parts = { spans, ends: db.prepare<number>(ENDS).pluck(), conditionsOf, contextOf: createContexts() };

  return {
    /** Enough records wait to be counted. */
    isDue: () => spans.newestRecord() - spans.through() >= WINDOW,
    /** Counts the next records, `WINDOW` at most. */
    countNext: () =>
      db.write(() => {
        const run = createRun(parts, spans.openSpan);
        for (const record of spans.nextRecords(spans.through())) run.add(record);
        run.store();
      }),
    /** A span whose figures have to be made anew. */
    outdated: () => spans.outdatedSpan(conditionsOf),
    /** Makes the figures of a span anew, unless a record changes meanwhile; `pause` lets others have their turn. */
    async countAgain(old: FigureSpan, pause: () => Promise<unknown>): Promise<void> {
      const run = createRun(parts, () => null);
      let after = old.first - 1;
      for (;;) {
        const window = spans.recordsOfTill(old.till, after, old.last);
        for (const record of window) run.add(record);
        after = window.at(-1)?.number ?? old.last;
        if (window.length < WINDOW) break;
        await pause();
      }
      await db.write(() => {
        const now = spans.spansOfTill(old.till, old.last - 1).find(({ span }) => span === old.span);
        if (now?.changes !== old.changes || now.last !== old.last) return;
        spans.removeSpan(old.span);
        run.store(old.span);
      });
    },
  };
}

const isOf = (span: GrowingSpan, place: Omit<GrowingSpan, 'span' | 'first' | 'last' | 'sums'>): boolean =>
  span.merchant === place.merchant &&
  span.store === place.store &&
  span.business_day === place.business_day &&
  span.zone === place.zone &&
  span.currency === place.currency;
