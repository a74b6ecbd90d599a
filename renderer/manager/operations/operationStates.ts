/** How an operation by hand is shown in short: sign and colour beside the word, and its amount. */

import type { Operation } from '../../../main/wire/operations.ts';
import type { IconName } from '../../parts/Icon.tsx';
import type { ManagerTexts } from '../../texts/manager/texts.ts';

export const OPERATION_STATES = {
  open: { icon: 'clock', tone: 'text-soft' },
  approved: { icon: 'check', tone: 'text-good' },
  declined: { icon: 'cross', tone: 'text-bad' },
  notSent: { icon: 'cross', tone: 'text-bad' },
  unknown: { icon: 'question', tone: 'text-warn' },
} as const satisfies Record<Operation['state'], { icon: IconName; tone: string }>;

/** Where it had none of its own, all of what it refers to was meant. */
export const amountOf = ({ amount }: Operation, { t, money }: ManagerTexts): string =>
  amount === 0 ? t('operations.whole') : money(amount);
