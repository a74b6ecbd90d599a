/** Everything about one target of the queue: state, since when, next try, depth, limit and reason. */

import type { ReactNode } from 'react';
import type { QueueTarget } from '../../main/wire/events.ts';
import { useQueueTexts } from '../texts/pages/queue.ts';
import { Icon } from './Icon.tsx';
import { Fact, Message } from './Panel.tsx';
import { type TargetName, targetIcon, targetTone } from './targets.ts';

interface TargetFactsProps {
  readonly name: TargetName;
  readonly target: QueueTarget;
  /** Buttons of the target. */
  readonly children?: ReactNode;
}

export function TargetFacts({ name, target, children }: TargetFactsProps) {
  const { t, moment, money, language } = useQueueTexts();
  const { state, since, next_try: next, waiting, oldest, sum, parked, limit, reason, address } = target;
  const title = t(`target.${name}`);
  return (
    <section aria-label={title} className="grid content-start gap-3 card p-4">
      <h2 className={`flex items-center gap-2 font-semibold ${targetTone(target)}`}>
        <Icon name={targetIcon(name, target)} />
        {t('target.light', { target: title, state: t(`target.state.${state}`) })}
      </h2>
      {reason && <Message tone={state === 'refused' ? 'error' : 'warn'}>{reason[language]}</Message>}
      {limit && <Message tone={limit.passed ? 'error' : 'warn'}>{limit.texts[language]}</Message>}
      <dl className="grid gap-1">
        <Fact name={t('target.since')}>{moment(since)}</Fact>
        {next !== null && <Fact name={t('target.nextTry')}>{moment(next)}</Fact>}
        <Fact name={t('target.records')} id={`${name}-waiting`}>
          {waiting}
        </Fact>
        {oldest !== null && <Fact name={t('target.oldest')}>{moment(oldest)}</Fact>}
        {waiting > 0 && <Fact name={t('target.sum')}>{money(sum)}</Fact>}
        {parked > 0 && <Fact name={t('target.parkedName')}>{parked}</Fact>}
        <Fact name={t('target.address')}>{address}</Fact>
      </dl>
      {children}
    </section>
  );
}
