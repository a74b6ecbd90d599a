/** Unknown results of payments, each with its end: paid, not paid, reversed, not reversed, or still open. */
import { unknownDeclaration, unknownEnds } from '../../reporting/declarations.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import {
  addFilters,
  mostRows,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  tooManyRows,
  totalOf,
  whereOf,
} from './report.ts';

const declaration = unknownDeclaration;

interface Found {
  readonly id: string;
  readonly label: string | null;
  readonly store: string | null;
  readonly till: string | null;
  readonly cashier: string;
  readonly at: number;
  readonly amount: number;
  readonly end: string | null;
  readonly ended: number | null;
}

const MILLIS = (column: string) => `round(extract(epoch FROM ${column}) * 1000)::bigint`;

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const where = whereOf(scope, request, 'sale');
  addFilters(where, request.filters, { store: 'sale.store', till: 'sale.till', cashier: 'sale.cashier' });
  const found = await sql.query<Found>(
    `SELECT sale.id, sale.transaction_ref AS label, store.name AS store, till.name AS till, sale.cashier,
       ${MILLIS('sale.at')} AS at, sale.sum AS amount, later.event AS end, ${MILLIS('later.at')} AS ended
       FROM sale LEFT JOIN store ON store.id = sale.store LEFT JOIN till ON till.id = sale.till
       LEFT JOIN LATERAL (
         SELECT other.event, other.at FROM sale AS other
          WHERE other.store = sale.store AND other.id = sale.id
            AND CASE other.till WHEN sale.till THEN (other.epoch, other.sequence) > (sale.epoch, sale.sequence) ELSE other.at >= sale.at END
            AND other.event IN (${unknownEnds.map(event => `'${event}'`).join(', ')})
          ORDER BY other.till <> sale.till, other.epoch, other.sequence LIMIT 1) AS later ON TRUE
      WHERE ${where.text()} AND sale.event = 'unknown'
      ORDER BY (later.event IS NULL) DESC, sale.at DESC, sale.id LIMIT ${mostRows + 1}`,
    where.values,
  );
  const rows = found.slice(0, mostRows).map(
    ({ id, label, at, end, ended, amount, store, till, cashier }): ReportRow => ({
      key: id,
      label: label || id,
      at: new Date(at).toISOString(),
      store,
      till,
      cashier,
      amount,
      open: end === null ? amount : 0,
      end: end ?? 'open',
      ended: ended === null ? null : new Date(ended).toISOString(),
      minutes: Math.max(0, Math.round(((ended ?? scope.now) - at) / 60_000)),
    }),
  );
  return {
    rows,
    total: totalOf(declaration.columns, rows),
    notes: found.length > mostRows ? [tooManyRows()] : [],
  };
}

export const unknown: Report = { declaration, usualDays: 30, figures };
