/** While the terminal has the customer: the amount, what the terminal shows, how long, and a way to ask for an end. */

import { useStore } from 'zustand';
import type { RunningPayment } from '../../main/push/events.ts';
import { useApp, useWords } from '../context.tsx';
import { useKeys } from '../keys.ts';
import { Button } from '../parts/Button.tsx';
import { Elapsed } from '../parts/Elapsed.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Message, ScreenTitle } from '../parts/Panel.tsx';
import type { Words } from '../texts/words.ts';

export function Payment() {
  const { till, checkout } = useApp();
  const words = useWords();
  const { t, money } = words;
  const { payment, busy, cancelling, left } = useStore(till);
  const reversing = busy?.doing === 'reverse' || payment?.kind === 'reversal';
  const stopping = cancelling && payment?.step !== 'abortRefused';
  useKeys([['Escape', !stopping && !reversing && (() => void checkout.cancelPayment())]]);
  return (
    <main className="grid flex-1 content-center justify-items-center gap-6 p-4 text-center">
      <ScreenTitle className="text-xl font-semibold text-soft">
        {t(`payment.title.${reversing ? 'reversal' : (payment?.kind ?? 'payment')}`)}
      </ScreenTitle>
      <p className="figures text-[length:var(--size-amount)] leading-none font-bold" data-testid="payment-amount">
        {money(payment?.amount ?? busy?.amount ?? 0)}
      </p>
      <section
        aria-label={t('payment.says')}
        className="grid w-full max-w-2xl justify-items-center gap-3 rounded-panel border border-line bg-panel p-6"
      >
        <span className="animate-breathe text-accent">
          <Icon name="terminal" size={40} />
        </span>
        <p
          className="text-prompt leading-tight font-semibold text-balance break-words whitespace-pre-line"
          data-testid="terminal-text"
        >
          {reversing && !payment?.prompt ? t('payment.reversing') : saysOf(payment, words, left.length > 0)}
        </p>
        <p className="flex items-center gap-2 text-soft">
          <Icon name="clock" size={20} />
          <Elapsed since={payment?.startedAt ?? busy?.since ?? Date.now()} label={t('payment.elapsed')} />
        </p>
      </section>
      {stopping ? (
        <div className="w-full max-w-2xl">
          <Message tone="warn">
            <span className="block">{t('payment.cancelling')}</span>
            <span className="block font-normal">{t('payment.cancellingHelp')}</span>
          </Message>
        </div>
      ) : (
        !reversing && (
          <Button size="tall" icon="cross" hint="Esc" onPress={() => void checkout.cancelPayment()}>
            {t('payment.cancel')}
          </Button>
        )
      )}
    </main>
  );
}

/** The terminal's own words win; before it said anything, the step tells how far we are. */
function saysOf(payment: RunningPayment | null, { t, language }: Words, unsettled: boolean): string {
  // Nothing is sent before it is known what became of the sale that was left open.
  if (!payment) return t(unsettled ? 'payment.step.settling' : 'payment.step.preparing');
  return payment.prompt?.[language] || t(`payment.step.${payment.step}`);
}
