/** Where turnover is read from: tables of figures where they have the key and the filters, else the facts. */
import type { Texts } from '../../domain/texts.ts';
import { addDays } from '../../reporting/days.ts';
import { paymentsNote } from '../../reporting/notes.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { firstOfThird, lastOfThird, SOLD_LINES, uncountedThirds } from '../database/thirds.ts';
import type { KeyName } from './keys.ts';
import type { Filter, ReportRequest, ReportScope } from './report.ts';

/** `thirds`: the first and last day of the counted thirds of months in the span; null where there is none, or none is asked for. */
export interface PlacedRequest extends ReportRequest {
  readonly thirds: Pick<ReportRequest, 'from' | 'to'> | null;
}

export interface Source {
  /** Behind FROM; `alias` is the table whose columns are `store`, `business_day`, `currency`. */
  readonly from: string | ((request: PlacedRequest, bind: (value: unknown) => string) => string);
  readonly alias: string;
  /** Rows of thirds of months and of the days beside them: it needs a third that is counted. */
  readonly isOfThirds?: true;
  readonly keys: readonly KeyName[];
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  /** Columns of the report and the expressions that are summed. */
  readonly sums: Readonly<Record<string, string>>;
  /** Unit of what was weighed or measured, empty for pieces. */
  readonly unit?: string;
  /** Nearly as many rows as lines: the edges of a table of two keys come from smaller tables. */
  readonly isLarge?: true;
  /** No figures: the lines of the sales themselves; of a source of thirds, for the days beside them. */
  readonly isOfLines?: true;
  /** The expression of an index by article, of a source of facts. */
  readonly articleIndex?: string;
  readonly note?: Texts;
}

const TIME: readonly KeyName[] = ['day', 'weekday', 'month', 'region', 'store'];

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

/** True where the thirds of the request are all that its span has. */
export const isAllThirds = ({ from, to, thirds }: PlacedRequest): boolean => thirds?.from === from && thirds.to === to;

const GOODS = [
  ...['store', 'business_day', 'article', 'name', 'item_group', 'group_name', 'tax', 'unit', 'currency'],
  ...['quantity', 'measured', 'turnover', 'goods_net', 'costed_net', 'goods_cost'],
].join(', ');

/** Articles by one more key: thirds of months from their table, and the days beside them from `days`. */
const goodsOfThirds = (key: 'till' | 'cashier' | 'hour', days: string, rest: Partial<Source> = {}): Source => ({
  from(request, bind) {
    const { from, to } = request.thirds ?? request;
    const [first, last] = [bind(from), bind(to)];
    const thirds = `SELECT ${GOODS}, value${key === 'hour' ? '::smallint' : ''} AS ${key} FROM figure_item_third
      WHERE dimension = '${key}' AND business_day BETWEEN ${first}::date AND ${last}::date`;
    if (isAllThirds(request)) return `(${thirds}) AS goods`;
    return `(${thirds} UNION ALL SELECT ${GOODS}, ${key} FROM ${days}
      WHERE business_day < ${first}::date OR business_day > ${last}::date) AS goods`;
  },
  alias: 'goods',
  isOfThirds: true,
  keys: ['month', 'region', 'store', key, 'article', 'group', 'tax'],
  filters: {
    store: 'goods.store',
    ...(key === 'hour' ? {} : { [key]: `goods.${key}` }),
    ...{ article: 'goods.article', group: 'goods.item_group', tax: 'goods.tax' },
  },
  sums: measuredSums('goods'),
  unit: 'goods.unit',
  ...rest,
});

/** The lines of the sales themselves. */
const lines = (from: string, more: readonly 'cashier'[]): Source => ({
  from,
  alias: 'line',
  keys: [...TIME, 'hour', 'till', ...more, 'article', 'group', 'tax'],
  filters: {
    ...{ store: 'line.store', till: 'line.till', article: 'line.article', group: 'line.item_group', tax: 'line.tax' },
    ...Object.fromEntries(more.map(name => [name, `line.${name}`])),
  },
  sums: measuredSums('line'),
  unit: 'line.unit',
  isOfLines: true,
  articleIndex: "lower(NULLIF(line.article, ''))",
});

/** In this order; the first that fits is used. */
export const sources: readonly Source[] = [
  sales('figure_day', TIME, ['store']),
  sales('figure_sale', [...TIME, 'hour', 'till', 'cashier'], ['store', 'till', 'cashier']),
  taxes('figure_tax', ['tax'], ['store', 'till', 'cashier', 'tax']),
  goods('figure_item', [...TIME, 'article', 'group', 'tax'], ['store', 'article', 'group', 'tax']),
  payments('figure_tender', [...TIME, 'till', 'cashier', 'method'], ['store', 'till', 'cashier', 'method']),
  payments(
    'figure_tender_hour',
    [...TIME, 'hour', 'till', 'cashier', 'method'],
    ['store', 'till', 'cashier', 'method'],
  ),
  taxes('figure_tax', [...TIME, 'till', 'cashier'], ['store', 'till', 'cashier', 'tax']),
  taxes('figure_tax_hour', [...TIME, 'hour', 'till', 'cashier', 'tax'], ['store', 'till', 'cashier', 'tax']),
  goods('figure_group', [...TIME, 'till', 'cashier', 'group', 'tax'], ['store', 'till', 'cashier', 'group', 'tax']),
  goods(
    'figure_group_hour',
    [...TIME, 'hour', 'till', 'cashier', 'group', 'tax'],
    ['store', 'till', 'cashier', 'group', 'tax'],
  ),
  goodsOfThirds('till', 'figure_item_person'),
  goodsOfThirds('cashier', 'figure_item_person'),
  {
    ...goods(
      'figure_item_person',
      [...TIME, 'till', 'cashier', 'article', 'group', 'tax'],
      ['store', 'till', 'cashier', 'article', 'group', 'tax'],
    ),
    isLarge: true,
  },
  goodsOfThirds('hour', `${SOLD_LINES} AS line`, { isOfLines: true, articleIndex: "lower(NULLIF(goods.article, ''))" }),
  lines(`${SOLD_LINES} AS line`, []),
  lines(LINES, ['cashier']),
];

/** `keys`: those of the rows and columns. Of several runs of thirds that follow each other the longest is taken. */
export async function placed<Request extends ReportRequest>(
  sql: Sql,
  { stores, today, shifts }: Pick<ReportScope, 'stores' | 'today' | 'shifts'>,
  request: Request,
  keys: readonly string[],
): Promise<Request & PlacedRequest> {
  // Where each store has days of its own, a third that is whole in one is not whole in another.
  const isOfArticles = !shifts && (keys.includes('article') || request.filters.article !== undefined);
  // Those to come are empty, and would be the longest run.
  const whole = isOfArticles ? wholeThirds(request).filter(day => day <= today) : [];
  if (whole.length === 0) return { ...request, thirds: null };
  const uncounted = await uncountedThirds(sql, stores, request);
  const runs: string[][] = [[]];
  for (const day of whole)
    if (uncounted.has(day)) runs.push([]);
    else runs.at(-1)?.push(day);
  const longest = runs.reduce((most, run) => (run.length > most.length ? run : most));
  const [from, last] = [longest[0], longest.at(-1)];
  return { ...request, thirds: from && last ? { from, to: lastOfThird(last) } : null };
}

/** The first days of the thirds that a span covers whole. */
function wholeThirds({ from, to }: Pick<ReportRequest, 'from' | 'to'>): readonly string[] {
  const found: string[] = [];
  let first = firstOfThird(from);
  if (first < from) first = addDays(lastOfThird(first), 1);
  for (; lastOfThird(first) <= to; first = addDays(lastOfThird(first), 1)) found.push(first);
  return found;
}
