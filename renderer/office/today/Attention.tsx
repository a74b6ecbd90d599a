/** Facts that need a person: silent tills, wrong clocks, gaps, refused records, unclear payments, differences. Each leads to its page. */

import type { ReportAnswer } from '../../../main/wire/office/reports.ts';
import { useResource } from '../../data/useResource.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Message } from '../../parts/Panel.tsx';
import { addressOf } from '../../report/choice.ts';
import { spanOf } from '../../report/days.ts';
import { figureOf } from '../../report/figures.ts';
import type { OfficeTextKey } from '../../texts/pages/office.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useMe, useOffice } from '../context.tsx';
import { Part } from '../Page.tsx';
import { isIn, type Place } from './place.ts';

interface OpenPoint {
  readonly text: OfficeTextKey;
  readonly count: number;
  readonly target: string;
}

export function Attention({ place }: { readonly place: Place }) {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const { today, stores, mail_failed: mailFailed } = useMe();
  const span = spanOf('last7', today);
  // A payment that nobody has settled for weeks is still open.
  const long = spanOf('last90', today);
  const limit = { ...place };
  const answer = useResource(`attention ${JSON.stringify(place)} ${today}`, async signal => {
    const [health, unknown, differences, refused] = await Promise.all([
      client.report('health', { ...limit }, signal),
      client.report('unknown', { ...long, ...limit }, signal),
      client.report('reconciliation', { ...span, by: 'difference', ...limit }, signal),
      client.refused(signal),
    ]);
    return { health, unknown, differences, refused };
  });
  if (!answer.value) return null;
  const { health, unknown, differences, refused } = answer.value;
  const choice = {
    ...span,
    by: null,
    across: null,
    figure: null,
    compare: null,
    currency: null,
    filters: limit,
    sort: null,
  };
  const points: readonly OpenPoint[] = [
    { text: 'today.silent', count: rowsWith(health, 'state', 'silent'), target: '/tills' },
    {
      text: 'today.clock',
      count: health.rows.filter(row => figureOf(row, 'clock') !== null).length,
      target: '/reports/health',
    },
    {
      text: 'today.gaps',
      count: health.rows.filter(row => Number(figureOf(row, 'missing')) > 0).length,
      target: '/tills',
    },
    {
      text: 'today.refused',
      count: refused.data.filter(row => isIn(place, stores, row.store)).length,
      target: '/tills',
    },
    {
      text: 'today.mailFailed',
      count: mailFailed === null ? 0 : 1,
      target: `/reports/turnover?${addressOf({ ...choice, from: mailFailed ?? '', to: mailFailed ?? '', by: 'store' })}`,
    },
    {
      text: 'today.unclear',
      count: rowsWith(unknown, 'end', 'open'),
      target: `/reports/unknown?${addressOf({ ...choice, ...long })}`,
    },
    {
      text: 'today.differences',
      count: differences.rows.length,
      target: `/reports/reconciliation?${addressOf({ ...choice, by: 'difference' })}`,
    },
  ];
  const open = points.filter(({ count }) => count > 0);
  return (
    <Part title={t('today.attention')}>
      {open.length === 0 ? (
        <Message tone="good">{t('today.fine')}</Message>
      ) : (
        <ul className="grid gap-2 md:grid-cols-2">
          {open.map(({ text, count, target }) => (
            <li key={text}>
              <a
                href={target}
                className="touch flex items-center gap-3 rounded-control border border-warn bg-warn-tint px-3 font-semibold text-warn hover:underline"
              >
                <Icon name="alert" />
                <span className="min-w-0 flex-1 py-2">{t(text, { count })}</span>
                <Icon name="next" size={20} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

const rowsWith = ({ rows }: ReportAnswer, column: string, value: string): number =>
  rows.filter(row => figureOf(row, column) === value).length;
