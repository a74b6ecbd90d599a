/** One record of the queue: what it is, since when, how much money, and why it waits. */

import { formatMoney } from '../../texts/money.ts';
import { de } from '../../texts/queue/de.ts';
import { type QueueTextKey, type QueueTexts, useQueueTexts } from '../../texts/queue/texts.ts';
import type { QueueRecord } from './client.ts';

export function RecordLine({ record }: { readonly record: QueueRecord }) {
  const { t, moment, language } = useQueueTexts();
  const { target, sequence, at, sum, currency, attempts, reason, object } = record;
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{recordTitle(record, t)}</span>
        {sum !== null && <span className="figures font-semibold">{formatMoney(sum, currency ?? 'EUR', language)}</span>}
      </p>
      <p className="figures flex flex-wrap gap-x-4 text-sm text-soft">
        <span>{moment(Date.parse(at))}</span>
        <span>{t(`target.${target}`)}</span>
        <span>{t('queue.record', { sequence })}</span>
        {attempts > 0 && <span>{t('queue.attempts', { count: attempts })}</span>}
        <span className="wrap-anywhere">{object}</span>
      </p>
      {reason && <p className="text-warn">{reason.texts[language]}</p>}
    </div>
  );
}

/** `Verkauf, storniert`. */
export function recordTitle({ kind, event }: Pick<QueueRecord, 'kind' | 'event'>, t: QueueTexts['t']): string {
  const word = (key: string, other: string) => (key in de ? t(key as QueueTextKey) : other);
  return `${word(`queue.kind.${kind}`, kind)}, ${word(`queue.event.${event}`, event)}`;
}
