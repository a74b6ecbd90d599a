/** Every question that a page, the API or an export asks of the back office, over the sales of `officeData.ts`. */

import type { OfficeDatabase } from '../../main/office/database/officeDatabase.ts';
import { answerList } from '../../main/office/lists/list.ts';
import { afterText } from '../../main/office/lists/listCursor.ts';
import { orderOf } from '../../main/office/lists/listSql.ts';
import { eventsTable, salesTable } from '../../main/office/lists/salesTable.ts';
import { notesOf } from '../../main/office/reports/notes.ts';
import { badRequest, type Filters, type ReportScope } from '../../main/office/reports/report.ts';
import { reports } from '../../main/office/reports/reports.ts';
import { firstDay, merchant, SALES, storeIds } from './officeData.ts';

export interface Question {
  readonly name: string;
  /** Longest time, ms. */
  readonly within: number;
  ask(database: OfficeDatabase): Promise<unknown>;
}

const ALL = 500;
/** A report is linear in the days that it adds up. */
const OF_SPAN = ALL * Math.max(1, SALES / 1_000_000);
const FIRST_PAGE = 50;
const scope: ReportScope = {
  ...{ merchant, stores: storeIds, currency: 'EUR', timeZone: 'Europe/Berlin' },
  ...{ today: '2026-08-10', language: 'de', now: Date.parse('2026-08-10T12:00:00Z') },
};
const days = { from: firstDay, to: '2026-11-30' };

/** One value of each filter; a second filter is paired with it. */
const values: Readonly<Record<keyof Filters, readonly string[]>> = {
  store: [storeIds[3] ?? ''],
  till: [`TIL_${'500'.padStart(30, '0')}`],
  cashier: ['cashier 3'],
  article: ['A17'],
  group: ['group 4'],
  tax: ['19'],
  method: ['cash'],
};

/** No filter, each one, and each pair. */
const chosen = (names: readonly (keyof Filters)[]): readonly (readonly (keyof Filters)[])[] => [
  [],
  ...names.map(name => [name]),
  ...names.flatMap((name, index) => names.slice(index + 1).map(other => [name, other])),
];

const daysOf = ({ hasSpan }: { readonly hasSpan: boolean }) =>
  hasSpan ? days : { from: scope.today, to: scope.today };

const filtersOf = (names: readonly (keyof Filters)[]): Filters =>
  Object.fromEntries(names.map(name => [name, values[name]]));

/** Two keys, without a filter and with one store. */
const pivotQuestions: readonly Question[] = reports.flatMap(({ declaration: { name, by: keys, filters }, crossed }) =>
  keys.flatMap(({ name: by, across: others = [] }) =>
    others.flatMap(across =>
      (filters.includes('store') ? [[], ['store'] as const] : [[]]).map(
        (names): Question => ({
          name: `${name} by ${by} and ${across}${names.length > 0 ? ' with store' : ''}`,
          within: OF_SPAN,
          ask: async database =>
            crossed?.(database, scope, { ...days, by, across, figure: 'turnover', filters: filtersOf(names) }),
        }),
      ),
    ),
  ),
);

const reportQuestions: readonly Question[] = reports.flatMap(({ declaration, figures }) =>
  declaration.by.flatMap(({ name: by }) =>
    chosen(declaration.filters.filter(name => name !== 'region')).map(
      (names): Question => ({
        name: `${declaration.name} by ${by}${names.length > 0 ? ` with ${names.join(' and ')}` : ''}`,
        within: OF_SPAN,
        ask: database =>
          figures(database, scope, {
            ...daysOf(declaration),
            by,
            filters: filtersOf(names),
          }),
      }),
    ),
  ),
);

const list = (
  name: string,
  within: number,
  parameters: Readonly<Record<string, string>>,
  table = salesTable,
): Question => ({
  name: `sales: ${name}`,
  within,
  ask: database => answerList(database, table, storeIds, parameters, {}),
});

/** The place of the first sale at noon of the fifth day. */
const MIDDLE = afterText(orderOf([{ property: 'created', order: 'desc' }], salesTable), [
  ...['2026-08-05 12:00:00+00', storeIds[0] ?? '', `TIL_${'1'.padStart(30, '0')}`, '1', '1'],
]);

const lists: readonly Question[] = [
  list('newest 50 of the chain', FIRST_PAGE, { count: '50' }),
  list('newest 50 events of the chain', ALL, { count: '50' }, eventsTable),
  list('50 behind 100,000', ALL, { count: '50', offset: '100000' }),
  {
    name: 'sales: 50 behind a row in the middle, by its place',
    within: FIRST_PAGE,
    ask: database => answerList(database, salesTable, storeIds, { count: '50', after: MIDDLE }, {}),
  },
  list('oldest 50', FIRST_PAGE, { count: '50', sort: 'created' }),
  ...[
    ['of a cashier', 'cashier:"cashier 3"'],
    ['of a store', `store:${storeIds[3]}`],
    ['of a till', `till:${values.till[0]}`],
    ['of a day', 'business_day:2026-08-05'],
    ['by a method', 'method:cash'],
    ['with an article', 'article:A17'],
    ['above an amount', 'sum:>4000'],
    ['by its id', `id:STX_${'500N20'.padStart(30, '0')}`],
  ].map(([name = '', q = '']) => list(name, ALL, { count: '50', q })),
];

export const questions: readonly Question[] = [
  ...reportQuestions,
  ...pivotQuestions,
  ...lists,
  {
    name: 'notes beside a report',
    within: FIRST_PAGE,
    ask: database => notesOf(database, scope, { ...days, by: 'hour', filters: {} }),
  },
];

/** Questions that a controller asks first: also of ten million sales. */
const MAIN: ReadonlySet<string> = new Set([
  ...['turnover by cashier with method', 'turnover by hour with tax', 'turnover by hour with article'],
  ...['turnover by article with cashier', 'corrections by cashier', 'today by store', 'notes beside a report'],
  ...['newest 50 of the chain', 'oldest 50', '50 behind a row in the middle, by its place', '50 behind 100,000'].map(
    name => `sales: ${name}`,
  ),
  ...['of a cashier', 'of a day', 'with an article', 'by its id'].map(name => `sales: ${name}`),
]);

export const mainQuestions: readonly Question[] = questions.filter(({ name }) => MAIN.has(name));

export interface Answered extends Question {
  /** Median of the rounds, ms; null where the report refuses this choice of filters. */
  readonly took: number | null;
}

/** Asks them in turn, each several times. */
export async function askAll(
  database: OfficeDatabase,
  rounds: number,
  asked: readonly Question[],
): Promise<readonly Answered[]> {
  const answered: Answered[] = [];
  for (const question of asked) {
    const times: number[] = [];
    try {
      // The first answer warms up.
      for (let round = 0; round <= rounds; round += 1) {
        const begun = performance.now();
        await question.ask(database);
        if (round > 0) times.push(performance.now() - begun);
        // A question that takes seconds is measured once.
        if (performance.now() - begun > 2000) times.push(performance.now() - begun);
        if (times.length >= rounds || (times[0] ?? 0) > 2000) break;
      }
      times.sort((one, other) => one - other);
      answered.push({ ...question, took: times[Math.floor(times.length / 2)] ?? Number.NaN });
    } catch (error) {
      if ((error as { http?: unknown }).http !== badRequest('').http) throw error;
      answered.push({ ...question, took: null });
    }
  }
  return answered;
}
