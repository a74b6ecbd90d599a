/** The dialog for cash: a note or the exact amount in one tap, another amount by number pad or keyboard, and the change. */

import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { roundedCash } from '../../../main/domain/cashRounding.ts';
import { changeDue, likelyAmounts, unusualCash } from '../../../main/domain/change.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { NumberInput } from '../../parts/NumberEntry.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { totalsOf } from '../../stores/basketTotals.ts';
import { moneyForm, parseMoney } from '../../texts/money.ts';
import { type NumberForm, readNumber } from '../../texts/number.ts';
import { useNumberTexts } from '../../texts/pages/number.ts';
import { useTenderTexts } from '../../texts/pages/tenders.ts';
import { AmountDue } from './AmountDue.tsx';
import { useCashStep } from './cashStep.ts';
import TipLine from './customer/TipLine.tsx';

export default function CashSheet() {
  const { till, checkout } = useApp();
  const { t, money } = useTenderTexts();
  const busy = useStore(till, state => state.busy !== null);
  const { text, form, given, missing, exact, unit, unusual, taps, isEnough, setText, addNote } = useCashInput();
  const [isAsking, setAsking] = useState(false);
  const isPart = given !== null && given > 0 && given < missing;
  const confirm = useRef<HTMLButtonElement>(null);
  // After a tap on a note the next key is Enter. Focusing the field would open the keyboard of a touch screen.
  useEffect(() => {
    if (taps > 0) confirm.current?.focus();
  }, [taps]);
  const change = (next: string | ((before: string) => string)) => {
    setText(next);
    setAsking(false);
  };
  /** The amount that was meant; its button asks for the Enter that books it. */
  const meant = (amount: number) => {
    addNote(amount);
    setAsking(false);
  };
  const take = (event?: FormEvent) => {
    event?.preventDefault();
    // Only its own button answers the question: a second Enter must not answer it.
    if (!isEnough || busy || isAsking) return;
    if (unusual) setAsking(true);
    else void checkout.pay('cash', given ?? 0);
  };
  return (
    <Sheet
      manual="pay-cash"
      title={t('cash.title')}
      closeLabel={t('common.close')}
      onClose={() => busy || checkout.closeCash()}
      place="stage"
      aside={
        <AmountDue
          words={t('totals.missing')}
          amount={money(missing)}
          exact={missing === exact ? null : money(exact)}
        />
      }
    >
      <form onSubmit={take} className="grid gap-3">
        <TipLine />
        <div className="grid gap-4 sm:grid-cols-2">
          <GivenAmount
            text={text}
            form={form}
            given={given}
            missing={missing}
            unit={unit}
            busy={busy}
            onNote={amount => busy || void checkout.pay('cash', amount)}
            onChange={change}
          />
          <NumberPad
            label={t('login.digits')}
            deleteLabel={t('login.delete')}
            decimals={form.decimals}
            onKey={key => change(value => value + key)}
            onDelete={() => change(value => value.slice(0, -1))}
          />
        </div>
        {/* On a low screen the change and the button stay in sight. */}
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-4 gap-y-2 bg-surface cramped:sticky cramped:bottom-0 cramped:-mb-4 cramped:border-t cramped:border-line cramped:py-2 [&>[role]]:col-span-full">
          <Change isInvalid={text !== '' && given === null} back={given === null ? null : changeDue(given, missing)} />
          {isAsking && unusual && given !== null ? (
            <ConfirmUnusualCash
              given={given}
              back={changeDue(given, missing)}
              meant={unusual.meant}
              busy={busy}
              onMeant={meant}
              onSure={() => void checkout.pay('cash', given)}
              onBack={() => setAsking(false)}
            />
          ) : (
            <TakeButton part={isPart ? given : null} isEnough={isEnough} busy={busy} ref={confirm} onTake={take} />
          )}
        </div>
      </form>
    </Sheet>
  );
}

interface TakeButtonProps {
  /** A typed amount that is less than the customer owes, minor units. */
  readonly part: number | null;
  readonly isEnough: boolean;
  readonly busy: boolean;
  readonly ref: Ref<HTMLButtonElement>;
  readonly onTake: () => void;
}

function TakeButton({ part, isEnough, busy, ref, onTake }: TakeButtonProps) {
  const { checkout } = useApp();
  const { t, money } = useTenderTexts();
  if (part !== null)
    return (
      // Its own button takes a part: an Enter that comes too early books nothing.
      <Button size="tall" busy={busy} onPress={() => void checkout.pay('cash', part, undefined, { amount: part })}>
        {t('parts.takeCash', { amount: money(part) })}
      </Button>
    );
  return (
    <Button ref={ref} look="primary" size="tall" hint="Enter" disabled={!isEnough} busy={busy} onPress={onTake}>
      {t(busy ? 'pay.busy' : 'cash.confirm')}
    </Button>
  );
}

/** The typed amount, what it means, and whether the change would be unusual. */
function useCashInput() {
  const { basket, session, typed } = useApp();
  const { moneyField } = useTenderTexts();
  const exact = useStore(basket, state => totalsOf(state).missing);
  const missing = roundedCash(exact, useCashStep());
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const [text, setText] = useState('');
  const [taps, setTaps] = useState(0);
  // Trained cashiers type before the dialog is drawn.
  useEffect(() => {
    const early = typed.take();
    setText(before => before + early);
  }, [typed]);
  const form = moneyForm(currency);
  const given = readNumber(text, form).value;
  const isEnough = given !== null && given >= missing;
  const unit = parseMoney('1', currency) ?? 1;
  return {
    text,
    form,
    given,
    /** The sum as its coins can pay it, and as it is. */
    missing,
    exact,
    unit,
    isEnough,
    unusual: isEnough ? unusualCash(text, given, missing, unit) : null,
    /** Number of taps on a note. */
    taps,
    setText,
    addNote: (amount: number) => {
      setText(moneyField(amount));
      setTaps(count => count + 1);
    },
  };
}

interface GivenAmountProps {
  readonly text: string;
  readonly form: NumberForm;
  readonly given: number | null;
  readonly missing: number;
  readonly unit: number;
  readonly busy: boolean;
  /** Takes this amount. */
  readonly onNote: (amount: number) => void;
  readonly onChange: (text: string) => void;
}

/** Likely amounts to tap, and the field with the amount that its digits mean. */
function GivenAmount({ text, form, given, missing, unit, busy, onNote, onChange }: GivenAmountProps) {
  const { t, money } = useTenderTexts();
  const { t: numberText } = useNumberTexts();
  return (
    <div className="grid content-start gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own */}
      <div role="group" aria-label={numberText('cash.quick')} className="grid grid-cols-2 gap-2 max-sm:grid-cols-3">
        {[missing, ...likelyAmounts(missing, unit)].map(amount => (
          <Button key={amount} size="note" busy={busy} onPress={() => onNote(amount)}>
            <span className="figures text-lg font-bold max-sm:text-base">{money(amount)}</span>
            <span className="figures text-sm leading-tight text-good">
              {amount === missing ? t('cash.exact') : t('cash.noteBack', { back: money(changeDue(amount, missing)) })}
            </span>
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 [&>input]:flex-1">
        <label htmlFor="cash-given" className="text-lg leading-tight">
          {t('cash.given')}
          <span id="cash-read" className="figures block font-semibold text-soft" data-testid="given">
            {given === null ? '' : `= ${money(given)}`}
          </span>
        </label>
        <NumberInput
          id="cash-given"
          autoFocus
          text={text}
          form={form}
          onChange={onChange}
          describedBy="cash-read"
          wordClass="basis-full"
          className="touch-tall figures w-full min-w-0 field px-3 text-end text-3xl font-semibold"
        />
      </div>
    </div>
  );
}

/** The change, or the missing amount when negative; null before an amount is typed. */
function Change({ back, isInvalid }: { readonly back: number | null; readonly isInvalid: boolean }) {
  const { t, money } = useTenderTexts();
  const { t: numberText } = useNumberTexts();
  if (isInvalid) return <Message tone="warn">{numberText('cash.invalid')}</Message>;
  // Nothing is given yet, so nothing is due.
  if (back === null) return <span />;
  const short = back < 0;
  const amount = money(Math.abs(back));
  const size = amount.length > 9 ? 'text-3xl max-sm:text-2xl' : 'text-4xl max-sm:text-3xl';
  return (
    <p className={short ? 'text-warn' : 'text-good'}>
      <span className="block text-base font-semibold">{short ? t('cash.short') : t('cash.change')}</span>
      <strong className={`figures leading-none ${size}`} data-testid="change">
        {amount}
      </strong>
    </p>
  );
}

interface ConfirmUnusualCashProps {
  readonly given: number;
  readonly back: number;
  readonly meant: number | null;
  readonly busy: boolean;
  readonly onMeant: (amount: number) => void;
  readonly onSure: () => void;
  readonly onBack: () => void;
}

/** Asks about unusual change. The button that books nothing has the focus, so that a habitual Enter does no harm. */
function ConfirmUnusualCash({ given, back, meant, busy, onMeant, onSure, onBack }: ConfirmUnusualCashProps) {
  const { t, money } = useTenderTexts();
  const first = useRef<HTMLButtonElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    first.current?.focus();
    whole.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={whole}
      role="alert"
      className="grid gap-2 rounded-control border-2 border-warn bg-warn-tint p-3 text-warn"
    >
      <p className="text-lg font-semibold">{t('cash.odd', { given: money(given), back: money(back) })}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {meant === null ? (
          <Button ref={first} size="tall" onPress={onBack}>
            {t('cash.oddNo')}
          </Button>
        ) : (
          <Button ref={first} size="tall" onPress={() => onMeant(meant)}>
            {t('cash.oddMeant', { amount: money(meant) })}
          </Button>
        )}
        <Button look="danger" size="tall" busy={busy} onPress={onSure}>
          {t('cash.oddYes', { amount: money(given) })}
        </Button>
      </div>
    </div>
  );
}
