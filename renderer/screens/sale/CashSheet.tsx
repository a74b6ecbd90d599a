/** Taking cash: what was given, by note, number pad or keyboard, and what goes back. */

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp, useWords } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { totalsOf } from '../../stores/basket.ts';
import { likelySums, oddCash } from '../../stores/cash.ts';
import { parseMoney } from '../../texts/money.ts';

export default function CashSheet() {
  const { basket, till, session, checkout, typed } = useApp();
  const { t, money, moneyField, language } = useWords();
  const missing = useStore(basket, state => totalsOf(state).missing);
  const busy = useStore(till, state => state.busy !== null);
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const [text, setText] = useState('');
  const [notes, setNotes] = useState(0);
  const [asked, setAsked] = useState(false);
  const confirm = useRef<HTMLButtonElement>(null);
  // Trained hands type before the dialog is drawn.
  useEffect(() => {
    const early = typed.take();
    setText(before => before + early);
  }, [typed]);
  const given = parseMoney(text, currency);
  const enough = given !== null && given >= missing;
  const unit = parseMoney('1', currency) ?? 1;
  const odd = enough ? oddCash(text, given, missing, unit) : null;
  // After a note the next key is Enter; the field would bring up the keyboard of a touch screen.
  useEffect(() => {
    if (notes > 0) confirm.current?.focus();
  }, [notes]);
  const note = (amount: number) => {
    change(moneyField(amount));
    setNotes(count => count + 1);
  };
  const take = (event?: FormEvent) => {
    event?.preventDefault();
    // Only its own button answers the question: a second Enter must not.
    if (!enough || busy || asked) return;
    if (odd) setAsked(true);
    else void checkout.pay('cash', given);
  };
  const change = (next: string | ((before: string) => string)) => {
    setText(next);
    setAsked(false);
  };
  const sure = () => given !== null && void checkout.pay('cash', given);
  return (
    <Sheet title={t('cash.title')} closeLabel={t('common.close')} onClose={() => busy || checkout.closeCash()}>
      <form onSubmit={take} className="grid gap-3">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-lg">{t('totals.missing')}</span>
          <strong className="figures text-amount leading-none">{money(missing)}</strong>
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Given text={text} given={given} missing={missing} unit={unit} onNote={note} onChange={change} />
          <NumberPad
            label={t('cash.digits')}
            deleteLabel={t('cash.delete')}
            mark={language === 'de' ? ',' : '.'}
            onKey={key => change(value => value + key)}
            onDelete={() => change(value => value.slice(0, -1))}
          />
        </div>
        {text !== '' && given === null ? (
          <Message tone="warn">{t('cash.invalid')}</Message>
        ) : (
          <Change back={given === null ? null : given - missing} />
        )}
        {asked && odd && given !== null ? (
          <Odd
            given={given}
            back={given - missing}
            meant={odd.meant}
            busy={busy}
            onMeant={amount => note(amount)}
            onSure={sure}
            onBack={() => setAsked(false)}
          />
        ) : (
          <Button
            ref={confirm}
            look="primary"
            size="tall"
            hint="Enter"
            disabled={!enough}
            busy={busy}
            onPress={() => take()}
          >
            {busy ? t('pay.busy') : t('cash.confirm')}
          </Button>
        )}
      </form>
    </Sheet>
  );
}

interface GivenProps {
  readonly text: string;
  readonly given: number | null;
  readonly missing: number;
  readonly unit: number;
  readonly onNote: (amount: number) => void;
  readonly onChange: (text: string) => void;
}

/** Sums to tap, and the field with what its digits mean. */
function Given({ text, given, missing, unit, onNote, onChange }: GivenProps) {
  const { t, money } = useWords();
  return (
    <div className="grid content-start gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own */}
      <div role="group" aria-label={t('cash.quick')} className="grid grid-cols-2 gap-2">
        <Button size="tall" onPress={() => onNote(missing)}>
          {t('cash.exact')}
        </Button>
        {likelySums(missing, unit).map(amount => (
          <Button key={amount} size="tall" onPress={() => onNote(amount)}>
            <span className="figures">{money(amount)}</span>
          </Button>
        ))}
      </div>
      <label className="flex items-center justify-between gap-3">
        <span className="text-lg">{t('cash.given')}</span>
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type this amount
          autoFocus
          value={text}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={text !== '' && given === null}
          onChange={event => onChange(event.target.value)}
          aria-describedby="cash-read"
          className="touch-tall figures w-full min-w-0 rounded-panel border border-edge bg-panel px-3 text-end text-3xl font-semibold"
        />
      </label>
      {/* What the digits mean, while they are typed. */}
      <p id="cash-read" className="figures min-h-6 text-end text-lg font-semibold text-soft" data-testid="given">
        {given === null ? '' : `= ${money(given)}`}
      </p>
    </div>
  );
}

/** What goes back to the customer, or what is still missing when negative; null before anything was typed. */
function Change({ back }: { readonly back: number | null }) {
  const { t, money } = useWords();
  const short = back !== null && back < 0;
  return (
    <p className={`flex flex-wrap items-baseline justify-between gap-x-4 ${short ? 'text-warn' : 'text-good'}`}>
      <span className="text-lg font-semibold">{short ? t('cash.short') : t('cash.change')}</span>
      <strong className="figures text-4xl" data-testid="change">
        {back === null ? '–' : money(Math.abs(back))}
      </strong>
    </p>
  );
}

interface OddProps {
  readonly given: number;
  readonly back: number;
  readonly meant: number | null;
  readonly busy: boolean;
  readonly onMeant: (amount: number) => void;
  readonly onSure: () => void;
  readonly onBack: () => void;
}

/** Change that is hardly right. What books nothing has the focus, so that the Enter of habit does no harm. */
function Odd({ given, back, meant, busy, onMeant, onSure, onBack }: OddProps) {
  const { t, money } = useWords();
  const first = useRef<HTMLButtonElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    first.current?.focus();
    whole.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={whole} role="alert" className="grid gap-2 rounded-panel border-2 border-warn bg-warn-tint p-3 text-warn">
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
