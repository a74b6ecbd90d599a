/** An amount by number pad, by keyboard, or by one of the likely amounts. */

import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../../app/context.tsx';
import { Button } from '../../../parts/Button.tsx';
import { NumberInput } from '../../../parts/NumberEntry.tsx';
import { NumberPad } from '../../../parts/NumberPad.tsx';
import { moneyForm, parseMoney } from '../../../texts/money.ts';
import { useCustomerTexts } from '../../../texts/pages/customer.ts';
import { useNumberTexts } from '../../../texts/pages/number.ts';

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
  const { session } = useApp();
  const { t, money, moneyField } = useCustomerTexts();
  const { t: numberText } = useNumberTexts();
  const form = moneyForm(useStore(session, state => state.info?.merchant.currency ?? 'EUR'));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="grid content-start gap-3">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own */}
        <div role="group" aria-label={numberText('cash.quick')} className="grid grid-cols-2 gap-2">
          {likely.map(amount => (
            <Button key={amount} size="tall" onPress={() => onChange(moneyField(amount))}>
              <span className="figures">{money(amount)}</span>
            </Button>
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 [&>input]:flex-1">
          <label htmlFor="customer-amount" className="text-lg">
            {t('customer.amount')}
          </label>
          <NumberInput
            id="customer-amount"
            autoFocus
            text={text}
            form={form}
            onChange={onChange}
            wordClass="basis-full"
            onKeyDown={event => event.key === 'Enter' && onEnter()}
            className="touch-tall figures w-full min-w-0 field px-3 text-end text-3xl font-semibold"
          />
        </div>
        {children}
      </div>
      <NumberPad
        label={t('login.digits')}
        deleteLabel={t('login.delete')}
        decimals={form.decimals}
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
