/** One answer of a list of the back office, from its parameters to its rows. */
import { project } from '../../../services/query/fields.ts';
import { type ListProblem, type PlainParameters, readPlainParameters } from '../../../services/query/listParameters.ts';
import { BridgeError } from '../../../world/errors.ts';
import type { OfficeDatabase } from '../../database/officeDatabase.ts';
import { conditionOf, createBinding, orderOf, UnknownField } from './listSql.ts';
import type { ListTable } from './listTable.ts';

type Parameters = Readonly<Record<string, unknown>>;
type ListRow = Readonly<Record<string, unknown>>;

export interface ListAnswer {
  readonly count: number;
  readonly data: readonly unknown[];
}

/** `rights` is bound to `$1` of the table's scope. Throws `badQuery` for what cannot be read. */
export async function answerList(
  database: OfficeDatabase,
  table: ListTable,
  rights: unknown,
  parameters: Parameters,
): Promise<ListAnswer> {
  const plain = readPlain(parameters);
  const { where, values, order } = statementOf(table, rights, plain);
  const [counted] = await database.query<{ count: number }>(
    `SELECT count(*)::bigint AS count FROM ${table.from} WHERE ${where}`,
    values,
  );
  const count = counted?.count ?? 0;
  if (plain.limit === 0 || plain.offset >= count) return { count, data: [] };
  const rows = await database.query<ListRow>(
    `SELECT ${table.columns} FROM ${table.from} WHERE ${where} ORDER BY ${order} LIMIT ${plain.limit} OFFSET ${plain.offset}`,
    values,
  );
  const { fields } = plain;
  return { count, data: rows.map(row => (fields ? project(table.row(row), fields) : table.row(row))) };
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

function refusal({ parameter, message, text, position }: ListProblem): BridgeError {
  const where = position === undefined ? '' : ` at position ${position} of ${JSON.stringify(text)}`;
  return new BridgeError('badQuery', `${parameter}: ${message}${where}`, {
    http: 400,
    extra: { parameter, ...(position === undefined ? {} : { position }) },
  });
}
