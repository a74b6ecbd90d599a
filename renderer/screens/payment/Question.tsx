/** The screen of a question from the terminal: a signature, a choice, or an input. It is answered once, within its time. */

import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import type { RunningPayment, TerminalQuestion } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { Button } from '../../parts/Button.tsx';
import { Countdown, useLeft } from '../../parts/Countdown.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, ScreenTitle, StatusRegion } from '../../parts/Panel.tsx';
import { Stage, TicketFoot, Verdict } from '../../parts/Stage.tsx';
import { isStopping } from '../../stores/till.ts';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { LockedTicket } from './LockedTicket.tsx';
import { InputForm } from './QuestionInput.tsx';
import { SignatureQuestion } from './SignatureQuestion.tsx';
import { useIsAnswered } from './useIsAnswered.ts';

export default function Question() {
  const { till } = useApp();
  const payment = useStore(till, state => state.payment);
  const question = payment?.question;
  return payment && question ? (
    <TerminalQuestionScreen key={question.id} payment={payment} question={question} />
  ) : null;
}

interface TerminalQuestionProps {
  readonly payment: RunningPayment;
  readonly question: TerminalQuestion;
}

function TerminalQuestionScreen({ payment, question }: TerminalQuestionProps) {
  const { till, checkout } = useApp();
  const { t, money, language } = useTerminalTexts();
  const text = question.texts[language];
  // An earlier request to stop may have been refused, so only the request during this question counts.
  const [stopped, setStopped] = useState(false);
  const stopping = useStore(till, isStopping) && stopped;
  const stop = () => {
    setStopped(true);
    void checkout.cancelPayment();
  };
  useKeys([['Escape', !stopping && stop]]);
  return (
    <Stage
      label={t(`question.${question.kind}`)}
      ticket={
        <>
          <LockedTicket />
          <TicketFoot
            label={<Remaining until={question.until} />}
            amount={
              <strong className="figures ms-auto text-sum font-bold" data-testid="payment-amount">
                {money(payment.amount)}
              </strong>
            }
          >
            <Button size="next" icon="cross" hint="Esc" busy={stopping} onPress={stop}>
              {t('question.stop')}
            </Button>
          </TicketFoot>
        </>
      }
    >
      <Verdict tone="action">
        <div className="flex items-center gap-3">
          <Icon name="terminal" size={40} />
          <ScreenTitle className="text-3xl font-bold">{t(`question.${question.kind}`)}</ScreenTitle>
        </div>
        {text !== '' && (
          <p className="text-prompt font-bold break-words whitespace-pre-line" data-testid="terminal-text">
            {text}
          </p>
        )}
      </Verdict>
      {question.kind === 'signature' && <SignatureQuestion question={question} />}
      {question.kind === 'choice' && <Choices question={question} />}
      {question.kind === 'input' && <InputForm question={question} />}
      <StatusRegion>
        <ReplyState question={question} />
      </StatusRegion>
    </Stage>
  );
}

function Choices({ question }: { readonly question: TerminalQuestion }) {
  const { checkout } = useApp();
  const { t } = useTerminalTexts();
  const answered = useIsAnswered(question);
  const choose = (value: number) => void checkout.answer({ answer: 'chosen', value });
  useKeys(question.choices.slice(0, 9).map(({ value }, at) => [String(at + 1), !answered && (() => choose(value))]));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own
    <div role="group" aria-label={t('question.choices')} className="grid gap-2 sm:grid-cols-2">
      {question.choices.map(({ value, text }, at) => (
        <Button
          key={value}
          size="tall"
          hint={at < 9 ? String(at + 1) : undefined}
          busy={answered}
          onPress={() => choose(value)}
        >
          <span className="min-w-0 flex-1 break-words">{text}</span>
        </Button>
      ))}
    </div>
  );
}

/** The state of our answer. */
function ReplyState({ question }: { readonly question: TerminalQuestion }) {
  const { till } = useApp();
  const { t, problem } = useTerminalTexts();
  const reply = useStore(till, state => state.reply);
  if (reply?.question !== question.id) return null;
  if (reply.state !== 'refused')
    return <Message tone="info">{t(reply.state === 'sent' ? 'question.sent' : 'question.sending')}</Message>;
  return (
    <Message tone="error">
      <span className="block">{t('question.refused')}</span>
      {reply.problem && <span className="block font-normal">{problem(reply.problem)}</span>}
    </Message>
  );
}

function Remaining({ until }: { readonly until: number }) {
  const { notices } = useApp();
  const { t } = useTerminalTexts();
  const over = useLeft(until) === 0;
  const onShort = useCallback(() => notices.announce(() => t('question.soon')), [notices, t]);
  return (
    <span className="flex items-center gap-2 text-base text-soft">
      <Icon name="clock" size={20} />
      {over ? (
        t('question.over')
      ) : (
        <span>
          {t('question.remaining')}: <Countdown until={until} label={t('question.remaining')} onShort={onShort} />
        </span>
      )}
    </span>
  );
}
