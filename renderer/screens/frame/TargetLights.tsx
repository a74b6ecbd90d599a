/** The lights of the upstream service and of the back office; a press on one explains them. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { QueueTarget } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';
import { targetIcon, targetNames, targetTone } from '../../parts/targets.ts';
import { type QueueTexts, useQueueTexts } from '../../texts/pages/queue.ts';
import { GOOD, Light } from './Light.tsx';
import { TargetsSheet } from './TargetsSheet.tsx';

interface TargetLightsProps {
  /** Also those that are as they should be: in the explanation, and not in the bar. */
  readonly all?: boolean;
}

export function TargetLights({ all = false }: TargetLightsProps) {
  const { lights } = useApp();
  const texts = useQueueTexts();
  const { t } = texts;
  const targets = useStore(lights, state => state.queue?.targets);
  const [open, setOpen] = useState(false);
  return (
    <>
      {targetNames.map(name => {
        const target = targets?.[name];
        // A target that is not configured has no light.
        if (!target || (!all && isFine(target))) return null;
        return (
          <Light
            key={name}
            icon={targetIcon(name, target)}
            tone={targetTone(target)}
            text={t('target.light', { target: t(`target.${name}`), state: t(`target.state.${target.state}`) })}
            more={shortState(target, texts)}
            inBar={!all}
            onPress={() => setOpen(true)}
          />
        );
      })}
      {open && <TargetsSheet onClose={() => setOpen(false)} />}
    </>
  );
}

/** A target that was not tried yet is no fault. */
const isFine = (target: QueueTarget): boolean => target.state === 'unknown' || targetTone(target) === GOOD;

/** Since when and the next try, and below it how much waits; without what says nothing. */
function shortState(target: QueueTarget, { t, time, money }: QueueTexts): readonly string[] {
  const { state, since, next_try: next, waiting, oldest, sum, parked } = target;
  const times = [
    t('lights.since', { time: time(waiting > 0 && state === 'up' && oldest !== null ? oldest : since) }),
    ...(state === 'down' && next !== null ? [t('target.next', { time: time(next) })] : []),
  ];
  const depth = [
    ...(waiting > 0 ? [t('target.waiting', { count: waiting })] : []),
    ...(waiting > 0 && sum !== 0 ? [money(sum)] : []),
    ...(parked > 0 ? [t('target.parked', { count: parked })] : []),
  ];
  return [times, depth].filter(line => line.length > 0).map(line => line.join(' · '));
}
