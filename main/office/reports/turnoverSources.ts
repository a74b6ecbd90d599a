/** Where turnover is read from: tables of figures where they have the key and the filters, else the facts. */
import type { Texts } from '../../domain/texts.ts';
import { paymentsNote } from '../../reporting/notes.ts';
import type { KeyName } from './keys.ts';
import type { Filter } from './report.ts';

export interface Source {
  /** Behind FROM; `alias` is the table whose columns are `store`, `business_day`, `currency`. */
  readonly from: string;
  readonly alias: string;
  readonly keys: readonly KeyName[];
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  /** Columns of the report and the expressions that are summed. */
  readonly sums: Readonly<Record<string, string>>;
  /** Unit of what was weighed or measured, empty for pieces. */
  readonly unit?: string;
  /** No figures: the lines of the sales themselves. */
  readonly isOfLines?: true;
  /** The expression of an index by article, of a source of facts. */
  readonly articleIndex?: string;
  readonly note?: Texts;
}

const TIME: readonly KeyName[] = ['day', 'weekday', 'month', 'store'];

/** The rows of a table of facts as one table with the columns of their sale. */
const joined = (table: string, columns: string, alias: string): string =>
  `(SELECT sale.store, sale.business_day, sale.hour, sale.till, sale.cashier, sale.currency, ${columns}
      FROM ${table} JOIN sale ON sale.store = ${table}.store AND sale.business_day = ${table}.business_day
       AND sale.till = ${table}.till AND sale.epoch = ${table}.epoch AND sale.sequence = ${table}.sequence) AS ${alias}`;

const LINES = joined(
  'sale_line',
  'sale_line.article, sale_line.name, sale_line.item_group, sale_line.group_name, sale_line.tax, sale_line.quantity, sale_line.measured, sale_line.unit, sale_line.amount AS turnover, sale_line.goods_net, sale_line.costed_net, sale_line.goods_cost',
  'line',
);

const marginSums = (alias: string): Source['sums'] =>
  Object.fromEntries(['goods_net', 'costed_net', 'goods_cost'].map(name => [name, `${alias}.${name}`]));

/** A pack is no piece: it counts by its weight. */
const measuredSums = (alias: string): Source['sums'] => ({
  turnover: `${alias}.turnover`,
  pieces: `CASE ${alias}.unit WHEN '' THEN ${alias}.quantity ELSE 0 END`,
  measured: `${alias}.measured`,
  ...marginSums(alias),
});

/** A table of figures, whose columns are called as its filters are but for `group`. */
const figures = (
  table: string,
  keys: readonly KeyName[],
  filters: readonly Filter[],
  rest: Pick<Source, 'sums' | 'unit' | 'note'>,
): Source => ({
  from: table,
  alias: table,
  keys,
  filters: Object.fromEntries(filters.map(name => [name, `${table}.${name === 'group' ? 'item_group' : name}`])),
  ...rest,
});
const sales = (table: string, keys: readonly KeyName[], filters: readonly Filter[]): Source =>
  figures(table, keys, filters, {
    sums: Object.fromEntries(
      [
        ...['sales', 'turnover', 'tax', 'discount', 'tip', 'cancellations', 'cancelled'],
        ...['other_sales', 'other_turnover', 'goods_net', 'costed_net', 'goods_cost'],
      ].map(name => [name, `${table}.${name}`]),
    ),
  });
const payments = (table: string, keys: readonly KeyName[], filters: readonly Filter[]): Source =>
  figures(table, keys, filters, {
    sums: { payments: `${table}.count`, turnover: `${table}.amount`, tip: `${table}.tip` },
    note: paymentsNote,
  });
const taxes = (table: string, keys: readonly KeyName[], filters: readonly Filter[]): Source =>
  figures(table, keys, filters, { sums: { turnover: `${table}.gross`, tax: `${table}.amount` } });
const goods = (table: string, keys: readonly KeyName[], filters: readonly Filter[]): Source =>
  figures(table, keys, filters, { sums: measuredSums(table), unit: `${table}.unit` });

/** In this order; the first that fits is used. */
export const sources: readonly Source[] = [
  sales('figure_day', TIME, ['store']),
  sales('figure_sale', [...TIME, 'hour', 'till', 'cashier'], ['store', 'till', 'cashier']),
  taxes('figure_tax', ['tax'], ['store', 'till', 'cashier', 'tax']),
  goods('figure_item', [...TIME, 'article', 'group', 'tax'], ['store', 'article', 'group', 'tax']),
  payments('figure_tender', [...TIME, 'till', 'cashier', 'method'], ['store', 'till', 'cashier', 'method']),
  payments('figure_tender_hour', ['hour'], ['store', 'till', 'cashier', 'method']),
  taxes('figure_tax', [...TIME, 'till', 'cashier'], ['store', 'till', 'cashier', 'tax']),
  taxes('figure_tax_hour', ['hour'], ['store', 'till', 'cashier', 'tax']),
  goods('figure_group', [...TIME, 'till', 'cashier', 'group', 'tax'], ['store', 'till', 'cashier', 'group', 'tax']),
  goods('figure_group_hour', ['hour'], ['store', 'till', 'cashier', 'group', 'tax']),
  goods(
    'figure_item_person',
    [...TIME, 'till', 'cashier', 'article', 'group', 'tax'],
    ['store', 'till', 'cashier', 'article', 'group', 'tax'],
  ),
  {
    from: LINES,
    alias: 'line',
    keys: [...TIME, 'hour', 'till', 'cashier', 'article', 'group', 'tax'],
    filters: {
      store: 'line.store',
      till: 'line.till',
      cashier: 'line.cashier',
      article: 'line.article',
      group: 'line.item_group',
      tax: 'line.tax',
    },
    sums: measuredSums('line'),
    unit: 'line.unit',
    isOfLines: true,
    articleIndex: "lower(NULLIF(line.article, ''))",
  },
];
