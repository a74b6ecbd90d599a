/**
 * The tables of figures, each with what a row of facts adds to it. The sums of a batch are added up here and written with one
 * statement for each table; all of them leave together.
 */
import { notReturned } from '../../domain/figureLines.ts';
import type { SaleFigures } from '../../domain/figures.ts';
import type { Sql, Statement } from '../database/officeDatabase.ts';
import { uncounted } from '../database/thirds.ts';
import { storableJson } from '../database/values.ts';
import type { Facts, FactTable } from './facts.ts';

/** A row of facts with what it belongs to. */
export interface Counted<About> {
  readonly store: string;
  readonly day: string;
  readonly till: string;
  readonly event: string;
  readonly currency: string;
  /** Null where the record is about no sale. */
  readonly sale: Pick<SaleFigures, 'hour' | 'cashier' | 'sales'> | null;
  readonly about: About;
}

type Columns<About, Value> = Readonly<Record<string, (row: Counted<About>) => Value>>;

interface FigureTable<About> {
  readonly name: string;
  /** Columns of the key behind store and business day. */
  readonly keys: Columns<About, string | number>;
  /** Columns that name the key for people: of several names the last one by the alphabet, whatever came first. */
  readonly names?: Columns<About, string>;
  /** Columns that are added up. */
  readonly sums: Columns<About, number>;
  /** Rows that count; all where it is left out. */
  readonly counts?: (row: Counted<About>) => boolean;
}

/** Keys of the sale that a row belongs to. */
const till = { till: (row: Counted<unknown>) => row.till };
const hour = { hour: ({ sale }: Counted<unknown>) => sale?.hour ?? 0 };
const cashier = { cashier: ({ sale }: Counted<unknown>) => sale?.cashier ?? '' };
const currency = { currency: (row: Counted<unknown>) => row.currency };
const saleKeys = { ...hour, ...till, ...cashier, ...currency };
const salesOf = ({ sale }: Counted<unknown>): number => sale?.sales ?? 0;

type Line = Facts['sale_line'];
const article = { article: ({ about }: Counted<Line>) => about.article };
const group = { item_group: ({ about }: Counted<Line>) => about.group };
const kept = { tax: ({ about }: Counted<Line>) => about.tax, unit: ({ about }: Counted<Line>) => about.unit };
const name = { name: ({ about }: Counted<Line>) => about.name };
const groupName = { group_name: ({ about }: Counted<Line>) => about.groupName };
const margin = {
  goods_net: ({ about }: Counted<Line>) => about.goodsNet,
  costed_net: ({ about }: Counted<Line>) => about.costedNet,
  goods_cost: ({ about }: Counted<Line>) => about.cost,
};
const goods = {
  quantity: ({ about }: Counted<Line>) => about.quantity,
  measured: ({ about }: Counted<Line>) => about.measured,
  turnover: ({ about }: Counted<Line>) => about.amount,
  ...margin,
};

type Tax = Facts['sale_tax'];
const tax = { tax: ({ about }: Counted<Tax>) => about.tax };
const taxes = { gross: ({ about }: Counted<Tax>) => about.gross, amount: ({ about }: Counted<Tax>) => about.amount };

type Tender = Facts['tender'];
const method = { method: ({ about }: Counted<Tender>) => about.method };
const payments = {
  count: salesOf,
  amount: ({ about }: Counted<Tender>) => about.amount,
  tip: ({ about }: Counted<Tender>) => about.tip,
};

const when =
  <About>(event: string, value: (row: Counted<About>) => number) =>
  (row: Counted<About>) =>
    row.event === event ? value(row) : 0;
const one = () => 1;

type Sale = Facts['sale'];
const COUNTED_SALES: readonly string[] = ['closed', 'cancelled', 'unknown'];
const isCountedSale = ({ about, event }: Counted<Sale>): boolean => !about.played && COUNTED_SALES.includes(event);
const other =
  (value: (row: Counted<Sale>) => number) =>
  (row: Counted<Sale>): number =>
    row.about.bought ? 0 : value(row);
const sold = {
  sales: salesOf,
  turnover: ({ about }: Counted<Sale>) => about.turnover,
  closed: when<Sale>('closed', ({ about }) => about.turnover),
  cancelled: when<Sale>('cancelled', ({ about }) => -about.turnover),
  cancellations: when('cancelled', one),
  discount: ({ about }: Counted<Sale>) => about.discount,
  tip: ({ about }: Counted<Sale>) => about.tip,
  unknown: when('unknown', one),
  other_sales: other(salesOf),
  other_turnover: other(({ about }) => about.turnover),
  other_cancellations: other(when('cancelled', one)),
  other_cancelled: other(when<Sale>('cancelled', ({ about }) => -about.turnover)),
};

/** The figures that follow from each table of facts. */
const figures: { readonly [Table in FactTable]?: readonly FigureTable<Facts[Table]>[] } = {
  sale: [
    { name: 'figure_sale', keys: saleKeys, sums: sold, counts: isCountedSale },
    { name: 'figure_day', keys: currency, sums: sold, counts: isCountedSale },
  ],
  sale_line: [
    { name: 'figure_sale', keys: saleKeys, sums: margin },
    { name: 'figure_day', keys: currency, sums: margin },
    {
      name: 'figure_item',
      keys: { ...article, ...group, ...kept, ...currency },
      names: { ...name, ...groupName },
      sums: goods,
    },
    {
      name: 'figure_item_person',
      keys: { ...till, ...cashier, ...article, ...group, ...kept, ...currency },
      names: { ...name, ...groupName },
      sums: goods,
    },
    {
      name: 'figure_group',
      keys: { ...till, ...cashier, ...group, ...kept, ...currency },
      names: groupName,
      sums: goods,
    },
    {
      name: 'figure_group_hour',
      keys: { ...hour, ...till, ...cashier, ...group, ...kept, ...currency },
      names: groupName,
      sums: goods,
    },
    {
      name: 'figure_correction',
      keys: { ...till, ...cashier, ...currency },
      sums: { returns: salesOf, returned: ({ about }) => -about.amount },
      counts: row => row.about.amount * salesOf(row) < 0 && !notReturned.includes(row.about.type),
    },
    {
      name: 'figure_correction',
      keys: { ...till, cashier: ({ about }) => about.givenBy ?? '', ...currency },
      sums: { discount: ({ about }) => -about.amount },
      counts: ({ about }) => about.givenBy !== null,
    },
  ],
  sale_tax: [
    { name: 'figure_sale', keys: saleKeys, sums: { tax: taxes.amount } },
    { name: 'figure_day', keys: currency, sums: { tax: taxes.amount } },
    { name: 'figure_tax', keys: { ...till, ...cashier, ...tax, ...currency }, sums: taxes },
    { name: 'figure_tax_hour', keys: { ...hour, ...till, ...cashier, ...tax, ...currency }, sums: taxes },
  ],
  tender: [
    { name: 'figure_tender', keys: { ...till, ...cashier, ...method, ...currency }, sums: payments },
    { name: 'figure_tender_hour', keys: { ...hour, ...till, ...cashier, ...method, ...currency }, sums: payments },
  ],
  price_change: [
    {
      name: 'figure_correction',
      keys: { ...till, cashier: ({ about }) => about.person, ...currency },
      sums: { lowered: ({ about }) => about.lowered, raised: ({ about }) => about.raised },
    },
  ],
  unpaid: [
    {
      name: 'figure_correction',
      keys: { ...till, cashier: ({ about }) => about.person, ...currency },
      sums: {
        voids: when('voided', one),
        voided: when('voided', ({ about }) => about.amount),
        abandonments: when('abandoned', one),
        abandoned: when('abandoned', ({ about }) => about.amount),
      },
    },
  ],
  loyalty: [
    {
      name: 'figure_loyalty',
      keys: { account: ({ about }) => about.account, campaign: ({ about }) => about.campaign },
      sums: {
        issued: ({ about }) => about.issued,
        redeemed: ({ about }) => about.redeemed,
        expired: ({ about }) => about.expired,
      },
    },
  ],
};

type AnyFigure = FigureTable<unknown>;
const all = Object.values(figures).flat() as unknown as readonly AnyFigure[];

/** Names of the tables of figures. */
export const figureTables: readonly string[] = [...new Set(all.map(figure => figure.name))];

/** Rows that go with one statement. */
const AT_ONCE = 5000;

/** The sums that rows of facts add to the figures. */
export class FigureSums {
  readonly #tables = new Map<string, Map<string, Record<string, unknown>>>();

  add<Table extends FactTable>(table: Table, row: Counted<Facts[Table]>): void {
    for (const figure of (figures[table] ?? []) as readonly FigureTable<Facts[Table]>[])
      if (figure.counts?.(row) ?? true) this.#addTo(figure, row);
  }

  #addTo<About>(figure: FigureTable<About>, row: Counted<About>): void {
    const values = (columns: Columns<About, string | number> = {}) => {
      const found: Record<string, string | number> = {};
      for (const [column, value] of Object.entries(columns)) found[column] = value(row);
      return found;
    };
    const about = { store: row.store, business_day: row.day, ...values(figure.keys), ...values(figure.names) };
    const key = JSON.stringify(about);
    const rows = this.#tables.get(figure.name) ?? new Map<string, Record<string, unknown>>();
    this.#tables.set(figure.name, rows);
    const sums = rows.get(key) ?? about;
    rows.set(key, sums);
    for (const [column, value] of Object.entries(figure.sums))
      (sums as Record<string, unknown>)[column] = ((sums as Record<string, number>)[column] ?? 0) + value(row);
  }

  /** One statement for each table that something is added to, and one for the thirds of months that hold no more. */
  statements(): readonly Statement[] {
    const days = Map.groupBy(this.#tables.get('figure_item')?.values() ?? [], ({ store }) => String(store));
    return [
      ...this.#additions(),
      ...[...days].map(([store, rows]) => uncounted(store, new Set(rows.map(row => String(row.business_day))))),
    ];
  }

  #additions(): readonly Statement[] {
    return [...this.#tables].flatMap(([table, byKey]) => {
      const rows = [...byKey.values()];
      return Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, index) => ({
        name: `add ${table}`,
        text: additions[table] ?? '',
        values: [storableJson(rows.slice(index * AT_ONCE, (index + 1) * AT_ONCE))],
      }));
    });
  }

  async write(sql: Sql): Promise<void> {
    await sql.pipeline(this.statements());
  }
}

/** Two rows may have one key: those with different names, and keys that differ in characters that no database holds. */
function addition(table: string): string {
  const own = all.filter(figure => figure.name === table);
  const keys = ['store', 'business_day', ...Object.keys(own[0]?.keys ?? {})].join(', ');
  const names = Object.keys(own[0]?.names ?? {});
  const sums = own.flatMap(figure => Object.keys(figure.sums));
  return `INSERT INTO ${table} AS f (${[keys, ...names, ...sums].join(', ')})
    SELECT ${[keys, ...names.map(column => `max(${column})`), ...sums.map(column => `coalesce(sum(${column}), 0)`)].join(', ')}
    FROM json_populate_recordset(NULL::${table}, $1::text::json) GROUP BY ${keys} ORDER BY ${keys}
    ON CONFLICT (${keys}) DO UPDATE SET ${[
      ...names.map(column => `${column} = greatest(f.${column}, excluded.${column})`),
      ...sums.map(column => `${column} = f.${column} + excluded.${column}`),
    ].join(', ')}`;
}

const additions: Readonly<Record<string, string>> = Object.fromEntries(
  figureTables.map(table => [table, addition(table)]),
);
