/** The payment failed: no money moved, why, and how to go on. The basket is still there. */

import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useApp, useWords } from '../context.tsx';
import { useKeys } from '../keys.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { ScreenTitle } from '../parts/Panel.tsx';
import { ReceiptPaper } from '../parts/ReceiptPaper.tsx';
import { wantsDayEnd } from '../stores/problem.ts';
import { isManager } from '../stores/session.ts';

const CallManager = lazy(() => import('./CallManager.tsx').then(parts => ({ default: parts.CallManager })));

export function Declined() {
  const { till, session, place, checkout } = useApp();
  const { t, problem: textOf } = useWords();
  const failure = useStore(till, state => state.failure);
  const user = useStore(session, state => state.user);
  const full = wantsDayEnd(failure);
  const toDayEnd = () => place.go('dayEnd');
  const slip = useStore(till, state => state.sale?.receipt);
  const repeat = () => void checkout.pay('cashless');
  useKeys([
    ['F8', checkout.openCash],
    ['F9', repeat],
    ['Escape', checkout.backToBasket],
  ]);
  return (
    <main className="mx-auto grid w-full max-w-4xl flex-1 content-center gap-5 p-4">
      <div className="grid gap-3 rounded-panel border-2 border-bad bg-bad-tint p-6 text-bad">
        <div className="flex items-center gap-3">
          <Icon name="cross" size={40} />
          <ScreenTitle className="text-3xl font-bold">{t('declined.title')}</ScreenTitle>
        </div>
        <p className="text-2xl leading-tight font-bold">{t('declined.noMoney')}</p>
        <p className="text-lg" data-testid="declined-reason">
          {failure ? textOf(failure) : t('declined.unknownReason')}
        </p>
      </div>
      {full && (
        <section
          aria-label={t('declined.fullTitle')}
          className="grid gap-2 rounded-panel border border-warn bg-panel p-4"
        >
          <h2 className="text-xl font-semibold">{t('declined.fullTitle')}</h2>
          <p>{t('declined.full')}</p>
          <div>
            {isManager(user) ? (
              <Button look="primary" icon="next" onPress={toDayEnd}>
                {t('declined.dayEnd')}
              </Button>
            ) : (
              <Suspense>
                <CallManager onDone={toDayEnd} />
              </Suspense>
            )}
          </div>
        </section>
      )}
      <section aria-label={t('declined.what')}>
        <h2 className="mb-2 font-semibold">{t('declined.what')}</h2>
        <div className="grid gap-2 sm:grid-cols-3">
          <Button size="tender" icon="card" hint="F9" onPress={repeat}>
            {t('declined.repeat')}
          </Button>
          <Button size="tender" icon="cash" hint="F8" onPress={checkout.openCash}>
            {t('declined.cash')}
          </Button>
          <Button size="tender" icon="basket" hint="Esc" onPress={checkout.backToBasket}>
            {t('declined.other')}
          </Button>
        </div>
      </section>
      {slip && slip.length > 0 && (
        <details className="rounded-panel border border-line bg-panel p-3">
          <summary className="touch cursor-pointer py-3 font-semibold">{t('declined.slip')}</summary>
          <ReceiptPaper lines={slip} />
        </details>
      )}
    </main>
  );
}
