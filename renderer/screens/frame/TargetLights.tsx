/** The lights of the upstream service and of the back office; a press on one explains them. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { QueueTarget } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { targetIcon, targetNames, targetTone } from '../../parts/targets.ts';
import { type QueueTexts, useQueueTexts } from '../../texts/pages/queue.ts';
import { TargetsSheet } from './TargetsSheet.tsx';

export default function TargetLights() {
  const { lights } = useApp();
  const texts = useQueueTexts();
  const { t } = texts;
  const targets = useStore(lights, state => state.queue?.targets);
  const [open, setOpen] = useState(false);
  return (
    <>
      {targetNames.map(name => {
        const target = targets?.[name];
        if (!target) return null;
        const words = t('target.light', { target: t(`target.${name}`), state: t(`target.state.${target.state}`) });
        return (
          <li key={name}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
              className={`touch flex items-center gap-1.5 rounded-control px-1 text-start text-sm hover:bg-sunken ${targetTone(target)}`}
            >
              <Icon name={targetIcon(name, target)} size={20} />
              <span className="leading-tight">
                <span className="font-semibold">{words}</span>
                {shortState(target, texts).map(line => (
                  <span key={line} className="figures block text-xs text-soft">
                    {line}
                  </span>
                ))}
              </span>
            </button>
          </li>
        );
      })}
      {open && <TargetsSheet onClose={() => setOpen(false)} />}
    </>
  );
}

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
