/**
 * Figures of days and tills: stored rows where they hold, and the records themselves where they do not: behind the newest span, in
 * spans in which a record changed, and under other conditions than those of now. So a figure is never old, and no record counts twice.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { DaysOfFigures, FigureRead, Figures, RecordsOfFigures, TakeFigure } from '../world/figures.ts';
import { type ConditionsOf, createContexts } from './figureCounting.ts';
import { type FigureSpan, type FigureSpans, rowsOf, type SpanRecord, WINDOW } from './figureSpans.ts';

/** Ms of work after which others get their turn. */
const LONGEST_TURN = 5;

/** Hands over the rows of spans and of records. */
function createTaking(spans: FigureSpans, conditionsOf: ConditionsOf) {
  const contextOf = createContexts();

  function takeSpan(
    { span, till, store, business_day: day }: FigureSpan,
    reads: readonly FigureRead[],
    take: TakeFigure,
  ) {
    for (const read of reads) for (const row of spans.rows(span, read)) take(row, { till, store, day });
  }

  function takeRecords(records: readonly SpanRecord[], reads: readonly FigureRead[], take: TakeFigure): void {
    for (const record of records) {
      const { merchant, till, store, business_day: day } = record;
      for (const row of rowsOf(record, contextOf(conditionsOf(merchant))))
        if (reads.some(({ table }) => table === row.table)) take(row, { till, store, day });
    }
  }

  /** Records of a till, all of which `isWanted`. */
  async function takeTill(
    { till, after, upTo }: RecordsOfFigures,
    reads: readonly FigureRead[],
    take: TakeFigure,
    isWanted: (record: SpanRecord) => boolean = () => true,
  ): Promise<void> {
    let last = after;
    for (;;) {
      const window = spans.recordsOfTill(till, last, upTo);
      takeRecords(window.filter(isWanted), reads, take);
      if (window.length < WINDOW) return;
      last = window.at(-1)?.number ?? upTo;
      await turn();
    }
  }

  /** Spans in one turn as long as they can still grow, so that they agree with the number up to which records are counted. */
  async function takeSpans(
    wanted: readonly FigureSpan[],
    reads: readonly FigureRead[],
    take: TakeFigure,
  ): Promise<void> {
    const newest = new Map(wanted.map(span => [span.till, span.span]));
    const isOpen = ({ till, span }: FigureSpan) => newest.get(till) === span;
    for (const span of wanted.filter(isOpen)) takeSpan(span, reads, take);
    let began = performance.now();
    for (const span of wanted.filter(one => !isOpen(one))) {
      if (performance.now() - began >= LONGEST_TURN) {
        await turn();
        began = performance.now();
      }
      takeSpan(span, reads, take);
    }
  }

  return { takeRecords, takeTill, takeSpans };
}

export function createDayFigures(spans: FigureSpans, conditionsOf: ConditionsOf): Figures {
  const { takeRecords, takeTill, takeSpans } = createTaking(spans, conditionsOf);

  const holds = ({ merchant, zone, currency, changes }: FigureSpan): boolean => {
    const now = conditionsOf(merchant);
    return changes === 0 && zone === now.zone && currency === now.currency;
  };

  async function ofDays(question: DaysOfFigures, reads: readonly FigureRead[], take: TakeFigure): Promise<void> {
    const { merchant, from, to } = question;
    const [through, newest] = [spans.through(), spans.newestRecord()];
    const inDays = spans.spansOfDays(merchant, from, to);
    const changed = spans.changedSpans(merchant);
    const outdated = [...changed, ...inDays.filter(span => span.changes === 0 && !holds(span))];
    await takeSpans(
      inDays.filter(holds).toSorted((one, other) => one.last - other.last),
      reads,
      take,
    );
    const isWanted = ({ merchant: of, business_day: day }: SpanRecord) => of === merchant && day >= from && day <= to;
    for (const { till, first, last } of outdated)
      await takeTill({ merchant, till, after: first - 1, upTo: last }, reads, take, isWanted);
    for (let after = through; after < newest; after += WINDOW) {
      takeRecords(spans.recordsOfDays(after, Math.min(newest, after + WINDOW), question), reads, take);
      await turn();
    }
  }

  async function ofTill(question: RecordsOfFigures, reads: readonly FigureRead[], take: TakeFigure): Promise<void> {
    const { merchant, till, after, upTo } = question;
    const whole = spans.spansOfTill(till, after).filter(span => span.first > after && span.last <= upTo && holds(span));
    await takeSpans(whole, reads, take);
    let last = after;
    for (const span of [...whole, { first: upTo + 1, last: upTo }]) {
      if (span.first - 1 > last) await takeTill({ merchant, till, after: last, upTo: span.first - 1 }, reads, take);
      last = span.last;
    }
  }

  return { ofDays, ofTill };
}
