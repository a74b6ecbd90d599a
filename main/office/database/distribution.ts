/**
 * The place of each table on Citus: tables of a store are spread by it, so that a store's rows stay together on one
 * node; small ones that every query joins are the same on every node; the rest stays on the coordinator.
 */
import { SchemaRefusal } from './migrate.ts';
import type { OfficeDatabase, Sql } from './officeDatabase.ts';
import { partitionedTables } from './partitions.ts';

export type TableKind = 'distributed' | 'reference' | 'local';

/** Every table; a referenced one stands before what refers to it. */
export const tableKinds: Readonly<Record<string, TableKind>> = {
  merchant: 'reference',
  store: 'reference',
  bridge: 'reference',
  bridge_key: 'reference',
  till: 'reference',
  person: 'reference',
  till_head: 'distributed',
  refused_record: 'distributed',
  set_aside: 'distributed',
  remade_day: 'distributed',
  bank_entry: 'distributed',
  heartbeat: 'distributed',
  target: 'distributed',
  counted_third: 'distributed',
  ...Object.fromEntries(partitionedTables.map(table => [table, 'distributed'] as const)),
  enrolment_code: 'local',
  session: 'local',
  saved_view: 'local',
  view_mail: 'local',
  audit: 'local',
  audit_head: 'local',
  setting: 'local',
  sign_in_failure: 'local',
  sign_in_place: 'local',
  open_id_flow: 'local',
  second_factor: 'local',
  second_factor_set_up: 'local',
  recovery_code: 'local',
  morning_mail: 'local',
  bank_file: 'local',
  schema_migration: 'local',
};

/** The column by which rows are spread. */
export const DISTRIBUTION_COLUMN = 'store';
/** Shards of each distributed table: two to four for each processor of all workers together. */
export const usualShards = 64;

const tablesOf = (wanted: TableKind): readonly string[] =>
  Object.keys(tableKinds).filter(table => tableKinds[table] === wanted);

/** The table that the others are placed beside. */
const [FIRST = ''] = tablesOf('distributed');

/** The statements that place each table, in the order in which they have to run. */
export const distributionStatements = (
  shards: number,
): readonly { readonly table: string; readonly text: string }[] => [
  ...tablesOf('reference').map(table => ({ table, text: `SELECT create_reference_table('${table}')` })),
  ...tablesOf('distributed').map(table => ({
    table,
    text: `SELECT create_distributed_table('${table}', '${DISTRIBUTION_COLUMN}', ${
      table === FIRST ? `shard_count => ${shards}` : `colocate_with => '${FIRST}'`
    })`,
  })),
];

/** The kind of each table that Citus knows; null where the database has no Citus. */
async function kindsIn(sql: Sql): Promise<ReadonlyMap<string, string> | null> {
  const [citus] = await sql.query<{ there: boolean }>(
    "SELECT to_regclass('pg_dist_partition') IS NOT NULL AND to_regproc('create_reference_table') IS NOT NULL AS there",
  );
  if (!citus?.there) return null;
  const rows = await sql.query<{ name: string; method: string }>(
    'SELECT logicalrelid::regclass::text AS name, partmethod::text AS method FROM pg_dist_partition',
  );
  return new Map(rows.map(({ name, method }) => [name, METHODS[method] ?? method]));
}

/** `pg_dist_partition.partmethod`. Tables that a foreign key brought into the metadata have the method of a reference table or none. */
const METHODS: Readonly<Record<string, TableKind>> = { h: 'distributed', n: 'reference' };

export interface Distributing {
  readonly shards: number;
  /** Says a line for each table. */
  say(line: string): void;
}

/** Distributes what is not distributed yet. Throws SchemaRefusal where the database has no Citus, and changes nothing then. */
export async function distribute(database: OfficeDatabase, { shards, say }: Distributing): Promise<void> {
  const known = await kindsIn(database);
  if (known === null)
    throw new SchemaRefusal(
      'The database has no Citus: run CREATE EXTENSION citus in it and on its workers, or see the statements with --dry-run. Nothing was changed.',
    );
  for (const { table, text } of distributionStatements(shards)) {
    const wanted = tableKinds[table];
    if (known.get(table) === wanted) {
      say(`${table}: ${wanted} already`);
      continue;
    }
    const [{ rows } = { rows: 0 }] = await database.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`);
    await database.query(text);
    say(`${table}: ${wanted}, ${rows} rows`);
    if (rows > 0 && wanted === 'distributed') await dropLocalCopy(database, table, say);
  }
}

/** Citus keeps the rows that were moved in the table of the coordinator, where nothing reads them any more. */
async function dropLocalCopy(database: OfficeDatabase, table: string, say: Distributing['say']): Promise<void> {
  try {
    await database.query(`SELECT truncate_local_data_after_distributing_table('${table}')`);
  } catch (error) {
    say(`${table}: the rows on the coordinator stay beside their shards (${(error as Error).message})`);
  }
}

/** Tables that an update of the program has added to a distributed database are distributed like the others. */
export async function keepDistributed(database: OfficeDatabase): Promise<void> {
  const known = await kindsIn(database);
  if (known?.get(FIRST) !== 'distributed') return;
  await distribute(database, { shards: usualShards, say: () => undefined });
}

/**
 * A transaction that writes to many stores at once visits the nodes one after the other: side by side, Citus refuses to go on with
 * the rows that the other connections have written. PostgreSQL without Citus keeps the setting and does nothing with it.
 */
export const writesManyStores = async (sql: Sql): Promise<void> =>
  void (await sql.query("SELECT set_config('citus.multi_shard_modify_mode', 'sequential', true)"));
