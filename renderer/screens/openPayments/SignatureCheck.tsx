/** The screen of an approved payment whose signature the cashier compares; with a wrong signature the money goes back. */

import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { Numbers } from '../payment/Numbers.tsx';
import { SignatureDecision, SlipToSign } from '../payment/SignatureQuestion.tsx';
import {
  DecideLater,
  DecisionRefused,
  DecisionStage,
  DecisionVerdict,
  KeepOrTakeBack,
  type OpenDecisionProps,
  subjectOf,
} from './Decision.tsx';
import { useDecisionOnScreen } from './openDecision.ts';

export default function SignatureCheck() {
  const decision = useDecisionOnScreen();
  const { t } = useTerminalTexts();
  return (
    <DecisionStage decision={decision} label={t('signature.title')}>
      <SignatureCheckBody decision={decision} />
    </DecisionStage>
  );
}

export function SignatureCheckBody({ decision }: OpenDecisionProps) {
  const { t } = useTerminalTexts();
  const { payment, failure, busy, keyScope, decideLate } = decision;
  if (!payment) return null;
  return (
    <>
      <DecisionVerdict
        payment={payment}
        keyScope={keyScope}
        tone="good"
        title={t('signature.title')}
        explanation={t('signature.explain')}
      />
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
      {keyScope === 'dialog' && <DecideLater decision={decision} />}
      <SlipToSign sale={payment.transaction} />
      <Numbers subject={subjectOf(payment)} problem={failure?.problem ?? null} />
    </>
  );
}
