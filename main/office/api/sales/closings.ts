/** `/office/v1/closings/{id}`: a Z report as its till made it, beside what arrived here of the records that it closes. */
import type { FastifyInstance } from 'fastify';
import { isJsonObject } from '../../../domain/jsonObject.ts';
import { isAmount } from '../../../domain/money.ts';
import { describeRoute } from '../../../http/describeRoute.ts';
import { OfficeClosing } from '../../../wire/office/sales.ts';
import { closingRecords } from '../../../wire/office/salesQuery.ts';
import { BridgeError } from '../../../world/errors.ts';
import { gapRows } from '../../database/gapRanges.ts';
import type { Sql } from '../../database/officeDatabase.ts';
import type { Reading } from '../people/signedIn.ts';

export function registerClosings(app: FastifyInstance, { database }: Reading): void {
  app.get(
    '/office/v1/closings/:id',
    describeRoute('Sales', 'One closing', OfficeClosing, {
      description: 'A Z report of a till: its figures, what the back office holds of its records, and what is missing.',
    }),
    async ({ params, person }) => {
      const { id } = params as { readonly id: string };
      const found = await closingOf(database, person.stores, id);
      if (!found) throw new BridgeError('notFound', `there is no closing ${id.slice(0, 60)}`);
      return found;
    },
  );
}

interface Place {
  readonly epoch: number;
  readonly sequence: number;
}
interface Neighbour extends Place {
  readonly object: string;
  readonly day: string;
}
interface Stored extends Neighbour {
  readonly store: string;
  readonly store_name: string;
  readonly till: string;
  readonly till_name: string;
  readonly at: number;
  readonly record: string;
}

const DAY = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`;
const CLOSING = `SELECT document.object, document.store, store.name AS store_name, document.till, till.name AS till_name, document.epoch,
    document.sequence, ${DAY('document.business_day')} AS day, round(extract(epoch FROM document.at) * 1000)::bigint AS at, document.record
  FROM document JOIN store ON store.id = document.store JOIN till ON till.id = document.till
 WHERE document.store = ANY($1::text[]) AND document.object = $2 AND document.kind = 'zReport'
 ORDER BY document.epoch, document.sequence LIMIT 1`;
const beside = (
  side: '<' | '>',
  order: 'ASC' | 'DESC',
): string => `SELECT object, epoch, sequence, ${DAY('business_day')} AS day FROM document
 WHERE store = $1 AND till = $2 AND kind = 'zReport' AND (epoch, sequence) ${side} ($3, $4)
 ORDER BY epoch ${order}, sequence ${order} LIMIT 1`;
const HELD = `SELECT coalesce(sum(sales) FILTER (WHERE currency = $9), 0)::bigint AS sales,
    coalesce(sum(turnover) FILTER (WHERE currency = $9), 0)::bigint AS turnover,
    ${DAY('min(business_day)')} AS first_day, ${DAY('max(business_day)')} AS last_day
  FROM sale WHERE store = $1 AND till = $2 AND (epoch, sequence) > ($3, $4) AND (epoch, sequence) < ($5, $6)
   AND business_day BETWEEN coalesce($7::date, '-infinity') AND $8::date`;
const GAPS = `SELECT head.epoch, lower(head.gap) AS first, upper(head.gap) - 1 AS last FROM ${gapRows} AS head
 WHERE head.store = $1 AND head.till = $2 AND head.epoch BETWEEN $3 AND $4 ORDER BY head.epoch, lower(head.gap)`;

/** Null where the stores have no such closing. */
async function closingOf(sql: Sql, stores: readonly string[], id: string): Promise<OfficeClosing | null> {
  const [stored] = await sql.query<Stored>(CLOSING, [stores, id]);
  if (!stored) return null;
  const { store, store_name, till, till_name, epoch, sequence, day } = stored;
  const [before] = await sql.query<Neighbour>(beside('<', 'DESC'), [store, till, epoch, sequence]);
  const [next] = await sql.query<Neighbour>(beside('>', 'ASC'), [store, till, epoch, sequence]);
  const after = before ?? { epoch: 0, sequence: 0 };
  const figures = factsOf(stored);
  const [first = day, last = first] = figures.days;
  const [held] = await sql.query<{
    sales: number;
    turnover: number;
    first_day: string | null;
    last_day: string | null;
  }>(HELD, [
    ...[store, till, after.epoch, after.sequence, epoch, sequence],
    ...[before ? earlier(before.day, first) : null, last > day ? last : day, figures.currency],
  ]);
  const gaps = await sql.query<Gap>(GAPS, [store, till, after.epoch, epoch]);
  return {
    ...{ id, store, store_name, till, till_name, ...figures },
    held: {
      ...{ sales: held?.sales ?? 0, turnover: held?.turnover ?? 0 },
      ...{ from: held?.first_day ?? first, to: held?.last_day ?? last },
    },
    gaps: gaps.map(gap => clipped(gap, after, stored)).filter(gap => gap.first <= gap.last),
    records: closingRecords(figures.number, till, after, stored),
    ...{ before: before?.object ?? null, next: next?.object ?? null },
  };
}

const earlier = (one: string, other: string): string => (one < other ? one : other);

interface Gap {
  readonly epoch: number;
  readonly first: number;
  readonly last: number;
}

/** The part of a gap that lies between two places. */
const clipped = ({ epoch, first, last }: Gap, after: Place, before: Place): Gap => ({
  epoch,
  first: epoch === after.epoch ? Math.max(first, after.sequence + 1) : first,
  last: epoch === before.epoch ? Math.min(last, before.sequence - 1) : last,
});

type Json = Readonly<Record<string, unknown>>;
const objectOf = (value: unknown): Json => (isJsonObject(value) ? value : {});
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const amountOf = (value: unknown): number | null => (isAmount(value) ? value : null);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** Members that are amounts or counts; what a record does not hold is null. */
const amountsOf = <Name extends string>(from: Json, ...names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, amountOf(from[name])])) as Record<Name, number | null>;

/** The figures of the record. */
function factsOf({ record, at, day }: Stored) {
  const read = objectOf(JSON.parse(record));
  const facts = objectOf(read.facts);
  const [receipts, turnover] = [objectOf(facts.receipts), objectOf(facts.turnover)];
  const made = new Date(String(facts.made));
  const days = Array.isArray(facts.days) ? facts.days.flatMap(one => textOf(one) ?? []) : [];
  return {
    number: amountOf(facts.number),
    made: Number.isNaN(made.getTime()) ? new Date(at).toISOString() : made.toISOString(),
    ...{ by: textOf(facts.by), reason: textOf(facts.reason) },
    currency: textOf(read.currency) ?? textOf(facts.currency) ?? '',
    days: days.length > 0 ? days : [day],
    receipts: {
      ...amountsOf(receipts, 'first', 'last', 'count'),
      missing: Array.isArray(receipts.missing) ? receipts.missing.filter(isAmount) : [],
    },
    turnover: {
      ...amountsOf(turnover, 'sales', 'gross', 'net', 'tax'),
      by_tax: listOf(turnover.by_tax).map(row => ({
        rate: typeof row.rate === 'number' ? row.rate : 0,
        ...amountsOf(row, 'gross', 'net', 'tax'),
      })),
    },
    tenders: listOf(facts.tenders).map(row => ({
      method: textOf(row.method) ?? '',
      ...amountsOf(row, 'payments', 'net', 'tips'),
    })),
    cash: amountsOf(objectOf(facts.cash), 'opening', 'sales', 'expected', 'counted', 'difference'),
  };
}
