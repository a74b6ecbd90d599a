/** The source of a report, from records that a test makes up. */
import { figureRowsOf } from '../domain/figureRows.ts';
import { storeHours } from '../domain/storeHour.ts';
import type { ReportSource, StoredReportRecord } from './answer.ts';

/** A record with the currency and the store that figures ask for. */
export interface MadeUpRecord extends Omit<StoredReportRecord, 'number'> {
  readonly store: string | null;
  readonly currency: string | null;
}

/** In euros, by the clock of Berlin, in the order in which they are given; `now` in ms since 1970. */
export function sourceOf(given: readonly MadeUpRecord[], language: 'de' | 'en', now: number): ReportSource {
  const records = given.map((record, index) => ({ number: index + 1, ...record }));
  const context = { currency: 'EUR', hourOf: storeHours('Europe/Berlin') };
  const between = (from: string, to: string) => records.filter(({ business_day: day }) => day >= from && day <= to);
  return {
    ...{ merchant: 'MRC_1', currency: 'EUR', language, timeZone: 'Europe/Berlin', now, tillName: () => 'Kasse 1' },
    figures: {
      async ofDays({ from, to }, reads, take) {
        for (const { at, facts, document, till, store, business_day: day, ...row } of between(from, to)) {
          const read = { ...row, at: new Date(at).toISOString(), facts: JSON.parse(facts) };
          const rows = figureRowsOf({ ...read, document: document === null ? null : JSON.parse(document) }, context);
          for (const one of rows) if (reads.some(({ table }) => table === one.table)) take(one, { till, store, day });
        }
      },
    },
    listed(from, to) {
      const found = between(from, to);
      const unknown = found.flatMap(({ event, object }) => (event === 'unknown' ? [object] : []));
      return records.filter(one => found.includes(one) || unknown.includes(one.object));
    },
  };
}
