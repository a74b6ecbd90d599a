/** The filters of the list of sales besides words and days, in one line: the person, the way of paying and the amount. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { FoundSaleList } from '../../../main/wire/foundSales.ts';
import { useApp } from '../../app/context.tsx';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Opening, OpeningChoice } from '../../parts/Opening.tsx';
import { methodKey } from '../../texts/method.ts';
import { editableMoney, moneyForm, parseMoney } from '../../texts/money.ts';
import { type SalesTexts, useSalesTexts } from '../../texts/pages/sales.ts';

export interface SaleFilter {
  /** USR_…; empty: everybody. */
  readonly cashier: string;
  /** One of `METHODS`; empty: every way of paying. */
  readonly method: string;
  /** Minor units; null: no bound. */
  readonly from: number | null;
  readonly to: number | null;
}

export const NO_FILTER: SaleFilter = { cashier: '', method: '', from: null, to: null };

/** A card at another terminal is a card for whoever looks for it. */
const METHODS = ['cash', 'cashless,cashless_direct', 'loyalty', 'voucher'] as const;

/** Members of the query of `GET /bridge/v1/sales`. */
export const filterQuery = ({ cashier, method, from, to }: SaleFilter): Readonly<Record<string, string>> => ({
  ...(cashier === '' ? {} : { cashier }),
  ...(method === '' ? {} : { method }),
  ...(from === null ? {} : { amount_from: String(from) }),
  ...(to === null ? {} : { amount_to: String(to) }),
});

interface SaleFiltersProps {
  readonly filter: SaleFilter;
  readonly cashiers: FoundSaleList['cashiers'];
  readonly onFilter: (filter: SaleFilter) => void;
}

export function SaleFilters({ filter, cashiers, onFilter }: SaleFiltersProps) {
  const { t } = useSalesTexts();
  const isNarrowed = Object.keys(filterQuery(filter)).length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own
    <div role="group" aria-label={t('sold.filters')} className="flex flex-wrap gap-2">
      <OpeningChoice
        label={t('sold.person')}
        icon="person"
        value={filter.cashier}
        whole=""
        options={[
          { value: '', text: t('sold.everybody') },
          ...cashiers.map(({ id, name }) => ({ value: id, text: name })),
        ]}
        onChange={cashier => onFilter({ ...filter, cashier })}
      />
      <OpeningChoice
        label={t('sold.method')}
        icon="card"
        value={filter.method}
        whole=""
        options={[
          { value: '', text: t('sold.everyMethod') },
          ...METHODS.map(value => ({ value, text: t(methodKey(value.split(',')[0] ?? value)) })),
        ]}
        onChange={method => onFilter({ ...filter, method })}
      />
      <AmountFilter filter={filter} onFilter={onFilter} />
      {isNarrowed && (
        <Button look="quiet" icon="cross" onPress={() => onFilter(NO_FILTER)}>
          {t('sold.noFilter')}
        </Button>
      )}
    </div>
  );
}

function AmountFilter({ filter, onFilter }: Omit<SaleFiltersProps, 'cashiers'>) {
  const texts = useSalesTexts();
  const { t } = texts;
  return (
    <Opening label={t('sold.amount')} icon="cash" chosen={spanText(filter, texts)}>
      {close => (
        <AmountForm
          filter={filter}
          onFilter={next => {
            onFilter(next);
            close();
          }}
        />
      )}
    </Opening>
  );
}

function AmountForm({ filter, onFilter }: Omit<SaleFiltersProps, 'cashiers'>) {
  const { session } = useApp();
  const { t, language } = useSalesTexts();
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const textOf = (amount: number | null) => (amount === null ? '' : editableMoney(amount, currency, language));
  const [from, setFrom] = useState(textOf(filter.from));
  const [to, setTo] = useState(textOf(filter.to));
  const [asked, setAsked] = useState(false);
  const form = moneyForm(currency);
  const bound = (text: string) => (text.trim() === '' ? null : parseMoney(text, currency));
  const [least, most] = [bound(from), bound(to)];
  const isUnread = [from, to].some(text => text.trim() !== '' && parseMoney(text, currency) === null);
  const isTurned = least !== null && most !== null && least > most;
  const apply = () => {
    setAsked(true);
    if (!isUnread && !isTurned) onFilter({ ...filter, from: least, to: most });
  };
  return (
    <Form onSubmit={apply} className="grid max-w-72 gap-3">
      <div className="grid grid-cols-2 gap-2">
        <Field label={t('sold.amountFrom')} value={from} form={form} decimal focused onChange={setFrom} />
        <Field
          label={t('sold.amountTo')}
          value={to}
          form={form}
          decimal
          error={asked && isTurned ? t('sold.amountTurned') : null}
          onChange={setTo}
        />
      </div>
      <Button look="primary" onPress={apply}>
        {t('sold.apply')}
      </Button>
      {(filter.from !== null || filter.to !== null) && (
        <Button onPress={() => onFilter({ ...filter, from: null, to: null })}>{t('sold.everyAmount')}</Button>
      )}
    </Form>
  );
}

function spanText({ from, to }: SaleFilter, { t, money }: SalesTexts): string | null {
  if (from !== null && to !== null) return t('sold.between', { from: money(from), to: money(to) });
  if (from !== null) return t('sold.atLeast', { from: money(from) });
  return to === null ? null : t('sold.atMost', { to: money(to) });
}
