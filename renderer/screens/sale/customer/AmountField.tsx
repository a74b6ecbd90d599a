/** An amount by number pad, by keyboard, or by one of the likely amounts. */

import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../../app/context.tsx';
import { Button } from '../../../parts/Button.tsx';
import { NumberPad } from '../../../parts/NumberPad.tsx';
import { useCustomerTexts } from '../../../texts/customer/texts.ts';
import { parseMoney } from '../../../texts/money.ts';

export interface AmountFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Likely amounts, minor units. */
  readonly likely: readonly number[];
  readonly onEnter: () => void;
  /** A message below the amounts. */
  readonly children?: ReactNode;
}

export function AmountField({ text, onChange, likely, onEnter, children }: AmountFieldProps) {
  const { t, money, moneyField, language } = useCustomerTexts();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="grid content-start gap-3">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own */}
        <div role="group" aria-label={t('cash.quick')} className="grid grid-cols-2 gap-2">
          {likely.map(amount => (
            <Button key={amount} size="tall" onPress={() => onChange(moneyField(amount))}>
              <span className="figures">{money(amount)}</span>
            </Button>
          ))}
        </div>
        <label className="flex items-center justify-between gap-3">
          <span className="text-lg">{t('customer.amount')}</span>
          <input
            // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type this amount
            autoFocus
            value={text}
            inputMode="decimal"
            autoComplete="off"
            onChange={event => onChange(event.target.value)}
            onKeyDown={event => event.key === 'Enter' && onEnter()}
            className="touch-tall figures w-full min-w-0 rounded-panel border border-edge bg-panel px-3 text-end text-3xl font-semibold"
          />
        </label>
        {children}
      </div>
      <NumberPad
        label={t('cash.digits')}
        deleteLabel={t('cash.delete')}
        mark={language === 'de' ? ',' : '.'}
        onKey={key => onChange(text + key)}
        onDelete={() => onChange(text.slice(0, -1))}
      />
    </div>
  );
}

/** The typed amount in minor units; null where it is none, or outside of what is allowed. */
export function useTypedAmount(text: string, most: number): { readonly amount: number | null; readonly unit: number } {
  const { session } = useApp();
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const amount = parseMoney(text, currency);
  return {
    amount: amount !== null && amount > 0 && amount <= most ? amount : null,
    unit: parseMoney('1', currency) ?? 1,
  };
}
