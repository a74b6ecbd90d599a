/** The figures of today as tiles. The turnover comes first and stands beside that of a week ago. */

import type { ReportAnswer } from '../../../main/wire/office/reports.ts';
import { type Change, FigureTile } from '../../report/FigureTile.tsx';
import { type Figure, formatFigure, formatShare } from '../../report/figures.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useFormats } from '../context.tsx';

interface TodayTilesProps {
  readonly today: ReportAnswer;
  readonly loyalty: ReportAnswer | null;
  /** Turnover of the day, which has the margin where purchase prices are known. */
  readonly turnover: ReportAnswer | null;
}

export function TodayTiles({ today, loyalty, turnover: sold }: TodayTilesProps) {
  const { t, language } = useOfficeTexts();
  const merchants = useFormats();
  const formats = { ...merchants, currency: today.currency ?? merchants.currency };
  const money = (value: Figure) => formatFigure(value, 'money', formats);
  const share = (value: Figure | undefined) => formatShare(numberOf(value ?? null) ?? 0, language);
  const count = (value: Figure) => formatFigure(value, 'count', formats);
  const { turnover, week_before, change, year_before, change_year, sales, average, cancelled } = today.total;
  const { target, target_reached: reached, target_expected: expected } = today.total;
  const { margin, margin_share, cost_known } = sold?.total ?? {};
  const changes: readonly Change[] = [
    { change: numberOf(change), against: t('today.before', { value: money(week_before) }) },
    ...(year_before
      ? [{ change: numberOf(change_year), against: t('today.yearBefore', { value: money(year_before) }) }]
      : []),
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3">
      <FigureTile title={t('receipt.turnover')} figure={money(turnover)} {...{ language, changes }} isWide>
        {typeof margin === 'number' &&
          t('today.margin', { margin: money(margin), share: share(margin_share), known: share(cost_known) })}
      </FigureTile>
      {typeof target === 'number' && (
        <FigureTile title={t('today.target')} figure={share(reached)} language={language}>
          {t('today.reached', { target: money(target), expected: share(expected) })}
        </FigureTile>
      )}
      <FigureTile title={t('sales.title')} figure={count(sales)} language={language} />
      <FigureTile title={t('today.average')} figure={money(average)} language={language} />
      <FigureTile title={t('today.cancelled')} figure={money(cancelled)} language={language} />
      {loyalty && (
        <FigureTile title={t('today.bonus')} figure={money(loyalty.total.bonus_issued)} language={language}>
          {t('today.redeemed', { value: money(loyalty.total.bonus_redeemed) })}
        </FigureTile>
      )}
    </dl>
  );
}

const numberOf = (figure: Figure): number | null => (typeof figure === 'number' ? figure : null);
