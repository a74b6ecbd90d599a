/** One answer of a list of the back office, from its parameters to its rows. */

import { memberTree } from '../../domain/memberTree.ts';
import { unknownProperty } from '../../domain/unknownProperty.ts';
import type { Condition } from '../../query/ast.ts';
import { project } from '../../query/fields.ts';
import {
  type ListProblem,
  type PlainParameters,
  readPlainParameters,
  wantedProperties,
} from '../../query/listParameters.ts';
import { segmentsOf } from '../../query/property.ts';
import { BridgeError } from '../../world/errors.ts';
import type { OfficeDatabase } from '../database/officeDatabase.ts';
import { afterText, readAfter } from './listCursor.ts';
import {
  type Binding,
  behind,
  conditionOf,
  createBinding,
  type OrderKey,
  orderOf,
  orderText,
  UnknownField,
} from './listSql.ts';
import type { ListField, ListRow, ListTable } from './listTable.ts';

type Parameters = Readonly<Record<string, unknown>>;

export interface ListAnswer {
  readonly count: number;
  /** Of a list whose pages follow each other. True: it is longer than `count`. */
  readonly more?: boolean;
  readonly totals?: readonly unknown[];
  readonly data: readonly unknown[];
  /** Of the same: the parameter `after` of the next page; null where there is none. */
  readonly next?: string | null;
}

/** Rows that are counted where no table keeps their number. */
const MOST_COUNTED = 10_000;
/** The farthest row that `offset` reaches in a list whose pages follow each other. */
const FARTHEST = 100_000;

/** `rights` is bound to `$1` of the table's scope, `answer` is the schema of the list. Throws `badQuery` for what cannot be read. */
export async function answerList(
  database: OfficeDatabase,
  table: ListTable,
  rights: unknown,
  parameters: Parameters,
  answer: object,
): Promise<ListAnswer> {
  const plain = readPlain(parameters);
  requireMembers(parameters, answer);
  if (table.key !== undefined && plain.offset > FARTHEST)
    throw new BridgeError(
      'badQuery',
      `offset: at most ${FARTHEST}; after=NEXT goes on behind a page, where NEXT is \`next\` of its answer`,
      { http: 400 },
    );
  const led = statementOf(table, rights, plain);
  const { count, more, totals } = await countOf(database, table, rights, plain, led);
  // Where very many have the fact, the newest that have it are near: the rows are walked through in their order.
  const statement = led.led !== null && more ? statementOf(table, rights, plain, 'inOrder') : led;
  const rows =
    plain.limit === 0 || (plain.offset >= count && !more)
      ? []
      : await pageOf(database, table, plain, statement, {
          after: parameters.after,
          isShort: statement.led !== null || (!more && count <= MOST_COUNTED),
        });
  const whole = table.complete ? await table.complete(database, rows) : rows;
  const { fields } = plain;
  const data = whole.map(row => (fields ? project(table.row(row), fields) : table.row(row)));
  if (table.key === undefined) return { count, ...totals, data };
  const last = rows.length === plain.limit ? rows.at(-1) : undefined;
  const next = last === undefined ? null : afterText(statement.order, last[LAST] as readonly string[]);
  return { count, more, ...totals, data, next };
}

type ListStatement = ReturnType<typeof statementOf>;

async function countOf(
  database: OfficeDatabase,
  table: ListTable,
  rights: unknown,
  plain: PlainParameters,
  statement: ListStatement,
): Promise<{ readonly count: number; readonly more: boolean; readonly totals: Pick<ListAnswer, 'totals'> }> {
  const kept = await keptCounts(database, table, rights, plain);
  const counted = kept ?? (await countRows(database, table, statement));
  const count = counted.reduce((sum, one) => sum + one.count, 0);
  const isBounded = kept === null && table.key !== undefined;
  const more = isBounded && count > MOST_COUNTED;
  const answered = table.total ?? (sums => sums);
  const sums = more ? [] : counted.map(({ count: _, ...each }) => answered(each));
  return {
    ...{ count: more ? MOST_COUNTED : count, more },
    totals: table.totals === undefined ? {} : { totals: sums },
  };
}

/** The column with the values of the order of a row. */
const LAST = 'order_values';

async function pageOf(
  database: OfficeDatabase,
  table: ListTable,
  { limit, offset }: PlainParameters,
  { where, order, binding, led }: ListStatement,
  { after, isShort }: { readonly after: unknown; readonly isShort: boolean },
): Promise<readonly ListRow[]> {
  const last = readAfter(order, after);
  const found = last === null ? where : `${where} AND ${behind(order, last, binding)}`;
  const page = `LIMIT ${limit} OFFSET ${offset}`;
  const sorted = orderText(order);
  if (table.key === undefined)
    return database.query(
      `SELECT ${table.columns} FROM ${table.from} WHERE ${found} ORDER BY ${sorted} ${page}`,
      binding.values,
    );
  const columns = `${table.columns}, ARRAY[${order.map(({ sql }) => `(${sql})::text`).join(', ')}] AS ${LAST}`;
  return database.query(
    offset >= FAR || isShort
      ? keyedPage({ ...table, columns }, table.key, { where: found, order, page, isShort, led })
      : `SELECT ${columns} FROM ${table.from} WHERE ${found} ORDER BY ${sorted} ${page}`,
    binding.values,
  );
}

/** Every row of the list, one after the other, for an export: `count` and `offset` are left aside. `most`: rows at most; null: all. */
export function streamList(
  database: OfficeDatabase,
  table: ListTable,
  rights: unknown,
  parameters: Parameters,
  most: number | null = null,
): () => AsyncGenerator<ListRow> {
  const plain = readPlain(parameters);
  const { where, values, order, led } = statementOf(table, rights, plain);
  const bound = most === null ? '' : ` LIMIT ${most}`;
  const text = `SELECT ${table.columns} FROM ${led ?? table.from} WHERE ${where} ORDER BY ${orderText(order)}${bound}`;
  return async function* () {
    for await (const row of database.stream<ListRow>(text, values)) yield table.row(row);
  };
}

/** Rows that are passed over from here on are not looked at: the index alone finds the keys of the page. */
const FAR = 1000;

/**
 * Finds the keys of the page first. Where the list is short, all of its keys are found by the filters and sorted; OFFSET 0 keeps
 * PostgreSQL from walking through every row in its order for the few that fit.
 */
function keyedPage(
  { from, columns }: ListTable,
  key: readonly string[],
  {
    where,
    order,
    page,
    isShort,
    led,
  }: {
    readonly where: string;
    readonly order: readonly OrderKey[];
    readonly page: string;
    readonly isShort: boolean;
    readonly led: string | null;
  },
): string {
  const [table = ''] = from.split(' ');
  const sorted = orderText(order);
  // A query that names stores or tills by their names, or regions, has to join them to find its rows.
  const joins = /\b(store|till)\.(name|region)\b/.test(`${where} ${sorted}`);
  const keys = key.map(column => `${table}.${column}`).join(', ');
  const rows = `FROM ${led ?? (joins ? from : table)} WHERE ${where}`;
  const named = order.map((each, index) => ({ ...each, sql: `sorted_${index}` }));
  const values = order.map(({ sql }, index) => `${sql} AS sorted_${index}`).join(', ');
  const found = isShort
    ? `(SELECT ${key.join(', ')} FROM (SELECT ${keys}, ${values} ${rows} OFFSET 0) AS found ORDER BY ${orderText(named)} ${page}) AS page`
    : `(SELECT ${keys} ${rows} ORDER BY ${sorted} ${page}) AS page`;
  const same = key.map(column => `${table}.${column} = page.${column}`).join(' AND ');
  return `SELECT ${columns} FROM ${found} JOIN ${from.replace(table, `${table} ON ${same}`)} ORDER BY ${sorted}`;
}

type Counted = Readonly<Record<string, unknown>> & { readonly count: number };

/** A list whose pages follow each other may be long: its rows are counted up to one more than the bound. */
const countRows = (
  database: OfficeDatabase,
  { from, totals, key }: ListTable,
  { where, values, led }: ListStatement,
): Promise<readonly Counted[]> => {
  const [table = ''] = from.split(' ');
  const found = `(SELECT ${table}.* FROM ${led ?? from} WHERE ${where}`;
  const rows = key === undefined ? `${from} WHERE ${where}` : `${found} LIMIT ${MOST_COUNTED + 1}) AS ${table}`;
  return database.query<Counted>(
    totals === undefined
      ? `SELECT count(*)::bigint AS count FROM ${rows}`
      : `SELECT count(*)::bigint AS count, ${totals} FROM ${rows} GROUP BY 2 ORDER BY 1 DESC`,
    values,
  );
};

/** The sums of the tables that keep them, by currency; null where none knows every field of the query. */
async function keptCounts(
  database: OfficeDatabase,
  { kept }: ListTable,
  rights: unknown,
  { query }: PlainParameters,
): Promise<readonly Counted[] | null> {
  const tables = kept?.find(choice => choice.every(({ fields }) => knowsAll(query, fields)));
  if (tables === undefined) return null;
  const found = new Map<unknown, Counted>();
  for (const { from, scope, columns, fields } of tables) {
    const binding = createBinding(rights);
    const rows = await database.query<Counted>(
      `SELECT ${columns} FROM ${from} WHERE ${scope} AND ${conditionOf(query, fields, binding)} GROUP BY 1`,
      binding.values,
    );
    for (const row of rows) found.set(row.currency, added(found.get(row.currency), row));
  }
  return [...found.values()].filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
}

const added = (one: Counted | undefined, other: Counted): Counted =>
  one === undefined
    ? other
    : {
        ...one,
        ...Object.fromEntries(
          Object.entries(other).map(([name, value]) => [
            name,
            typeof value === 'number' ? value + Number(one[name]) : value,
          ]),
        ),
        count: one.count + other.count,
      };

/** A search without a field looks into every field of the list. */
function knowsAll(query: PlainParameters['query'], fields: ListTable['fields']): boolean {
  switch (query.kind) {
    case 'all':
      return true;
    case 'and':
    case 'or':
      return query.operands.every(operand => knowsAll(operand, fields));
    case 'not':
      return knowsAll(query.operand, fields);
    case 'condition':
      return query.property !== null && Object.hasOwn(fields, query.property);
  }
}

/** A condition that every row meets and an index of facts answers, and what else is asked. */
function leadingOf(
  query: PlainParameters['query'],
  fields: ListTable['fields'],
): { readonly property: string; readonly condition: Condition; readonly rest: PlainParameters['query'] } | null {
  if (query.kind === 'and') {
    for (const [index, operand] of query.operands.entries()) {
      const found = operand.kind === 'condition' ? leadingOf(operand, fields) : null;
      if (found) return { ...found, rest: { kind: 'and', operands: query.operands.toSpliced(index, 1) } };
    }
    return null;
  }
  if (query.kind !== 'condition' || query.property === null || query.test.kind !== 'equals') return null;
  const { property } = query;
  const field = Object.hasOwn(fields, property) ? fields[property] : undefined;
  return field && 'indexed' in field ? { property, condition: query, rest: { kind: 'all' } } : null;
}

/**
 * The text behind FROM. PostgreSQL expects far too many rows of sales that have some fact; joined from the rows that the index gives,
 * the few sales are looked up by their keys.
 */
function leadingRows(
  table: ListTable,
  { property, condition }: NonNullable<ReturnType<typeof leadingOf>>,
  binding: Binding,
) {
  const field = table.fields[property] as Extract<ListField, { readonly from: string }>;
  const [name = ''] = table.from.split(' ');
  const { key = [] } = table;
  const own = conditionOf(condition, { [property]: { type: field.type, sql: field.sql } }, binding);
  const rows = `SELECT DISTINCT ${key.join(', ')} FROM ${field.indexed} WHERE ${field.indexed}.store = ANY($1::text[]) AND ${own}`;
  const same = key.map(column => `${name}.${column} = fact.${column}`).join(' AND ');
  return `(${rows}) AS fact JOIN ${table.from.replace(name, `${name} ON ${same}`)}`;
}

function statementOf(
  table: ListTable,
  rights: unknown,
  { query, sort }: PlainParameters,
  way: 'led' | 'inOrder' = 'led',
) {
  const binding = createBinding(rights);
  try {
    const leading = way === 'led' ? leadingOf(query, table.fields) : null;
    const [name = ''] = table.from.split(' ');
    // Rows of facts that come first hold the rights already; said twice, PostgreSQL would look into every store for each of them.
    const scope = leading ? table.scope.replace(`${name}.store = ANY($1::text[])`, 'TRUE') : table.scope;
    const where = `${scope} AND ${conditionOf(leading?.rest ?? query, table.fields, binding)}`;
    return {
      where,
      values: binding.values,
      binding,
      order: orderOf(sort, table),
      /** Rows of facts that an index finds come first; null where there are none. */
      led: leading && leadingRows(table, leading, binding),
    };
  } catch (error) {
    if (error instanceof UnknownField) throw new BridgeError('badQuery', error.message, { http: 400 });
    throw error;
  }
}

function readPlain(parameters: Parameters): PlainParameters {
  const plain = readPlainParameters(parameters);
  if ('ok' in plain) throw refusal(plain);
  return plain;
}

/** A misspelt name would answer rows without it. */
function requireMembers(parameters: Parameters, answer: object): void {
  const asked = wantedProperties(parameters).filter(({ parameter }) => parameter === 'fields');
  if (asked.length === 0) return;
  const tree = memberTree(answer).members.get('data');
  if (!tree) return;
  for (const { property } of asked) {
    const unknown = unknownProperty(segmentsOf(property), { tree, declared: ALWAYS }, false);
    if (!unknown) continue;
    const names = [...(tree.items ?? tree).members.keys()].join(', ');
    const question = unknown.meant === null ? '' : `, did you mean ${unknown.meant}?`;
    throw refusal({
      ok: false,
      parameter: 'fields',
      message: `there is no field ${property} here${question}; the fields are ${names}`,
    });
  }
}

/** Clients of the bridge name them in every list. */
const ALWAYS: ReadonlySet<string> = new Set(['id', 'object']);

function refusal({ parameter, message, text, position }: ListProblem): BridgeError {
  const where = position === undefined ? '' : ` at position ${position} of ${JSON.stringify(text)}`;
  return new BridgeError('badQuery', `${parameter}: ${message}${where}`, {
    http: 400,
    extra: { parameter, ...(position === undefined ? {} : { position }) },
  });
}
