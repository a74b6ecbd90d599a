/** The keys by which turnover is grouped: the expression of each, its order, and where its name stands. */
import type { Sql } from '../database/officeDatabase.ts';

export const keyNames = [
  'day',
  'hour',
  'weekday',
  'month',
  'region',
  'store',
  'till',
  'cashier',
  'article',
  'group',
  'tax',
  'method',
] as const;
export type KeyName = (typeof keyNames)[number];

interface Key {
  /** The expression that rows follow; without it the greatest turnover comes first. */
  order?(table: string): string;
  /** `table`: the alias of the source. */
  sql(table: string): string;
  /** The column behind the expression, where grouping by it is cheaper. */
  group?(table: string): string;
  /** The name beside the key, aggregated; NULL where the key is its own name, or where `namesOf` has it. */
  name(table: string): string;
}

const NO_NAME = () => 'NULL::text';

const keys: Readonly<Record<KeyName, Key>> = {
  day: {
    order: () => 'key',
    sql: table => `to_char(${table}.business_day, 'YYYY-MM-DD')`,
    group: table => `${table}.business_day`,
    name: NO_NAME,
  },
  hour: {
    order: () => 'key',
    sql: table => `to_char(${table}.hour, 'FM00')`,
    group: table => `${table}.hour`,
    name: NO_NAME,
  },
  weekday: {
    order: () => 'key',
    sql: table => `extract(isodow FROM ${table}.business_day)::integer::text`,
    name: NO_NAME,
  },
  month: {
    order: () => 'key',
    sql: table => `to_char(${table}.business_day, 'YYYY-MM')`,
    name: NO_NAME,
  },
  region: {
    sql: () => "coalesce(place.region, '')",
    name: NO_NAME,
  },
  store: {
    sql: table => `${table}.store`,
    name: NO_NAME,
  },
  till: {
    sql: table => `${table}.till`,
    name: NO_NAME,
  },
  cashier: {
    sql: table => `${table}.cashier`,
    name: NO_NAME,
  },
  article: {
    sql: table => `${table}.article`,
    name: table => `max(${table}.name)`,
  },
  group: {
    sql: table => `${table}.item_group`,
    name: table => `max(${table}.group_name)`,
  },
  tax: {
    order: table => `min(${table}.tax)`,
    sql: table => `${table}.tax::text`,
    name: NO_NAME,
  },
  method: {
    sql: table => `${table}.method`,
    name: NO_NAME,
  },
};

/** Names of stores and tills by their ids. They are asked for by themselves: beside figures of many stores each row would ask anew. */
export async function namesOf(sql: Sql, by: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if ((by !== 'store' && by !== 'till') || keys.length === 0) return new Map();
  const rows = await sql.query<{ id: string; name: string }>(`SELECT id, name FROM ${by} WHERE id = ANY($1::text[])`, [
    keys,
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The stores beside figures, where a key is the region, which stands with its store alone. */
export const placeOf = (keys: readonly (string | undefined)[], table: string): string =>
  keys.includes('region') ? ` JOIN store AS place ON place.id = ${table}.store` : '';

export const keyOf = (name: KeyName): Key => keys[name];
