/** The answer to a report: the records of the days, counted by key. */
import { type FigureRecord, figuresOf } from '../domain/figures.ts';
import { addUp, type Language } from '../domain/money.ts';
import type { Texts } from '../domain/texts.ts';
import { basketFigures } from '../domain/voids.ts';
import { type Comparison, spanBefore, withSpanBefore } from '../reporting/comparison.ts';
import { addDays, hoursIn } from '../reporting/days.ts';
import { labelOf, noTurnover } from '../reporting/labels.ts';
import { hourNotes } from '../reporting/notes.ts';
import type { ReportAnswer, ReportRow } from '../wire/office/reports.ts';
import { BridgeError } from '../world/errors.ts';
import type { CountingReport, Filters, ListedRecord, ListingReport, Share } from './tillReport.ts';
import { tillReports } from './tillReports.ts';

/** A record as the store hands it over; `facts` and `document` are JSON. */
export interface StoredReportRecord extends Omit<FigureRecord, 'at' | 'facts' | 'document'> {
  readonly till: string;
  readonly store: string | null;
  readonly business_day: string;
  readonly at: number;
  readonly facts: string;
  readonly document: string | null;
}

export interface ReportSource {
  read(from: string, to: string, take: (record: StoredReportRecord) => void): Promise<void>;
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
  const span = spanBefore(question, compare);
  return withSpanBefore(answer, { ...span, ...(await count(source, report, { ...question, ...span, by })) }, compare);
}

/** Behind every business day. */
const FOREVER = '9999-12-31';

/** The rows of a listing report; the columns that are added up have a total. */
async function listed(
  source: ReportSource,
  report: ListingReport,
  { name, from, to, by, filters, compare }: ReportQuestion & { readonly by: string },
): Promise<ReportAnswer> {
  if (compare !== null) throw new BridgeError('badInput', `${name} is not compared`);
  const records: ListedRecord[] = [];
  let unreadable = 0;
  await source.read(from, report.untilNow ? FOREVER : to, record => {
    if (filters.till && !filters.till.includes(record.till)) return;
    if (!report.reads(record.kind, record.event)) return;
    try {
      const { till, at, kind, event, object, sum, business_day: day } = record;
      const facts = JSON.parse(record.facts);
      const document = record.document === null ? null : JSON.parse(record.document);
      records.push({ till, day, at, kind, event, object, sum, facts, document });
    } catch {
      unreadable += 1;
    }
  });
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

async function count(
  source: ReportSource,
  report: CountingReport,
  { from, to, by, filters }: ReportQuestion & { readonly by: string },
): Promise<CountedRows> {
  const rows = new Map<string, Tally & { readonly name: string | null }>();
  const total = nothingYet();
  const hourOf = hoursIn(source.timeZone);
  let unreadable = 0;
  let foreign = 0;
  const take = (share: Share) => {
    const { key, name } = share;
    add(total, share);
    if (key === null) return;
    const row = rows.get(key) ?? { name, ...nothingYet() };
    rows.set(key, row);
    add(row, share);
  };
  await source.read(from, to, record => {
    if (filters.till && !filters.till.includes(record.till)) return;
    if (record.currency !== null && record.currency !== source.currency) foreign += 1;
    else {
      const figures = readable(record, hourOf);
      if (figures === null) unreadable += 1;
      else {
        const { till, store, event, business_day: day } = record;
        report.shares({ day, till, store: store ?? '', event, ...figures }, by, filters).forEach(take);
      }
    }
  });
  if (rows.get(noTurnover)?.sums.turnover === 0) rows.delete(noTurnover);
  return {
    rows: [...rows].sort(orderOf(by)).map(([key, { name, ...tally }]) => ({
      ...{ key, label: labelOf(by, key, by === 'till' ? source.tillName(key) : name, source.language) },
      ...cellsOf(report, tally),
    })),
    total: cellsOf(report, total, 0),
    notes: notesOf(unreadable, foreign),
  };
}

/** Null where the record cannot be counted. */
function readable(record: StoredReportRecord, hourOf: (at: number) => number) {
  try {
    const facts = JSON.parse(record.facts);
    const document = record.document === null ? null : JSON.parse(record.document);
    const read = { ...record, at: new Date(record.at).toISOString(), facts, document };
    const figures = figuresOf(read, hourOf);
    return { figures, basket: basketFigures(read) };
  } catch {
    return null;
  }
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
const ORDERED: ReadonlySet<string> = new Set(['day', 'hour', 'weekday', 'tax']);

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
