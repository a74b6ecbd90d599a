/** The payment failed: whether money moved, why, and how to go on. The basket is still there. */

import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import type { Decision } from '../../main/push/events.ts';
import { useApp, useWords } from '../context.tsx';
import { useKeys } from '../keys.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { ScreenTitle } from '../parts/Panel.tsx';
import { ReceiptPaper } from '../parts/ReceiptPaper.tsx';
import { wantsDayEnd } from '../stores/problem.ts';
import { isManager } from '../stores/session.ts';
import { notPaidByWord } from '../stores/till.ts';

const CallManager = lazy(() => import('./CallManager.tsx').then(parts => ({ default: parts.CallManager })));

export function Declined() {
  const { till, session, place, checkout } = useApp();
  const { t, problem: textOf } = useWords();
  const failure = useStore(till, state => state.failure);
  const decided = useStore(till, notPaidByWord);
  const user = useStore(session, state => state.user);
  const full = wantsDayEnd(failure);
  const toDayEnd = () => place.go('dayEnd');
  const slip = useStore(till, state => state.sale?.receipt);
  const repeat = () => void checkout.pay('cashless');
  useKeys([
    ['F8', checkout.openCash],
    ['F9', full ? false : repeat],
    ['Escape', checkout.backToBasket],
  ]);
  return (
    <main className="mx-auto grid w-full max-w-4xl flex-1 content-center gap-5 p-4">
      <div className={`grid gap-3 rounded-panel border-2 p-6 ${decided ? DOUBTFUL : CERTAIN}`}>
        <div className="flex items-center gap-3">
          <Icon name={decided ? 'person' : 'cross'} size={40} />
          <ScreenTitle className="text-3xl font-bold">{t('declined.title')}</ScreenTitle>
        </div>
        <p className="text-2xl leading-tight font-bold">{t(decided ? 'declined.decided' : 'declined.noMoney')}</p>
        {decided ? (
          <Decided {...decided} />
        ) : (
          <p className="text-lg" data-testid="declined-reason">
            {failure ? withoutSentence(textOf(failure), t('declined.noMoney')) : t('declined.unknownReason')}
          </p>
        )}
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
          {!full && (
            <Button size="tender" icon="card" hint="F9" onPress={repeat}>
              {t('declined.repeat')}
            </Button>
          )}
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

const CERTAIN = 'border-bad bg-bad-tint text-bad';
const DOUBTFUL = 'border-warn bg-warn-tint text-warn';

/** The reason beside the sentence that says it in large letters already. */
const withoutSentence = (text: string, sentence: string): string =>
  text.replace(sentence, '').replace('  ', ' ').trim();

/** A person said so: who, when, and on what grounds. */
function Decided({ by, at, evidence }: Decision) {
  const { t, money, time, language } = useWords();
  const last = evidence?.last;
  return (
    <div className="grid gap-1 text-lg" data-testid="declined-reason">
      <p>{t('declined.decidedBy', { by, time: time(at) })}</p>
      {evidence?.because && <p>{t('declined.known', { because: evidence.because[language] })}</p>}
      {last && (
        <p>
          {t('declined.last', {
            number: last.receipt_number ?? '?',
            amount: last.amount === null ? t('declined.lastUnknown') : money(last.amount),
          })}
        </p>
      )}
      <p>{t('declined.check')}</p>
    </div>
  );
}
