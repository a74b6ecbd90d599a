/** Totals and tenders. The amount to pay is the biggest figure on the screen. */

import { memo, Suspense } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import type { Tender } from '../../bridge/client.ts';
import { Button } from '../../parts/Button.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { totalsOf } from '../../stores/basketTotals.ts';
import { piecesOf } from '../../stores/lines.ts';
import { useTexts } from '../../texts/context.tsx';
import { BOTTOM_BAR } from './bottomBar.ts';
import { SumFacts } from './SumFacts.tsx';

const CardUse = earlyPart(() => import('./CardUse.tsx'));
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
  const due = money(missing);
  if (payOut !== undefined)
    return (
      <Suspense>
        <PayOut amount={payOut} />
      </Suspense>
    );
  return (
    <section aria-label={t('totals.title')} className="border-t border-line bg-sunken px-4 pt-2 pb-4 short:pb-3">
      <dl className="beside:short:flex beside:short:flex-wrap beside:short:justify-between beside:short:gap-x-3 beside:short:text-sm">
        <SumFacts goods={sum} discount={discount} bonus={bonus} pieces={piecesOf(state.lines)} />
      </dl>
      {state.card && (
        <Suspense>
          <CardUse used={cardUsed} />
        </Suspense>
      )}
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
            className={`figures ms-auto font-bold ${due.length > 9 ? 'text-sum-long' : 'text-sum'}`}
            data-testid="missing-sum"
            data-exact={exact}
          >
            {due}
          </dd>
        </dl>
        <PayButtons ways={ways} takesCards={takesCards} onCard={onCard} />
      </div>
    </section>
  );
}

/**
 * Three places that never move: cash, what the customer pays with next, a part. Drawn again only when a way to pay comes or goes: every
 * scan changes the sums above.
 */
const PayButtons = memo(function PayButtons({ ways, takesCards, onCard }: TendersProps) {
  const { till, checkout } = useApp();
  const { t } = useTexts();
  const busy = useStore(till, state => state.busy?.action ?? null);
  const disabled = (way: Tender) => busy !== null || !ways.includes(way);
  const covered = ways.includes('loyalty');
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own */}
      <div
        role="group"
        aria-label={t('pay.title')}
        className={`mt-2 grid gap-2 ${takesCards || covered ? 'grid-cols-[1fr_1.7fr_1fr]' : 'grid-cols-[2.7fr_1fr]'}`}
      >
        <Button
          size="tender"
          icon="cash"
          hint="F8"
          look={takesCards || covered ? 'tonal' : 'primary'}
          describedBy={covered ? WHY : undefined}
          disabled={disabled('cash')}
          onPress={checkout.openCash}
        >
          {t('pay.cash')}
        </Button>
        {covered && (
          <Button
            size="next"
            icon="heart"
            hint="F7"
            look="primary"
            disabled={disabled('loyalty')}
            onPress={() => void checkout.pay('loyalty')}
          >
            {busy === 'loyalty' ? t('pay.busy') : t('pay.loyalty')}
          </Button>
        )}
        {takesCards && !covered && (
          <Button size="next" icon="card" hint="F9" look="primary" disabled={disabled('cashless')} onPress={onCard}>
            {t('pay.cashless')}
          </Button>
        )}
        <Button size="tender" icon="split" hint="F6" disabled={disabled('cashless')} onPress={checkout.openPart}>
          {t('parts.split')}
        </Button>
      </div>
      {covered && (
        <p id={WHY} className="mt-2 text-sm text-soft max-sm:sr-only beside:short:sr-only">
          {t('pay.coveredByCard')}
        </p>
      )}
    </>
  );
});

const WHY = 'why-covered';
