/** Z reports of the tills: cash expected, counted, and the difference; added up by store, till, or whoever closed. */
import { isJsonObject } from '../../domain/jsonObject.ts';
import { addUp } from '../../domain/money.ts';
import { cashDeclaration } from '../../reporting/declarations.ts';
import { labelOf } from '../../reporting/labels.ts';
import { zReportFigures } from '../../reporting/zReportRow.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import {
  badRequest,
  column,
  grouping,
  mostRows,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  tooManyRows,
  totalOf,
  withRegionKey,
} from './report.ts';

const SHORT = 'short';
/** Columns of the till by their names. */
const ofTill = (...names: readonly string[]) => cashDeclaration.columns.filter(({ name }) => names.includes(name));

/** The declaration of the till with what only a chain asks: where cash misses, and by whom. */
const declaration = {
  ...cashDeclaration,
  by: [
    ...cashDeclaration.by,
    ...withRegionKey([grouping('store', 'Filiale', 'Store'), grouping('till', 'Kasse', 'Till')]),
    grouping('cashier', 'Person am Abschluss', 'Person who closed'),
  ],
  columns: [
    ...ofTill('at', 'store', 'till'),
    column('cashier', 'text', 'Person am Abschluss', 'Person who closed', false),
    ...ofTill('difference'),
    column(SHORT, 'money', 'Fehlbeträge', 'Short'),
    column('over', 'money', 'Überschüsse', 'Over'),
    column('reports', 'count', 'Z-Berichte', 'Z reports'),
    column('differing', 'count', 'Davon mit Differenz', 'Of them with a difference'),
    ...ofTill('expected', 'counted', 'turnover', 'sales', 'openings', 'state'),
  ],
  filters: [...cashDeclaration.filters, 'cashier' as const],
};

interface Stored {
  readonly object: string;
  readonly at: number;
  readonly day: string;
  readonly store: string;
  readonly store_name: string;
  readonly region: string | null;
  readonly time_zone: string;
  readonly till: string;
  readonly till_name: string;
  readonly record: string;
}

/** A Z report with the keys by which it is added up. */
interface Closed {
  readonly row: ReportRow;
  readonly keys: Readonly<Record<'region' | 'store' | 'till' | 'cashier', string>>;
}

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const { by, filters } = request;
  if (!declaration.by.some(({ name }) => name === by)) throw badRequest(`cash knows no by=${by}`);
  const all = (await storedIn(sql, scope, request)).map(closedOf);
  const closed = filters.cashier ? all.filter(({ keys }) => filters.cashier?.includes(keys.cashier)) : all;
  const rows = by === 'zReport' ? closed.map(({ row }) => row) : addedBy(by as keyof Closed['keys'], scope, closed);
  const shown = rows.slice(0, mostRows);
  return {
    rows: shown,
    total: { ...totalOf(declaration.columns, rows), ...differencesOf(closed.map(({ row }) => row)) },
    notes: shown.length < rows.length ? [tooManyRows()] : [],
  };
}

const storedIn = (sql: Sql, { stores }: ReportScope, { from, to, filters }: ReportRequest) =>
  sql.query<Stored>(
    `SELECT document.object, round(extract(epoch FROM document.at) * 1000)::bigint AS at,
       to_char(document.business_day, 'YYYY-MM-DD') AS day, document.store, store.name AS store_name, store.region, store.time_zone,
       document.till, till.name AS till_name, document.record
       FROM document JOIN till ON till.id = document.till JOIN store ON store.id = document.store
      WHERE document.store = ANY($1::text[]) AND document.business_day BETWEEN $2::date AND $3::date
        AND document.kind = 'zReport' AND document.figures AND ($4::text[] IS NULL OR document.store = ANY($4::text[]))
        AND ($5::text[] IS NULL OR document.till = ANY($5::text[]))
      ORDER BY store.name, store.id, till.name, till.id, document.at, document.object`,
    [stores, from, to, filters.store ?? null, filters.till ?? null],
  );

function closedOf({ object, at, day, region, store, store_name, time_zone, till, till_name, record }: Stored): Closed {
  const read: unknown = JSON.parse(record);
  const facts = isJsonObject(read) && isJsonObject(read.facts) ? read.facts : {};
  const { number, name, ...sums } = zReportFigures(facts);
  // A Z report that the schedule made names nobody.
  const cashier = typeof facts.by === 'string' ? facts.by : '';
  return {
    keys: { region: region ?? '', store, till, cashier },
    row: {
      ...{ key: object, label: `Z ${number ?? '–'}`, day, at: new Date(at).toISOString() },
      ...{ store: store_name, time_zone, till: till_name || name, cashier, ...sums },
    },
  };
}

const amountIn = (row: ReportRow, name: string): number => Number(row[name] ?? 0);

/** Shortages and surpluses of several Z reports; a single report says them by its difference. */
function differencesOf(rows: readonly ReportRow[]) {
  const differences = rows.map(row => amountIn(row, 'difference'));
  return {
    [SHORT]: addUp(differences.map(value => Math.max(-value, 0))),
    over: addUp(differences.map(value => Math.max(value, 0))),
    reports: rows.length,
    differing: differences.filter(value => value !== 0).length,
  };
}

/** Z reports added up, those first where most cash misses. */
function addedBy(by: keyof Closed['keys'], { language }: ReportScope, closed: readonly Closed[]): readonly ReportRow[] {
  const groups = [...Map.groupBy(closed, ({ keys }) => keys[by])].map(([key, own]): ReportRow => {
    const rows = own.map(({ row }) => row);
    const sum = (name: string) => addUp(rows.map(row => amountIn(row, name)));
    const [{ store, till } = { store: null, till: null }] = rows;
    return {
      key,
      label: labelOf(by, key, String((by === 'store' ? store : by === 'till' ? till : null) ?? ''), language),
      store: by === 'till' ? (store ?? null) : null,
      ...Object.fromEntries(['turnover', 'sales', 'difference', 'openings'].map(name => [name, sum(name)])),
      ...differencesOf(rows),
    };
  });
  return groups.sort((one, other) => amountIn(other, SHORT) - amountIn(one, SHORT));
}

export const cash: Report = { declaration, usualDays: 30, figures };
