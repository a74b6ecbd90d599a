/** Cards: found by number or scan, made one by one, as a range or from a file. */
import { useEffect, useState } from 'react';
import type { ManagedCard } from '../../../main/wire/loyaltyManagement.ts';
import type { MerchantCard } from '../../../main/wire/transactions.ts';
import { useResource } from '../../data/useResource.ts';
import { useRows } from '../../data/useRows.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatMoney } from '../../texts/money.ts';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { Beside, useOpened } from '../Beside.tsx';
import { SaveList } from '../lists/SaveList.tsx';
import { Section } from '../Page.tsx';
import { CardFile } from './BatchFile.tsx';
import { CardDetail } from './CardDetail.tsx';
import { CardRange } from './CardRange.tsx';
import type { LoyaltyClient } from './client.ts';
import { NewCard } from './NewCard.tsx';
import { RowList, SearchRows, Tile } from './Rows.tsx';
import type { SectionProps } from './sectionProps.ts';

/** Opened in place of a card; no card has such an id. */
const MAKE = { card: '+card', range: '+range', file: '+file' } as const;

export function Cards({ client, currency, scanned }: SectionProps) {
  const { t, language } = useLoyaltyTexts();
  const [typed, setTyped] = useState(scanned ?? '');
  const rows = useRows(typed, offset => client.cards(typed, offset));
  const { open, show, replace } = useOpened<string>();
  const [made, setMade] = useState<string | null>(null);
  // Without an answer the list below says what is wrong.
  const { value: found } = useResource(scanned, async () => ({ id: await client.cardByNumber(scanned ?? '') }));
  useEffect(() => replace(found?.id ?? null), [found, replace]);
  const close = () => {
    replace(null);
    rows.reload();
  };
  const facts = ({ cash_balance, bonus_balance, points, lock_status, stock_status }: MerchantCard) => [
    t('cards.balances', {
      cash: formatMoney(cash_balance, currency, language),
      bonus: formatMoney(bonus_balance, currency, language),
      points,
    }),
    ...(lock_status === 'locked' ? [t('cards.locked')] : []),
    ...(stock_status === 'inactive' || stock_status === 'stored' ? [t(`cards.${stock_status}`)] : []),
  ];
  const shared = { client, currency, onClose: close };
  const form = open !== null && (
    <CardForm
      key={open}
      open={open}
      {...shared}
      onOpen={replace}
      onMade={({ card, csc }) => {
        setMade(t('cards.made', { number: card.cardnumber, csc }));
        close();
      }}
    />
  );
  return (
    <Beside form={form}>
      <Section title={t('programme.cards')}>
        <div className="flex flex-wrap items-end gap-3">
          <SearchRows label={t('cards.find')} value={typed} numeric onSearch={setTyped} />
          <Button look={form ? 'tonal' : 'primary'} icon="plus" onPress={() => show(MAKE.card)}>
            {t('cards.new')}
          </Button>
          <Button onPress={() => show(MAKE.range)}>{t('cards.range')}</Button>
          <Button onPress={() => show(MAKE.file)}>{t('cards.file')}</Button>
          <SaveList name="cards" load={() => client.exported('cards')} />
        </div>
        <StatusRegion>
          {made && <Message tone="good">{made}</Message>}
          {scanned && found?.id === null && <Message tone="warn">{t('cards.unknown', { number: scanned })}</Message>}
        </StatusRegion>
        <RowList of={rows} keyOf={({ id }) => id}>
          {card => (
            <Tile
              title={card.card.cardnumber}
              label={t('cards.open', { number: card.card.cardnumber })}
              facts={facts(card)}
              isChosen={card.id === open}
              onOpen={() => show(card.id)}
            />
          )}
        </RowList>
      </Section>
    </Beside>
  );
}

interface CardFormProps {
  readonly open: string;
  readonly client: LoyaltyClient;
  readonly currency: string;
  readonly onClose: () => void;
  readonly onOpen: (id: string) => void;
  readonly onMade: (card: ManagedCard & { readonly csc: string }) => void;
}

/** The card that is open, or one of the ways to make cards. */
function CardForm({ open, onOpen, onMade, ...shared }: CardFormProps) {
  switch (open) {
    case MAKE.card:
      return <NewCard {...shared} onMade={onMade} />;
    case MAKE.range:
      return <CardRange {...shared} />;
    case MAKE.file:
      return <CardFile {...shared} />;
    default:
      return <CardDetail {...shared} id={open} onOpen={onOpen} />;
  }
}
