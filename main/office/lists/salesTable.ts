/** The list of sales: one row for each sale that was closed, as the figures count it. */
import { notReturned } from '../../domain/figureLines.ts';
import { turnoverRatios } from '../../reporting/ratios.ts';
import type { KeptCount, ListTable } from './listTable.ts';

/** The rows of a table of facts that belong to the row of the sale. */
const factsOf = (table: string): string =>
  `${table} WHERE ${table}.store = sale.store AND ${table}.business_day = sale.business_day AND ${table}.till = sale.till
     AND ${table}.epoch = sale.epoch AND ${table}.sequence = sale.sequence`;

/** Lines that brought goods back, as the report of corrections counts them. */
const RETURNED_LINES = `${factsOf('sale_line')} AND sale.event = 'closed' AND sale_line.amount < 0
     AND sale_line.item_type NOT IN (${notReturned.map(type => `'${type}'`).join(', ')})`;

/** Lines that took something off, as the report of corrections counts them. */
const DISCOUNT_LINES = `${factsOf('sale_line')} AND sale.event = 'closed' AND sale_line.given_by IS NOT NULL`;

/** Lines whose price was changed by hand, as the report of corrections counts them. */
const REPRICED_LINES = `${factsOf('price_change')} AND sale.event = 'closed'`;

/** Lines that were taken out of the basket of the sale on its day, before it was paid. */
const VOIDED_LINES = `unpaid JOIN document USING (store, business_day, till, epoch, sequence)
  WHERE unpaid.store = sale.store AND unpaid.business_day = sale.business_day AND document.object = sale.id
    AND unpaid.event = 'voided' AND sale.event = 'closed'`;

/** Done to lines of a sale by a person: the amount, who it was, and the amount where nobody is named. */
const doneBy = (name: string, amount: string, person: string, from: string): ListTable['fields'] => ({
  [name]: { type: 'number', sql: amount, from },
  [`${name}_by`]: { type: 'text', sql: `NULLIF(${person}, '')`, from },
  [`${name}_by_nobody`]: { type: 'number', sql: amount, from: `${from} AND ${person} = ''` },
});

const isoOf = (value: unknown): string => new Date(Number(value)).toISOString();

/** The fields of a sale that figures of days have, too. */
const dayFields = (table: string): ListTable['fields'] => ({
  store: { type: 'id', sql: `${table}.store` },
  store_name: { type: 'text', sql: 'store.name' },
  region: { type: 'text', sql: 'store.region' },
  currency: { type: 'text', sql: `${table}.currency` },
  business_day: { type: 'timestamp', sql: `${table}.business_day`, form: 'date' },
  weekday: { type: 'number', sql: `extract(isodow FROM ${table}.business_day)` },
});

/** The fields of a sale that figures have, too. */
function figureFields(table: string): ListTable['fields'] {
  return {
    ...dayFields(table),
    till: { type: 'id', sql: `${table}.till` },
    till_name: { type: 'text', sql: 'till.name' },
    cashier: { type: 'text', sql: `NULLIF(${table}.cashier, '')` },
    hour: { type: 'number', sql: `${table}.hour` },
  };
}

const TILL = ' LEFT JOIN till ON till.id = figure_sale.till';

/** Closed sales and their sums, as a table of figures keeps them. */
const keptIn = (table: string, joins: string, fields: ListTable['fields']): KeptCount => ({
  from: `${table} LEFT JOIN store ON store.id = ${table}.store${joins}`,
  scope: `${table}.store = ANY($1::text[])`,
  columns: `${table}.currency, sum(${table}.sales + ${table}.cancellations)::bigint AS count,
    sum(${table}.sales + ${table}.cancellations)::bigint AS sales, sum(${table}.closed)::bigint AS turnover,
    sum(${table}.other_sales + ${table}.other_cancellations)::bigint AS other_sales,
    sum(${table}.other_turnover + ${table}.other_cancelled)::bigint AS other_turnover`,
  fields,
});

/** Sales that were paid with simulated money stand in the list and in no figure. */
const PLAYED: KeptCount = {
  from: 'sale LEFT JOIN store ON store.id = sale.store LEFT JOIN till ON till.id = sale.till',
  scope: `sale.store = ANY($1::text[]) AND sale.played AND sale.event = 'closed'`,
  columns: 'sale.currency, count(*) AS count, 0 AS sales, 0 AS turnover, 0 AS other_sales, 0 AS other_turnover',
  fields: figureFields('sale'),
};

export const salesTable: ListTable = {
  from: 'sale LEFT JOIN store ON store.id = sale.store LEFT JOIN till ON till.id = sale.till',
  scope: `sale.store = ANY($1::text[]) AND sale.event = 'closed'`,
  columns: `sale.id, sale.transaction_ref AS "transactionRef", sale.store, store.name AS store_name, sale.till,
    till.name AS till_name, sale.epoch, sale.sequence, sale.event, sale.receipt_number, sale.status, sale.sum,
    sale.turnover, sale.discount, sale.tip, sale.currency, sale.method, sale.cashier,
    to_char(sale.business_day, 'YYYY-MM-DD') AS business_day, sale.hour,
    round(extract(epoch FROM sale.at) * 1000)::bigint AS created`,
  fields: {
    id: { type: 'id', sql: 'sale.id', required: true },
    transactionRef: { type: 'text', sql: 'sale.transaction_ref' },
    store: { type: 'id', sql: 'sale.store', required: true },
    store_name: { type: 'text', sql: 'store.name' },
    region: { type: 'text', sql: 'store.region' },
    till: { type: 'id', sql: 'sale.till', required: true },
    till_name: { type: 'text', sql: 'till.name' },
    epoch: { type: 'number', sql: 'sale.epoch', required: true },
    sequence: { type: 'number', sql: 'sale.sequence', required: true },
    receipt_number: { type: 'number', sql: 'sale.receipt_number' },
    status: { type: 'text', sql: 'sale.status' },
    sum: { type: 'number', sql: 'sale.sum', required: true },
    turnover: { type: 'number', sql: 'sale.turnover', required: true },
    discount: { type: 'number', sql: 'sale.discount', required: true },
    tip: { type: 'number', sql: 'sale.tip', required: true },
    currency: { type: 'text', sql: 'sale.currency', required: true },
    cashier: { type: 'text', sql: "NULLIF(sale.cashier, '')" },
    business_day: { type: 'timestamp', sql: 'sale.business_day', form: 'date', required: true },
    hour: { type: 'number', sql: 'sale.hour', required: true },
    weekday: { type: 'number', sql: 'extract(isodow FROM sale.business_day)' },
    created: { type: 'timestamp', sql: 'sale.at', required: true },
    method: { type: 'text', sql: 'tender.method', from: factsOf('tender') },
    terminal: { type: 'text', sql: 'tender.terminal', from: factsOf('tender') },
    trace: { type: 'number', sql: 'tender.trace', from: factsOf('tender') },
    article: { type: 'text', sql: "NULLIF(sale_line.article, '')", from: factsOf('sale_line'), indexed: 'sale_line' },
    article_name: { type: 'text', sql: 'sale_line.name', from: factsOf('sale_line') },
    group: { type: 'text', sql: "NULLIF(sale_line.item_group, '')", from: factsOf('sale_line') },
    tax: { type: 'number', sql: 'sale_tax.tax', from: factsOf('sale_tax') },
    returned: { type: 'number', sql: '-sale_line.amount', from: RETURNED_LINES },
    ...doneBy('given', '-sale_line.amount', 'sale_line.given_by', DISCOUNT_LINES),
    ...doneBy('repriced', 'abs(price_change.lowered + price_change.raised)', 'price_change.person', REPRICED_LINES),
    ...doneBy('voided', 'unpaid.amount', 'unpaid.person', VOIDED_LINES),
    campaign: { type: 'text', sql: "NULLIF(loyalty.campaign, '')", from: factsOf('loyalty') },
    card: { type: 'id', sql: "NULLIF(loyalty.card, '')", from: factsOf('loyalty') },
  },
  kept: [
    [keptIn('figure_day', '', dayFields('figure_day')), PLAYED],
    [keptIn('figure_sale', TILL, figureFields('figure_sale')), PLAYED],
  ],
  key: ['store', 'business_day', 'till', 'epoch', 'sequence'],
  totals: `sale.currency, sum(sale.sales)::bigint AS sales, sum(sale.turnover)::bigint AS turnover,
    coalesce(sum(sale.sales) FILTER (WHERE NOT sale.bought), 0)::bigint AS other_sales,
    coalesce(sum(sale.turnover) FILTER (WHERE NOT sale.bought), 0)::bigint AS other_turnover`,
  total: ({ other_sales, other_turnover, ...sums }) => ({
    ...sums,
    average: turnoverRatios({ ...sums, other_sales, other_turnover } as Record<string, number>).average,
  }),
  order: ['sale.at', 'sale.store', 'sale.till', 'sale.epoch', 'sale.sequence'],
  row: ({ order_values: _, ...row }) => ({ object: 'office.sales', ...row, created: isoOf(row.created) }),
};

/** The same list with a row for every event of a sale: cancelled, delivered, unknown, …, each with its own day. */
const { kept: _, ...everyEvent } = salesTable;
export const eventsTable: ListTable = {
  ...everyEvent,
  scope: 'sale.store = ANY($1::text[])',
  fields: { ...salesTable.fields, event: { type: 'text', sql: 'sale.event' } },
};

/** `events`: the parameter of the list; `all` wants a row for every event. */
export const salesTableOf = (events: unknown): ListTable => (events === 'all' ? eventsTable : salesTable);
