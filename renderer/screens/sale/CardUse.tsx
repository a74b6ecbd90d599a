/** The switch that pays with the balance of the loyalty card, beside what it takes off. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { useCustomerTexts } from '../../texts/pages/customer.ts';

/** `used`: what the balance pays of this sale, minor units. */
export default function CardUse({ used }: { readonly used: number }) {
  const { basket, edit } = useApp();
  const { t, money } = useCustomerTexts();
  const isOn = useStore(basket, state => state.payWithCard);
  const isLeftOut = useStore(basket, state => state.cardRejected);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2">
      <Toggle on={isOn} text={t('card.use')} onChange={on => edit(basket => basket.setPayWithCard(on))} />
      {used > 0 && (
        <span className="figures font-semibold" data-testid="card-used">
          {money(-used)}
        </span>
      )}
      {!isOn && !isLeftOut && <p className="basis-full text-sm text-soft">{t('card.kept')}</p>}
    </div>
  );
}
