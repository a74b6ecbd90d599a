/** The list of sales: one row for each sale that was closed, as the figures count it. */
import type { ListTable } from './listTable.ts';

/** The rows of a table of facts that belong to the row of the sale. */
const factsOf = (table: string): string =>
  `${table} WHERE ${table}.store = sale.store AND ${table}.business_day = sale.business_day AND ${table}.till = sale.till
     AND ${table}.epoch = sale.epoch AND ${table}.sequence = sale.sequence`;

const isoOf = (value: unknown): string => new Date(Number(value)).toISOString();

/** The fields of a sale that figures have, too. */
function figureFields(table: string): ListTable['fields'] {
  return {
    store: { type: 'id', sql: `${table}.store` },
    store_name: { type: 'text', sql: 'store.name' },
    till: { type: 'id', sql: `${table}.till` },
    till_name: { type: 'text', sql: 'till.name' },
    currency: { type: 'text', sql: `${table}.currency` },
    cashier: { type: 'text', sql: `NULLIF(${table}.cashier, '')` },
    business_day: { type: 'timestamp', sql: `${table}.business_day`, form: 'date' },
    hour: { type: 'number', sql: `${table}.hour` },
    weekday: { type: 'number', sql: `extract(isodow FROM ${table}.business_day)` },
  };
}

export const salesTable: ListTable = {
  from: 'sale LEFT JOIN store ON store.id = sale.store LEFT JOIN till ON till.id = sale.till',
  scope: `sale.store = ANY($1::text[]) AND sale.event = 'closed'`,
  columns: `sale.id, sale.transaction_ref AS "transactionRef", sale.store, store.name AS store_name, sale.till,
    till.name AS till_name, sale.epoch, sale.sequence, sale.event, sale.receipt_number, sale.status, sale.sum,
    sale.turnover, sale.discount, sale.tip, sale.currency, sale.method, sale.cashier,
    to_char(sale.business_day, 'YYYY-MM-DD') AS business_day, sale.hour,
    round(extract(epoch FROM sale.at) * 1000)::bigint AS created`,
  fields: {
    id: { type: 'id', sql: 'sale.id' },
    transactionRef: { type: 'text', sql: 'sale.transaction_ref' },
    store: { type: 'id', sql: 'sale.store' },
    store_name: { type: 'text', sql: 'store.name' },
    till: { type: 'id', sql: 'sale.till' },
    till_name: { type: 'text', sql: 'till.name' },
    epoch: { type: 'number', sql: 'sale.epoch' },
    sequence: { type: 'number', sql: 'sale.sequence' },
    receipt_number: { type: 'number', sql: 'sale.receipt_number' },
    status: { type: 'text', sql: 'sale.status' },
    sum: { type: 'number', sql: 'sale.sum' },
    turnover: { type: 'number', sql: 'sale.turnover' },
    discount: { type: 'number', sql: 'sale.discount' },
    tip: { type: 'number', sql: 'sale.tip' },
    currency: { type: 'text', sql: 'sale.currency' },
    cashier: { type: 'text', sql: "NULLIF(sale.cashier, '')" },
    business_day: { type: 'timestamp', sql: 'sale.business_day', form: 'date' },
    hour: { type: 'number', sql: 'sale.hour' },
    weekday: { type: 'number', sql: 'extract(isodow FROM sale.business_day)' },
    created: { type: 'timestamp', sql: 'sale.at' },
    method: { type: 'text', sql: 'tender.method', from: factsOf('tender') },
    terminal: { type: 'text', sql: 'tender.terminal', from: factsOf('tender') },
    trace: { type: 'number', sql: 'tender.trace', from: factsOf('tender') },
    article: { type: 'text', sql: "NULLIF(sale_line.article, '')", from: factsOf('sale_line') },
    article_name: { type: 'text', sql: 'sale_line.name', from: factsOf('sale_line') },
    group: { type: 'text', sql: "NULLIF(sale_line.item_group, '')", from: factsOf('sale_line') },
    tax: { type: 'number', sql: 'sale_tax.tax', from: factsOf('sale_tax') },
    campaign: { type: 'text', sql: "NULLIF(loyalty.campaign, '')", from: factsOf('loyalty') },
    card: { type: 'id', sql: "NULLIF(loyalty.card, '')", from: factsOf('loyalty') },
  },
  kept: [
    {
      from: 'figure_sale LEFT JOIN store ON store.id = figure_sale.store LEFT JOIN till ON till.id = figure_sale.till',
      scope: 'figure_sale.store = ANY($1::text[])',
      columns: `figure_sale.currency, sum(figure_sale.sales + figure_sale.cancellations)::bigint AS count,
        sum(figure_sale.sales + figure_sale.cancellations)::bigint AS sales, sum(figure_sale.closed)::bigint AS turnover`,
      fields: figureFields('figure_sale'),
    },
    {
      from: 'sale LEFT JOIN store ON store.id = sale.store LEFT JOIN till ON till.id = sale.till',
      scope: `sale.store = ANY($1::text[]) AND sale.played AND sale.event = 'closed'`,
      columns: 'sale.currency, count(*) AS count, 0 AS sales, 0 AS turnover',
      fields: figureFields('sale'),
    },
  ],
  key: ['store', 'business_day', 'till', 'epoch', 'sequence'],
  totals: 'sale.currency, sum(sale.sales)::bigint AS sales, sum(sale.turnover)::bigint AS turnover',
  order: ['sale.at', 'sale.store', 'sale.till', 'sale.epoch', 'sale.sequence'],
  row: row => ({ object: 'office.sales', ...row, created: isoOf(row.created) }),
};

/** The same list with a row for every event of a sale: cancelled, delivered, unknown, …, each with its own day. */
const { kept: _, ...everyEvent } = salesTable;
export const eventsTable: ListTable = {
  ...everyEvent,
  scope: 'sale.store = ANY($1::text[])',
  fields: { ...salesTable.fields, event: { type: 'text', sql: 'sale.event' } },
};
