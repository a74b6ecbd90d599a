/** Paid, but the slip has to be signed: the cashier compares the signature, and where it is wrong the money goes back. */

import { useState } from 'react';
import { Sure } from '../../parts/Confirmation.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ScreenTitle } from '../../parts/Panel.tsx';
import { useTerminalWords } from '../../texts/terminal/texts.ts';
import { RightOrNot, SlipToSign } from '../payment/SignatureQuestion.tsx';
import { type CaseProps, Failed, KeepOrBack, Later } from './LateApproval.tsx';
import { useOwnCase } from './openDecision.ts';

export default function Unsigned() {
  const own = useOwnCase();
  return (
    <main className="mx-auto grid w-full max-w-6xl flex-1 grid-cols-[minmax(0,1fr)] content-center gap-x-8 gap-y-5 p-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:grid-rows-[auto_1fr]">
      <UnsignedBody about={own} />
    </main>
  );
}

export function UnsignedBody({ about }: CaseProps) {
  const { t, money, time } = useTerminalWords();
  const { payment, failure } = about;
  if (!payment) return null;
  return (
    <>
      <div className="grid content-start gap-3">
        <div className="flex items-center gap-3">
          <span className="text-good">
            <Icon name="check" size={40} />
          </span>
          <ScreenTitle
            level={about.place === 'dialog' ? 2 : 1}
            className="text-3xl leading-tight font-bold max-sm:text-2xl"
          >
            {t('signature.title')}
          </ScreenTitle>
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
        <Failed about={about} />
        {failure ? <KeepOrBack about={about} /> : <Compared about={about} />}
        <Later about={about} />
      </div>
    </>
  );
}

/** Where the signature is wrong, money moves once more: that takes a second word. */
function Compared({ about: { busy, place, decideLate } }: CaseProps) {
  const { t } = useTerminalWords();
  const [sure, setSure] = useState(false);
  if (!sure)
    return <RightOrNot busy={busy} place={place} onRight={() => decideLate(true)} onWrong={() => setSure(true)} />;
  return (
    <Sure
      danger
      icon="undo"
      text={t('signature.sure')}
      no={t('late.confirmNot')}
      yes={t('late.confirmBack')}
      busy={busy}
      onNo={() => setSure(false)}
      onYes={() => decideLate(false)}
    />
  );
}
