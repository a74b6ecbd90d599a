/** The loyalty card of the sale, with its balance; opens everything that the customer may want. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { spendableOn } from '../../stores/basketState.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { useCustomerTexts } from '../../texts/pages/customer.ts';
import { useEarned } from './customer/Extras.tsx';

export default function CardButton() {
  const { basket, checkout } = useApp();
  const { t, money } = useCustomerTexts();
  const { t: basketText } = useBasketTexts();
  const card = useStore(basket, state => state.card);
  const earned = useEarned();
  if (!card) return null;
  const { details } = card;
  const name = details?.cardgroup.display_name ?? t('card.title');
  const balance = details && money(spendableOn(details).cash);
  return (
    <button
      type="button"
      aria-label={[name, t('card.cash'), balance, ...earned, basketText('card.moreLong')].join(' ')}
      onClick={() => checkout.openCustomer()}
      className="touch flex min-w-0 flex-1 items-center gap-2 rounded-control border border-(--fill-edge) bg-(--group-7) px-3 text-start leading-tight"
    >
      <span className="text-(--group-7-mark)">
        <Icon name="heart" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{name}</span>
        {balance && (
          <span className="figures block truncate text-sm">
            <span className="beside:short:sr-only">{t('card.cash')} </span>
            {balance}
            {earned.length > 0 && <span className="hidden beside:short:inline"> · + {earned.join(', ')}</span>}
          </span>
        )}
      </span>
    </button>
  );
}
