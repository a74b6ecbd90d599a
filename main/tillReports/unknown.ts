/** Payments of the till whose outcome it did not know, and how they ended. */
import { ofTill, unknownDeclaration, unknownEnds } from '../reporting/declarations.ts';
import type { ReportRow } from '../wire/office/reports.ts';
import { isWanted, type ListedRecord, type ListingReport } from './tillReport.ts';

export const unknown: ListingReport = {
  declaration: ofTill(unknownDeclaration),
  reads: (kind, event) => kind === 'sale' && (event === 'unknown' || unknownEnds.includes(event)),
  notes: [],
  rows(records, _by, { cashier }, { now, to, tillName }) {
    const ordered = records.toSorted((one, other) => one.number - other.number);
    const found = ordered
      .filter(({ event, day }) => event === 'unknown' && day <= to)
      .map(record => {
        const end = ordered.find(
          ({ object, event, number }) => object === record.object && event !== 'unknown' && number > record.number,
        );
        return rowOf(record, end ?? null, tillName(record.till), now);
      })
      .filter(row => isWanted(cashier, String(row.cashier)));
    return found.toSorted((one, other) => Number(other.open !== 0) - Number(one.open !== 0));
  },
};

function rowOf(record: ListedRecord, end: ListedRecord | null, till: string | null, now: number): ReportRow {
  const { object, at, sum, facts, document } = record;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    key: object,
    label: text(facts.transaction_ref) || object,
    at: new Date(at).toISOString(),
    till: till ?? record.till,
    cashier: text(facts.cashier ?? document?.cashier),
    amount: sum ?? 0,
    open: end === null ? (sum ?? 0) : 0,
    end: end?.event ?? 'open',
    ended: end === null ? null : new Date(end.at).toISOString(),
    minutes: Math.max(0, Math.round(((end?.at ?? now) - at) / 60_000)),
  };
}
