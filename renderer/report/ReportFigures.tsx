/** The totals of a report before its chart and table: each figure, and how it differs from the span that is compared with. */

import type { ReportAnswer, ReportDeclaration } from '../../main/wire/office/reports.ts';
import { useReportTexts } from '../texts/pages/report.ts';
import { type Compared, comparisons } from './choice.ts';
import { FigureTile } from './FigureTile.tsx';
import { type Formats, figureOf, formatFigure, isNumeric, spanText } from './figures.ts';
import { changeOf } from './rows.ts';

interface ReportFiguresProps {
  readonly declaration: ReportDeclaration;
  readonly answer: ReportAnswer;
  /** Totals of the spans before, where the report is not compared with one of them. */
  readonly earlier: EarlierTotals | null;
  readonly formats: Formats;
}

export type EarlierTotals = Readonly<Partial<Record<Compared, ReportAnswer['total']>>>;

/** More than four are a table, and the table is below. */
const MOST = 4;

/** Nothing where a report has fewer than two totals: its table says it in one row. */
export function ReportFigures({ declaration, answer, earlier, formats }: ReportFiguresProps) {
  const { t } = useReportTexts();
  const total = { key: '', label: '', ...answer.total };
  const before = answer.before && { key: '', label: '', ...answer.before.total };
  const first = declaration.chart?.column;
  const columns = declaration.columns
    .filter(({ name, unit }) => isNumeric(unit) && (figureOf(total, name) ?? null) !== null)
    // The column of the chart first: the report is about it.
    .sort((a, b) => Number(b.name === first) - Number(a.name === first))
    .slice(0, MOST);
  if (columns.length < 2) return null;
  return (
    <section aria-label={t('report.figures')}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {columns.map(({ name, unit, title }, index) => {
          const value = figureOf(total, name);
          const last = before ? figureOf(before, name) : undefined;
          const compared = answer.before && {
            change: changeOf(value, last),
            against: t('report.figureBefore', {
              figure: formatFigure(last, unit, formats),
              span: spanText(answer.before, formats.language),
            }),
          };
          const changes = comparisons.flatMap(span => {
            const change = changeOf(value, earlier?.[span]?.[name]);
            return change === null ? [] : [{ change, against: t(`report.changed.${span}`) }];
          });
          return (
            <FigureTile
              key={name}
              title={title[formats.language]}
              figure={formatFigure(value, unit, formats)}
              language={formats.language}
              isFirst={index === 0}
              changes={compared ? [compared] : changes}
            />
          );
        })}
      </dl>
    </section>
  );
}
