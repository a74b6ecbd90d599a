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
  readonly note?: Texts;
}

const TIME: readonly KeyName[] = ['day', 'weekday', 'store'];

/** The rows of a table of facts as one table with the columns of their sale. */
const joined = (table: string, columns: string, alias: string): string =>
  `(SELECT sale.store, sale.business_day, sale.hour, sale.till, sale.cashier, sale.currency, ${columns}
      FROM ${table} JOIN sale ON sale.store = ${table}.store AND sale.business_day = ${table}.business_day
       AND sale.till = ${table}.till AND sale.epoch = ${table}.epoch AND sale.sequence = ${table}.sequence) AS ${alias}`;

const LINES = joined(
  'sale_line',
  'sale_line.article, sale_line.name, sale_line.item_group, sale_line.group_name, sale_line.tax, sale_line.quantity, sale_line.measured, sale_line.unit, sale_line.amount AS turnover',
  'line',
);

/** A pack is no piece: it counts by its weight. */
const measuredSums = (alias: string): Source['sums'] => ({
  turnover: `${alias}.turnover`,
  pieces: `CASE ${alias}.unit WHEN '' THEN ${alias}.quantity ELSE 0 END`,
  measured: `${alias}.measured`,
});

/** In this order; the first that fits is used. */
export const sources: readonly Source[] = [
  {
    from: 'figure_sale',
    alias: 'figure_sale',
    keys: [...TIME, 'hour', 'till', 'cashier'],
    filters: { store: 'figure_sale.store', till: 'figure_sale.till', cashier: 'figure_sale.cashier' },
    sums: {
      sales: 'figure_sale.sales',
      turnover: 'figure_sale.turnover',
      discount: 'figure_sale.discount',
      tip: 'figure_sale.tip',
      cancellations: 'figure_sale.cancellations',
      cancelled: 'figure_sale.cancelled',
    },
  },
  {
    from: 'figure_tax',
    alias: 'figure_tax',
    keys: ['tax'],
    filters: { store: 'figure_tax.store', tax: 'figure_tax.tax' },
    sums: { turnover: 'figure_tax.gross', tax: 'figure_tax.amount' },
  },
  {
    from: 'figure_item',
    alias: 'figure_item',
    keys: [...TIME, 'article', 'group', 'tax'],
    filters: {
      store: 'figure_item.store',
      article: 'figure_item.article',
      group: 'figure_item.item_group',
      tax: 'figure_item.tax',
    },
    sums: measuredSums('figure_item'),
    unit: 'figure_item.unit',
  },
  {
    from: 'figure_tender',
    alias: 'figure_tender',
    keys: [...TIME, 'till', 'method'],
    filters: { store: 'figure_tender.store', till: 'figure_tender.till', method: 'figure_tender.method' },
    sums: { payments: 'figure_tender.count', turnover: 'figure_tender.amount', tip: 'figure_tender.tip' },
    note: paymentsNote,
  },
  {
    from: joined('sale_tax', 'sale_tax.tax, sale_tax.gross AS turnover, sale_tax.amount', 'taxed'),
    alias: 'taxed',
    keys: [...TIME, 'hour', 'till', 'cashier', 'tax'],
    filters: { store: 'taxed.store', till: 'taxed.till', cashier: 'taxed.cashier', tax: 'taxed.tax' },
    sums: { turnover: 'taxed.turnover', tax: 'taxed.amount' },
  },
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
  },
  {
    from: joined(
      'tender',
      'tender.method, tender.amount AS turnover, tender.tip, sign(tender.amount)::integer AS payments',
      'paid',
    ),
    alias: 'paid',
    keys: [...TIME, 'hour', 'till', 'cashier', 'method'],
    filters: { store: 'paid.store', till: 'paid.till', cashier: 'paid.cashier', method: 'paid.method' },
    sums: { payments: 'paid.payments', turnover: 'paid.turnover', tip: 'paid.tip' },
    note: paymentsNote,
  },
];
