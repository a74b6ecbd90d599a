/** The figures of today as tiles. The turnover comes first and stands beside that of a week ago. */

import type { ReactNode } from 'react';
import type { ReportAnswer } from '../../../main/wire/office/reports.ts';
import { type Figure, formatFigure, formatShare } from '../../report/figures.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useFormats } from '../context.tsx';

interface TodayTilesProps {
  readonly today: ReportAnswer;
  readonly loyalty: ReportAnswer | null;
}

export function TodayTiles({ today, loyalty }: TodayTilesProps) {
  const { t, language } = useOfficeTexts();
  const merchants = useFormats();
  const formats = { ...merchants, currency: today.currency ?? merchants.currency };
  const money = (value: Figure) => formatFigure(value, 'money', formats);
  const count = (value: Figure) => formatFigure(value, 'count', formats);
  const { turnover, week_before: before, change, sales, average, cancelled } = today.total;
  const issued = loyalty?.total.bonus_issued;
  const redeemed = loyalty?.total.bonus_redeemed;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3">
      <Tile name={t('receipt.turnover')} value={money(turnover)} wide>
        {typeof change === 'number' && (
          <span className={`font-semibold ${change < 0 ? 'text-bad' : 'text-good'}`}>
            {formatShare(change, language, true)}{' '}
          </span>
        )}
        {t('today.before', { value: money(before) })}
      </Tile>
      <Tile name={t('sales.title')} value={count(sales)} />
      <Tile name={t('today.average')} value={money(average)} />
      <Tile name={t('today.cancelled')} value={money(cancelled)} />
      {loyalty && (
        <Tile name={t('today.bonus')} value={money(issued)}>
          {t('today.redeemed', { value: money(redeemed) })}
        </Tile>
      )}
    </dl>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

const Tile = ({ name, value, wide = false, children }: TileProps) => (
  <div className={`card p-4 ${wide ? 'col-span-full sm:col-span-2' : ''}`}>
    <dt className="text-soft">{name}</dt>
    <dd className="figures">
      <span className={`block font-semibold wrap-anywhere ${wide ? 'text-4xl' : 'text-2xl'}`}>{value}</span>
      {children && <span className="text-sm text-soft">{children}</span>}
    </dd>
  </div>
);
