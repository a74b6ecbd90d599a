/** The head of the ticket: the loyalty card of the sale, the baskets that wait, and everything else behind one button. */

import { Suspense, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { useTexts } from '../../texts/context.tsx';

const LoyaltyCard = earlyPart(() => import('./LoyaltyCard.tsx'));
const ParkButton = earlyPart(() => import('./ParkButton.tsx'));
const CardButton = earlyPart(() => import('./CardButton.tsx'));

export interface TicketHeadProps {
  /** True while the number is typed. */
  readonly entering: boolean;
  readonly onEnter: () => void;
  readonly onDone: () => void;
}

export function TicketHead({ entering, onEnter, onDone }: TicketHeadProps) {
  const { basket, entry } = useApp();
  const { t } = useTexts();
  const park = () => entry.open({ name: 'parked' });
  const number = useStore(basket, state => state.card?.number ?? null);
  const hasDetails = useStore(
    basket,
    ({ card, refused, extras, applied }) =>
      card !== null ||
      refused !== null ||
      extras.newCard !== null ||
      extras.coupons.length > 0 ||
      applied?.benefits !== undefined,
  );
  // A card that was accepted meanwhile, by a scan or by the terminal, replaces the form.
  const before = useRef(number);
  useEffect(() => {
    if (number !== null && number !== before.current && entering) onDone();
    before.current = number;
  }, [number, entering, onDone]);
  const enter = (
    <Button icon="heart" hint="F3" label={t('card.enter')} className="min-w-0 flex-1 justify-start" onPress={onEnter}>
      {t('card.title')}
    </Button>
  );
  return (
    <section
      aria-label={t('card.title')}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line px-4 pt-3 pb-2 short:py-2"
    >
      <div className="flex gap-2">
        {number === null ? (
          enter
        ) : (
          <Suspense fallback={enter}>
            <CardButton />
          </Suspense>
        )}
        <Suspense fallback={<Button onPress={park}>{t('parked.short')}</Button>}>
          <ParkButton />
        </Suspense>
        <Button size="icon" icon="more" label={t('more.open')} onPress={() => entry.open({ name: 'more' })} />
      </div>
      {(entering || hasDetails) && (
        <Suspense>
          <LoyaltyCard entering={entering} onDone={onDone} />
        </Suspense>
      )}
    </section>
  );
}
