/** Shared parts of the screens on which a person decides about a payment: its amount, keep or take back, later, and a refused decision. */

import type { ReactNode } from 'react';
import type { RunningPayment } from '../../../main/wire/events.ts';
import { useKeys } from '../../app/keys.ts';
import { isApprovalMissing } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, ScreenTitle } from '../../parts/Panel.tsx';
import { Stage, TicketFoot, Verdict } from '../../parts/Stage.tsx';
import { useQuestion } from '../../parts/useQuestion.ts';
import { subjectIdOf } from '../../stores/paymentState.ts';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { LockedTicket } from '../payment/LockedTicket.tsx';
import { sentenceOf } from '../payment/Numbers.tsx';
import type { OpenDecision } from './openDecision.ts';

export interface OpenDecisionProps {
  readonly decision: OpenDecision;
}

/** The screen of a decision, beside the ticket that stays locked until it was made. */
export function DecisionStage({
  decision,
  label,
  children,
}: OpenDecisionProps & { readonly label: string; readonly children: ReactNode }) {
  return (
    <Stage
      label={label}
      ticket={
        <>
          <LockedTicket />
          <TicketFoot>
            <DecideLater decision={decision} />
          </TicketFoot>
        </>
      }
    >
      {children}
    </Stage>
  );
}

interface DecisionVerdictProps {
  readonly payment: RunningPayment;
  readonly keyScope: OpenDecision['keyScope'];
  readonly tone: 'good' | 'warn';
  readonly title: string;
  readonly explanation: string;
}

/** The state of the payment, its amount and its beginning. */
export function DecisionVerdict({ payment, keyScope, tone, title, explanation }: DecisionVerdictProps) {
  const { t, money, time } = useTerminalTexts();
  return (
    <Verdict tone={tone}>
      <div className="flex items-center gap-3">
        <Icon name={tone === 'good' ? 'check' : 'alert'} size={40} />
        <ScreenTitle level={keyScope === 'dialog' ? 2 : 1} className="text-2xl leading-tight font-bold">
          {title}
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
      <p className="text-lg text-ink">{explanation}</p>
    </Verdict>
  );
}

/** The sale, or the operation that belongs to none, by which others find this payment. */
export const subjectOf = (payment: RunningPayment) =>
  ({ kind: payment.transaction === null ? 'operation' : 'sale', id: subjectIdOf(payment) }) as const;

/** Where the decision has another effect on the sale: it stays as it is, or the money is back on the card already. */
const EFFECTS: Partial<Record<NonNullable<RunningPayment['lateBecause']>, Exclude<keyof typeof CHOICES, ''>>> = {
  surplus: '.surplus',
  twice: '.surplus',
  foreign: '.surplus',
  contradicted: '.contradicted',
  takenBack: '.takenBack',
};

/** The words of the buttons, and the one that is right in most cases: money that belongs to no sale goes back. */
const CHOICES = {
  '': { words: '', usual: 'keep' },
  '.surplus': { words: '', usual: 'back' },
  '.contradicted': { words: '', usual: null },
  '.takenBack': { words: '.takenBack', usual: null },
} as const;

/**
 * Keeps the payment, or takes it back after a confirmation. The keys differ from the keys of a sale, so that a habitual key
 * never decides about the money of another customer.
 */
export function KeepOrTakeBack({ decision: { busy, keyScope, decideLate, payment } }: OpenDecisionProps) {
  const { t } = useTerminalTexts();
  const of = EFFECTS[payment?.lateBecause ?? 'stopped'] ?? '';
  const { words, usual } = CHOICES[of];
  const lookOf = (choice: 'keep' | 'back') => (usual === choice ? { look: 'primary' as const } : {});
  const { isOpen: isConfirming, ask, close, answer } = useQuestion();
  const keep = () => void decideLate(true);
  useKeys(
    [
      ['F10', !busy && !isConfirming && keep],
      ['F12', !busy && !isConfirming && ask],
    ],
    keyScope,
  );
  return (
    <section aria-label={t('late.what')}>
      <h2 className="mb-2 text-xl font-semibold">{t('late.what')}</h2>
      {isConfirming ? (
        <Confirmation
          danger
          icon="undo"
          no={t('late.confirmNot')}
          yes={t(`late.confirmBack${words}`)}
          busy={busy}
          onNo={close}
          onYes={() => answer(() => decideLate(false))}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid content-start gap-2">
            <Button {...lookOf('keep')} size="tender" icon="check" hint="F10" busy={busy} onPress={keep}>
              {t(`late.keep${words}`)}
            </Button>
            <p className="text-soft">{t(`late.keepHelp${of}`)}</p>
          </div>
          <div className="grid content-start gap-2">
            <Button {...lookOf('back')} size="tender" icon="undo" hint="F12" busy={busy} onPress={ask}>
              {t(`late.back${words}`)}
            </Button>
            <p className="text-soft">{t(`late.backHelp${of}`)}</p>
          </div>
        </div>
      )}
    </section>
  );
}

/** The refused decision. The message that the money did not go back appears only where taking it back was tried. */
export function DecisionRefused({ decision: { failure } }: OpenDecisionProps) {
  const { t, problem } = useTerminalTexts();
  if (!failure) return null;
  const isBack = failure.tried === 'back' && failure.problem.kind !== 'unreachable';
  const isUnapproved = isApprovalMissing(failure.problem);
  const wasTried = isBack && !isUnapproved;
  return (
    <Message tone={isUnapproved ? 'warn' : 'error'}>
      {wasTried && <span className="block">{t('late.failed')}</span>}
      {isBack && isUnapproved && <span className="block">{t('late.notApproved')}</span>}
      <span className="block font-normal">{sentenceOf(failure.problem, problem)}</span>
      {wasTried && <span className="block font-normal">{t('late.failedWhat')}</span>}
    </Message>
  );
}

export function DecideLater({ decision: { busy, keyScope, later } }: OpenDecisionProps) {
  const { t } = useTerminalTexts();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button look="quiet" icon="clock" busy={busy} hint={keyScope === 'dialog' ? 'Esc' : undefined} onPress={later}>
        {t('late.later')}
      </Button>
      <p className="text-sm text-soft">{t('late.laterHelp')}</p>
    </div>
  );
}
