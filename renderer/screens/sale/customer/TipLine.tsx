/** The tip of this basket, with the ways to change it and to leave it out. */

import { useStore } from 'zustand';
import { useApp } from '../../../app/context.tsx';
import { Button } from '../../../parts/Button.tsx';
import { paidParts } from '../../../stores/basketState.ts';
import { useCustomerTexts } from '../../../texts/pages/customer.ts';

export default function TipLine() {
  const { basket, checkout, edit } = useApp();
  const { t, money } = useCustomerTexts();
  const tip = useStore(basket, state => state.extras.tip);
  const isFixed = useStore(basket, state => paidParts(state).length > 0);
  if (tip === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2" data-testid="tip">
      <span className="flex-1 text-soft">{t('customer.tipIn')}</span>
      <span className="figures font-semibold">{money(tip)}</span>
      {!isFixed && (
        <>
          <Button look="quiet" onPress={checkout.changeTip}>
            {t('customer.tipChange')}
          </Button>
          <Button
            look="quiet"
            size="icon"
            icon="cross"
            label={t('customer.tipDrop')}
            onPress={() => edit(one => one.setTip(0))}
          />
        </>
      )}
    </div>
  );
}
