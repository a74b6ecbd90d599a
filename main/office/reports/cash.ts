/** Z reports of the tills: cash expected, counted, and the difference. */
import { isJsonObject } from '../../domain/jsonObject.ts';
import { cashDeclaration } from '../../reporting/declarations.ts';
import { zReportFigures } from '../../reporting/zReportRow.ts';
import type { Sql } from '../database/officeDatabase.ts';
import {
  badRequest,
  mostRows,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  tooManyRows,
  totalOf,
} from './report.ts';

const declaration = cashDeclaration;

interface Stored {
  readonly object: string;
  readonly at: number;
  readonly day: string;
  readonly store: string;
  readonly time_zone: string;
  readonly till: string;
  readonly record: string;
}

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const { from, to, by, filters } = request;
  if (!declaration.by.some(({ name }) => name === by)) throw badRequest(`cash knows no by=${by}`);
  const stored = await sql.query<Stored>(
    `SELECT document.object, round(extract(epoch FROM document.at) * 1000)::bigint AS at,
       to_char(document.business_day, 'YYYY-MM-DD') AS day, store.name AS store, store.time_zone, till.name AS till, document.record
       FROM document JOIN till ON till.id = document.till JOIN store ON store.id = document.store
      WHERE document.store = ANY($1::text[]) AND document.business_day BETWEEN $2::date AND $3::date
        AND document.kind = 'zReport' AND document.figures AND ($4::text[] IS NULL OR document.store = ANY($4::text[]))
        AND ($5::text[] IS NULL OR document.till = ANY($5::text[]))
      ORDER BY store.name, store.id, till.name, till.id, document.at, document.object`,
    [scope.stores, from, to, filters.store ?? null, filters.till ?? null],
  );
  const rows = stored.map(({ object, at, day, store, time_zone, till, record }) => {
    const read: unknown = JSON.parse(record);
    const facts = isJsonObject(read) && isJsonObject(read.facts) ? read.facts : {};
    const { number, name, ...sums } = zReportFigures(facts);
    return {
      ...{ key: object, label: `Z ${number ?? '–'}`, day, at: new Date(at).toISOString() },
      ...{ store, time_zone, till: till || name, ...sums },
    };
  });
  const shown = rows.slice(0, mostRows);
  return {
    rows: shown,
    total: totalOf(declaration.columns, rows),
    notes: shown.length < rows.length ? [tooManyRows()] : [],
  };
}

export const cash: Report = { declaration, usualDays: 30, figures };
