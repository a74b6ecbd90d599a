/** Icon and colour for each state of an end-of-day. */

import type { DayEnd } from '../../../main/wire/dayEnds.ts';
import type { IconName } from '../../parts/Icon.tsx';

export const DAY_END_STATES = {
  running: { icon: 'clock', tone: 'text-soft' },
  agrees: { icon: 'check', tone: 'text-good' },
  differs: { icon: 'alert', tone: 'text-warn' },
  failed: { icon: 'cross', tone: 'text-bad' },
  unknown: { icon: 'question', tone: 'text-warn' },
} as const satisfies Record<DayEnd['state'], { icon: IconName; tone: string }>;
