/** How a target of the queue looks: its icon and the colour of its state. */

import type { QueueTarget, QueueView } from '../../main/wire/events.ts';
import type { IconName } from './Icon.tsx';

export type TargetName = keyof QueueView['targets'];

/** In the order of the lights. */
export const targetNames = ['upstream', 'office'] as const satisfies readonly TargetName[];

const ICONS = { upstream: 'cloud', office: 'home' } as const satisfies Record<TargetName, IconName>;

export const targetIcon = (name: TargetName, { state }: Pick<QueueTarget, 'state'>): IconName =>
  state === 'down' ? 'off' : state === 'refused' ? 'alert' : ICONS[name];

/** Selling goes on while a target is away, so that is amber; what a person has to do something about is red. */
export function targetTone({ state, parked, limit }: Pick<QueueTarget, 'state' | 'parked' | 'limit'>): string {
  if (state === 'refused' || limit?.passed) return 'text-bad';
  if (state === 'down' || parked > 0 || limit) return 'text-warn';
  return state === 'up' ? 'text-good' : 'text-soft';
}
