/** The screen of an approved payment whose signature the cashier compares; with a wrong signature the money goes back. */

import { Icon } from '../../parts/Icon.tsx';
import { ScreenTitle } from '../../parts/Panel.tsx';
import { Stage, TicketFoot, Verdict } from '../../parts/Stage.tsx';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { LockedTicket } from '../payment/LockedTicket.tsx';
import { Numbers } from '../payment/Numbers.tsx';
import { SignatureDecision, SlipToSign } from '../payment/SignatureQuestion.tsx';
import { DecideLater, DecisionRefused, KeepOrTakeBack, type OpenDecisionProps, subjectOf } from './LateApproval.tsx';
import { useDecisionOnScreen } from './openDecision.ts';

export default function SignatureCheck() {
  const decision = useDecisionOnScreen();
  const { t } = useTerminalTexts();
  return (
    <Stage
      label={t('signature.title')}
      ticket={
        <>
          <LockedTicket />
          <TicketFoot>
            <DecideLater decision={decision} />
          </TicketFoot>
        </>
      }
    >
      <SignatureCheckBody decision={decision} />
    </Stage>
  );
}

export function SignatureCheckBody({ decision }: OpenDecisionProps) {
  const { t, money, time } = useTerminalTexts();
  const { payment, failure, busy, keyScope, decideLate } = decision;
  if (!payment) return null;
  return (
    <>
      <Verdict tone="good">
        <div className="flex items-center gap-3">
          <Icon name="check" size={40} />
          <ScreenTitle level={keyScope === 'dialog' ? 2 : 1} className="text-2xl leading-tight font-bold">
            {t('signature.title')}
          </ScreenTitle>
        </div>
        <p className="figures flex flex-wrap items-baseline gap-x-4">
          <strong className="text-sum leading-tight" data-testid="payment-amount">
            {money(payment.amount)}
          </strong>
          <span className="text-lg">
            {t('unknown.started')}: {time(payment.startedAt)}
          </span>
        </p>
        <p className="text-lg text-ink">{t('signature.explain')}</p>
      </Verdict>
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
