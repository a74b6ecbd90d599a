/** Below the head of the ticket: the form for the number of a loyalty card, its balances, or the reason of its refusal. */

import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { useFocusBack } from '../../app/focusBack.ts';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { spendableOn, type UsedCard } from '../../stores/basketState.ts';
import { useCustomerTexts } from '../../texts/pages/customer.ts';
import { CardReader } from './CardReader.tsx';
import { Activate } from './customer/Activate.tsx';
import { Extras } from './customer/Extras.tsx';

export interface LoyaltyCardProps {
  /** True while the number is typed. */
  readonly entering: boolean;
  readonly onDone: () => void;
}

export default function LoyaltyCard({ entering, onDone }: LoyaltyCardProps) {
  const { basket } = useApp();
  const card = useStore(basket, state => state.card);
  return (
    <>
      <RefusedCard />
      {entering && <CardForm onDone={onDone} />}
      {!entering && card && <CardDetails card={card} />}
      {!entering && <Extras />}
    </>
  );
}

function CardForm({ onDone }: { readonly onDone: () => void }) {
  const { codes } = useApp();
  const { t } = useCustomerTexts();
  const [number, setNumber] = useState('');
  useFocusBack();
  const take = (event?: FormEvent) => {
    event?.preventDefault();
    if (number.trim()) codes.takeTypedCard(number);
    onDone();
  };
  return (
    <form onSubmit={take} className="flex flex-wrap items-center gap-2">
      <input
        // biome-ignore lint/a11y/noAutofocus: the cashier asked for this field just now
        autoFocus
        aria-label={t('card.number')}
        placeholder={t('card.scanHint')}
        value={number}
        inputMode="numeric"
        autoComplete="off"
        onChange={event => setNumber(event.target.value.replace(/[^\dA-Za-z ]/g, ''))}
        onKeyDown={event => event.key === 'Escape' && onDone()}
        className="touch figures min-w-0 basis-full field px-3 placeholder:text-soft"
      />
      <Button look="primary" onPress={take}>
        {t('card.take')}
      </Button>
      <Button look="quiet" size="icon" icon="cross" label={t('common.close')} onPress={onDone} />
      <CardReader onDone={onDone} onType={setNumber} />
    </form>
  );
}

function CardDetails({ card }: { readonly card: UsedCard }) {
  const { basket } = useApp();
  const { t, money, language } = useCustomerTexts();
  const notice = useStore(basket, state => state.applied?.notice ?? null);
  const { details } = card;
  return (
    <>
      {/* On a low screen the button above says what matters, and the lines of the basket get the room. */}
      <dl className="figures flex flex-wrap gap-x-4 text-sm beside:short:sr-only">
        <div>
          <dt className="sr-only">{t('card.number')}</dt>
          <dd>{card.number}</dd>
        </div>
        {details && <Balance name={t('card.bonus')} value={money(spendableOn(details).bonus)} />}
        {details && <Balance name={t('card.points')} value={String(details.points)} />}
      </dl>
      {card.expiring && <Expiring {...card.expiring} />}
      <div role="status" className="empty:hidden">
        {notice && <Message tone="warn">{notice[language]}</Message>}
      </div>
    </>
  );
}

/** Balance that expires unless the customer spends it before. */
function Expiring({ day, cash, bonus, points }: NonNullable<UsedCard['expiring']>) {
  const { t, money, language } = useCustomerTexts();
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  const what = [
    ...(cash > 0 ? [`${t('card.cash')} ${money(cash)}`] : []),
    ...(bonus > 0 ? [`${t('card.bonus')} ${money(bonus)}`] : []),
    ...(points > 0 ? [`${points} ${t('card.points')}`] : []),
  ].join(', ');
  return (
    <p className="text-sm text-warn">
      {t('card.expiring', { day: format.format(Date.parse(`${day}T00:00:00Z`)), what })}
    </p>
  );
}

const Balance = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div className="flex gap-1">
    <dt className="text-soft">{name}</dt>
    <dd className="font-semibold">{value}</dd>
  </div>
);

function RefusedCard() {
  const { basket } = useApp();
  const { t } = useCustomerTexts();
  const refused = useStore(basket, state => state.refused);
  const used = useStore(basket, state => state.card?.number ?? null);
  if (!refused) return null;
  return (
    <Message
      tone="warn"
      action={
        <span className="flex gap-2">
          {refused.reason === 'inactive' && <Activate number={refused.number} />}
          <Button
            look="quiet"
            size="icon"
            icon="cross"
            label={t('common.close')}
            onPress={() => basket.dismissRefused()}
          />
        </span>
      }
    >
      {t('card.refusedTitle', { number: refused.number })}: {t(`card.refused.${refused.reason}`)}
      {used !== null && ` ${t('card.stillUsed', { number: used })}`}
    </Message>
  );
}
