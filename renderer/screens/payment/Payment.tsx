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
import { Stage, TicketFoot, Verdict } from '../../parts/Stage.tsx';
import { isStopping } from '../../stores/till.ts';
import { type PaymentTexts, usePaymentTexts } from '../../texts/pages/payment.ts';
import { promptText } from '../../texts/promptText.ts';
import { LockedTicket } from './LockedTicket.tsx';
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
    ['F6', silence.mayLeave && leave],
  ]);
  const amount = payment?.amount ?? busy?.amount ?? 0;
  return (
    <Stage
      ticket={
        <>
          {!reversing && <LockedTicket />}
          <TicketFoot
            label={t(`payment.title.${reversing ? 'reversal' : (payment?.kind ?? 'payment')}`)}
            amount={
              <strong className="figures ms-auto text-sum font-bold" data-testid="payment-amount">
                {money(amount)}
              </strong>
            }
          >
            {/* Each button keeps its place, even when the other button is missing. */}
            <div className="grid grid-cols-2 gap-2">
              {reversing ? (
                <span className="touch-pay" />
              ) : (
                <Button
                  size="next"
                  icon="cross"
                  hint="Esc"
                  busy={stopping}
                  className={silence.mayLeave ? '' : 'col-span-2'}
                  onPress={() => void checkout.cancelPayment()}
                >
                  {t(stopping ? 'payment.cancellingShort' : 'payment.cancel')}
                </Button>
              )}
              {silence.mayLeave && (
                <Button size="next" look="primary" icon="next" hint="F6" onPress={leave}>
                  {t('silence.next')}
                </Button>
              )}
            </div>
          </TicketFoot>
        </>
      }
    >
      {!reversing && <MoneyLine amount={payment?.amount ?? busy?.amount ?? null} at="terminal" />}
      {/* High enough for three lines of the terminal, so that nothing below moves. */}
      <Verdict tone="action" fills>
        <ScreenTitle className="sr-only">
          {t(`payment.title.${reversing ? 'reversal' : (payment?.kind ?? 'payment')}`)}
        </ScreenTitle>
        <section aria-label={t('payment.says')} className="grid min-h-56 content-center gap-3 short:min-h-36">
          <Actor payment={payment} />
          <p className="text-prompt font-bold text-balance break-words whitespace-pre-line" data-testid="terminal-text">
            {reversing && !payment?.prompt ? t('payment.reversing') : terminalText(payment, texts, unsettled)}
          </p>
          <p className="flex items-center gap-2 text-ink">
            <Icon name="clock" size={20} />
            <Elapsed since={payment?.startedAt ?? busy?.since ?? Date.now()} label={t('payment.elapsed')} />
          </p>
        </section>
      </Verdict>
      <div className="grid gap-2">
        {stopping && !silence.mayLeave && (
          <Message tone="warn">
            <span className="block">{t('payment.cancelling')}</span>
            <span className="block font-normal">{t('payment.cancellingHelp')}</span>
          </Message>
        )}
        <SilenceMessage silence={silence} />
      </div>
    </Stage>
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
