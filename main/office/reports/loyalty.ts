/** Value on loyalty cards: issued, redeemed, what is owed, and what campaigns cost. */

import { isAmount, type Language } from '../../domain/money.ts';
import type { Texts } from '../../domain/texts.ts';
import { writtenFigure } from '../../reporting/cells.ts';
import { loyaltyDeclaration } from '../../reporting/declarations.ts';
import { labelOf } from '../../reporting/labels.ts';
import { turnoverRatios } from '../../reporting/ratios.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { namesOf } from './keys.ts';
import {
  addFilters,
  badRequest,
  column,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  texts,
  totalOf,
  whereOf,
} from './report.ts';

/** The declaration of the till with what each campaign brought: the sales in which it gave or took something. */
const declaration = {
  ...loyaltyDeclaration,
  columns: [
    ...loyaltyDeclaration.columns,
    column('sales', 'count', 'Verkäufe damit', 'Sales with it', false),
    column('turnover', 'money', 'Umsatz damit', 'Turnover with it', false),
    column('average', 'money', 'Durchschnitt damit', 'Average with it', false),
  ],
};

const sum = (expression: string, condition: string): string =>
  `coalesce(sum(${expression}) FILTER (WHERE ${condition}), 0)::bigint`;

const account = (name: string, side: 'issued' | 'redeemed'): string =>
  `${sum(`f.${side}`, `f.account = '${name}'`)} AS ${name}_${side}`;

const SUMS = [
  ...(['cash', 'bonus', 'points'] as const).flatMap(name => [account(name, 'issued'), account(name, 'redeemed')]),
  `${sum('f.expired', `f.account IN ('cash', 'bonus')`)} AS expired`,
  `${sum('f.redeemed', `f.account = 'bonus' AND f.campaign <> ''`)} AS cost`,
].join(', ');

const KEYS: Readonly<Record<string, { readonly sql: string; readonly order: string }>> = {
  day: { sql: `to_char(f.business_day, 'YYYY-MM-DD')`, order: 'key' },
  store: { sql: 'f.store', order: 'key' },
  campaign: { sql: 'f.campaign', order: 'cost DESC, key' },
};

const DAY_ONE = '0001-01-01';
const OWED = `coalesce(sum(f.issued - f.redeemed) FILTER (WHERE f.account IN ('cash', 'bonus')), 0)::bigint AS owed`;

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const key = Object.hasOwn(KEYS, request.by) ? KEYS[request.by] : undefined;
  if (!key) throw badRequest(`loyalty knows no by=${request.by}`);
  const where = whereOf(scope, request, 'f');
  addFilters(where, request.filters, { store: 'f.store' });
  const found = await sql.query<Record<string, number> & { key: string }>(
    `SELECT ${key.sql} AS key, ${SUMS} FROM figure_loyalty AS f WHERE ${where.text()}
      GROUP BY ${key.sql} ORDER BY ${key.order}`,
    where.values,
  );
  const owed = await owedAtTheEnd(sql, scope, request);
  const brought = request.by === 'campaign' ? await salesWith(sql, scope, request) : null;
  const names = await namesOf(
    sql,
    request.by,
    found.map(({ key: value }) => value),
  );
  const ordered =
    request.by === 'store'
      ? found.toSorted((one, other) => (names.get(one.key) ?? '').localeCompare(names.get(other.key) ?? ''))
      : found;
  const rows = ordered.map(
    ({ key: value, ...sums }): ReportRow => ({
      key: value,
      label: labelOf(request.by, value, names.get(value) ?? null, scope.language),
      ...sums,
      liability: request.by === 'campaign' ? null : (owed.byKey.get(value) ?? null),
      ...brought?.get(value),
    }),
  );
  const total = { ...totalOf(declaration.columns, rows), liability: owed.total };
  return {
    rows,
    total,
    notes: [
      ...(await broughtNotes(sql, scope, request)),
      ...(await openedTwiceNotes(sql, scope, request)),
      ...(await heldNotes(sql, scope, request)),
    ],
  };
}

/** Sales, turnover and average of the sales in which each campaign moved something; without a campaign, those with a card alone. */
async function salesWith(sql: Sql, scope: ReportScope, request: ReportRequest) {
  const where = whereOf(scope, request, 'sale');
  addFilters(where, request.filters, { store: 'sale.store' });
  where.and(`sale.currency = ${where.bind(scope.currency)} AND NOT sale.played`);
  const found = await sql.query<Record<'sales' | 'turnover', number> & { readonly campaign: string }>(
    `SELECT moved.campaign, sum(sale.sales)::bigint AS sales, sum(sale.turnover)::bigint AS turnover
       FROM (SELECT DISTINCT store, business_day, till, epoch, sequence, campaign FROM loyalty
          WHERE store = ANY($1::text[]) AND business_day BETWEEN $2::date - 1 AND $3::date + 1) AS moved
       JOIN sale ON sale.store = moved.store AND sale.business_day = moved.business_day AND sale.till = moved.till
        AND sale.epoch = moved.epoch AND sale.sequence = moved.sequence
      WHERE ${where.text()} GROUP BY moved.campaign`,
    where.values,
  );
  return new Map(
    found.map(({ campaign, ...sums }) => [campaign, { ...sums, average: turnoverRatios(sums).average }] as const),
  );
}

/**
 * Cards on which more was redeemed than was ever issued here. A balance that a till took over from a loyalty service has no record
 * of its own, because every store of a chain takes over the same one: what is owed is too low by it, and the report says so.
 */
async function broughtNotes(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<readonly Texts[]> {
  const [found] = await sql.query<{ cards: number; missing: number }>(
    `SELECT count(*) AS cards, coalesce(-sum(owed), 0)::bigint AS missing FROM (
       SELECT sum(issued - redeemed) AS owed FROM loyalty WHERE store = ANY($1::text[]) AND business_day <= $2::date
          AND account IN ('cash', 'bonus') AND card <> '' GROUP BY card HAVING sum(issued - redeemed) < 0) AS brought`,
    [request.filters.store ?? scope.stores, request.to],
  );
  if (!found || found.cards === 0) return [];
  const { cards } = found;
  const written = (language: Language) =>
    `${writtenFigure(found.missing, 'money', { ...scope, language })} ${scope.currency}`;
  return [
    texts(
      `Auf ${cards} ${cards === 1 ? 'Karte' : 'Karten'} wurde mehr eingelöst, als hier ausgegeben wurde: Ihr Guthaben kam von einem Dienst, einer anderen Filiale oder aus der Zeit davor. Die Verbindlichkeit ist um mindestens ${written('de')} zu niedrig; die Guthaben selbst führt, wer die Karten führt.`,
      `On ${cards} ${cards === 1 ? 'card' : 'cards'} more was redeemed than was issued here: their balance came from a service, another store, or the time before. What is owed is too low by at least ${written('en')}; whoever keeps the cards knows the balances.`,
    ),
  ];
}

/** Cards of one number whose balance was imported more than once, with all but the highest of their balances. */
const OPENED_TWICE = `SELECT count(*) AS cards, coalesce(sum(again), 0)::bigint AS again FROM (
    SELECT sum(amount) - max(amount) AS again FROM (
      SELECT record::jsonb #>> '{facts,card_number}' AS number, (record::jsonb ->> 'sum')::bigint AS amount FROM document
      WHERE store = ANY($1::text[]) AND business_day <= $2::date AND kind = 'cardOperation' AND figures
        AND record::jsonb #>> '{facts,action}' = 'opening') AS opened
    WHERE number IS NOT NULL GROUP BY number HAVING count(*) > 1) AS twice`;

/**
 * A shop that was set up from the copy of another one has imported the balances of its cards, as the first one has. Either till gives
 * its own balance out, so both count, and the report says what they have in common.
 */
async function openedTwiceNotes(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<readonly Texts[]> {
  const stores = request.filters.store ?? scope.stores;
  const [found] = await sql.query<{ cards: number; again: number }>(OPENED_TWICE, [stores, request.to]);
  if (!found || found.cards === 0) return [];
  const { cards, again } = found;
  const written = (language: Language) => `${writtenFigure(again, 'money', { ...scope, language })} ${scope.currency}`;
  return [
    texts(
      `Von ${cards} ${cards === 1 ? 'Karte' : 'Karten'} wurde das Guthaben mehr als einmal eingelesen, wie von einem kopierten Betrieb: In der Verbindlichkeit stehen dadurch bis zu ${written('de')} doppelt. Jede Kasse zahlt ihr eigenes Guthaben aus; in einem der Betriebe ist es zu berichtigen.`,
      `The balance of ${cards} ${cards === 1 ? 'card' : 'cards'} was imported more than once, as by a copied shop: up to ${written('en')} of what is owed count twice. Each till pays out its own balance; correct it in one of the shops.`,
    ),
  ];
}

interface Held {
  readonly store: string;
  readonly number: string | null;
  readonly day: string;
  /** On all cards by the Z report, minor units; whatever the till has sent. */
  readonly held: unknown;
  /** Here, up to the moment of the Z report, minor units. */
  readonly counted: number;
}

/** The newest Z report of each store, with what was counted until it was made. */
const HELD = `SELECT store.name AS store, z.facts ->> 'number' AS number, to_char(z.day, 'YYYY-MM-DD') AS day,
    z.facts -> 'loyalty' -> 'liability' AS held,
    coalesce((SELECT sum(f.issued - f.redeemed) FROM figure_loyalty AS f
      WHERE f.store = z.store AND f.business_day < z.day AND f.account IN ('cash', 'bonus')), 0)::bigint
    + coalesce((SELECT sum(l.issued - l.redeemed) FROM loyalty AS l
      JOIN document AS d USING (store, business_day, till, epoch, sequence)
      WHERE l.store = z.store AND l.business_day >= z.day AND d.at <= z.at AND l.account IN ('cash', 'bonus')), 0)::bigint AS counted
  FROM (SELECT DISTINCT ON (store) store, business_day AS day, at, record::jsonb -> 'facts' AS facts FROM document
    WHERE store = ANY($1::text[]) AND business_day <= $2::date AND kind = 'zReport' AND figures ORDER BY store, at DESC) AS z
  JOIN store ON store.id = z.store`;

/**
 * Stores whose tills hold more on their cards than was counted of them. It is no figure of the report: stores of a chain that share a
 * service hold the same cards, and their sum would count them twice.
 */
async function heldNotes(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<readonly Texts[]> {
  const stores = await sql.query<Held>(HELD, [request.filters.store ?? scope.stores, request.to]);
  return stores
    .flatMap(({ held, ...one }) => (isAmount(held) && held > one.counted ? [{ ...one, held }] : []))
    .map(({ store, number, day, held, counted }) => {
      const written = (value: number, language: Language) =>
        `${writtenFigure(value, 'money', { ...scope, language })} ${scope.currency}`;
      return texts(
        `${store}: Auf allen Karten waren ${written(held, 'de')} (Z-Bericht ${number}, Geschäftstag ${day}), ${written(held - counted, 'de')} mehr, als hier gezählt ist: von einem Dienst übernommene Guthaben. Filialen am selben Dienst führen dieselben Karten.`,
        `${store}: all cards held ${written(held, 'en')} (Z report ${number}, business day ${day}), ${written(held - counted, 'en')} more than is counted here: balances taken over from a service. Stores that share a service hold the same cards.`,
      );
    });
}

/** Liabilities at the end: of each day (all stores), or of each store; with the total of all stores. */
async function owedAtTheEnd(sql: Sql, scope: ReportScope, request: ReportRequest) {
  const where = whereOf(scope, { from: DAY_ONE, to: request.to }, 'f');
  addFilters(where, request.filters, { store: 'f.store' });
  const from = where.bind(request.from);
  const key =
    request.by === 'store'
      ? 'f.store'
      : `CASE WHEN f.business_day < ${from}::date THEN '' ELSE to_char(f.business_day, 'YYYY-MM-DD') END`;
  const values = request.by === 'store' ? where.values.slice(0, -1) : where.values;
  const moved = await sql.query<{ key: string; owed: number }>(
    `SELECT ${key} AS key, ${OWED} FROM figure_loyalty AS f WHERE ${where.text()} GROUP BY 1 ORDER BY 1`,
    values,
  );
  const byKey = new Map<string, number>();
  let total = 0;
  for (const { key: value, owed } of moved) {
    total += owed;
    byKey.set(value, request.by === 'store' ? owed : total);
  }
  return { byKey, total };
}

export const loyalty: Report = { declaration, usualDays: 30, figures };
