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
  const counted = await database.query<{ count: number }>(
    table.totals === undefined
      ? `SELECT count(*)::bigint AS count FROM ${table.from} WHERE ${where}`
      : `SELECT count(*)::bigint AS count, ${table.totals} FROM ${table.from} WHERE ${where} GROUP BY 2 ORDER BY 1 DESC`,
    values,
  );
  const count = counted.reduce((sum, one) => sum + one.count, 0);
  const totals = table.totals === undefined ? {} : { totals: counted.map(({ count: _, ...sums }) => sums) };
  if (plain.limit === 0 || plain.offset >= count) return { count, ...totals, data: [] };
  const rows = await database.query<ListRow>(
    `SELECT ${table.columns} FROM ${table.from} WHERE ${where} ORDER BY ${order} LIMIT ${plain.limit} OFFSET ${plain.offset}`,
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
