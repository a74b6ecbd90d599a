/** The answer to a report: the figures of the days, added up by key. */
import type { FigureRow } from '../domain/figureRows.ts';
import { addUp, type Language } from '../domain/money.ts';
import type { Texts } from '../domain/texts.ts';
import { type Comparison, spanBefore, withSpanBefore } from '../reporting/comparison.ts';
import { addDays } from '../reporting/days.ts';
import { labelOf, noTurnover } from '../reporting/labels.ts';
import { hourNotes } from '../reporting/notes.ts';
import type { ReportAnswer, ReportRow } from '../wire/office/reports.ts';
import { BridgeError } from '../world/errors.ts';
import type { Figures } from '../world/figures.ts';
import type { CountingReport, Filters, ListedRecord, ListingReport, Share } from './tillReport.ts';
import { tillReports } from './tillReports.ts';

/** A record as the store hands it over; `at` in ms since 1970, `facts` and `document` are JSON. */
export interface StoredReportRecord {
  /** Records are in this order, whatever the clock said. */
  readonly number: number;
  readonly till: string;
  readonly business_day: string;
  readonly at: number;
  readonly kind: string;
  readonly event: string;
  readonly object: string;
  readonly sum: number | null;
  readonly facts: string;
  readonly document: string | null;
}

export interface ReportSource {
  readonly merchant: string;
  readonly figures: Pick<Figures, 'ofDays'>;
  /** The records of the days that listing reports list, and those that ended an unknown result since. */
  listed(from: string, to: string): readonly StoredReportRecord[];
  readonly currency: string;
  readonly language: Language;
  /** Time zone of the till, IANA name. */
  readonly timeZone: string;
  /** Ms since 1970. */
  readonly now: number;
  tillName(till: string): string | null;
}

export interface ReportQuestion {
  readonly name: string;
  /** Business days, YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
  readonly by: string | null;
  readonly compare: Comparison | null;
  readonly filters: Filters;
}

/** Throws `badInput` for a key or a filter that the report does not have, and `notFound` for another report. */
export async function answerReport(source: ReportSource, question: ReportQuestion): Promise<ReportAnswer> {
  const report = tillReports.find(({ declaration }) => declaration.name === question.name);
  if (!report) throw new BridgeError('notFound', `there is no report ${question.name}`);
  const { by: keys, filters: known } = report.declaration;
  const by = question.by ?? keys[0]?.name ?? '';
  if (!keys.some(({ name }) => name === by)) throw new BridgeError('badInput', `${question.name} knows no by=${by}`);
  const wrong = Object.keys(question.filters).find(name => !known.some(one => one === name));
  if (wrong) throw new BridgeError('badInput', `${question.name} cannot be filtered by ${wrong}`);
  if ('rows' in report) return listed(source, report, { ...question, by });
  const refusal = report.refusal(by, question.filters);
  if (refusal !== null) throw new BridgeError('badInput', refusal);
  const { from, to, compare } = question;
  const counted = await count(source, report, { ...question, by });
  const answer: ReportAnswer = {
    ...{ report: question.name, from, to, by, currency: source.currency, rows: counted.rows, total: counted.total },
    notes: [...counted.notes, ...report.notes(by), ...(by === 'hour' ? hourNotes(source.timeZone, from, to) : [])],
  };
  if (compare === null) return answer;
  const span = spanBefore(question, compare, [by]);
  return withSpanBefore(answer, { ...span, ...(await count(source, report, { ...question, ...span, by })) }, compare);
}

/** The rows of a listing report; the columns that are added up have a total. */
async function listed(
  source: ReportSource,
  report: ListingReport,
  { name, from, to, by, filters, compare }: ReportQuestion & { readonly by: string },
): Promise<ReportAnswer> {
  if (compare !== null) throw new BridgeError('badInput', `${name} is not compared`);
  const records: ListedRecord[] = [];
  let unreadable = 0;
  for (const record of source.listed(from, to)) {
    const { number, till, at, kind, event, object, sum, business_day: day } = record;
    if ((filters.till && !filters.till.includes(till)) || !report.reads(kind, event)) continue;
    try {
      const facts = JSON.parse(record.facts);
      const document = record.document === null ? null : JSON.parse(record.document);
      records.push({ number, till, day, at, kind, event, object, sum, facts, document });
    } catch {
      unreadable += 1;
    }
  }
  const { language, now } = source;
  const tillName = (till: string) => source.tillName(till);
  const rows = report.rows(records, by, filters, { language, now, from, to, tillName });
  const total = report.declaration.columns.map(({ name: column, added }) => {
    const figures = rows.flatMap(row => (typeof row[column] === 'number' ? [row[column]] : []));
    return [column, added ? addUp(figures) : null] as const;
  });
  return {
    ...{ report: name, from, to, by, currency: source.currency, rows: [...rows], total: Object.fromEntries(total) },
    notes: [...notesOf(unreadable, 0), ...report.notes],
  };
}

/** The last 30 business days up to today where the address names none. */
export const usualSpan = (today: string): { readonly from: string; readonly to: string } => ({
  from: addDays(today, -29),
  to: today,
});

interface CountedRows {
  readonly rows: ReportRow[];
  readonly total: Record<string, number | string | null>;
  readonly notes: Texts[];
}

/** Sums of a row, or of the whole report. */
interface Tally {
  readonly sums: Record<string, number>;
  readonly units: Set<string>;
}

const nothingYet = (): Tally => ({ sums: {}, units: new Set() });

function add({ sums, units }: Tally, share: Share): void {
  for (const [column, value] of Object.entries(share.sums)) sums[column] = addUp([sums[column] ?? 0, value]);
  if (share.unit !== undefined) units.add(share.unit);
}

interface NamedTally extends Tally {
  name: string | null;
}

async function count(
  source: ReportSource,
  report: CountingReport,
  { from, to, by, filters }: ReportQuestion & { readonly by: string },
): Promise<CountedRows> {
  const rows = new Map<string, NamedTally>();
  const total = nothingYet();
  const missing = { unreadable: 0, foreign: 0 };
  const take = (share: Share) => {
    const { key, name } = share;
    add(total, share);
    if (key === null) return;
    const row = rows.get(key) ?? { name, ...nothingYet() };
    // Of several names the last one by the alphabet, as in the back office.
    if (name !== null && (row.name === null || name > row.name)) row.name = name;
    rows.set(key, row);
    add(row, share);
  };
  const reads = report.reads(by, filters);
  const withTallies = reads.some(({ table }) => table === 'tally') ? reads : [...reads, NOT_COUNTED];
  await source.figures.ofDays({ merchant: source.merchant, from, to }, withTallies, (row, place) => {
    if (filters.till && !filters.till.includes(place.till)) return;
    countMissing(row, missing);
    report.shares(row, place, by, filters).forEach(take);
  });
  if (rows.get(noTurnover)?.sums.turnover === 0) rows.delete(noTurnover);
  return {
    rows: [...rows].sort(orderOf(by)).map(([key, { name, ...tally }]) => ({
      ...{ key, label: labelOf(by, key, by === 'till' ? source.tillName(key) : name, source.language) },
      ...cellsOf(report, tally),
    })),
    total: cellsOf(report, total, 0),
    notes: notesOf(missing.unreadable, missing.foreign),
  };
}

/** Says which records are not in the figures. */
const NOT_COUNTED = { table: 'tally', keys: ['kind', 'name'] } as const;

/** Operations at a terminal without a sale are in no report of days. */
function countMissing(row: FigureRow, missing: { unreadable: number; foreign: number }): void {
  if (row.table !== 'tally' || row.name === 'terminalOperation') return;
  if (row.kind === 'unreadable' || row.kind === 'foreign') missing[row.kind] += row.count;
}

function cellsOf(
  report: CountingReport,
  { sums, units }: Tally,
  nothing: 0 | null = null,
): Record<string, number | string | null> {
  const derived = report.derived(sums, [...units]);
  const cells = report.declaration.columns.map(({ name, added }) => {
    const value = derived[name] ?? sums[name] ?? (added ? nothing : null);
    return [name, value] as const;
  });
  return Object.fromEntries(cells);
}

/** Rows with an order of their own follow it; else the greatest turnover comes first. */
const ORDERED: ReadonlySet<string> = new Set(['day', 'hour', 'weekday', 'month', 'tax']);

type Entry = readonly [string, Pick<Tally, 'sums'>];

const orderOf =
  (by: string) =>
  ([key, { sums }]: Entry, [other, { sums: others }]: Entry): number => {
    if (by === 'tax') return Number(key) - Number(other);
    // Rows that are no turnover stand below the payments.
    if (key === noTurnover || other === noTurnover) return key === noTurnover ? 1 : -1;
    if (!ORDERED.has(by) && sums.turnover !== others.turnover) return (others.turnover ?? 0) - (sums.turnover ?? 0);
    return key < other ? -1 : 1;
  };

function notesOf(unreadable: number, foreign: number): Texts[] {
  const note = (count: number, de: string, en: string) =>
    count === 0 ? [] : [{ de: `${count} ${de}`, en: `${count} ${en}` }];
  return [
    ...note(
      unreadable,
      'Datensätze sind nicht lesbar und nicht enthalten.',
      'records cannot be read and are not contained.',
    ),
    ...note(
      foreign,
      'Datensätze in anderer Währung sind nicht enthalten.',
      'records in another currency are not contained.',
    ),
  ];
}
