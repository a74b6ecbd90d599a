/**
 * Aggregated lists: documents counted and added up from a snapshot, a few at a time, so that sales go on meanwhile.
 * Declared columns are read as they are; for anything else the documents are parsed.
 */

import { spanBegin } from '../domain/businessSpans.ts';
import {
  type Aggregate,
  type Contribution,
  contributionOf,
  createAggregation,
  type Key,
  keyIn,
  nameOf,
  propertiesOfAggregate,
  type Total,
} from '../query/aggregate.ts';
import type { Comparable } from '../query/comparable.ts';
import { documentWith, name, type Sql, wholeDocument } from '../query/compile.ts';
import { fieldOf, orderOf, type QueryDeclaration } from '../query/declaration.ts';
import { matches } from '../query/evaluate.ts';
import { indexedPart } from '../query/indexed.ts';
import type { ListPlan } from '../query/listParameters.ts';
import { timestamp } from '../world/clock.ts';
import type { Database } from './database.ts';
import type { CalendarOf } from './merchants.ts';
import type { ListOf } from './pages.ts';
import { type Candidate, candidates } from './searches.ts';
import { inTurn, walk } from './walkRows.ts';

/** One line of the answer: index into `lookup`, key and its name, count, sum, and the same for each span of time. */
export interface AggregateRow {
  readonly l?: number;
  readonly k: Key | null;
  readonly ks: string;
  readonly c: number;
  readonly s?: number;
  readonly t?: readonly AggregateRow[];
}

export interface AggregateAnswer {
  /** Documents that were counted. */
  readonly count: number;
  readonly type: 'group' | 'time' | 'total';
  /** True when rows have a sum. */
  readonly sum: boolean;
  /** Names of the groups. */
  readonly lookup: readonly string[];
  readonly data: readonly AggregateRow[];
}

/** Throws `TooManyRows`. */
export type RunAggregate = (
  list: ListOf,
  merchant: string,
  plan: ListPlan,
  aggregate: Aggregate,
) => Promise<AggregateAnswer>;

export function createAggregates(db: Database, calendarOf: CalendarOf): RunAggregate {
  const queue = inTurn();

  async function collect(list: ListOf, merchant: string, plan: ListPlan, aggregate: Aggregate) {
    const { queries } = list;
    const calendar = calendarOf(merchant);
    const aggregation = createAggregation(aggregate, at => spanBegin(aggregate.interval, at, calendar));
    const contribution = readerOf(queries, aggregate);
    // Rows that no index leads to would be passed over in one go.
    if (plan.readsDocuments || (plan.query.kind !== 'all' && indexedPart(plan.query, queries) === null))
      await walk<Candidate>(
        db,
        candidates(list, merchant, plan, propertiesOfAggregate(aggregate)),
        ({ number, document }) => {
          const parsed = JSON.parse(document);
          if (matches(plan.query, parsed, queries)) aggregation.add(contributionOf(aggregate, queries, parsed, number));
        },
      );
    else await walk<Source>(db, sourceOf(list, merchant, plan, aggregate), row => aggregation.add(contribution(row)));
    return answerOf(aggregate, aggregation, nameReader(db, queries, aggregate));
  }

  return (list, merchant, plan, aggregate) => queue(() => collect(list, merchant, plan, aggregate));
}

interface Source {
  readonly number: number;
  readonly at: number | null;
  readonly key: Comparable | null;
  readonly sum: number | null;
  readonly document: string | null;
}

function sourceOf({ queries }: ListOf, merchant: string, { where }: ListPlan, aggregate: Aggregate): Sql {
  const { table } = queries;
  const { timestamp, group, sum, min, max } = aggregate;
  const column = (property: string | null) => (property === null ? null : columnOf(queries, property)) ?? 'NULL';
  const select = inColumns(queries, aggregate)
    ? `${column(timestamp)} AS at, ${column(group)} AS key, ${column(sum)} AS sum, NULL AS document`
    : `NULL AS at, NULL AS key, NULL AS sum, ${documentWith(queries, propertiesOfAggregate(aggregate))} AS document`;
  const at = timestamp === null ? null : columnOf(queries, timestamp, 'timestamp');
  const from = at !== null && min !== null ? ([` AND ${at} >= ?`, min] as const) : null;
  const to = at !== null && max !== null ? ([` AND ${at} <= ?`, max] as const) : null;
  const ends = [from, to].filter(end => end !== null);
  return {
    sql: `SELECT ${name(table, orderOf(queries))} AS number, ${select} FROM ${name(table)}
      WHERE merchant = ? AND (${where.sql})${ends.map(([condition]) => condition).join('')}`,
    params: [merchant, ...where.params, ...ends.map(([, limit]) => limit)],
  };
}

/** The column that holds a property's one value, and of this type, if it has one. */
function columnOf(queries: QueryDeclaration, property: string, type?: string): string | null {
  const field = fieldOf(queries, property);
  if (!field || !('column' in field) || (type !== undefined && field.type !== type)) return null;
  return name(queries.table, field.column);
}

function inColumns(queries: QueryDeclaration, { timestamp, group, sum }: Aggregate): boolean {
  return (
    (timestamp === null || columnOf(queries, timestamp, 'timestamp') !== null) &&
    (group === null || columnOf(queries, group) !== null) &&
    (sum === null || columnOf(queries, sum, 'number') !== null)
  );
}

function readerOf(queries: QueryDeclaration, aggregate: Aggregate): (row: Source) => Contribution {
  if (!inColumns(queries, aggregate))
    return ({ number, document }) => contributionOf(aggregate, queries, JSON.parse(document ?? 'null'), number);
  const type = aggregate.group === null ? undefined : fieldOf(queries, aggregate.group)?.type;
  return ({ number, at, key, sum }) => {
    const group = type === undefined ? null : keyIn(type, key);
    return { order: number, at, groups: new Map(group === null ? [] : [[group, sum ?? 0]]), sum: sum ?? 0 };
  };
}

type NameGroup = (key: Key, newest: number) => string;

/** Groups are called as the newest of their documents writes them. */
function nameReader(db: Database, queries: QueryDeclaration, { group }: Aggregate): NameGroup {
  const { table } = queries;
  const byOrder = db
    .prepare<string>(`SELECT ${wholeDocument(queries)} FROM ${name(table)} WHERE ${name(table, orderOf(queries))} = ?`)
    .pluck();
  return (key, newest) => nameOf(queries, group ?? '', key, JSON.parse(byOrder.get(newest) ?? 'null'));
}

function answerOf(
  aggregate: Aggregate,
  aggregation: ReturnType<typeof createAggregation>,
  nameGroup: NameGroup,
): AggregateAnswer {
  const total = aggregation.total();
  const sum = aggregate.sum !== null;
  const figures = ({ count, sum: added }: Total) => ({ c: count, ...(sum ? { s: added } : {}) });
  const spans = (of: ReadonlyMap<number, Total>, group: { readonly l?: number } = {}): readonly AggregateRow[] =>
    [...of].sort(([a], [b]) => a - b).map(([at, span]) => ({ ...group, k: at, ks: timestamp(at), ...figures(span) }));
  const about = { count: total.count, sum };
  if (aggregate.group === null)
    return aggregate.timestamp === null
      ? { ...about, type: 'total', lookup: [], data: [{ k: null, ks: '', ...figures(total) }] }
      : { ...about, type: 'time', lookup: [], data: spans(total.spans) };
  const groups = aggregation.groups();
  const lookup = groups.map(({ key, newest }) => nameGroup(key, newest));
  const data = groups.map((group, l) => ({
    l,
    k: group.key,
    ks: lookup[l] ?? '',
    ...figures(group),
    ...(aggregate.timestamp === null ? {} : { t: spans(group.spans, { l }) }),
  }));
  return { ...about, type: 'group', lookup, data };
}
