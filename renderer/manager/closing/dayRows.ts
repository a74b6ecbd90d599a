/** The Z reports of the last days in the shape of a report, so that its chart draws them. */
import type { ReportDeclaration } from '../../../main/wire/office/reports.ts';
import type { ZDays } from '../../../main/wire/zReports.ts';
import type { ComparedRow } from '../../report/rows.ts';
import { cashTexts } from '../../texts/pages/cash.ts';

const texts = (key: keyof typeof cashTexts) => ({ de: cashTexts[key][0], en: cashTexts[key][1] });

export const declarationOf = (column: 'turnover' | 'difference'): ReportDeclaration => ({
  name: 'zReports',
  title: texts('day.past'),
  about: texts('day.past'),
  by: [{ name: 'day', title: texts('day.day') }],
  columns: (['turnover', 'difference'] as const).map(name => ({
    ...{ name, unit: 'money', title: texts(`day.${name}`), added: true },
  })),
  filters: [],
  chart: { kind: 'bar', column },
  hasSpan: false,
  compares: false,
  leadsToSales: false,
});

/** Newest first as far as the chart is concerned: it keeps the greatest, and 31 fit. */
export const dayRows = ({ data }: ZDays): readonly ComparedRow[] =>
  data.map(({ id, day, number, turnover, difference }) => ({
    row: { key: id, label: `${day.slice(8)}.${day.slice(5, 7)}. Z${number}`, turnover, difference },
    before: null,
  }));
