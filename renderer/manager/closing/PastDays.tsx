/** The last business days: turnover or cash difference as a chart, with the table beside it. */

import { Suspense, useState } from 'react';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { laterPart } from '../../parts/laterPart.tsx';
import { SidewaysScroll } from '../../parts/SidewaysScroll.tsx';
import { formatDay } from '../../report/figures.ts';
import { useCashTexts } from '../../texts/pages/cash.ts';
import { shopZone } from '../../texts/zone.ts';
import type { CashClient } from '../cash/client.ts';
import { dayRows, declarationOf } from './dayRows.ts';

const FIRST = 'p-2 text-start font-normal break-words';
const CELL = 'p-2 text-end whitespace-nowrap';
const HEAD = `${CELL} font-normal`;

const ReportChart = laterPart(() => import('../../report/ReportChart.tsx'));

interface PastDaysProps {
  readonly client: CashClient;
  /** Grows with each report that was made here. */
  readonly made: number;
  readonly onShow: (id: string) => void;
}

export function PastDays({ client, made, onShow }: PastDaysProps) {
  const { t, money, language } = useCashTexts();
  // Read again after each report.
  const { value, problem } = useResource(`days ${made}`, client.days);
  const days = problem ? null : value;
  const [column, setColumn] = useState<'turnover' | 'difference'>('turnover');
  if (!days || days.data.length === 0) return <p className="text-soft">{t('day.noPast')}</p>;
  const formats = {
    language,
    currency: days.currency,
    zone: shopZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  return (
    <>
      <Choice
        label={t('day.chart')}
        value={column}
        options={(['turnover', 'difference'] as const).map(value => ({ value, text: t(`day.${value}`) }))}
        onChange={setColumn}
      />
      <Suspense>
        <ReportChart
          declaration={declarationOf(column)}
          by="day"
          rows={dayRows(days)}
          compared={false}
          formats={formats}
        />
      </Suspense>
      <SidewaysScroll label={t('day.past')}>
        <table className="figures w-full border-collapse">
          <thead>
            <tr className="border-b border-line text-sm text-soft">
              <th scope="col" className={FIRST}>
                {t('day.day')}
              </th>
              <th scope="col" className={HEAD}>
                {t('day.turnover')}
              </th>
              <th scope="col" className={HEAD}>
                {t('day.difference')}
              </th>
              <th scope="col" className={HEAD}>
                {t('day.report')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.data.toReversed().map(({ id, day, number, till_name, turnover, difference }) => (
              <tr key={id} className="border-b border-line">
                <th scope="row" className={FIRST}>
                  {formatDay(day, language)} <span className="block text-sm text-soft">{till_name}</span>
                </th>
                <td className={CELL}>{money(turnover)}</td>
                <td className={`${CELL} ${difference ? 'font-bold text-warn' : ''}`}>
                  {difference === null ? '–' : money(difference)}
                </td>
                <td className={CELL}>
                  <Button label={t('day.zTitle', { number })} onPress={() => onShow(id)}>
                    Z {number}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </SidewaysScroll>
    </>
  );
}
