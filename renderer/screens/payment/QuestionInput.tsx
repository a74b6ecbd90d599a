/** The form for a text, a number or an amount that the terminal asks for. */

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TerminalQuestion } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { NumberInput } from '../../parts/NumberEntry.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { Message } from '../../parts/Panel.tsx';
import { moneyForm } from '../../texts/money.ts';
import { digitsForm, readNumber } from '../../texts/number.ts';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { useIsAnswered } from './useIsAnswered.ts';

/** Longest answer that the terminal is sent. */
const LONGEST = 200;

/** Digits, leading zeros too: they go to the terminal as they were typed. */
const DIGITS = digitsForm(15);

const FIELD = 'touch-tall figures w-full min-w-0 field px-3 text-2xl font-semibold';

export function InputForm({ question }: { readonly question: TerminalQuestion }) {
  const { checkout, session } = useApp();
  const { t, money, moneyField } = useTerminalTexts();
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const wants = question.wants ?? 'text';
  const amount = wants === 'amount';
  const [text, setText] = useState(() => shownInitial(question, moneyField));
  const answered = useIsAnswered(question);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  // The heading takes the focus first, so that a screen reader reads it; then the field takes the focus.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const form = amount ? moneyForm(currency) : DIGITS;
  const minor = amount ? readNumber(text, form).value : null;
  const { least } = question;
  const short = minor !== null && least !== null && minor < least;
  const isRefused = wants === 'number' && readNumber(text, form).fault !== null;
  const typed = amount ? (short ? null : (minor?.toString() ?? null)) : isRefused ? null : text.trim() || null;
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (typed !== null) void checkout.answer({ answer: 'typed', text: typed });
  };
  return (
    <form
      onSubmit={send}
      className={`grid gap-4 ${wants === 'text' ? '' : 'grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]'}`}
    >
      <div className="grid content-start gap-3">
        <label htmlFor={id} className="text-lg">
          {t(`question.field.${wants}`)}
        </label>
        {wants === 'text' ? (
          <input
            id={id}
            ref={field}
            value={text}
            maxLength={LONGEST}
            autoComplete="off"
            onChange={event => setText(event.target.value)}
            className={FIELD}
          />
        ) : (
          <NumberInput
            id={id}
            ref={field}
            text={text}
            form={form}
            maxLength={LONGEST}
            invalid={short}
            onChange={setText}
            className={FIELD}
          />
        )}
        {short && <Message tone="warn">{t('question.least', { amount: money(least) })}</Message>}
        <Button
          look="primary"
          size="tall"
          hint="Enter"
          disabled={typed === null}
          busy={answered}
          onPress={() => send()}
        >
          {t('question.send')}
        </Button>
      </div>
      {wants !== 'text' && (
        <NumberPad
          label={t('question.digits')}
          deleteLabel={t('question.delete')}
          decimals={form.decimals}
          onKey={key => setText(value => value + key)}
          onDelete={() => setText(value => value.slice(0, -1))}
        />
      )}
    </form>
  );
}

/** The proposal of the terminal; an amount in the smallest unit becomes the text of the field. */
function shownInitial({ wants, initial }: TerminalQuestion, moneyField: (minor: number) => string): string {
  if (wants !== 'amount') return initial ?? '';
  const minor = Number(initial);
  return initial && Number.isSafeInteger(minor) ? moneyField(minor) : '';
}
