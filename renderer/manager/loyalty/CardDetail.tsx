/** One card: what it holds, what was booked, and everything a manager can do with it. */
import { useState } from 'react';
import type { LoyaltyTransaction } from '../../../main/wire/loyalty.ts';
import type { ManagedCard } from '../../../main/wire/loyaltyManagement.ts';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Fact, Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatMoment, formatMoney } from '../../texts/money.ts';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { BesideForm } from '../Beside.tsx';
import { ChangeCardForm, CorrectForm, LockForm, MergeForm, UnlockForm } from './CardForms.tsx';
import type { LoyaltyClient } from './client.ts';

interface CardDetailProps {
  readonly client: LoyaltyClient;
  readonly currency: string;
  readonly id: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

export function CardDetail({ client, currency, id, onOpen, onClose }: CardDetailProps) {
  const { t, problem: textOf } = useLoyaltyTexts();
  const {
    value: opened,
    problem,
    reload,
  } = useResource(id, async () => {
    const [card, { data: bookings }] = await Promise.all([client.card(id), client.bookings(id)]);
    return { card, bookings };
  });
  const [doing, setDoing] = useState<'change' | 'correct' | 'lock' | 'unlock' | 'merge' | null>(null);
  const [done, setDone] = useState(false);
  const finish = () => {
    setDoing(null);
    setDone(true);
    reload();
  };
  const begin = (what: typeof doing) => {
    setDone(false);
    setDoing(what);
  };
  const card = opened?.card.value;
  const shared = { client, currency, onDone: finish, onCancel: () => setDoing(null) };
  return (
    <BesideForm title={t('cards.title', { number: card?.card.cardnumber ?? '…' })} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <StatusRegion>
          {problem && <Message tone="error">{textOf(problem)}</Message>}
          {done && <Message tone="good">{t('programme.done')}</Message>}
        </StatusRegion>
        {card && <CardFacts card={card} currency={currency} />}
        {card && doing === null && !card.mergedInto && <CardActions card={card} onBegin={begin} />}
        {opened && doing === 'change' && <ChangeCardForm {...shared} opened={opened.card} />}
        {card && doing === 'correct' && <CorrectForm {...shared} card={card} />}
        {card && doing === 'lock' && <LockForm {...shared} card={card} />}
        {card && doing === 'unlock' && <UnlockForm {...shared} card={card} />}
        {card && doing === 'merge' && <MergeForm {...shared} card={card} onMerged={onOpen} />}
        {opened && doing === null && <History bookings={opened.bookings} currency={currency} />}
      </div>
    </BesideForm>
  );
}

function CardActions({
  card,
  onBegin,
}: {
  readonly card: ManagedCard;
  readonly onBegin: (what: 'change' | 'correct' | 'lock' | 'unlock' | 'merge') => void;
}) {
  const { t } = useLoyaltyTexts();
  const isLocked = card.lock_status === 'locked';
  return (
    <div className="flex flex-wrap gap-2">
      <Button onPress={() => onBegin('change')}>{t('cards.change')}</Button>
      <Button onPress={() => onBegin('correct')}>{t('cards.correct')}</Button>
      <Button icon="lock" onPress={() => onBegin(isLocked ? 'unlock' : 'lock')}>
        {t(isLocked ? 'cards.unlock' : 'cards.lock')}
      </Button>
      <Button onPress={() => onBegin('merge')}>{t('cards.merge')}</Button>
    </div>
  );
}

const REASONS = [1, 2, 3, 6, 8] as const;

function CardFacts({ card, currency }: { readonly card: ManagedCard; readonly currency: string }) {
  const { t, language } = useLoyaltyTexts();
  const money = (minor: number) => formatMoney(minor, currency, language);
  const customer = card.customer as { contact?: { name?: string }; customernumber?: string | null } | null | undefined;
  const reason = REASONS.find(known => known === card.lock.reason);
  const why = [reason === undefined ? null : t(`cards.lock${reason}`), card.lock.note].filter(Boolean).join(', ');
  const next = card.nextExpiry;
  const parts = next
    ? [
        ...(next.cash > 0 ? [`${t('cards.cash')} ${money(next.cash)}`] : []),
        ...(next.bonus > 0 ? [`${t('cards.bonus')} ${money(next.bonus)}`] : []),
        ...(next.points > 0 ? [`${next.points} ${t('cards.points')}`] : []),
      ]
    : [];
  return (
    <>
      {card.mergedInto && (
        <Message tone="info">{t('cards.mergedInto', { number: card.mergedInto.cardnumber })}</Message>
      )}
      {card.lock_status === 'locked' && <Message tone="warn">{t('cards.lockedWhy', { why: why || '–' })}</Message>}
      {card.heldBy !== null && <Message tone="info">{t('cards.held')}</Message>}
      {next && (
        <Message tone="info">
          {t('cards.expiringNote', { day: dayText(next.day, language), what: parts.join(', ') })}
        </Message>
      )}
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        <Fact name={t('cards.cash')}>{money(card.cash_balance)}</Fact>
        <Fact name={t('cards.bonus')}>{money(card.bonus_balance)}</Fact>
        <Fact name={t('cards.points')}>{card.points}</Fact>
        <Fact name={t('programme.group')}>{card.cardgroup.display_name}</Fact>
        <Fact name={t('cards.customer')}>
          {customer?.contact?.name ?? customer?.customernumber ?? t('cards.noCustomer')}
        </Fact>
        <Fact name={t('cards.expires')}>
          {card.expiry_date ? dayText(card.expiry_date.slice(0, 10), language) : t('cards.never')}
        </Fact>
        {card.mergedFrom.length > 0 && (
          <Fact name={t('cards.mergedFrom')}>{card.mergedFrom.map(({ cardnumber }) => cardnumber).join(', ')}</Fact>
        )}
      </dl>
    </>
  );
}

/** A day `YYYY-MM-DD` as people of this language write it. */
const dayText = (day: string, language: 'de' | 'en'): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );

/** A booking of a sale carries the id of the sale, which says nothing to a person. */
const SALE_ID = /^STX_/;

function History({
  bookings,
  currency,
}: {
  readonly bookings: readonly LoyaltyTransaction[];
  readonly currency: string;
}) {
  const { t, language } = useLoyaltyTexts();
  const money = (minor: number) => formatMoney(minor, currency, language);
  return (
    <section aria-label={t('cards.history')} className="grid gap-2">
      <h3 className="font-semibold">{t('cards.history')}</h3>
      {bookings.length === 0 && <p className="text-soft">{t('cards.historyNone')}</p>}
      <ul className="grid gap-1">
        {bookings.map(({ id, created, description, amount, balance, purpose }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-line border-b pb-1">
            <span>
              {formatMoment(Date.parse(created), language)} {description}
              {purpose && !SALE_ID.test(purpose) && ` (${purpose})`}
            </span>
            <span className="figures">
              {t('cards.historyLine', { amount: money(amount), balance: money(balance) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
