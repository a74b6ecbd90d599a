/** The partitions of the tables of facts and figures: one for each month of the business day, made when first needed. */
import type { Sql } from './officeDatabase.ts';

export const partitionedTables = [
  'document',
  'sale',
  'sale_line',
  'sale_tax',
  'tender',
  'loyalty',
  'price_change',
  'unpaid',
  'card_operation',
  'figure_sale',
  'figure_day',
  'figure_tender',
  'figure_item',
  'figure_item_person',
  'figure_item_third',
  'figure_tax',
  'figure_tender_hour',
  'figure_tax_hour',
  'figure_group',
  'figure_group_hour',
  'figure_correction',
  'figure_loyalty',
] as const;

export interface Partitions {
  /** Makes what the months of these business days (`YYYY-MM-DD`) lack. Outside of a transaction that writes facts. */
  require(days: Iterable<string>): Promise<void>;
}

/** Remembers the months that are there, so that a batch of a known month asks nothing. */
export function createPartitions(database: { transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> }): Partitions {
  const known = new Map<string, Promise<void>>();
  return {
    async require(days) {
      const months = new Set([...days].map(day => day.slice(0, 7)));
      await Promise.all(
        [...months].map(month => {
          const made = known.get(month) ?? makeMonth(database, month);
          known.set(month, made);
          // The next batch tries a failed month again.
          made.catch(() => known.delete(month));
          return made;
        }),
      );
    },
  };
}

async function makeMonth(
  database: { transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> },
  month: string,
): Promise<void> {
  await database.transaction(async sql => {
    // Two back offices at one database make a month one after the other.
    await sql.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`partition ${month}`]);
    const suffix = `_${month.replace('-', '_')}`;
    const there = await sql.query<{ name: string }>(
      'SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ANY($1)',
      [partitionedTables.map(table => `${table}${suffix}`)],
    );
    const names = new Set(there.map(({ name }) => name));
    for (const table of partitionedTables) {
      const name = `${table}${suffix}`;
      if (names.has(name)) continue;
      // Made beside and attached: that waits for no report that reads, and no report waits for it. Two statements, because Citus
      // takes one at a time; it distributes the month with the table.
      await sql.script(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
      await sql.script(
        `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${month}-01') TO ('${monthAfter(month)}-01')`,
      );
    }
  });
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
