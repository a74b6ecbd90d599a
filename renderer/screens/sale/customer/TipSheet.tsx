/** Asks for a tip before a card payment, where the shop wants it, or changes it. The answer stays with the sale. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../../app/context.tsx';
import { Button } from '../../../parts/Button.tsx';
import { Message } from '../../../parts/Panel.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { totalsOf } from '../../../stores/basketTotals.ts';
import { useCustomerTexts } from '../../../texts/pages/customer.ts';
import { AmountField, useTypedAmount } from './AmountField.tsx';

export default function TipSheet() {
  const { basket, checkout, session, till } = useApp();
  const { t, money } = useCustomerTexts();
  const state = useStore(basket);
  const busy = useStore(till, one => one.busy !== null);
  const perCent = useStore(session, one => one.info?.tips?.perCent ?? NO_SHARES);
  const [isTyping, setTyping] = useState(false);
  const [text, setText] = useState('');
  const isChange = useStore(till, one => one.tipOpen === 'change');
  const due = Math.max(0, totalsOf(state).missing - state.extras.tip);
  // A tip above the sale itself is a slip of the finger.
  const { amount, unit } = useTypedAmount(text, due);
  const give = (tip: number) => {
    if (busy) return;
    basket.setTip(tip);
    checkout.closeTip();
    if (!isChange) void checkout.pay('cashless');
  };
  return (
    <Sheet manual="tips" title={t('customer.tipTitle')} closeLabel={t('common.close')} onClose={checkout.closeTip}>
      <div className="grid gap-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-lg">{t('customer.tipDue')}</span>
          <strong className="figures text-sum leading-none">{money(due)}</strong>
        </p>
        {isTyping ? (
          <>
            <AmountField text={text} onChange={setText} likely={[]} onEnter={() => amount !== null && give(amount)}>
              <div role="status">
                {text !== '' && amount === null && (
                  <Message tone="warn">{t('customer.badAmount', { most: money(due) })}</Message>
                )}
              </div>
            </AmountField>
            <Button look="primary" size="tall" disabled={amount === null} onPress={() => amount && give(amount)}>
              {t('customer.tipGive', { amount: money(amount ?? 0) })}
            </Button>
          </>
        ) : (
          <div className="grid gap-2 sm:grid-cols-2">
            <Button size="tall" className="sm:col-span-2" onPress={() => give(0)}>
              {t('customer.tipNone')}
            </Button>
            {likelyTips(due, perCent, unit).map(tip => (
              <Button key={tip} size="tall" className="py-2" onPress={() => give(tip)}>
                <span className="grid">
                  <span className="figures">{t('customer.tipGive', { amount: money(tip) })}</span>
                  <span className="figures text-sm font-normal">
                    {t('customer.tipTotal', { amount: money(due + tip) })}
                  </span>
                </span>
              </Button>
            ))}
            <Button size="tall" onPress={() => setTyping(true)}>
              {t('customer.tipOther')}
            </Button>
          </div>
        )}
        <p className="text-soft">{t('customer.tipWhy')}</p>
      </div>
    </Sheet>
  );
}

const NO_SHARES: readonly number[] = [];

/** Likely tips: shares of what is to be paid in whole tens of cents, and the next round sums. */
function likelyTips(due: number, perCent: readonly number[], unit: number): readonly number[] {
  const step = Math.max(1, Math.round(unit / 10));
  const shares = perCent.map(share => Math.max(step, Math.round((due * share) / 100 / step) * step));
  const rounds = [unit, 5 * unit].map(to => Math.ceil((due + 1) / to) * to - due);
  return [...new Set([...rounds, ...shares])].filter(tip => tip > 0).sort((a, b) => a - b);
}
