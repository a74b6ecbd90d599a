/** Spans of records whose figures are stored, their rows, and the records behind them. */
import {
  type FigureContext,
  type FigureRow,
  figureRowsOf,
  figureTableNames,
  figureTables,
  isFigureKind,
} from '../domain/figureRows.ts';
import type { FigureRecord } from '../domain/figures.ts';
import { type DaysOfFigures, type FigureRead, figureRecordOf } from '../world/figures.ts';
import type { Database } from './database.ts';
import { SALE_OF_FIGURES } from './reportRecords.ts';
import type { Bindable, Statement } from './statement.ts';

/** The conditions under which figures are added up. */
export interface FigureConditions {
  /** IANA name. */
  readonly zone: string;
  readonly currency: string;
}

/** A run of records of one till; `first` and `last` are numbers of records. */
export interface FigureSpan extends FigureConditions {
  readonly span: number;
  readonly till: string;
  readonly merchant: string;
  readonly store: string | null;
  readonly business_day: string;
  readonly first: number;
  readonly last: number;
  /** Above 0 where what was counted has changed since. */
  readonly changes: number;
}

/** A record behind or under the spans; `at` in ms since 1970, `facts` and `document` are JSON. */
export interface SpanRecord extends Omit<FigureRecord, 'at' | 'facts' | 'document'> {
  readonly number: number;
  readonly till: string;
  readonly merchant: string;
  readonly store: string | null;
  readonly business_day: string;
  readonly at: number;
  readonly facts: string;
  readonly document: string | null;
}

/** Numbers of records that are read between two looks at the clock. */
export const WINDOW = 100;

const records = (
  condition: string,
) => `SELECT r.number, r.till, r.merchant, r.store, r.business_day, r.at, r.kind, r.event,
    r.object, r.sum, r.currency, r.facts, ${SALE_OF_FIGURES} AS document
  FROM queue_record r LEFT JOIN smart_transaction s ON s.id = r.object WHERE ${condition} ORDER BY r.number LIMIT ${WINDOW}`;

/** A plus keeps the planner from other indexes: the numbers lead to few rows. */
const OF_DAYS = records('r.number > ? AND r.number <= ? AND +r.merchant = ? AND +r.business_day BETWEEN ? AND ?');
const OF_TILL = records('r.till = ? AND r.number > ? AND r.number <= ?');
const NEXT = records('r.number > ?');

export type FigureSpans = ReturnType<typeof createFigureSpans>;

export function createFigureSpans(db: Pick<Database, 'prepare'>) {
  const ofDays = db.prepare<SpanRecord>(OF_DAYS);
  const ofTill = db.prepare<SpanRecord>(OF_TILL);
  const next = db.prepare<SpanRecord>(NEXT);
  const through = db.prepare<number>('SELECT max(last) FROM figure_span').pluck();
  const newest = db.prepare<number>('SELECT max(number) FROM queue_record').pluck();
  return {
    /** Every record up to this number is counted in a span. */
    through: () => through.get() ?? 0,
    newestRecord: () => newest.get() ?? 0,
    /** Records with numbers behind `after` up to `upTo`, oldest first, `WINDOW` at most. */
    recordsOfDays: (after: number, upTo: number, { merchant, from, to }: DaysOfFigures) =>
      ofDays.all(after, upTo, merchant, from, to),
    recordsOfTill: (till: string, after: number, upTo: number) => ofTill.all(till, after, upTo),
    nextRecords: (after: number) => next.all(after),
    ...createLists(db),
    ...createRows(db),
  };
}

function createLists({ prepare }: Pick<Database, 'prepare'>) {
  const find = (condition: string) => prepare<FigureSpan>(`SELECT * FROM figure_span WHERE ${condition}`);
  const ofDays = find('merchant = ? AND business_day BETWEEN ? AND ?');
  const changed = find('merchant = ? AND changes > 0');
  const anyChanged = find('changes > 0 LIMIT 1');
  const ofTill = find('till = ? AND last > ? ORDER BY last');
  const open = find('till = ? ORDER BY last DESC LIMIT 1');
  const conditions = prepare<FigureConditions & { readonly merchant: string }>(
    'SELECT DISTINCT merchant, zone, currency FROM figure_span',
  );
  const under = find('merchant = ? AND zone = ? AND currency = ? LIMIT 1');
  return {
    spansOfDays: (merchant: string, from: string, to: string) => ofDays.all(merchant, from, to),
    /** Spans in which a record changed; it may have come from another day, or gone to one. */
    changedSpans: (merchant: string) => changed.all(merchant),
    /** Spans of the till that reach behind a record, oldest first. */
    spansOfTill: (till: string, after: number) => ofTill.all(till, after),
    openSpan: (till: string) => open.get(till) ?? null,
    /** A span whose figures do not hold, or were counted under other conditions than those that hold now. */
    outdatedSpan(conditionsOf: (merchant: string) => FigureConditions): FigureSpan | null {
      const isOld = ({ merchant, zone, currency }: FigureConditions & { readonly merchant: string }) => {
        const now = conditionsOf(merchant);
        return zone !== now.zone || currency !== now.currency;
      };
      const old = conditions.all().find(isOld);
      return anyChanged.get() ?? (old ? (under.get(old.merchant, old.zone, old.currency) ?? null) : null);
    },
  };
}

const MERGED = {
  sum: (column: string) => `sum(${column})`,
  least: (column: string) => `min(${column})`,
  most: (column: string) => `max(${column})`,
} as const;

const UPSERTED = {
  sum: (column: string) => `${column} = ${column} + excluded.${column}`,
  least: (column: string) => `${column} = min(${column}, excluded.${column})`,
  most: (column: string) => `${column} = max(${column}, excluded.${column})`,
} as const;

/** Adds a row of one record or of many to the stored row with the same keys. */
function upsert(table: FigureRow['table']): { readonly sql: string; readonly columns: readonly string[] } {
  const { keys, values } = figureTables[table];
  const columns = [...keys, ...Object.keys(values)];
  const merging = Object.entries(values).map(([column, how]) => UPSERTED[how](column));
  const sql = `INSERT INTO figure_${table} (span, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})
    ON CONFLICT (${['span', ...keys].join(', ')}) DO UPDATE SET ${merging.join(', ')}`;
  return { sql, columns };
}

function selection({ table, keys }: FigureRead): string {
  const { values } = figureTables[table];
  const known: readonly string[] = figureTables[table].keys;
  const wanted = known.filter(key => keys.includes(key));
  const isWhole = wanted.length === known.length;
  const cells = Object.entries(values).map(([column, how]) =>
    isWhole ? column : `${MERGED[how](column)} AS ${column}`,
  );
  const group = isWhole ? '' : wanted.length === 0 ? 'HAVING count(*) > 0' : `GROUP BY ${wanted.join(', ')}`;
  return `SELECT '${table}' AS "table", ${[...wanted, ...cells].join(', ')} FROM figure_${table} WHERE span = ? ${group}`;
}

function createRows({ prepare }: Pick<Database, 'prepare'>) {
  const selections = new Map<string, Statement<FigureRow>>();
  const adding = figureTableNames.map(table => {
    const { sql, columns } = upsert(table);
    return [table, { columns, statement: prepare(sql) }] as const;
  });
  const adders = new Map(adding);
  const removals = [...figureTableNames.map(table => `figure_${table}`), 'figure_span'].map(table =>
    prepare(`DELETE FROM ${table} WHERE span = ?`),
  );
  const insert =
    prepare(`INSERT INTO figure_span (span, till, merchant, store, business_day, first, last, zone, currency, changes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`);
  const extend = prepare('UPDATE figure_span SET last = ? WHERE span = ?');
  return {
    rows(span: number, read: FigureRead): readonly FigureRow[] {
      const sql = selection(read);
      const statement = selections.get(sql) ?? prepare<FigureRow>(sql);
      selections.set(sql, statement);
      return statement.all(span);
    },
    // The rest is for use inside a job.
    addRow(span: number, row: FigureRow): void {
      const { columns, statement } = adders.get(row.table)!;
      const cells = row as unknown as Readonly<Record<string, Bindable>>;
      statement.run(span, ...columns.map(column => cells[column] ?? null));
    },
    /** `as`: the number of a span that it takes the place of. */
    addSpan(span: Omit<FigureSpan, 'span' | 'changes'>, as: number | null): number {
      const { till, merchant, store, business_day: day, first, last, zone, currency } = span;
      return Number(insert.run(as, till, merchant, store, day, first, last, zone, currency).lastInsertRowid);
    },
    extendSpan: (span: number, last: number) => void extend.run(last, span),
    removeSpan(span: number): void {
      for (const removal of removals) removal.run(span);
    },
  };
}

/** The rows of a record; of one whose text cannot be read a row that says so. */
export function rowsOf(record: SpanRecord, context: FigureContext): readonly FigureRow[] {
  if (!isFigureKind(record.kind)) return [];
  try {
    return figureRowsOf(figureRecordOf(record), context);
  } catch {
    return [{ table: 'tally', kind: 'unreadable', name: record.kind, count: 1, amount: 0 }];
  }
}
