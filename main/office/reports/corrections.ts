/** Corrections: cancellations, returns, discounts, prices changed by hand, and goods that left a basket unpaid, by cashier, till, store or day. */
import { notReturned } from '../../domain/figureLines.ts';
import { correctionsDeclaration } from '../../reporting/declarations.ts';
import { labelOf } from '../../reporting/labels.ts';
import { openingsNote } from '../../reporting/notes.ts';
import { correctionRatios } from '../../reporting/ratios.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { type KeyName, keyOf, namesOf } from './keys.ts';
import {
  addFilters,
  badRequest,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  totalOf,
  whereOf,
} from './report.ts';

const declaration = correctionsDeclaration;

interface Sums {
  readonly sales: number;
  readonly turnover: number;
  readonly cancellations: number;
  readonly cancelled: number;
}
interface Given {
  readonly discount: number;
}
interface Repriced {
  readonly lowered: number;
  readonly raised: number;
}
interface Returns {
  readonly returns: number;
  readonly returned: number;
}
interface Unpaid {
  readonly voids: number;
  readonly voided: number;
  readonly abandonments: number;
  readonly abandoned: number;
}
type Keyed<T> = T & { readonly key: string; readonly name: string | null };

const RECORD = 'document.record::jsonb';
const NO_SUMS: Sums = { sales: 0, turnover: 0, cancellations: 0, cancelled: 0 };
const NO_CHANGES: Repriced = { lowered: 0, raised: 0 };
const NO_UNPAID: Unpaid = { voids: 0, voided: 0, abandonments: 0, abandoned: 0 };

const LINE = `sale_line AS line ON line.store = sale.store AND line.business_day = sale.business_day
       AND line.till = sale.till AND line.epoch = sale.epoch AND line.sequence = sale.sequence`;

/** Each discount stands under the person who gave it, whoever sold. */
const DISCOUNTS = `(SELECT sale.store, sale.business_day, sale.till, sale.currency, line.amount, line.given_by AS cashier
    FROM sale JOIN ${LINE} WHERE line.given_by IS NOT NULL) AS discounted`;

/** Prices changed by hand stand under the person who set them, as discounts do. */
const REPRICED = `(SELECT sale.store, sale.business_day, sale.till, sale.currency, change.lowered, change.raised, change.person AS cashier
    FROM sale JOIN price_change AS change ON change.store = sale.store AND change.business_day = sale.business_day
       AND change.till = sale.till AND change.epoch = sale.epoch AND change.sequence = sale.sequence) AS repriced`;

/** The lines of records `basket`, by the rule of `basketFigures`; the index `document_cash` has their kind. `currency`: of records without one. */
const unpaidLines = (currency: string) => `(SELECT line.store, line.business_day, line.till, line.event, line.currency,
    CASE jsonb_typeof(line.value -> 'amount') WHEN 'number' THEN (line.value ->> 'amount')::numeric END AS amount, line.cashier
    FROM (SELECT document.store, document.business_day, document.till, document.event,
      coalesce(${RECORD} ->> 'currency', ${currency}) AS currency,
      CASE jsonb_typeof(${RECORD} #> '{facts,person}') WHEN 'string' THEN ${RECORD} #>> '{facts,person}' ELSE '' END AS cashier,
      jsonb_array_elements(CASE WHEN document.event = 'voided' AND jsonb_typeof(${RECORD} #> '{facts,lines}') = 'array'
        THEN ${RECORD} #> '{facts,lines}' ELSE jsonb_build_array(jsonb_build_object('amount', ${RECORD} -> 'sum')) END) AS value
      FROM document WHERE document.kind = 'basket' AND document.figures AND document.event IN ('voided', 'abandoned')) AS line) AS basket`;

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const by = declaration.by.find(({ name }) => name === request.by)?.name as KeyName | undefined;
  if (!by) throw badRequest(`corrections knows no by=${request.by}`);
  const counted = await sumsOf<Sums>(sql, scope, request, by, {
    table: 'figure_sale',
    from: 'figure_sale',
    condition: 'TRUE',
    select: ['sales', 'turnover', 'cancellations', 'cancelled']
      .map(name => `sum(figure_sale.${name})::bigint AS ${name}`)
      .join(', '),
  });
  const returned = await sumsOf<Returns>(sql, scope, request, by, {
    table: 'sale',
    from: `sale JOIN ${LINE}`,
    condition: `line.amount * sale.sales < 0 AND line.item_type NOT IN (${notReturned.map(type => `'${type}'`).join(', ')})`,
    select: 'sum(sale.sales)::bigint AS returns, -sum(line.amount)::bigint AS returned',
  });
  const given = await sumsOf<Given>(sql, scope, request, by, {
    table: 'discounted',
    from: DISCOUNTS,
    condition: 'TRUE',
    select: '-sum(discounted.amount)::bigint AS discount',
  });
  const repriced = await sumsOf<Repriced>(sql, scope, request, by, {
    table: 'repriced',
    from: REPRICED,
    condition: 'TRUE',
    select: 'sum(repriced.lowered)::bigint AS lowered, sum(repriced.raised)::bigint AS raised',
  });
  const unpaid = await sumsOf<Unpaid>(sql, scope, request, by, {
    table: 'basket',
    from: unpaidLines,
    condition: `basket.amount = trunc(basket.amount) AND abs(basket.amount) <= ${Number.MAX_SAFE_INTEGER}`,
    select: `count(*) FILTER (WHERE basket.event = 'voided')::bigint AS voids,
      coalesce(sum(basket.amount) FILTER (WHERE basket.event = 'voided'), 0)::bigint AS voided,
      count(*) FILTER (WHERE basket.event = 'abandoned')::bigint AS abandonments,
      coalesce(sum(basket.amount) FILTER (WHERE basket.event = 'abandoned'), 0)::bigint AS abandoned`,
  });
  const byKey = new Map(returned.map(row => [row.key, row]));
  const givenByKey = new Map(given.map(row => [row.key, row]));
  const repricedByKey = new Map(repriced.map(row => [row.key, row]));
  const unpaidByKey = new Map(unpaid.map(row => [row.key, row]));
  const known = new Set(counted.map(({ key }) => key));
  // A person who has sold nothing may have given discounts, set prices, or given up baskets.
  const others = [
    ...new Map([...given, ...repriced, ...unpaid].map(({ key, name }) => [key, { key, name, ...NO_SUMS }])).values(),
  ];
  const all = [...counted, ...others.filter(({ key }) => !known.has(key))];
  const names = await namesOf(
    sql,
    by,
    all.map(({ key }) => key),
  );
  const rows = all.map(({ key, name, ...sums }): ReportRow => {
    const { returns = 0, returned: amount = 0 } = byKey.get(key) ?? {};
    const { discount = 0 } = givenByKey.get(key) ?? {};
    const { lowered, raised } = repricedByKey.get(key) ?? NO_CHANGES;
    const { key: _key, name: _name, ...gone } = { ...NO_UNPAID, ...unpaidByKey.get(key) };
    const label = labelOf(by, key, name ?? names.get(key) ?? null, scope.language);
    const taken = { ...sums, returns, returned: amount, discount, lowered, raised };
    return { key, label, ...taken, ...gone, ...correctionRatios(taken) };
  });
  const total = totalOf(declaration.columns, rows);
  return {
    rows,
    total: { ...total, ...correctionRatios(total as Readonly<Record<string, number>>) },
    notes: [openingsNote],
  };
}

interface Counting {
  readonly table: string;
  /** The sources; as a function it gets the `$n` of the currency. */
  readonly from: string | ((currency: string) => string);
  readonly condition: string;
  readonly select: string;
}

async function sumsOf<T>(
  sql: Sql,
  scope: ReportScope,
  request: ReportRequest,
  by: KeyName,
  { table, from, condition, select }: Counting,
): Promise<readonly Keyed<T>[]> {
  const where = whereOf(scope, request, table);
  addFilters(where, request.filters, { store: `${table}.store`, till: `${table}.till`, cashier: `${table}.cashier` });
  const currency = where.bind(scope.currency);
  where.and(`${table}.currency = ${currency}`);
  const key = keyOf(by).sql(table);
  return sql.query<Keyed<T>>(
    `SELECT ${key} AS key, ${keyOf(by).name(table)} AS name, ${select} FROM ${typeof from === 'string' ? from : from(currency)}
      WHERE ${where.text()} AND ${condition} GROUP BY ${key} ORDER BY key`,
    where.values,
  );
}

export const corrections: Report = { declaration, usualDays: 30, figures };
