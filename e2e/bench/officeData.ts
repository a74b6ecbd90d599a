/** Ten million sales of a thousand tills, made by the server itself: facts without documents, and figures as ingest adds them. */
import type { OfficeDatabase } from '../../main/office/database/officeDatabase.ts';
import { createPartitions, partitionedTables } from '../../main/office/database/partitions.ts';
import { factColumns } from '../../main/office/ingest/factRows.ts';
import type { Facts, FactTable } from '../../main/office/ingest/facts.ts';
import { FigureSums } from '../../main/office/ingest/figureTables.ts';

export const merchant = 'MRC_BENCH';
/** `BENCH_SALES=10000000` asks the main questions alone, of ten million. */
export const SALES = Number(process.env.BENCH_SALES ?? 1_000_000);
const TILLS = 1000;
const TILLS_OF_A_STORE = 10;
/** Sales of a till in a day. */
const SALES_OF_A_DAY = 100;
/** A cancellation in so many sales. */
const CANCELS = 80;
export const firstDay = '2026-08-01';
const FIRST = Date.parse(firstDay);
const DAY = 86_400_000;

export const storeIds: readonly string[] = Array.from({ length: TILLS / TILLS_OF_A_STORE }, (_, index) =>
  storeId(index + 1),
);

function storeId(number: number): string {
  return `STO_${String(number).padStart(30, '0')}`;
}

const dayOf = (index: number): string => new Date(FIRST + index * DAY).toISOString().slice(0, 10);

/** Makes about `sales` sales. Without waiting for the disk, because what is measured is reading. */
export async function makeSales(database: OfficeDatabase, sales: number, say: (line: string) => void): Promise<void> {
  const days = Math.max(1, Math.round(sales / TILLS / SALES_OF_A_DAY));
  await makePlaces(database);
  const months = new Map<string, string[]>();
  for (const day of Array.from({ length: days }, (_, index) => dayOf(index)))
    months.set(day.slice(0, 7), [...(months.get(day.slice(0, 7)) ?? []), day]);
  for (const [month, [first = '', ...rest]] of months) {
    say(`the sales of ${month}`);
    await makeMonth(database, month.replace('-', '_'), first, rest.at(-1) ?? first);
  }
  say('the figures');
  for (const store of storeIds) await writeFigures(database, store);
  say('statistics');
  await database.script('ANALYZE');
}

/** Columns of each table of facts as the figures call them. */
const COUNTED: Readonly<Partial<Record<FactTable, string>>> = {
  sale: 'fact.turnover, fact.discount, fact.tip, fact.played, fact.bought',
  sale_line: `fact.article, fact.name, fact.item_group AS "group", fact.group_name AS "groupName", fact.tax, fact.unit,
    fact.quantity, fact.measured, fact.amount, fact.item_type AS type, fact.given_by AS "givenBy",
    fact.goods_net AS "goodsNet", fact.costed_net AS "costedNet", fact.goods_cost AS cost`,
  sale_tax: 'fact.tax, fact.gross, fact.amount',
  tender: 'fact.method, fact.amount, fact.tip',
};

interface StoredFact {
  readonly till: string;
  readonly day: string;
  readonly event: string;
  readonly currency: string;
  readonly hour: number;
  readonly cashier: string;
  readonly sales: number;
}

async function writeFigures(database: OfficeDatabase, store: string): Promise<void> {
  const sums = new FigureSums();
  for (const [table, columns] of Object.entries(COUNTED) as [FactTable, string][]) {
    const rows = database.stream<StoredFact>(
      `SELECT till, business_day AS day, sale.event, sale.currency, sale.hour, sale.cashier, sale.sales, ${columns}
         FROM ${table} AS fact JOIN sale USING (${KEY}) WHERE store = $1`,
      [store],
    );
    for await (const { till, day, event, currency, hour, cashier, sales, ...about } of rows)
      sums.add(table, {
        ...{ store, till, day, event, currency, sale: { hour, cashier, sales } },
        about: about as unknown as Facts[FactTable],
      });
  }
  await sums.write(database);
}

async function makePlaces(database: OfficeDatabase): Promise<void> {
  await database.query(
    "INSERT INTO merchant (id, name, currency, time_zone) VALUES ($1, 'Bench', 'EUR', 'Europe/Berlin')",
    [merchant],
  );
  await database.copy(
    'store',
    ['id', 'merchant', 'name', 'time_zone'],
    storeIds.map(id => [id, merchant, id, 'Europe/Berlin']),
  );
  await database.script(`INSERT INTO till_head (store, till, epoch, got, highest, batch, chain, first_seen, last_seen)
    SELECT 'STO_' || lpad(((t - 1) / ${TILLS_OF_A_STORE} + 1)::text, 30, '0'), 'TIL_' || lpad(t::text, 30, '0'), 1, '{[1,1000001)}', 1000000, 1, '',
      now(), now() FROM generate_series(1, ${TILLS}) t`);
}

/** Filled before the keys are made, which is several times faster. */
async function makeMonth(database: OfficeDatabase, suffix: string, from: string, to: string): Promise<void> {
  const tables = ['sale', 'sale_line', 'sale_tax', 'tender'] as const;
  for (const table of tables)
    await database.script(`CREATE TABLE raw_${table} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  await database.script(saleRows(from, to));
  await database.script(lineRows());
  await database.script(`INSERT INTO raw_sale_tax (${factColumns.sale_tax.join(', ')})
    SELECT ${KEY}, 19, turnover, round(turnover * 19 / 119.0) FROM raw_sale`);
  await database.script(`INSERT INTO raw_tender (${factColumns.tender.join(', ')})
    SELECT ${KEY}, 1, method, turnover, 0, CASE WHEN method = 'cashless' THEN till END, sequence, NULL, NULL FROM raw_sale`);
  for (const table of partitionedTables) {
    const isFilled = (tables as readonly string[]).includes(table);
    if (isFilled) await database.script(`ALTER TABLE raw_${table} RENAME TO ${table}_${suffix}`);
    else
      await database.script(`CREATE TABLE ${table}_${suffix} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
    const [year, month] = suffix.split('_').map(Number);
    const next = new Date(Date.UTC(year ?? 0, month ?? 0, 1)).toISOString().slice(0, 10);
    await database.script(
      `ALTER TABLE ${table} ATTACH PARTITION ${table}_${suffix} FOR VALUES FROM ('${suffix.replace('_', '-')}-01') TO ('${next}')`,
    );
  }
  await createPartitions(database).require([from]);
}

const KEY = 'store, business_day, till, epoch, sequence';

/** Each eightieth record cancels the sale before it. */
const saleRows = (from: string, to: string): string => `
  INSERT INTO raw_sale (${factColumns.sale.join(', ')})
  SELECT store, day, till, 1, number, event, 'STX_' || lpad(till_number || 'N' || sold, 30, '0'), NULL, sold, 'ok',
    day + make_interval(hours => 7 + k / 8, secs => till_number % 3600), 7 + k / 8, sum,
    CASE event WHEN 'closed' THEN sum ELSE -sum END, CASE event WHEN 'closed' THEN 1 ELSE -1 END, 0, 0, 'EUR',
    CASE WHEN sold % 5 < 3 THEN 'cash' ELSE 'cashless' END, 'cashier ' || (till_number + sold / 50) % 7, false, true
  FROM (
    SELECT t AS till_number, d::date AS day, k, number,
      'STO_' || lpad(((t - 1) / ${TILLS_OF_A_STORE} + 1)::text, 30, '0') AS store, 'TIL_' || lpad(t::text, 30, '0') AS till,
      CASE WHEN number % ${CANCELS} = 0 THEN 'cancelled' ELSE 'closed' END AS event,
      CASE WHEN number % ${CANCELS} = 0 THEN number - 1 ELSE number END AS sold,
      200 + (t::bigint * 7919 + CASE WHEN number % ${CANCELS} = 0 THEN number - 1 ELSE number END * 104729) % 5000 AS sum
    FROM generate_series('${from}'::date, '${to}'::date, '1 day') d, generate_series(1, ${TILLS}) t,
      generate_series(1, ${SALES_OF_A_DAY}) k,
      LATERAL (SELECT (d::date - '${firstDay}'::date)::bigint * ${SALES_OF_A_DAY} + k AS number) n
  ) s`;

/** Two lines of each sale. The purchase price of three articles in four is known. */
const lineRows = (): string => `
  INSERT INTO raw_sale_line (${factColumns.sale_line.join(', ')})
  SELECT ${KEY}, p, 'A' || (sequence * p) % 200, 'Article ' || (sequence * p) % 200, 'group ' || (sequence * p) % 10,
    'Group ' || (sequence * p) % 10, 19, sales, 0, '', 0, amount, 'article', NULL,
    net, CASE WHEN (sequence * p) % 4 > 0 THEN net ELSE 0 END, CASE WHEN (sequence * p) % 4 > 0 THEN net * 6 / 10 ELSE 0 END,
    hour, currency
  FROM raw_sale, generate_series(1, 2) p,
    LATERAL (SELECT CASE p WHEN 1 THEN turnover - turnover / 3 ELSE turnover / 3 END AS amount) a,
    LATERAL (SELECT amount - round(amount * 19 / 119.0)::bigint AS net) n`;
