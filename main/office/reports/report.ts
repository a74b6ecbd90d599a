/** A report: its declaration, and the SQL that answers it, in one file each. */
import type { Language } from '../../domain/money.ts';
import type { Texts } from '../../domain/texts.ts';
import { grouping, texts } from '../../reporting/declarations.ts';
import type { ReportDeclaration, ReportRow } from '../../wire/office/reports.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Sql } from '../database/officeDatabase.ts';

export { column, grouping, texts } from '../../reporting/declarations.ts';

export type Figure = number | string | null;
/** A region is no filter of figures: it chooses the stores of the scope. */
export type Filter = Exclude<ReportDeclaration['filters'][number], 'region'>;
export type Filters = Readonly<Partial<Record<Filter, readonly string[]>>>;

/** Whose figures: the stores are the rights of the person, and every statement binds them. */
export interface ReportScope {
  readonly merchant: string;
  readonly stores: readonly string[];
  readonly currency: string;
  readonly timeZone: string;
  /** The business day of now, YYYY-MM-DD. */
  readonly today: string;
  readonly language: Language;
  /** Ms since 1970. */
  readonly now: number;
  /** Stores whose days are not those of the request, and by how many they are later; left out: all days are those of the request. */
  readonly shifts?: readonly { readonly stores: readonly string[]; readonly days: number }[];
}

export interface ReportRequest {
  /** Business days, `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly filters: Filters;
}

export interface ReportFigures {
  readonly rows: readonly ReportRow[];
  readonly total: Readonly<Record<string, Figure>>;
  readonly notes: readonly Texts[];
}

export interface CrossedRequest extends ReportRequest {
  /** The key of the columns. */
  readonly across: string;
  readonly figure: string;
}

/** Both edges of a table of two keys, each row with all figures, and the pairs that have any. */
export interface CrossedFigures {
  readonly rows: readonly ReportRow[];
  readonly columns: readonly ReportRow[];
  readonly cells: readonly CrossedCell[];
  readonly total: ReportFigures['total'];
  readonly notes: readonly Texts[];
}

export interface CrossedCell {
  readonly key: string;
  readonly across: string;
  readonly figures: Readonly<Record<string, Figure>>;
}

export interface Report {
  /** Figures by two keys; the declaration names the keys that go together. */
  crossed?(sql: Sql, scope: ReportScope, request: CrossedRequest): Promise<CrossedFigures>;
  readonly declaration: ReportDeclaration;
  /** Days that are answered where the address names none: the last ones up to today. */
  readonly usualDays: number;
  figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures>;
}

/** The region stands before the store; a till has neither. */
export const withRegionKey = (keys: ReportDeclaration['by']): ReportDeclaration['by'] =>
  keys.flatMap(key => (key.name === 'store' ? [grouping('region', 'Region', 'Region'), key] : [key]));

export const badRequest = (details: string): BridgeError => new BridgeError('badInput', details, { http: 400 });

/** Conditions of one statement with their values; `$1` is the stores. */
export interface Where {
  readonly values: unknown[];
  /** Adds a value and gives its `$n`. */
  bind(value: unknown): string;
  /** Adds a condition. */
  and(condition: string): void;
  text(): string;
}

/** The rights and the days, which every statement over facts or figures has. */
export function whereOf(scope: ReportScope, { from, to }: Pick<ReportRequest, 'from' | 'to'>, table: string): Where {
  const values: unknown[] = [scope.stores, from, to];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const days = (shift: string) => `${table}.business_day BETWEEN $2::date${shift} AND $3::date${shift}`;
  const shifted = scope.shifts?.map(
    ({ stores, days: later }) =>
      `(${table}.store = ANY(${bind(stores)}::text[]) AND ${days(` + ${bind(later)}::integer`)})`,
  );
  const conditions = [`${table}.store = ANY($1::text[])`, shifted ? `(${shifted.join(' OR ')})` : days('')];
  return {
    values,
    bind,
    and: condition => void conditions.push(condition),
    text: () => conditions.join(' AND '),
  };
}

/** One condition for each filter that was given; `columns` names the expression of each filter that this table has. */
export function addFilters(where: Where, filters: Filters, columns: Readonly<Partial<Record<Filter, string>>>): void {
  for (const [name, wanted] of Object.entries(filters) as readonly [Filter, readonly string[]][]) {
    const expression = columns[name];
    if (expression === undefined)
      throw badRequest(`this report cannot be filtered by ${name} together with what was asked`);
    // As numbers, so that the server knows how many rows have a rate.
    if (name === 'tax') where.and(`${expression} = ANY(${where.bind(wanted.map(Number))}::double precision[])`);
    else where.and(`${expression} = ANY(${where.bind(wanted)}::text[])`);
  }
}

/** Sums the columns that are added up; the others are null. */
export function totalOf(
  columns: ReportDeclaration['columns'],
  rows: readonly ReportRow[],
): Readonly<Record<string, Figure>> {
  return Object.fromEntries(
    columns.map(({ name, added }) => {
      const numbers = rows.map(row => row[name]).filter(value => typeof value === 'number');
      return [name, added && numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) : added ? 0 : null];
    }),
  );
}

/** Rows that one answer holds; the total counts all of them. */
export const mostRows = 5000;

/** Rows and columns of a table of two keys; the sums at its edges count all. */
export const mostCrossed = { rows: 500, columns: 100 } as const;

export const tooManyCrossed = (): Texts =>
  texts(
    `Es werden die ersten ${mostCrossed.rows} Zeilen und ${mostCrossed.columns} Spalten gezeigt; die Summen zählen alle.`,
    `The first ${mostCrossed.rows} rows and ${mostCrossed.columns} columns are shown; the sums count all.`,
  );

export const tooManyRows = (): Texts =>
  texts(
    `Es werden die ersten ${mostRows} Zeilen gezeigt; die Summe zählt alle.`,
    `The first ${mostRows} rows are shown; the total counts all of them.`,
  );
