/** Turnover: closed sales less what was cancelled, on the day of the event; by time, place, person, article, tax and method. */
import { column, turnoverDeclaration } from '../../reporting/declarations.ts';
import { labelOf, noTurnover } from '../../reporting/labels.ts';
import { marginColumns, quantityColumns, turnoverRatios } from '../../reporting/ratios.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { type KeyName, keyNames, keyOf, namesOf, placeOf } from './keys.ts';
import { EVERY_FIGURE } from './pivot.ts';
import {
  addFilters,
  badRequest,
  type CrossedFigures,
  type CrossedRequest,
  type Figure,
  type Filters,
  mostCrossed,
  mostRows,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  texts,
  tooManyCrossed,
  tooManyRows,
  whereOf,
  withRegionKey,
} from './report.ts';
import { withStoresOfFilters } from './scope.ts';
import { type Reached, shareOf, type TargetKey, targetKeys, targetsIn } from './targets.ts';
import { isAllThirds, type PlacedRequest, placed, type Source, sources } from './turnoverSources.ts';

/** The source with the fewest rows that has the keys and every filter. */
function sourceOf(
  by: readonly KeyName[],
  { filters, thirds }: PlacedRequest,
  isMeant: (source: Source) => boolean = () => true,
): Source {
  const names = Object.keys(filters) as (keyof Filters)[];
  const found = sources.find(
    source =>
      by.every(key => source.keys.includes(key)) &&
      names.every(name => source.filters[name]) &&
      !(source.isOfThirds && thirds === null) &&
      isMeant(source),
  );
  if (found) return found;
  const limited = names.length > 0 ? ` cannot be filtered by ${names.join(', ')} together` : ' is not counted';
  throw badRequest(`turnover by ${by.join(' and ')}${limited}: a payment is not split over the articles of a sale`);
}

const keyNamed = (name: string): KeyName => {
  const found = keyNames.find(key => key === name);
  if (!found) throw badRequest(`turnover knows no by=${name}`);
  return found;
};

/** One is within the other: together they say what the inner one alone says. */
const WITHIN: readonly ReadonlySet<string>[] = [
  ['day', 'month'],
  ['region', 'store'],
  ['region', 'till'],
].map(names => new Set(names));

/** The declaration of the till with the keys that go together here, and with the targets, which no till knows. */
const declaration = {
  ...turnoverDeclaration,
  columns: [
    ...turnoverDeclaration.columns,
    column('target', 'money', 'Umsatzziel', 'Turnover target', false),
    column('target_reached', 'share', 'Ziel erreicht', 'Target reached', false),
  ],
  by: withRegionKey(turnoverDeclaration.by).map(each => ({
    ...each,
    across: keyNames.filter(
      other =>
        other !== each.name &&
        !WITHIN.some(names => names.has(other) && names.has(each.name)) &&
        sources.some(({ keys }) => [each.name, other].every(key => keys.includes(key as KeyName))),
    ),
  })),
};

const emptyRow = (): Record<string, Figure> => Object.fromEntries(declaration.columns.map(({ name }) => [name, null]));

type Sums = Readonly<Record<string, number | null>>;
/** The sums of a row, and the first and last unit by the alphabet: both are the same where there is one. */
type Summed = Sums & { readonly first_unit: string | null; readonly last_unit: string | null };

/** The columns of a row from the sums of its source; what the source does not have is null. */
const cells = (found: Summed): Record<string, Figure> => ({ ...emptyRow(), ...figuresOf(found) });

/** The columns alone that the sums have. */
function figuresOf({ first_unit: first, last_unit: last, ...found }: Summed): Record<string, Figure> {
  const { pieces, measured, other_sales, other_turnover, goods_net, costed_net, goods_cost, ...sums } = found as Sums;
  const units = [first, ...(first === last ? [] : [last])].filter(unit => unit !== null);
  return {
    ...sums,
    ...turnoverRatios({ ...sums, other_sales, other_turnover }),
    ...marginColumns({ goods_net, costed_net, goods_cost }),
    ...(pieces === undefined ? {} : quantityColumns({ pieces, measured }, units)),
  };
}

/** The columns and conditions that every statement over a source has. */
function statementOf(source: Source, scope: ReportScope, request: PlacedRequest & Partial<CrossedRequest>) {
  const { unit } = source;
  const select = [
    ...Object.entries(source.sums).map(([name, expression]) => `coalesce(sum(${expression}), 0)::bigint AS ${name}`),
    ...['min', 'max'].map(
      (edge, index) =>
        `${unit ? `${edge}(NULLIF(${unit}, ''))` : 'NULL::text'} AS ${index === 0 ? 'first_unit' : 'last_unit'}`,
    ),
  ].join(', ');
  const where = whereOf(scope, request, source.alias);
  addFilters(where, request.filters, source.filters);
  const { article } = request.filters;
  if (source.articleIndex && article && !article.includes(''))
    where.and(`${source.articleIndex} IN (${article.map(value => `lower(${where.bind(value)}::text)`).join(', ')})`);
  const rows = typeof source.from === 'string' ? source.from : source.from(request, where.bind);
  return { select, from: `${rows}${placeOf([request.by, request.across], source.alias)}`, where };
}

type Grouped = Summed & { readonly key: string; readonly name: string | null; readonly currency: string };

type Totals = Summed & { readonly currency: string };

/** The sums of several groups. */
function added(groups: readonly Grouped[], names: readonly string[]): Summed {
  const units = groups.flatMap(row => [row.first_unit ?? [], row.last_unit ?? []].flat()).sort();
  const sums = names.map(name => [name, groups.reduce((sum, row) => sum + Number(row[name]), 0)] as const);
  return { ...Object.fromEntries(sums), first_unit: units[0] ?? null, last_unit: units.at(-1) ?? null } as Summed;
}

/** The totals of each currency, from all of its groups. */
const addedUp = (groups: readonly Grouped[], names: readonly string[]): readonly Totals[] =>
  [...Map.groupBy(groups, ({ currency }) => currency)].map(
    ([currency, rows]) => ({ ...added(rows, names), currency }) as Totals,
  );

const groupOf = (key: KeyName, table: string): string => keyOf(key).group?.(table) ?? keyOf(key).sql(table);

/** The groups of one key in their order, and the totals of each currency. */
async function groupsOf(
  sql: Sql,
  scope: ReportScope,
  request: PlacedRequest,
  source: Source,
  most: number,
): Promise<{ readonly groups: readonly Grouped[]; readonly totals: readonly Totals[] }> {
  const by = keyNamed(request.by);
  const key = keyOf(by);
  const { select, from, where } = statementOf(source, scope, request);
  const order = key.order?.(source.alias) ?? 'turnover DESC, key';
  const groups = await sql.query<Grouped>(
    `SELECT ${key.sql(source.alias)} AS key, ${key.name(source.alias)} AS name, ${source.alias}.currency AS currency, ${select}
       FROM ${from} WHERE ${where.text()}
      GROUP BY ${groupOf(by, source.alias)}, ${source.alias}.currency
      ORDER BY (${source.alias}.currency <> $${where.values.length + 1}), ${order} LIMIT ${most + 1}`,
    [...where.values, scope.currency],
  );
  // Groups that are all there add up to the totals; of more, the server adds them up.
  if (groups.length <= most) return { groups, totals: addedUp(groups, Object.keys(source.sums)) };
  const totals = await sql.query<Totals>(
    `SELECT ${source.alias}.currency AS currency, ${select} FROM ${from} WHERE ${where.text()}
      GROUP BY ${source.alias}.currency`,
    where.values,
  );
  return { groups, totals };
}

interface Edge extends ReportFigures {
  /** False: there are more rows than are shown. */
  readonly isWhole: boolean;
}

/** Groups as rows with their names, and the total. */
async function edgeOf(
  sql: Sql,
  { currency, language }: ReportScope,
  { by, source, most }: { readonly by: KeyName; readonly source: Source; readonly most: number },
  { groups, totals }: Awaited<ReturnType<typeof groupsOf>>,
): Promise<Edge> {
  const found = groups.filter(row => row.currency === currency);
  const shown = found.slice(0, most);
  const names = await namesOf(
    sql,
    by,
    shown.map(({ key: value }) => value),
  );
  const rows = shown.map(
    ({ key: value, name, currency: _, ...sums }): ReportRow => ({
      key: String(value),
      label: labelOf(by, String(value), name ?? names.get(value) ?? null, language),
      ...cells(sums as Summed),
    }),
  );
  const own = totals.find(each => each.currency === currency);
  const notes = [
    ...totals.filter(each => each.currency !== currency).map(each => otherCurrency(each.currency)),
    ...(source.note ? [source.note] : []),
  ];
  const { currency: _, ...sums } = own ?? { currency: '', ...added([], Object.keys(source.sums)) };
  return { rows, total: cells(sums as Summed), notes, isWhole: found.length <= most };
}

async function grouped(
  sql: Sql,
  scope: ReportScope,
  request: PlacedRequest,
  source: Source,
  most: number,
): Promise<Edge> {
  const by = keyNamed(request.by);
  return edgeOf(sql, scope, { by, source, most }, await groupsOf(sql, scope, request, source, most));
}

async function figures(sql: Sql, rights: ReportScope, asked: ReportRequest): Promise<ReportFigures> {
  const scope = await withStoresOfFilters(sql, rights, asked);
  const request = await placed(sql, scope, asked, [asked.by]);
  const source = sourceOf([keyNamed(request.by)], request);
  const { isWhole, ...found } = await grouped(sql, scope, request, source, mostRows);
  const answer = isWhole ? found : { ...found, notes: [tooManyRows(), ...found.notes] };
  if (request.by === 'method' && keepsSales(request)) return withoutTurnover(sql, scope, request, answer);
  return isWhole ? withTargets(sql, scope, request, answer) : answer;
}

const targetCells = ({ target, turnover }: Reached) => ({ target, target_reached: shareOf(turnover, target) });

/** Targets are of whole stores: a till, a person or an article has none. A key that has a target and sold nothing gets a row. */
async function withTargets(
  sql: Sql,
  scope: ReportScope,
  request: ReportRequest,
  answer: ReportFigures,
): Promise<ReportFigures> {
  const by = targetKeys.find(key => key === request.by);
  const { store: wanted, ...others } = request.filters;
  if (!by || scope.shifts || Object.keys(others).length > 0) return answer;
  const stores = wanted ? scope.stores.filter(store => wanted.includes(store)) : scope.stores;
  const targets = await targetsIn(sql, { ...scope, stores }, request, by);
  if (!targets) return answer;
  const held = new Set(answer.rows.map(({ key }) => key));
  const unsold = [...targets.byKey].flatMap(([key, { target }]) => (held.has(key) || target === 0 ? [] : [key]));
  const rows = [...answer.rows, ...(await emptyRows(sql, scope, by, unsold))].map((row): ReportRow => {
    const reached = targets.byKey.get(row.key);
    return reached ? { ...row, ...targetCells(reached) } : row;
  });
  if (by !== 'store') rows.sort((one, other) => (one.key < other.key ? -1 : 1));
  return { ...answer, rows, total: { ...answer.total, ...targetCells(targets.total) } };
}

async function emptyRows(
  sql: Sql,
  { language }: ReportScope,
  by: TargetKey,
  keys: readonly string[],
): Promise<readonly ReportRow[]> {
  const names = await namesOf(sql, by, keys);
  return keys.map(key => ({
    ...{ key, label: labelOf(by, key, names.get(key) ?? null, language) },
    ...{ ...emptyRow(), sales: 0, turnover: 0 },
  }));
}

/** Sales whose lines are read one by one for a table of two keys. */
const MOST_SALES_OF_LINES = 2_000_000;

const isReadByLine = (source: Source, request: PlacedRequest): boolean =>
  source.isOfLines === true && !(source.isOfThirds && isAllThirds(request));

/** Refuses a table that would read the lines of a large chain for weeks. */
async function checkLines(sql: Sql, scope: ReportScope, request: CrossedRequest & PlacedRequest): Promise<void> {
  const where = whereOf(scope, request, 'figure_day');
  if (request.thirds) {
    const [from, to] = [where.bind(request.thirds.from), where.bind(request.thirds.to)];
    where.and(`NOT figure_day.business_day BETWEEN ${from}::date AND ${to}::date`);
  }
  const [found] = await sql.query<{ sales: number }>(
    `SELECT coalesce(sum(sales), 0)::bigint AS sales FROM figure_day WHERE ${where.text()}`,
    where.values,
  );
  if ((found?.sales ?? 0) <= MOST_SALES_OF_LINES) return;
  const { by, across } = request;
  throw badRequest(
    `turnover by ${by} and ${across} is read from the lines of ${found?.sales} sales: choose whole thirds of months that are over (days 1 to 10, 11 to 20, 21 to the end), fewer days, or a store, a till, a cashier or an article`,
  );
}

/** By two keys. Both edges come from the source of the cells, so that cells add up to them. */
async function crossed(sql: Sql, rights: ReportScope, asked: CrossedRequest): Promise<CrossedFigures> {
  const scope = await withStoresOfFilters(sql, rights, asked);
  const request = await placed(sql, scope, asked, [asked.by, asked.across]);
  const [by, across] = [keyNamed(request.by), keyNamed(request.across)];
  const source = sourceOf([by, across], request);
  if (isReadByLine(source, request) && !request.filters.article) await checkLines(sql, scope, request);
  const { rows, columns, found } = await crossedEdges(sql, scope, request, source);
  const isWhole = rows.isWhole && columns.isWhole;
  const answer = {
    rows: rows.rows,
    columns: columns.rows,
    cells: found.map(({ key, across: other, name: _, across_name: __, currency: ___, ...sums }) => ({
      ...{ key, across: other },
      figures:
        request.figure === EVERY_FIGURE ? cells(sums as unknown as Summed) : figuresOf(sums as unknown as Summed),
    })),
    total: rows.total,
    notes: [...(isWhole ? [] : [tooManyCrossed()]), ...rows.notes],
  };
  const isOfPayments = (by === 'method' || across === 'method') && request.figure === 'turnover';
  return isOfPayments && keepsSales(request) ? withRest(sql, scope, request, answer) : answer;
}

type Pair = Grouped & { readonly across: string; readonly across_name: string | null };

/** Pairs that are added up here; of more, the server adds up both edges. */
const MOST_PAIRS = mostCrossed.rows * mostCrossed.columns;

/** The pairs with both edges: read once, where the pairs are few enough to be added up here. */
async function crossedEdges(sql: Sql, scope: ReportScope, request: CrossedRequest & PlacedRequest, source: Source) {
  const [by, across] = [keyNamed(request.by), keyNamed(request.across)];
  const { alias } = source;
  const pairsOf = ({ select, from, where }: ReturnType<typeof statementOf>, names: string, most: string) =>
    sql.query<Pair>(
      `SELECT ${keyOf(by).sql(alias)} AS key, ${keyOf(across).sql(alias)} AS across, ${names}${alias}.currency AS currency, ${select}
         FROM ${from} WHERE ${where.text()}
        GROUP BY ${groupOf(by, alias)}, ${groupOf(across, alias)}, ${alias}.currency ${most}`,
      where.values,
    );
  const sides = [
    { by, source, most: mostCrossed.rows },
    { by: across, source, most: mostCrossed.columns },
  ] as const;
  const isLong =
    ((source.isLarge || isReadByLine(source, request)) && request.figure !== EVERY_FIGURE) ||
    ([by, across].includes('till') && [by, across].includes('article'));
  const names = `${keyOf(by).name(alias)} AS name, ${keyOf(across).name(alias)} AS across_name, `;
  const whole = statementOf(source, scope, request);
  const pairs = isLong ? [] : await pairsOf(whole, names, `LIMIT ${MOST_PAIRS + 1}`);
  if (!isLong && pairs.length <= MOST_PAIRS) {
    const others = pairs.map(pair => ({ ...pair, key: pair.across, name: pair.across_name }) as Pair);
    const [rows, columns] = [
      await edgeOf(sql, scope, sides[0], sideOf(pairs, by, source)),
      await edgeOf(sql, scope, sides[1], sideOf(others, across, source)),
    ];
    const isShown = (edge: Edge) => new Set(edge.rows.map(({ key }) => key));
    const [inRows, inColumns] = [isShown(rows), isShown(columns)];
    const found = pairs.filter(
      pair => pair.currency === scope.currency && inRows.has(pair.key) && inColumns.has(pair.across),
    );
    return { rows, columns, found };
  }
  const rows = await grouped(sql, scope, request, edgeSource(source, by, request), mostCrossed.rows);
  const ofColumns = edgeSource(source, across, request);
  const columns = await grouped(sql, scope, { ...request, by: across }, ofColumns, mostCrossed.columns);
  const shown = statementOf(withSumsOf(source, request.figure), scope, request);
  const { where } = shown;
  where.and(`${alias}.currency = ${where.bind(scope.currency)}`);
  for (const [key, { rows: edge, isWhole }] of [
    [by, rows],
    [across, columns],
  ] as const)
    if (!isWhole) where.and(`${keyOf(key).sql(alias)} = ANY(${where.bind(edge.map(row => row.key))}::text[])`);
  return { rows, columns, found: await pairsOf(shown, '', '') };
}

const MARGIN_SUMS = ['goods_net', 'costed_net', 'goods_cost'];
/** The sums that a figure follows from; of any other figure all of them are read. */
const SUMS_OF: Readonly<Record<string, readonly string[]>> = {
  turnover: ['turnover'],
  ...Object.fromEntries(['cost', 'margin', 'margin_share', 'cost_known'].map(name => [name, MARGIN_SUMS])),
};

/** The source with the sums alone that the figure of a cell needs. */
function withSumsOf({ unit, ...source }: Source, figure: string): Source {
  const needed = SUMS_OF[figure]?.filter(name => name in source.sums);
  if (!needed?.length) return { ...source, ...(unit ? { unit } : {}) };
  return { ...source, sums: Object.fromEntries(needed.map(name => [name, source.sums[name] ?? ''])) };
}

/** The smallest table with the same sums that has one key alone: an edge needs no pairs. */
function edgeSource({ sums }: Source, key: KeyName, request: PlacedRequest): Source {
  const names = Object.keys(sums).join();
  const isSame = (other: Source) => Object.keys(other.sums).join() === names;
  return sourceOf([key], request, isSame);
}

/** The groups of one key from the pairs, as `groupsOf` gives them. */
function sideOf(pairs: readonly Grouped[], by: KeyName, { alias, sums }: Source): Awaited<ReturnType<typeof groupsOf>> {
  const names = Object.keys(sums);
  const groups = [...Map.groupBy(pairs, ({ key, currency }) => JSON.stringify([key, currency])).values()].map(
    (own): Grouped => {
      const [{ key, currency } = { key: '', currency: '' }] = own;
      const name = own.reduce<string | null>(
        (last, each) => (each.name !== null && (last === null || each.name > last) ? each.name : last),
        null,
      );
      return { ...added(own, names), key, name, currency } as Grouped;
    },
  );
  const isOrdered = keyOf(by).order?.(alias) !== undefined;
  const before = (one: Grouped, other: Grouped): number =>
    (by === 'tax'
      ? Number(one.key) - Number(other.key)
      : isOrdered
        ? 0
        : Number(other.turnover) - Number(one.turnover)) || (one.key < other.key ? -1 : 1);
  return { groups: groups.sort(before), totals: addedUp(groups, names) };
}

/** Filters that leave or take a sale with all of its payments, so that its turnover is known beside them. */
const WHOLE_SALES: ReadonlySet<string> = new Set(['store', 'till', 'cashier'] satisfies (keyof Filters)[]);

const keepsSales = ({ filters }: ReportRequest): boolean => Object.keys(filters).every(name => WHOLE_SALES.has(name));

const otherCurrency = (currency: string) =>
  texts(
    `Beträge in ${currency || 'unbekannter Währung'} sind nicht enthalten.`,
    `Amounts in ${currency || 'an unknown currency'} are not contained.`,
  );

/** Payments take top-ups and tips, too: one row says how much of them is no turnover, so that the total is the turnover. */
async function withoutTurnover(
  sql: Sql,
  scope: ReportScope,
  request: PlacedRequest,
  { rows, total, notes }: ReportFigures,
): Promise<ReportFigures> {
  const day = await figures(sql, scope, { ...request, by: 'store' });
  const turnover = Number(day.total.turnover ?? 0);
  const rest = turnover - Number(total.turnover ?? 0);
  const { sales, average } = day.total;
  const whole = { ...total, sales: sales ?? null, average: average ?? null, turnover };
  if (rest === 0) return { rows, total: whole, notes };
  const row = {
    key: noTurnover,
    label: labelOf('method', noTurnover, null, scope.language),
    ...emptyRow(),
    turnover: rest,
  };
  return { rows: [...rows, row], total: whole, notes };
}

/** The same for two keys, one of which is the method: the edges are turnover, and the rest stands in a row or column of its own. */
async function withRest(
  sql: Sql,
  scope: ReportScope,
  request: CrossedRequest & PlacedRequest,
  { rows, columns, cells: pairs, total, notes }: CrossedFigures,
): Promise<CrossedFigures> {
  const isAcross = request.across === 'method';
  const by = isAcross ? request.by : request.across;
  const most = isAcross ? mostCrossed.rows : mostCrossed.columns;
  const edge = await grouped(sql, scope, { ...request, by }, sourceOf([keyNamed(by)], request), most);
  const paid = new Map<string, number>();
  for (const {
    key,
    across,
    figures: { turnover: amount },
  } of pairs) {
    const place = isAcross ? key : across;
    paid.set(place, (paid.get(place) ?? 0) + Number(amount ?? 0));
  }
  const rests = edge.rows
    .map(({ key, turnover: amount }) => ({ key, rest: Number(amount ?? 0) - (paid.get(key) ?? 0) }))
    .filter(({ rest }) => rest !== 0);
  const methods = isAcross ? columns : rows;
  const sum = methods.reduce((all, row) => all + Number(row.turnover ?? 0), 0);
  const label = labelOf('method', noTurnover, null, scope.language);
  const row: ReportRow = { key: noTurnover, label, ...emptyRow(), turnover: Number(edge.total.turnover ?? 0) - sum };
  const withRow = rests.length > 0 ? [...methods, row] : methods;
  return {
    rows: isAcross ? edge.rows : withRow,
    columns: isAcross ? withRow : edge.rows,
    cells: [
      ...pairs,
      ...rests.map(({ key, rest }) => ({
        ...(isAcross ? { key, across: noTurnover } : { key: noTurnover, across: key }),
        figures: { turnover: rest },
      })),
    ],
    total: { ...total, turnover: edge.total.turnover ?? 0 },
    notes,
  };
}

export const turnover: Report = { declaration, usualDays: 30, figures, crossed };
