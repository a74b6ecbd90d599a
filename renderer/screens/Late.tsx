/** The terminal approved although it had been asked to stop: the payment is kept, or taken back. Somebody has to choose. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../context.tsx';
import { useKeys } from '../keys.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Message, ScreenTitle } from '../parts/Panel.tsx';
import { Sure } from '../parts/Sure.tsx';
import type { Problem } from '../stores/problem.ts';
import { isDeciding } from '../stores/till.ts';
import { useTerminalWords } from '../texts/terminal/words.ts';

export default function Late() {
  const { till } = useApp();
  const { t, money, time } = useTerminalWords();
  const { payment, failure } = useStore(till);
  if (!payment) return null;
  return (
    <main className="mx-auto grid w-full max-w-4xl flex-1 content-center gap-5 p-4">
      <div className="grid gap-2 rounded-panel border-2 border-warn bg-warn-tint p-5 text-warn">
        <div className="flex items-center gap-3">
          <Icon name="alert" size={40} />
          <ScreenTitle className="text-2xl leading-tight font-bold">{t('late.title')}</ScreenTitle>
        </div>
        <p className="figures flex flex-wrap items-baseline gap-x-4">
          <strong className="text-amount leading-tight" data-testid="payment-amount">
            {money(payment.amount)}
          </strong>
          <span className="text-lg">
            {t('unknown.started')}: {time(payment.startedAt)}
          </span>
        </p>
        <p className="text-lg">{t('late.explain')}</p>
      </div>
      {failure && <NotTakenBack failure={failure} />}
      <KeepOrBack />
      <PutOff />
    </main>
  );
}

/** The customer has paid, or gets the money back, with a second word. */
export function KeepOrBack() {
  const { till, checkout } = useApp();
  const { t } = useTerminalWords();
  const busy = useStore(till, isDeciding);
  const [sure, setSure] = useState(false);
  const keep = () => void checkout.decideLate(true);
  useKeys([
    ['F9', !busy && !sure && keep],
    ['F7', !busy && !sure && (() => setSure(true))],
  ]);
  return (
    <section aria-label={t('late.what')}>
      <h2 className="mb-2 text-xl font-semibold">{t('late.what')}</h2>
      {sure ? (
        <Sure
          danger
          icon="undo"
          no={t('late.confirmNot')}
          yes={t('late.confirmBack')}
          busy={busy}
          onNo={() => setSure(false)}
          onYes={() => void checkout.decideLate(false)}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid content-start gap-2">
            <Button look="primary" size="tender" icon="check" hint="F9" busy={busy} onPress={keep}>
              {t('late.keep')}
            </Button>
            <p className="text-soft">{t('late.keepHelp')}</p>
          </div>
          <div className="grid content-start gap-2">
            <Button size="tender" icon="undo" hint="F7" busy={busy} onPress={() => setSure(true)}>
              {t('late.back')}
            </Button>
            <p className="text-soft">{t('late.backHelp')}</p>
          </div>
        </div>
      )}
    </section>
  );
}

/** Taking the payment back did not work; it can be tried again, or kept. */
export function NotTakenBack({ failure }: { readonly failure: Problem }) {
  const { t, problem } = useTerminalWords();
  return (
    <Message tone="error">
      <span className="block">{t('late.failed')}</span>
      <span className="block font-normal">{problem(failure)}</span>
      <span className="block font-normal">{t('late.failedWhat')}</span>
    </Message>
  );
}

export function PutOff() {
  const { till, checkout } = useApp();
  const { t } = useTerminalWords();
  const busy = useStore(till, isDeciding);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button look="quiet" icon="clock" busy={busy} onPress={() => void checkout.putOff()}>
        {t('late.later')}
      </Button>
      <p className="text-sm text-soft">{t('late.laterHelp')}</p>
    </div>
  );
}
