/** Beside the chart of the turnover: the ways of paying with their shares, and the articles that sold best. */

import type { ReactNode } from 'react';
import type { ReportAnswer, ReportRow } from '../../main/wire/office/reports.ts';
import { useResource } from '../data/useResource.ts';
import { useReportTexts } from '../texts/pages/report.ts';
import { type ReportChoice, requestOf } from './choice.ts';
import { type Formats, figureOf, formatFigure, formatShare, NOTHING } from './figures.ts';
import type { ReportSource } from './source.ts';

interface ReportSharesProps {
  readonly report: string;
  readonly source: ReportSource;
  readonly choice: ReportChoice;
  readonly formats: Formats;
}

/** So many stand beside the chart; the table has the others. */
const MOST = 5;

export function ReportShares(props: ReportSharesProps) {
  const { t } = useReportTexts();
  const methods = useGrouping(props, 'method');
  const articles = useGrouping(props, 'article');
  return (
    <section
      aria-label={t('report.shares')}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 card p-4 print:border-0"
    >
      <Group title={t('report.paidWith')}>
        {best(methods, props.formats).map(({ name, figure, share }) => (
          <li key={name} className="grid gap-1">
            <span className="flex flex-wrap justify-between gap-x-3">
              <span className="wrap-anywhere">{name}</span>
              <span className="figures font-semibold">
                {figure} · {formatShare(share, props.formats.language)}
              </span>
            </span>
            <span className="h-2 overflow-clip rounded-full bg-tonal">
              <span className="block h-full bg-action" style={{ width: `${Math.max(share, 0) / 100}%` }} />
            </span>
          </li>
        ))}
        {others(methods, props.formats).map(figure => (
          <li key="others" className="flex flex-wrap justify-between gap-x-3">
            <span>{t('report.others')}</span>
            <span className="figures font-semibold">{figure}</span>
          </li>
        ))}
        {/* So that the ways of paying add up to the turnover. */}
        {withoutTurnover(methods, props.formats).map(({ name, figure }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-3 text-soft">
            <span className="wrap-anywhere">{name}</span>
            <span className="figures">{figure}</span>
          </li>
        ))}
      </Group>
      <Group title={t('report.bestSellers')}>
        {best(articles, props.formats).map(({ name, pieces, figure }) => (
          <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto_6rem] gap-x-3">
            <span className="wrap-anywhere">{name}</span>
            <span className="figures text-soft">{pieces}</span>
            <span className="figures text-end font-semibold">{figure}</span>
          </li>
        ))}
      </Group>
    </section>
  );
}

const Group = ({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) =>
  children.length > 0 && (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-lg font-semibold">{title}</h2>
      <ul className="grid gap-2">{children}</ul>
    </div>
  );

/** The same span and filters by another grouping, without a comparison. */
function useGrouping({ report, source, choice }: ReportSharesProps, by: string): ReportAnswer | null {
  const query = requestOf({ ...choice, compare: null, by });
  const { value } = useResource(`${report} ${JSON.stringify(query)}`, signal => source.report(report, query, signal));
  return value;
}

/** The rows of the greatest turnover; `share` of all that was taken in hundredths of a per cent. */
function best(answer: ReportAnswer | null, formats: Formats) {
  const rows = turnovers(answer).filter(({ turnover }) => turnover > 0);
  const total = rows.reduce((sum, { turnover }) => sum + turnover, 0);
  return rows
    .toSorted((a, b) => b.turnover - a.turnover)
    .slice(0, MOST)
    .map(({ row, turnover }) => {
      const quantity = figureOf(row, 'quantity');
      return {
        name: nameOf(row),
        figure: formatFigure(turnover, 'money', formats),
        pieces: typeof quantity === 'number' ? `${formatFigure(quantity, 'quantity', formats)} ×` : '',
        share: total === 0 ? 0 : Math.round((turnover / total) * 10_000),
      };
    });
}

/** All that is behind the greatest ones together; none where there is nothing. */
function others(answer: ReportAnswer | null, formats: Formats): readonly string[] {
  const rest = turnovers(answer)
    .map(({ turnover }) => turnover)
    .filter(turnover => turnover > 0)
    .sort((a, b) => b - a)
    .slice(MOST);
  return rest.length === 0
    ? []
    : [
        formatFigure(
          rest.reduce((sum, turnover) => sum + turnover, 0),
          'money',
          formats,
        ),
      ];
}

/** Money that is no turnover, as a top-up of a card: it stands in the answer with a minus. */
const withoutTurnover = (answer: ReportAnswer | null, formats: Formats) =>
  turnovers(answer)
    .filter(({ turnover }) => turnover < 0)
    .map(({ row, turnover }) => ({ name: nameOf(row), figure: formatFigure(turnover, 'money', formats) }));

const turnovers = (answer: ReportAnswer | null) =>
  (answer?.rows ?? []).map(row => ({ row, turnover: Number(figureOf(row, 'turnover') ?? 0) }));

const nameOf = ({ label, key }: ReportRow): string => label || key || NOTHING;
