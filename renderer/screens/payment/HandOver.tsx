/** The screen of an approved payment that counts once the goods are handed out; otherwise the money goes back. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ScreenTitle } from '../../parts/Panel.tsx';
import { useQuestion } from '../../parts/useQuestion.ts';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';

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
    <main className="mx-auto grid w-full max-w-3xl flex-1 content-center gap-5 p-4">
      <div className="grid gap-2 rounded-control border-2 border-good bg-good-tint p-5">
        <div className="flex items-center gap-3 text-good">
          <Icon name="check" size={40} />
          <ScreenTitle className="text-2xl leading-tight font-bold">{t('handOver.title')}</ScreenTitle>
        </div>
        <p className="figures text-sum leading-tight font-bold" data-testid="payment-amount">
          {money(amount)}
        </p>
        <p className="text-lg">{t('handOver.explain')}</p>
      </div>
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
        <div className="flex flex-wrap gap-2">
          <Button look="primary" size="tender" icon="check" hint="F10" busy={isSending} onPress={() => report(true)}>
            {t('handOver.done')}
          </Button>
          <Button look="danger" size="tender" icon="undo" hint="F12" busy={isSending} onPress={ask}>
            {t('handOver.failed')}
          </Button>
        </div>
      )}
      <p className="text-soft">{t('handOver.failedHelp')}</p>
    </main>
  );
}
