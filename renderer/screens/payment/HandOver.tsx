/** The screen of an approved payment that counts once the goods are handed out; otherwise the money goes back. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ScreenTitle } from '../../parts/Panel.tsx';
import { Stage, TicketFoot, Verdict } from '../../parts/Stage.tsx';
import { useQuestion } from '../../parts/useQuestion.ts';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { LockedTicket } from './LockedTicket.tsx';

export default function HandOver() {
  const { till, checkout } = useApp();
  const { t, money } = useTerminalTexts();
  const amount = useStore(till, state => state.payment?.amount ?? 0);
  const [isSending, setSending] = useState(false);
  const { isOpen, ask, close } = useQuestion();
  const report = (done: boolean) => {
    setSending(true);
    void checkout.handOver(done).then(() => {
      setSending(false);
      close();
    });
  };
  useKeys([
    ['F10', !isSending && !isOpen && (() => report(true))],
    ['F12', !isSending && !isOpen && ask],
  ]);
  return (
    <Stage
      ticket={
        <>
          <LockedTicket />
          <TicketFoot
            label={t('handOver.paid')}
            amount={
              <strong className="figures ms-auto text-sum font-bold" data-testid="payment-amount">
                {money(amount)}
              </strong>
            }
          >
            {isOpen ? (
              <Confirmation
                danger
                icon="undo"
                text={t('handOver.sure', { amount: money(amount) })}
                no={t('common.back')}
                yes={t('handOver.sureYes')}
                busy={isSending}
                onNo={close}
                onYes={() => report(false)}
              />
            ) : (
              <div className="grid gap-4">
                <Button
                  look="primary"
                  size="next"
                  icon="check"
                  hint="F10"
                  busy={isSending}
                  onPress={() => report(true)}
                >
                  {t('handOver.done')}
                </Button>
                <Button look="danger" size="next" icon="undo" hint="F12" busy={isSending} onPress={ask}>
                  {t('handOver.failed')}
                </Button>
              </div>
            )}
            <p className="text-sm text-soft">{t('handOver.failedHelp')}</p>
          </TicketFoot>
        </>
      }
    >
      <Verdict tone="good" fills>
        <div className="flex items-center gap-3">
          <Icon name="check" size={40} />
          <ScreenTitle className="text-prompt font-bold">{t('handOver.title')}</ScreenTitle>
        </div>
        <p className="text-lg text-ink">{t('handOver.explain')}</p>
      </Verdict>
    </Stage>
  );
}
