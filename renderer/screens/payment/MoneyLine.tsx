/** Where the money of this sale stands, in one line above everything else: what the card holds, what is paid, what the terminal has. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { totalsOf } from '../../stores/basketTotals.ts';
import { usePaymentTexts } from '../../texts/pages/payment.ts';

interface MoneyLineProps {
  /** Amount that the terminal has; null: nothing. */
  readonly amount: number | null;
  /** `terminal`: not charged yet. `none`, `noneNow`: nothing was taken there, now. `noneBack`, `someBack`: of what should go back. */
  readonly at: 'terminal' | 'none' | 'noneNow' | 'noneBack' | 'someBack';
}

export function MoneyLine({ amount, at }: MoneyLineProps) {
  const { basket } = useApp();
  const { t, money } = usePaymentTexts();
  const held = useStore(basket, state => totalsOf(state).cardUsed);
  const paid = useStore(basket, state => totalsOf(state).paid);
  const parts = [
    ...(held > 0 ? [t('moneyLine.card', { amount: money(held) })] : []),
    ...(paid > 0 ? [t('moneyLine.paid', { amount: money(paid) })] : []),
    at !== 'terminal'
      ? t(`moneyLine.${at}`)
      : amount === null
        ? t('moneyLine.none')
        : t('moneyLine.terminal', { amount: money(amount) }),
  ];
  return (
    <ul
      aria-label={t('moneyLine.title')}
      data-testid="money-line"
      className="flex w-full flex-wrap justify-center gap-2"
    >
      {parts.map(part => (
        <li key={part} className="figures rounded-full border border-line bg-surface px-3 py-1 text-sm font-medium">
          {part}
        </li>
      ))}
    </ul>
  );
}
