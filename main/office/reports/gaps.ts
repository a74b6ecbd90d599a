/** Gaps: numbers of a till that the back office has not received although it holds later ones. */
import type { ReportDeclaration, ReportRow } from '../../wire/office/reports.ts';
import { gapRows } from '../database/gapRanges.ts';
import type { Sql } from '../database/officeDatabase.ts';
import {
  column,
  grouping,
  mostRows,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  texts,
  tooManyRows,
} from './report.ts';

const declaration: ReportDeclaration = {
  name: 'gaps',
  title: texts('Lücken', 'Gaps'),
  about: texts(
    'Jede Kasse zählt ihre Datensätze ohne Lücke. Was hier steht, hat die Zentrale nicht bekommen und fehlt in den Zahlen.',
    'Every till numbers its records without gaps. What stands here the back office has not received, and the figures lack it.',
  ),
  by: [grouping('gap', 'Lücke', 'Gap')],
  columns: [
    column('store', 'text', 'Filiale', 'Store', false),
    column('till', 'text', 'Kasse', 'Till', false),
    column('epoch', 'time', 'Zählung seit', 'Numbered since', false),
    column('first', 'text', 'Von', 'First', false),
    column('last', 'text', 'Bis', 'Last', false),
    column('missing', 'count', 'Fehlen', 'Missing'),
  ],
  filters: ['store', 'till'],
  chart: null,
  hasSpan: false,
  compares: false,
  leadsToSales: false,
};

interface Found {
  readonly id: string;
  readonly store: string;
  readonly till: string | null;
  readonly epoch: number;
  readonly first: number;
  readonly last: number;
}

async function figures(sql: Sql, scope: ReportScope, { filters }: ReportRequest): Promise<ReportFigures> {
  const found = await sql.query<Found>(
    `SELECT head.till AS id, store.name AS store, till.name AS till, head.epoch, lower(gap) AS first, upper(gap) - 1 AS last
       FROM ${gapRows} AS head JOIN store ON store.id = head.store LEFT JOIN till ON till.id = head.till
      WHERE head.store = ANY($1::text[]) AND ($2::text[] IS NULL OR head.store = ANY($2::text[]))
        AND ($3::text[] IS NULL OR head.till = ANY($3::text[]))
      ORDER BY store.name, till.name, head.epoch, first`,
    [scope.stores, filters.store ?? null, filters.till ?? null],
  );
  const rows = found.map(
    ({ id, store, till, epoch, first, last }): ReportRow => ({
      key: `${id}.${epoch}.${first}`,
      label: `${till ?? id} ${first}–${last}`,
      store,
      till,
      epoch: new Date(epoch * 1000).toISOString(),
      first: String(first),
      last: String(last),
      missing: last - first + 1,
    }),
  );
  const missing = rows.reduce((sum, row) => sum + Number(row.missing), 0);
  const total = { store: null, till: null, epoch: null, first: null, last: null, missing };
  return { rows: rows.slice(0, mostRows), total, notes: rows.length > mostRows ? [tooManyRows()] : [] };
}

export const gaps: Report = { declaration, usualDays: 1, figures };
