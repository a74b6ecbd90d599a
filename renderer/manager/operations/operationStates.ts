/** Icon and colour for each state of an operation, and the text of its amount. */

import type { Operation } from '../../../main/wire/operations.ts';
import type { IconName } from '../../parts/Icon.tsx';
import type { ManagerTexts } from '../../texts/pages/manager.ts';

export const OPERATION_STATES = {
  open: { icon: 'clock', tone: 'text-soft' },
  approved: { icon: 'check', tone: 'text-good' },
  declined: { icon: 'cross', tone: 'text-bad' },
  notSent: { icon: 'cross', tone: 'text-bad' },
  unknown: { icon: 'question', tone: 'text-warn' },
} as const satisfies Record<Operation['state'], { icon: IconName; tone: string }>;

/** An operation without an amount concerns the whole transaction. */
export const amountOf = ({ amount }: Operation, { t, money }: ManagerTexts): string =>
  amount === 0 ? t('operations.whole') : money(amount);
