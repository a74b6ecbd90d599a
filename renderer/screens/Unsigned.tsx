/** Paid, but the slip has to be signed: the cashier compares the signature, and where it is wrong the money goes back. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../context.tsx';
import { Icon } from '../parts/Icon.tsx';
import { ScreenTitle } from '../parts/Panel.tsx';
import { Sure } from '../parts/Sure.tsx';
import { isDeciding } from '../stores/till.ts';
import { useTerminalWords } from '../texts/terminal/words.ts';
import { KeepOrBack, NotTakenBack, PutOff } from './Late.tsx';
import { RightOrNot, SlipToSign } from './Signature.tsx';

export default function Unsigned() {
  const { till } = useApp();
  const { t, money, time } = useTerminalWords();
  const { payment, failure } = useStore(till);
  if (!payment) return null;
  return (
    <main className="mx-auto grid w-full max-w-6xl flex-1 grid-cols-[minmax(0,1fr)] content-center gap-x-8 gap-y-5 p-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:grid-rows-[auto_1fr]">
      <div className="grid content-start gap-3">
        <div className="flex items-center gap-3">
          <span className="text-good">
            <Icon name="check" size={40} />
          </span>
          <ScreenTitle className="text-3xl leading-tight font-bold max-sm:text-2xl">{t('signature.title')}</ScreenTitle>
        </div>
        <p className="figures flex flex-wrap items-baseline gap-x-4">
          <strong className="text-3xl" data-testid="payment-amount">
            {money(payment.amount)}
          </strong>
          <span className="text-soft">
            {t('unknown.started')}: {time(payment.startedAt)}
          </span>
        </p>
        <p className="text-lg">{t('signature.explain')}</p>
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <SlipToSign sale={payment.transaction} />
      </div>
      <div className="grid content-start gap-5">
        {failure && <NotTakenBack failure={failure} />}
        {failure ? <KeepOrBack /> : <Compared />}
        <PutOff />
      </div>
    </main>
  );
}

/** Where the signature is wrong, money moves once more: that takes a second word. */
function Compared() {
  const { till, checkout } = useApp();
  const { t } = useTerminalWords();
  const busy = useStore(till, isDeciding);
  const [sure, setSure] = useState(false);
  if (!sure)
    return <RightOrNot busy={busy} onRight={() => void checkout.decideLate(true)} onWrong={() => setSure(true)} />;
  return (
    <Sure
      danger
      icon="undo"
      text={t('signature.sure')}
      no={t('late.confirmNot')}
      yes={t('late.confirmBack')}
      busy={busy}
      onNo={() => setSure(false)}
      onYes={() => void checkout.decideLate(false)}
    />
  );
}
