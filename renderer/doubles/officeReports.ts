/** Declarations and figures of the reports of the back office in memory. */

import type { ReportAnswer, ReportDeclaration, ReportRow } from '../../main/wire/office/reports.ts';
import { addDays } from '../report/days.ts';
import type { Figure } from '../report/figures.ts';

const texts = (de: string, en: string) => ({ de, en });

type Column = ReportDeclaration['columns'][number];
const column = (name: string, unit: Column['unit'], de: string, en: string, added = true): Column => ({
  name,
  unit,
  title: texts(de, en),
  added,
});
const by = (name: string, de: string, en: string) => ({ name, title: texts(de, en) });

const place = [by('store', 'Filiale', 'Store'), by('till', 'Kasse', 'Till')];

export const turnover: ReportDeclaration = {
  name: 'turnover',
  title: texts('Umsatz', 'Turnover'),
  about: texts('Abgeschlossene Verkäufe abzüglich Stornos.', 'Closed sales less what was cancelled.'),
  by: [by('day', 'Tag', 'Day'), by('hour', 'Stunde', 'Hour'), ...place, by('article', 'Artikel', 'Article')],
  columns: [
    column('sales', 'count', 'Verkäufe', 'Sales'),
    column('turnover', 'money', 'Umsatz', 'Turnover'),
    column('average', 'money', 'Durchschnitt', 'Average', false),
    column('quantity', 'quantity', 'Menge', 'Quantity'),
  ],
  filters: ['store', 'till', 'cashier', 'method'],
  chart: { kind: 'bar', column: 'turnover' },
  hasSpan: true,
  compares: true,
  leadsToSales: true,
};

export const today: ReportDeclaration = {
  ...turnover,
  name: 'today',
  title: texts('Heute', 'Today'),
  by: place,
  columns: [
    ...turnover.columns.slice(0, 3),
    column('week_before', 'money', 'Vor einer Woche', 'A week before'),
    column('change', 'share', 'Veränderung', 'Change', false),
    column('last_sale', 'time', 'Letzter Verkauf', 'Last sale', false),
  ],
  filters: ['store', 'till'],
  hasSpan: false,
  compares: false,
};

export const health: ReportDeclaration = {
  ...today,
  name: 'health',
  title: texts('Zustand der Kassen', 'Health of the tills'),
  about: texts('Der Zustand ist der von jetzt.', 'The state is that of now.'),
  by: [place[1]!],
  columns: [
    column('store', 'text', 'Filiale', 'Store', false),
    column('state', 'state', 'Zustand', 'State', false),
    column('last_heard', 'time', 'Zuletzt gehört', 'Last heard', false),
    column('missing', 'count', 'Fehlende Nummern', 'Missing numbers'),
  ],
  chart: null,
  leadsToSales: false,
};

const named = (declaration: ReportDeclaration, name: string, de: string, en: string): ReportDeclaration => ({
  ...declaration,
  name,
  title: texts(de, en),
});

export const declarations: readonly ReportDeclaration[] = [
  turnover,
  today,
  health,
  named(turnover, 'loyalty', 'Treue', 'Loyalty'),
  named(health, 'unknown', 'Unklare Zahlungen', 'Unknown results'),
  named(health, 'reconciliation', 'Abgleich', 'Reconciliation'),
];

const STORES = ['Marktplatz', 'Bahnhof', 'Einkaufszentrum am Stadtrand mit einem ausgesprochen langen Namen'];

/** The members beside key and label are the columns. */
const rowOf = (key: string, label: string, figures: Readonly<Record<string, Figure>>): ReportRow => ({
  key,
  label,
  ...figures,
});

const sold = (key: string, label: string, turn: number, sales: number): ReportRow =>
  rowOf(key, label, {
    sales,
    turnover: turn,
    average: Math.round(turn / sales),
    quantity: null,
    week_before: Math.round(turn * 0.9),
    change: 1111,
    last_sale: '2026-11-23T14:05:00Z',
  });

function rowsBy(name: string, from: string, to: string): readonly ReportRow[] {
  if (name === 'hour') return [8, 9, 10, 11, 12].map(hour => sold(`0${hour}`.slice(-2), '', hour * 12_345, hour * 9));
  if (name !== 'day') return STORES.map((label, index) => sold(`STO_${index}`, label, 987_654 - index * 300_000, 300));
  const rows: ReportRow[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) rows.push(sold(day, day, 200_000 + rows.length * 12_340, 150));
  return rows;
}

/** The same figures for every filter. */
export function officeReport(name: string, query: URLSearchParams): ReportAnswer {
  const declaration = declarations.find(report => report.name === name) ?? turnover;
  const [from, to] = [query.get('from') ?? '2026-11-23', query.get('to') ?? '2026-11-23'];
  const group = query.get('by') ?? declaration.by[0]!.name;
  const common = { report: name, from, to, by: group, currency: 'EUR', notes: [] };
  if (name === 'health')
    return {
      ...common,
      rows: [
        rowOf('TIL_1', 'Kasse 1', { store: STORES[0]!, state: 'ok', last_heard: '2026-11-23T14:05:00Z', missing: 0 }),
        rowOf('TIL_2', 'Kasse 2', { store: STORES[1]!, state: 'silent', last_heard: null, missing: 3 }),
      ],
      total: { missing: 3 },
    };
  if (!['turnover', 'today', 'loyalty'].includes(name)) return { ...common, rows: [], total: {} };
  const rows = rowsBy(group, from, to);
  const total = {
    sales: 1234,
    turnover: 5_678_901,
    average: 4602,
    week_before: 5_000_000,
    change: 1358,
    bonus_issued: 4200,
    bonus_redeemed: 1700,
  };
  const compare = query.get('compare');
  const [fromBefore, toBefore] = [from, to].map(day => addDays(day, compare === 'year' ? -364 : -7)) as [
    string,
    string,
  ];
  return {
    ...common,
    rows: [...rows],
    total,
    ...(compare
      ? {
          before: {
            from: fromBefore,
            to: toBefore,
            rows: rowsBy(group, fromBefore, toBefore).map(row =>
              rowOf(row.key, row.label, { ...row, turnover: 190_000 }),
            ),
            total: { ...total, turnover: 5_000_000 },
          },
        }
      : {}),
  };
}
