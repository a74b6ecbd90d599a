/** The screen of an approved payment whose signature the cashier compares; with a wrong signature the money goes back. */

import { Icon } from '../../parts/Icon.tsx';
import { ScreenTitle } from '../../parts/Panel.tsx';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { Numbers } from '../payment/Numbers.tsx';
import { SignatureDecision, SlipToSign } from '../payment/SignatureQuestion.tsx';
import { DecideLater, DecisionRefused, KeepOrTakeBack, type OpenDecisionProps, subjectOf } from './LateApproval.tsx';
import { useDecisionOnScreen } from './openDecision.ts';

export default function SignatureCheck() {
  const decision = useDecisionOnScreen();
  return (
    <main className="mx-auto grid w-full max-w-6xl flex-1 grid-cols-[minmax(0,1fr)] content-center gap-x-8 gap-y-5 p-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:grid-rows-[auto_1fr]">
      <SignatureCheckBody decision={decision} />
    </main>
  );
}

export function SignatureCheckBody({ decision }: OpenDecisionProps) {
  const { t, money, time } = useTerminalTexts();
  const { payment, failure, busy, keyScope, decideLate } = decision;
  if (!payment) return null;
  return (
    <>
      <div className="grid content-start gap-3">
        <div className="flex items-center gap-3">
          <span className="text-good">
            <Icon name="check" size={40} />
          </span>
          <ScreenTitle
            level={keyScope === 'dialog' ? 2 : 1}
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
        <DecisionRefused decision={decision} />
        {failure ? (
          <KeepOrTakeBack decision={decision} />
        ) : (
          <SignatureDecision
            busy={busy}
            keyScope={keyScope}
            onRight={() => decideLate(true)}
            onWrong={() => decideLate(false)}
          />
        )}
        <DecideLater decision={decision} />
        <Numbers subject={subjectOf(payment)} problem={failure?.problem ?? null} />
      </div>
    </>
  );
}
