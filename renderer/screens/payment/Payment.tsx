/** The screen of a running payment: amount, text of the terminal, its silence, and the buttons to stop or leave. */

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RunningPayment } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { Button } from '../../parts/Button.tsx';
import { Elapsed } from '../../parts/Elapsed.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, ScreenTitle } from '../../parts/Panel.tsx';
import { isStopping } from '../../stores/till.ts';
import { type PaymentTexts, usePaymentTexts } from '../../texts/pages/payment.ts';
import { promptText } from '../../texts/promptText.ts';
import { MoneyLine } from './MoneyLine.tsx';
import { type TerminalSilence, terminalSilence } from './terminalSilence.ts';

export default function Payment() {
  const { till, openPayments, checkout } = useApp();
  const texts = usePaymentTexts();
  const { t, money } = texts;
  const { payment, busy } = useStore(till);
  const cancelling = useStore(till, isStopping);
  const unsettled = useStore(openPayments, ({ list }) => list.length > 0);
  const reversing = busy?.action === 'reverse' || payment?.kind === 'reversal';
  const stopping = cancelling && payment?.step !== 'abortRefused';
  const silence = useTerminalSilence(payment?.newsAt ?? busy?.since ?? null, stopping, checkout.isOwn(payment));
  const mayStop = !stopping && !reversing;
  const leave = () => void checkout.leave();
  useKeys([
    ['Escape', mayStop && (() => void checkout.cancelPayment())],
    ['F1', silence.mayLeave && leave],
  ]);
  return (
    <main className="mx-auto grid w-full max-w-3xl flex-1 content-start justify-items-center gap-4 p-4 pt-[5vh] text-center short:gap-2 short:pt-2">
      {!reversing && <MoneyLine amount={payment?.amount ?? busy?.amount ?? null} at="terminal" />}
      <ScreenTitle className="text-xl font-semibold text-soft">
        {t(`payment.title.${reversing ? 'reversal' : (payment?.kind ?? 'payment')}`)}
      </ScreenTitle>
      <p className="figures text-sum leading-none font-bold" data-testid="payment-amount">
        {money(payment?.amount ?? busy?.amount ?? 0)}
      </p>
      {/* High enough for three lines of the terminal, so that the buttons below never move under the finger. */}
      <section
        aria-label={t('payment.says')}
        className="grid min-h-64 w-full grid-rows-[auto_1fr_auto] items-center justify-items-center gap-3 card p-5 short:min-h-40 short:gap-1 short:p-2"
      >
        <Actor payment={payment} />
        <p
          className="text-prompt leading-tight font-semibold text-balance break-words whitespace-pre-line short:text-3xl"
          data-testid="terminal-text"
        >
          {reversing && !payment?.prompt ? t('payment.reversing') : terminalText(payment, texts, unsettled)}
        </p>
        <p className="flex items-center gap-2 text-soft">
          <Icon name="clock" size={20} />
          <Elapsed since={payment?.startedAt ?? busy?.since ?? Date.now()} label={t('payment.elapsed')} />
        </p>
      </section>
      {/* Each button keeps its place, even when the other button is missing. */}
      <div className="grid w-full grid-cols-2 gap-2 max-sm:[&_svg]:hidden">
        {reversing ? (
          <span />
        ) : (
          <Button size="tender" icon="cross" hint="Esc" busy={stopping} onPress={() => void checkout.cancelPayment()}>
            {t(stopping ? 'payment.cancellingShort' : 'payment.cancel')}
          </Button>
        )}
        {silence.mayLeave && (
          <Button size="tender" look="primary" icon="next" hint="F1" onPress={leave}>
            {t('silence.next')}
          </Button>
        )}
      </div>
      <div className="grid w-full gap-2">
        {stopping && !silence.mayLeave && (
          <Message tone="warn">
            <span className="block">{t('payment.cancelling')}</span>
            <span className="block font-normal">{t('payment.cancellingHelp')}</span>
          </Message>
        )}
        <SilenceMessage silence={silence} />
      </div>
    </main>
  );
}

/** The side that has to act now: with the picture of a customer, of the terminal, or none where nobody can say it. */
function Actor({ payment }: { readonly payment: RunningPayment | null }) {
  const { t } = usePaymentTexts();
  const acts = payment?.step === 'prompt' ? (payment.acts ?? null) : null;
  return (
    <p className="flex min-h-10 items-center gap-2 text-lg font-semibold text-action-ink" data-testid="who-acts">
      <span className="animate-breathe">
        <Icon name={acts === 'customer' ? 'person' : 'terminal'} size={32} />
      </span>
      {acts && t(`payment.acts.${acts}`)}
    </p>
  );
}

/** Screen readers announce each tip once, and not the seconds. */
function SilenceMessage({ silence: { seconds, tip, mayLeave } }: { readonly silence: TerminalSilence }) {
  const { t } = usePaymentTexts();
  return (
    <>
      {seconds !== null && (
        <p className="figures text-soft" aria-hidden="true" data-testid="silence">
          {t('silence.since', { seconds })}
        </p>
      )}
      <div role="status" className="empty:absolute">
        {tip && (
          <Message tone={mayLeave ? 'warn' : 'info'}>
            <span className="block">{t(`silence.tip.${tip}`)}</span>
            {mayLeave && <span className="block font-normal">{t('silence.money')}</span>}
          </Message>
        )}
      </div>
    </>
  );
}

/**
 * Updated every second. Counts by the clock of this screen from the moment a text of the terminal arrives. Only a text from
 * before the screen opened counts by the clock of the bridge.
 */
function useTerminalSilence(newsAt: number | null, stopping: boolean, isOwn: boolean): TerminalSilence {
  const [now, setNow] = useState(Date.now);
  const news = useRef({ newsAt, at: newsAt === null ? Date.now() : Math.min(Date.now(), newsAt) });
  const stoppedAt = useRef<number | null>(null);
  if (news.current.newsAt !== newsAt) news.current = { newsAt, at: Date.now() };
  if (stopping !== (stoppedAt.current !== null)) stoppedAt.current = stopping ? Date.now() : null;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const stopped = stoppedAt.current;
  const silence = terminalSilence(now - news.current.at, stopped === null ? null : now - stopped);
  return isOwn || !silence.mayLeave ? silence : { ...silence, tip: 'line', mayLeave: false };
}

/** The text of the terminal; before its first text, the text of the current step. */
function terminalText(payment: RunningPayment | null, { t, language }: PaymentTexts, unsettled: boolean): string {
  // The payment is sent after the outcome of the open payment is known.
  if (!payment) return t(unsettled ? 'payment.step.settling' : 'payment.step.preparing');
  return promptText(payment.prompt?.[language] ?? '') || t(`payment.step.${payment.step}`);
}
