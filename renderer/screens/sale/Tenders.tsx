/** Totals and tenders. The amount to pay is the biggest figure on the screen. */

import { memo, Suspense } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import type { Tender } from '../../bridge/client.ts';
import { Button } from '../../parts/Button.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { Fact } from '../../parts/Panel.tsx';
import type { BasketState } from '../../stores/basketState.ts';
import { tendersFor, totalsOf } from '../../stores/basketTotals.ts';
import { useTexts } from '../../texts/context.tsx';
import { BOTTOM_BAR } from './bottomBar.ts';
import { SumFacts } from './SumFacts.tsx';

const PayOut = earlyPart(() => import('./PayOut.tsx'));
const TipLine = earlyPart(() => import('./customer/TipLine.tsx'));
const PaidParts = earlyPart(() => import('./PaidParts.tsx'));

interface TendersProps {
  readonly ways: readonly Tender[];
  /** The shop has a card terminal. */
  readonly takesCards: boolean;
  /** Takes a card at the terminal. */
  readonly onCard: () => void;
}

export function Tenders({ ways, takesCards, onCard }: TendersProps) {
  const { basket } = useApp();
  const { t, money } = useTexts();
  const state = useStore(basket);
  const { sum, discount, bonus, cardUsed, paid, missing, payOut, exact } = totalsOf(state);
  if (payOut !== undefined)
    return (
      <Suspense>
        <PayOut amount={payOut} />
      </Suspense>
    );
  return (
    <section aria-label={t('totals.title')} className="border-t border-line bg-panel px-3 pt-2 pb-3">
      <dl className="lg:short:flex lg:short:flex-wrap lg:short:justify-between lg:short:gap-x-3 lg:short:text-sm">
        <SumFacts goods={sum} discount={discount} bonus={bonus} />
        {cardUsed > 0 && (
          <Fact name={t('totals.card')} id="card-used">
            {money(-cardUsed)}
          </Fact>
        )}
      </dl>
      {state.extras.tip > 0 && (
        <Suspense>
          <TipLine />
        </Suspense>
      )}
      {paid > 0 && (
        <Suspense>
          <PaidParts />
        </Suspense>
      )}
      <div className={BOTTOM_BAR}>
        <dl className="flex w-full flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-xl font-semibold">
            {t(paid > 0 ? 'totals.stillMissing' : 'totals.missing')}
            {!exact && <span className="ms-2 text-sm font-normal text-soft">{t('totals.updating')}</span>}
          </dt>
          <dd
            className="figures ms-auto text-amount leading-tight font-bold"
            data-testid="missing-sum"
            data-exact={exact}
          >
            {money(missing)}
          </dd>
        </dl>
        <PayButtons ways={ways} takesCards={takesCards} onCard={onCard} />
      </div>
    </section>
  );
}

/** Drawn again only when a way to pay comes or goes: every scan changes the sums above. */
const PayButtons = memo(function PayButtons({ ways, takesCards, onCard }: TendersProps) {
  const { till, checkout, basket } = useApp();
  const { t } = useTexts();
  const busy = useStore(till, state => state.busy?.action ?? null);
  const hasCard = useStore(basket, state => state.card !== null);
  const why = useStore(basket, whyGrey);
  const disabled = (way: Tender) => busy !== null || !ways.includes(way);
  const covered = ways.includes('loyalty');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own
    <div
      role="group"
      aria-label={t('pay.title')}
      className="mt-2 flex flex-wrap gap-2 max-sm:flex-nowrap lg:short:flex-nowrap max-sm:[&_svg]:hidden lg:short:[&_svg]:hidden"
    >
      {hasCard && (
        <Button
          size="tender"
          icon="heart"
          hint="F7"
          look={covered ? 'primary' : 'outline'}
          describedBy={why === null ? undefined : WHY}
          disabled={disabled('loyalty')}
          onPress={() => void checkout.pay('loyalty')}
        >
          {busy === 'loyalty' ? t('pay.busy') : t('pay.loyalty')}
        </Button>
      )}
      <Button size="tender" icon="cash" hint="F8" disabled={disabled('cash')} onPress={checkout.openCash}>
        {t('pay.cash')}
      </Button>
      {takesCards && (
        <Button
          size="tender"
          icon="card"
          hint="F9"
          look={covered ? 'outline' : 'primary'}
          disabled={disabled('cashless')}
          onPress={onCard}
        >
          {t('pay.cashless')}
        </Button>
      )}
      {!covered && (
        <Button
          size="tender"
          icon="split"
          hint="F6"
          disabled={disabled('cashless')}
          label={t('parts.splitTitle')}
          onPress={checkout.openPart}
        >
          {t('parts.split')}
        </Button>
      )}
      {why !== null && (
        <p id={WHY} className="basis-full text-sm text-soft max-sm:sr-only lg:short:sr-only">
          {t(`pay.why.${why}`)}
        </p>
      )}
    </div>
  );
});

const WHY = 'why-grey';

/**
 * The reason why the button of the loyalty card, or the others, cannot be pressed; null where none of them is in the
 * way.
 */
function whyGrey(state: BasketState): 'loyalty' | 'loyaltyOff' | 'covered' | null {
  const ways = tendersFor(state);
  if (state.card === null || ways.length === 0 || !totalsOf(state).exact) return null;
  if (ways.includes('loyalty')) return 'covered';
  return state.payWithCard ? 'loyalty' : 'loyaltyOff';
}
