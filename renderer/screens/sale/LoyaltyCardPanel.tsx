/** The place of the loyalty card: the button for its number, or the card of this sale. */

import { Suspense, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { useTexts } from '../../texts/context.tsx';
import { MoreButton } from './MoreButton.tsx';

const LoyaltyCard = earlyPart(() => import('./LoyaltyCard.tsx'));

export interface LoyaltyCardPanelProps {
  /** True while the number is typed. */
  readonly entering: boolean;
  readonly onEnter: () => void;
  readonly onDone: () => void;
}

export function LoyaltyCardPanel({ entering, onEnter, onDone }: LoyaltyCardPanelProps) {
  const { basket } = useApp();
  const { t } = useTexts();
  const number = useStore(basket, state => state.card?.number ?? null);
  const refused = useStore(basket, state => state.refused !== null);
  const hasExtras = useStore(
    basket,
    ({ extras, applied }) => extras.newCard !== null || extras.coupons.length > 0 || applied?.benefits !== undefined,
  );
  // A card that was accepted meanwhile, by a scan or by the terminal, replaces the form.
  const before = useRef(number);
  useEffect(() => {
    if (number !== null && number !== before.current && entering) onDone();
    before.current = number;
  }, [number, entering, onDone]);
  const noCard = <NoCard onEnter={onEnter} />;
  return (
    <section aria-label={t('card.title')} className="grid gap-2 border-b border-line bg-sunken px-3 py-2">
      {entering || number !== null || refused || hasExtras ? (
        <Suspense fallback={noCard}>
          <LoyaltyCard entering={entering} noCard={noCard} onDone={onDone} />
        </Suspense>
      ) : (
        noCard
      )}
    </section>
  );
}

function NoCard({ onEnter }: { readonly onEnter: () => void }) {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-soft">
        <Icon name="heart" />
      </span>
      {/* The button beside it says the same. */}
      <p className="sr-only">{t('card.title')}</p>
      <Button hint="F3" className="ms-auto max-sm:flex-1" onPress={onEnter}>
        {t('card.enter')}
      </Button>
      <MoreButton />
    </div>
  );
}
