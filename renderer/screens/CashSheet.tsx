/** Taking cash: what was given, by note, number pad or keyboard, and what goes back. */

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp, useWords } from '../context.tsx';
import { parseMoney } from '../money.ts';
import { Button } from '../parts/Button.tsx';
import { NumberPad } from '../parts/NumberPad.tsx';
import { Message } from '../parts/Panel.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import { totalsOf } from '../stores/basket.ts';

/** Notes a customer hands over, in whole units of the currency. */
const NOTES = [5, 10, 20, 50, 100] as const;

export default function CashSheet() {
  const { basket, till, session, checkout } = useApp();
  const { t, money, moneyField, language } = useWords();
  const missing = useStore(basket, state => totalsOf(state).missing);
  const busy = useStore(till, state => state.busy !== null);
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const [text, setText] = useState('');
  const [notes, setNotes] = useState(0);
  const confirm = useRef<HTMLButtonElement>(null);
  const given = parseMoney(text, currency);
  const enough = given !== null && given >= missing;
  // After a note the next key is Enter; the field would bring up the keyboard of a touch screen.
  useEffect(() => {
    if (notes > 0) confirm.current?.focus();
  }, [notes]);
  const note = (amount: number) => {
    setText(moneyField(amount));
    setNotes(count => count + 1);
  };
  const take = (event?: FormEvent) => {
    event?.preventDefault();
    if (enough && !busy) void checkout.pay('cash', given);
  };
  return (
    <Sheet title={t('cash.title')} closeLabel={t('common.close')} onClose={() => busy || checkout.closeCash()}>
      <form onSubmit={take} className="grid gap-3">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-lg">{t('totals.missing')}</span>
          <strong className="figures text-amount leading-none">{money(missing)}</strong>
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid content-start gap-3">
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own */}
            <div role="group" aria-label={t('cash.quick')} className="grid grid-cols-2 gap-2">
              <Button size="tall" onPress={() => note(missing)}>
                {t('cash.exact')}
              </Button>
              {NOTES.map(value => {
                const amount = parseMoney(String(value), currency) ?? 0;
                return (
                  <Button key={value} size="tall" disabled={amount < missing} onPress={() => note(amount)}>
                    <span className="figures">{money(amount)}</span>
                  </Button>
                );
              })}
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
                onChange={event => setText(event.target.value)}
                className="touch-tall figures w-full min-w-0 rounded-panel border border-edge bg-panel px-3 text-end text-3xl font-semibold"
              />
            </label>
          </div>
          <NumberPad
            label={t('cash.digits')}
            deleteLabel={t('cash.delete')}
            mark={language === 'de' ? ',' : '.'}
            onKey={key => setText(value => value + key)}
            onDelete={() => setText(value => value.slice(0, -1))}
          />
        </div>
        {text !== '' && given === null ? (
          <Message tone="warn">{t('cash.invalid')}</Message>
        ) : (
          <Change back={given === null ? null : given - missing} />
        )}
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
      </form>
    </Sheet>
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
