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
  readonly time_zone: string;
  readonly till: string | null;
  readonly cashier: string;
  readonly at: number;
  readonly amount: number;
  readonly end: string | null;
  readonly ended: number | null;
}

const MILLIS = (column: string) => `round(extract(epoch FROM ${column}) * 1000)::bigint`;

/**
 * Another till may have ended it, and clocks of two tills have no order: what a reversal left unclear (its sale has a receipt number) is
 * ended by a record about the reversal alone, and by one of an earlier clock where no other result of the sale is unclear.
 */
const ENDED_ELSEWHERE = `((sale.receipt_number IS NULL OR later.event IN ('cancelled', 'notReversed')) AND (later.at >= sale.at
            OR NOT EXISTS (SELECT 1 FROM sale AS again WHERE again.store = sale.store AND again.id = sale.id AND again.event = 'unknown'
              AND (again.till, again.epoch, again.sequence) <> (sale.till, sale.epoch, sale.sequence))))`;

/** One row for each unknown result, with the first of its ends. */
const PLACE = 'sale.store, sale.business_day, sale.till, sale.epoch, sale.sequence';

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const where = whereOf(scope, request, 'sale');
  addFilters(where, request.filters, { store: 'sale.store', till: 'sale.till', cashier: 'sale.cashier' });
  const found = await sql.query<Found>(
    `SELECT * FROM (SELECT DISTINCT ON (${PLACE}) sale.id, sale.transaction_ref AS label, store.name AS store, store.time_zone, till.name AS till,
         sale.cashier, ${MILLIS('sale.at')} AS at, sale.sum AS amount, later.event AS end, ${MILLIS('later.at')} AS ended
       FROM sale LEFT JOIN store ON store.id = sale.store LEFT JOIN till ON till.id = sale.till
       LEFT JOIN sale AS later ON later.store = sale.store AND later.id = sale.id
          AND CASE later.till WHEN sale.till THEN (later.epoch, later.sequence) > (sale.epoch, sale.sequence) ELSE ${ENDED_ELSEWHERE} END
          AND later.event IN (${unknownEnds.map(event => `'${event}'`).join(', ')})
      WHERE ${where.text()} AND sale.event = 'unknown'
      ORDER BY ${PLACE}, later.till <> sale.till, later.epoch, later.sequence) AS found
      ORDER BY (found.end IS NULL) DESC, found.at DESC, found.id LIMIT ${mostRows + 1}`,
    where.values,
  );
  const rows = found.slice(0, mostRows).map(
    ({ id, label, at, end, ended, amount, store, time_zone, till, cashier }): ReportRow => ({
      key: id,
      label: label || id,
      time_zone,
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
