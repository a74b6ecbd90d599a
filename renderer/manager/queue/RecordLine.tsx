/** One record of the queue: what it is, since when, how much money, and why it waits. */

import type { QueuedRecord } from '../../../main/wire/queue.ts';
import { formatMoney } from '../../texts/money.ts';
import { useQueueTexts } from '../../texts/pages/queue.ts';

export function RecordLine({ record }: { readonly record: QueuedRecord }) {
  const { t, moment, language } = useQueueTexts();
  const {
    title,
    target,
    sequence,
    at,
    sum,
    currency,
    attempts,
    next_try: next,
    reason,
    behind,
    receipt_number: receipt,
  } = record;
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">
          {title[language]}
          {receipt !== null && `, ${t('queue.receipt', { number: receipt })}`}
        </span>
        {sum !== null && <span className="figures font-semibold">{formatMoney(sum, currency ?? 'EUR', language)}</span>}
      </p>
      <p className="figures flex flex-wrap gap-x-4 text-sm text-soft">
        <span>{moment(Date.parse(at))}</span>
        <span>{t(`target.${target}`)}</span>
        <span>{t('queue.record', { sequence })}</span>
        {attempts > 0 && <span>{t('queue.attempts', { count: attempts })}</span>}
        {next !== null && <span>{t('target.next', { time: moment(Date.parse(next)) })}</span>}
      </p>
      {behind && (
        <p className="text-warn">
          {t('queue.behind', {
            record: `${behind.title[language]}${behind.receipt_number === null ? '' : `, ${t('queue.receipt', { number: behind.receipt_number })}`}`,
          })}{' '}
          {behind.reason?.texts[language]}
        </p>
      )}
      {reason && <p className="text-warn">{reason.texts[language]}</p>}
    </div>
  );
}
