/** The totals of a report before its chart and table: each figure, and how it differs from the span that is compared with. */

import type { ReportAnswer, ReportDeclaration } from '../../main/wire/office/reports.ts';
import { useReportTexts } from '../texts/pages/report.ts';
import { type Formats, figureOf, formatFigure, formatShare, isNumeric, spanText } from './figures.ts';
import { changeOf } from './rows.ts';

interface ReportFiguresProps {
  readonly declaration: ReportDeclaration;
  readonly answer: ReportAnswer;
  readonly formats: Formats;
}

/** More than four are a table, and the table is below. */
const MOST = 4;

/** Nothing where a report has fewer than two totals: its table says it in one row. */
export function ReportFigures({ declaration, answer, formats }: ReportFiguresProps) {
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
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {columns.map(({ name, unit, title }) => {
          const last = before ? figureOf(before, name) : undefined;
          const change = changeOf(figureOf(total, name), last);
          return (
            <div key={name} className="card px-4 py-3">
              <dt className="text-soft">{title[formats.language]}</dt>
              <dd className="figures text-3xl font-bold wrap-anywhere">
                {formatFigure(figureOf(total, name), unit, formats)}
              </dd>
              {answer.before && (
                <dd className="figures text-sm text-soft">
                  {change !== null && (
                    <strong className="text-ink">
                      {change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''}
                      {formatShare(change, formats.language, true)}{' '}
                    </strong>
                  )}
                  {t('report.figureBefore', {
                    figure: formatFigure(last, unit, formats),
                    span: spanText(answer.before, formats.language),
                  })}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
}
