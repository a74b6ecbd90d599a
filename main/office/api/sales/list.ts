/** One answer of a list of the back office, from its parameters to its rows. */

import { memberTree } from '../../../domain/memberTree.ts';
import { unknownProperty } from '../../../domain/unknownProperty.ts';
import { project } from '../../../query/fields.ts';
import {
  type ListProblem,
  type PlainParameters,
  readPlainParameters,
  wantedProperties,
} from '../../../query/listParameters.ts';
import { segmentsOf } from '../../../query/property.ts';
import { BridgeError } from '../../../world/errors.ts';
import type { OfficeDatabase } from '../../database/officeDatabase.ts';
import { conditionOf, createBinding, orderOf, UnknownField } from './listSql.ts';
import type { ListRow, ListTable } from './listTable.ts';

type Parameters = Readonly<Record<string, unknown>>;

export interface ListAnswer {
  readonly count: number;
  readonly totals?: readonly unknown[];
  readonly data: readonly unknown[];
}

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
  const { where, values, order } = statementOf(table, rights, plain);
  const counted =
    (await keptCounts(database, table, rights, plain)) ?? (await countRows(database, table, where, values));
  const count = counted.reduce((sum, one) => sum + one.count, 0);
  const totals = table.totals === undefined ? {} : { totals: counted.map(({ count: _, ...sums }) => sums) };
  if (plain.limit === 0 || plain.offset >= count) return { count, ...totals, data: [] };
  const page = `LIMIT ${plain.limit} OFFSET ${plain.offset}`;
  const rows = await database.query<ListRow>(
    plain.offset >= FAR && table.key !== undefined
      ? farPage(table, table.key, { where, order, page })
      : `SELECT ${table.columns} FROM ${table.from} WHERE ${where} ORDER BY ${order} ${page}`,
    values,
  );
  const whole = table.complete ? await table.complete(database, rows) : rows;
  const { fields } = plain;
  return { count, ...totals, data: whole.map(row => (fields ? project(table.row(row), fields) : table.row(row))) };
}

/** Every row of the list, one after the other, for an export: `count` and `offset` are left aside. */
export function streamList(
  database: OfficeDatabase,
  table: ListTable,
  rights: unknown,
  parameters: Parameters,
): () => AsyncGenerator<ListRow> {
  const plain = readPlain(parameters);
  const { where, values, order } = statementOf(table, rights, plain);
  const text = `SELECT ${table.columns} FROM ${table.from} WHERE ${where} ORDER BY ${order}`;
  return async function* () {
    for await (const row of database.stream<ListRow>(text, values)) yield table.row(row);
  };
}

/** Rows that are passed over from here on are not looked at: the index alone finds the keys of the page. */
const FAR = 1000;

function farPage(
  { from, columns }: ListTable,
  key: readonly string[],
  { where, order, page }: { readonly where: string; readonly order: string; readonly page: string },
): string {
  const [table = ''] = from.split(' ');
  // A query that names stores or tills by their names has to join them to find its rows.
  const joins = /\b(store|till)\.name\b/.test(`${where} ${order}`);
  const keys = key.map(column => `${table}.${column}`).join(', ');
  const found = `(SELECT ${keys} FROM ${joins ? from : table} WHERE ${where} ORDER BY ${order} ${page}) AS page`;
  const same = key.map(column => `${table}.${column} = page.${column}`).join(' AND ');
  return `SELECT ${columns} FROM ${found} JOIN ${from.replace(table, `${table} ON ${same}`)} ORDER BY ${order}`;
}

type Counted = Readonly<Record<string, unknown>> & { readonly count: number };

const countRows = (database: OfficeDatabase, { from, totals }: ListTable, where: string, values: readonly unknown[]) =>
  database.query<Counted>(
    totals === undefined
      ? `SELECT count(*)::bigint AS count FROM ${from} WHERE ${where}`
      : `SELECT count(*)::bigint AS count, ${totals} FROM ${from} WHERE ${where} GROUP BY 2 ORDER BY 1 DESC`,
    values,
  );

/** The sums of the tables that keep them, by currency; null where one of them does not know a field of the query. */
async function keptCounts(
  database: OfficeDatabase,
  { kept }: ListTable,
  rights: unknown,
  { query }: PlainParameters,
): Promise<readonly Counted[] | null> {
  if (kept === undefined) return null;
  const found = new Map<unknown, Counted>();
  for (const { from, scope, columns, fields } of kept) {
    if (!knowsAll(query, fields)) return null;
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

function statementOf(table: ListTable, rights: unknown, { query, sort }: PlainParameters) {
  const binding = createBinding(rights);
  try {
    const where = `${table.scope} AND ${conditionOf(query, table.fields, binding)}`;
    return { where, values: binding.values, order: orderOf(sort, table) };
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
