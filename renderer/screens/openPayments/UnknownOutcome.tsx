/** The screen of an unknown outcome: says that it is unknown whether money moved, shows the evidence, and never offers to charge again. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { RunningPayment, TerminalView } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { Field } from '../../form/Field.tsx';
import { Button } from '../../parts/Button.tsx';
import { HoldButton } from '../../parts/HoldButton.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { Message, ScreenTitle } from '../../parts/Panel.tsx';
import { Stage, TicketFoot, Verdict } from '../../parts/Stage.tsx';
import { isManager } from '../../stores/session.ts';
import { type TerminalTextKey, useTerminalTexts } from '../../texts/pages/terminal.ts';
import { LockedTicket } from '../payment/LockedTicket.tsx';
import { CallManager } from '../signIn/CallManager.tsx';
import { DecisionRefused, type OpenDecisionProps } from './Decision.tsx';
import { EvidencePanel } from './EvidencePanel.tsx';
import { type OpenDecision, useDecisionOnScreen } from './openDecision.ts';

type Progress = 'done' | 'running' | 'waiting';

export default function UnknownOutcome() {
  const decision = useDecisionOnScreen();
  const { till } = useApp();
  const { t, money } = useTerminalTexts();
  const answerLost = useStore(till, state => state.answerLost);
  const { payment } = decision;
  return (
    <Stage
      label={t('unknown.title')}
      ticket={
        <>
          <LockedTicket />
          <TicketFoot
            label={t('unknown.open')}
            amount={payment && <strong className="figures ms-auto text-sum font-bold">{money(payment.amount)}</strong>}
          >
            {!answerLost && <NextSteps decision={decision} />}
          </TicketFoot>
        </>
      }
    >
      <UnknownOutcomeBody decision={decision} />
    </Stage>
  );
}

export function UnknownOutcomeBody({ decision }: OpenDecisionProps) {
  const { till, checkout } = useApp();
  const { t, money } = useTerminalTexts();
  const { payment, keyScope } = decision;
  const isOwn = keyScope === 'screen';
  const answerLost = useStore(till, state => state.answerLost) && isOwn;
  const asking = useStore(till, state => state.askingTerminal);
  const needsPerson = payment?.step === 'person';
  const wording = wordingOf(payment);
  useKeys(
    [
      ['F4', !answerLost && !asking && (() => void checkout.askAgain())],
      ['F6', isOwn && !answerLost && decision.later],
    ],
    keyScope,
  );
  return (
    <>
      <Verdict tone="warn" fills={isOwn && !needsPerson}>
        <div className="flex items-center gap-3">
          <Icon name={needsPerson ? 'person' : 'question'} size={40} />
          {/* A new key, so that a screen reader also reads that a person is needed. */}
          <ScreenTitle key={String(needsPerson)} level={isOwn ? 1 : 2} className="text-xl font-bold">
            {t(needsPerson ? 'unknown.personTitle' : 'unknown.title')}
          </ScreenTitle>
          {payment && !isOwn && (
            <strong className="figures ms-auto text-xl whitespace-nowrap">{money(payment.amount)}</strong>
          )}
        </div>
        <p className={isOwn ? 'text-prompt font-bold' : 'text-2xl font-bold'}>{t(wording.warning)}</p>
        <p className="text-lg text-ink">{needsPerson ? <PersonExplain payment={payment} /> : t(wording.explain)}</p>
        {!needsPerson && <RecoveryWait payment={payment} />}
      </Verdict>
      {!isOwn && !answerLost && <NextSteps decision={decision} />}
      <DecisionRefused decision={decision} />
      {needsPerson && <Decision wording={wording} decision={decision} />}
      {!needsPerson && <RecoverySteps decision={decision} answerLost={answerLost} />}
      <EvidencePanel decision={decision} />
    </>
  );
}

/** Says why a person is asked: the terminal cannot tell the ending, or it has approved less than it was asked for. */
function PersonExplain({ payment }: { readonly payment: RunningPayment | null }) {
  const { t, money } = useTerminalTexts();
  const part = payment?.evidence?.approved_part ?? null;
  if (!payment || part === null) return t('unknown.personExplain');
  return t(part.receipt_number === null ? 'unknown.partExplainBare' : 'unknown.partExplain', {
    amount: money(part.amount),
    asked: money(payment.amount),
    receipt: part.receipt_number ?? '',
  });
}

/** The next steps, above all long parts, so that a cashier with a queue finds them first. */
function NextSteps({ decision: { payment, keyScope, later } }: OpenDecisionProps) {
  const { till, checkout } = useApp();
  const { t, time } = useTerminalTexts();
  const asking = useStore(till, state => state.askingTerminal);
  const asked = payment?.evidence?.asked ?? null;
  const isOwn = keyScope === 'screen';
  return (
    <div className="grid gap-2">
      <div className={`grid gap-2 ${isOwn ? '' : 'grid-cols-2'}`}>
        {isOwn ? (
          <Button look="primary" size="next" icon="next" hint="F6" onPress={later}>
            {t(payment?.operation ? 'unknown.leaveOperation' : 'unknown.leave')}
          </Button>
        ) : (
          <Button size="next" icon="back" hint="Esc" onPress={later}>
            {t('waiting.back')}
          </Button>
        )}
        <Button size="next" icon="question" hint="F4" busy={asking} onPress={() => void checkout.askAgain()}>
          {t(asking ? 'unknown.asking' : 'unknown.askAgain')}
        </Button>
      </div>
      <p className="text-sm text-soft">
        {isOwn && t(payment?.operation ? 'unknown.leaveOperationHelp' : 'unknown.leaveHelp')}{' '}
        {asked !== null && t('unknown.lastAsked', { time: time(asked) })}
        {asked === null && !isWordWaiting(payment) && t('unknown.notAsked')}
      </p>
    </div>
  );
}

function RecoverySteps({ decision: { payment }, answerLost }: OpenDecisionProps & { readonly answerLost: boolean }) {
  const { lights } = useApp();
  const { t } = useTerminalTexts();
  const line = useStore(lights, ({ bridge, terminal }) => bridge.up && isReached(terminal, payment));
  const connected = line && !answerLost;
  const asked = payment?.evidence?.asked != null || isWordWaiting(payment);
  return (
    <section aria-label={t('unknown.steps')} className="grid gap-2">
      <h2 className="font-semibold">{t('unknown.steps')}</h2>
      <ol className="grid gap-2">
        <RecoveryStep text={t('unknown.step.connect')} progress={connected ? 'done' : 'running'} />
        <RecoveryStep text={t('unknown.step.ask')} progress={!connected ? 'waiting' : asked ? 'done' : 'running'} />
        <RecoveryStep text={t('unknown.step.compare')} progress={connected && asked ? 'running' : 'waiting'} />
      </ol>
      <p className="text-soft">{t('unknown.ends')}</p>
    </section>
  );
}

/** The event that the bridge waits for, and its longest wait. */
function RecoveryWait({ payment }: Pick<OpenDecision, 'payment'>) {
  const { language } = useTerminalTexts();
  const waiting = payment?.waiting ?? null;
  // A screen reader would read every second of a countdown.
  return (
    <p role={isWordWaiting(payment) ? 'timer' : 'status'} className="font-semibold">
      {waiting && `${waiting.texts[language]}.`}
    </p>
  );
}

/** The terminal has answered, and is asked once more before its word is final. */
const isWordWaiting = (payment: RunningPayment | null): boolean =>
  payment?.waiting?.for === 'denial' || payment?.waiting?.for === 'confirmation';

/** True when the terminal of the payment is connected, not while the bridge is still connecting. */
const isReached = (terminal: TerminalView | null, payment: RunningPayment | null): boolean =>
  terminal === null ||
  (payment !== null && payment.device !== terminal.device) ||
  terminal.state === 'ready' ||
  terminal.state === 'busy';

const SIGNS = { done: 'check', running: 'clock', waiting: 'minus' } as const satisfies Record<Progress, IconName>;

function RecoveryStep({ text, progress }: { readonly text: string; readonly progress: Progress }) {
  const { t } = useTerminalTexts();
  return (
    <li className="flex items-center gap-3 card px-3 py-2">
      <span className={progress === 'running' ? 'animate-breathe' : ''}>
        <Icon name={SIGNS[progress]} />
      </span>
      <span className="flex-1">{text}</span>
      <span className="text-sm text-soft">{t(`unknown.step.${progress}`)}</span>
    </li>
  );
}

/** The two decisions about an outcome; each is held, or confirmed by a second press. */
interface Choice {
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  readonly noIcon: 'cross' | 'back';
  readonly confirmYes: string;
  readonly confirmNo: string;
  /** Can be said with a reason. */
  readonly takesReason: boolean;
  readonly decide: (yes: boolean, reason: string) => Promise<void>;
}

/** Of a smaller approval neither "paid" nor "not paid" is true: it is kept as a part, or taken back. */
function useChoice(wording: Wording, { payment, decide, decidePart }: OpenDecision): Choice {
  const { t, money } = useTerminalTexts();
  const part = payment?.evidence?.approved_part ?? null;
  if (part === null)
    return {
      question: t('unknown.decide'),
      yes: t(wording.yes),
      no: t(wording.no),
      noIcon: 'cross',
      confirmYes: t(wording.confirmYes),
      confirmNo: t(wording.confirmNo),
      takesReason: true,
      decide,
    };
  const amount = money(part.amount);
  return {
    question: t('unknown.decidePart', { amount }),
    yes: t('unknown.keepPart', { amount }),
    no: t('unknown.takePartBack', { amount }),
    noIcon: 'back',
    confirmYes: t('unknown.confirmKeepPart', { amount }),
    confirmNo: t('unknown.confirmTakePartBack', { amount }),
    takesReason: false,
    decide: yes => decidePart(yes ? 'keep' : 'take_back'),
  };
}

/** The decision for a manager; other people can call a manager. */
function Decision({ wording, decision }: OpenDecisionProps & { readonly wording: Wording }) {
  const { session } = useApp();
  const { t } = useTerminalTexts();
  const user = useStore(session, state => state.user);
  const manager = isManager(user);
  const choice = useChoice(wording, decision);
  const [called] = useState(!manager);
  const [reason, setReason] = useState('');
  if (!manager)
    return (
      <Message tone="info" action={<CallManager />}>
        {t('unknown.manager')}
      </Message>
    );
  return (
    <section aria-label={choice.question} className="grid gap-2">
      {called ? (
        <ScreenTitle level={2} className="font-semibold">
          {choice.question}
        </ScreenTitle>
      ) : (
        <h2 className="font-semibold">{choice.question}</h2>
      )}
      {choice.takesReason && (
        <Field label={t('unknown.reason')} value={reason} onChange={setReason} maxLength={REASON_LENGTH} />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <HoldButton
          icon="check"
          again={choice.confirmYes}
          busy={decision.busy}
          onHeld={() => void choice.decide(true, reason)}
        >
          {choice.yes}
        </HoldButton>
        <HoldButton
          icon={choice.noIcon}
          again={choice.confirmNo}
          busy={decision.busy}
          onHeld={() => void choice.decide(false, reason)}
        >
          {choice.no}
        </HoldButton>
      </div>
    </section>
  );
}

/** As the interface takes it. */
const REASON_LENGTH = 200;

const PAYMENT = {
  warning: 'unknown.warning',
  explain: 'unknown.explain',
  yes: 'unknown.paid',
  no: 'unknown.notPaid',
  confirmYes: 'unknown.confirmPaid',
  confirmNo: 'unknown.confirmNotPaid',
} as const satisfies Readonly<Record<string, TerminalTextKey>>;

type Wording = Readonly<Record<keyof typeof PAYMENT, TerminalTextKey>>;

const REVERSAL: Wording = {
  warning: 'unknown.reversalWarning',
  explain: 'unknown.reversalExplain',
  yes: 'unknown.reversed',
  no: 'unknown.notReversed',
  confirmYes: 'unknown.confirmReversed',
  confirmNo: 'unknown.confirmNotReversed',
};

/** Texts for an operation that a manager started by hand. */
const OPERATION: Wording = {
  warning: 'unknown.operationWarning',
  explain: 'unknown.operationExplain',
  yes: 'unknown.happened',
  no: 'unknown.notHappened',
  confirmYes: 'unknown.confirmHappened',
  confirmNo: 'unknown.confirmNotHappened',
};

function wordingOf(payment: RunningPayment | null): Wording {
  if (payment?.kind === 'reversal') return REVERSAL;
  return payment?.operation ? OPERATION : PAYMENT;
}
