/** The screen of a late approval: its reason as the bridge knows it, and the decision to keep the payment or take it back. */

import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { Numbers } from '../payment/Numbers.tsx';
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

export default function LateApproval() {
  const decision = useDecisionOnScreen();
  const { t } = useTerminalTexts();
  return (
    <DecisionStage decision={decision} label={t('late.what')}>
      <LateApprovalBody decision={decision} />
    </DecisionStage>
  );
}

export function LateApprovalBody({ decision }: OpenDecisionProps) {
  const { t } = useTerminalTexts();
  const { payment, failure, keyScope } = decision;
  if (!payment) return null;
  const because = payment.lateBecause ?? 'known';
  return (
    <>
      <DecisionVerdict
        payment={payment}
        keyScope={keyScope}
        tone="warn"
        title={t(`late.title.${because}`)}
        explanation={t(`late.explain.${because}`)}
      />
      <DecisionRefused decision={decision} />
      <KeepOrTakeBack decision={decision} />
      {keyScope === 'dialog' && <DecideLater decision={decision} />}
      <Numbers subject={subjectOf(payment)} problem={failure?.problem ?? null} />
    </>
  );
}
