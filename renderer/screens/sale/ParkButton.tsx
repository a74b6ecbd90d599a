/** Parks this basket, takes the only one that waits, or shows those that wait: each with one touch. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { parkOrTake } from '../../checkout/parkOrTake.ts';
import { Button } from '../../parts/Button.tsx';
import { useRest } from '../../parts/useRest.ts';
import { isEmpty } from '../../stores/emptyBasket.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';

export default function ParkButton() {
  const app = useApp();
  const { basket, entry } = app;
  const { t } = useBasketTexts();
  const count = useStore(entry, state => state.parked);
  const customer = useStore(basket, state => state.customer);
  const parks = !useStore(basket, isEmpty);
  const waiting = count === 0 ? t('parked.open') : t('parked.openCount', { count });
  // By voice a button is called by the words that are read on it.
  const shows = count === 0 ? waiting : `${t('parked.open')} ${count}: ${count === 1 ? t('parked.takeOnly') : waiting}`;
  const parking = count === 0 ? t('parked.park') : `${t('parked.park')}. ${waiting}`;
  // The basket came or went with the first tap: a second one must not turn it round again.
  const rests = useRest(customer);
  return (
    <Button busy={rests} label={parks ? parking : shows} onPress={() => void parkOrTake(app)}>
      {t(parks ? 'parked.park' : 'parked.open')}
      {count > 0 && (
        <span className="figures rounded-full bg-action px-2 font-semibold text-on-action" data-testid="parked">
          {count}
        </span>
      )}
    </Button>
  );
}
