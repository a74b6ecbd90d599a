/** Cards: found by number or scan, made one by one, as a range or from a file. */
import { useEffect, useState } from 'react';
import type { MerchantCard } from '../../../main/wire/transactions.ts';
import { useResource } from '../../data/useResource.ts';
import { useRows } from '../../data/useRows.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatMoney } from '../../texts/money.ts';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { Section } from '../Page.tsx';
import { CardSheet } from './CardSheet.tsx';
import { FileSheet } from './FileSheet.tsx';
import { NewCardSheet } from './NewCardSheet.tsx';
import { RangeSheet } from './RangeSheet.tsx';
import { RowList, SearchRows, Tile } from './Rows.tsx';
import type { SectionProps } from './sectionProps.ts';

export function Cards({ client, currency, scanned }: SectionProps) {
  const { t, language } = useLoyaltyTexts();
  const [typed, setTyped] = useState(scanned ?? '');
  const rows = useRows(typed, offset => client.cards(typed, offset));
  const [open, setOpen] = useState<string | null>(null);
  const [making, setMaking] = useState<'card' | 'range' | 'file' | null>(null);
  const [made, setMade] = useState<string | null>(null);
  // Without an answer the list below says what is wrong.
  const { value: found } = useResource(scanned, async () => ({ id: await client.cardByNumber(scanned ?? '') }));
  useEffect(() => setOpen(found?.id ?? null), [found]);
  const close = () => {
    setOpen(null);
    setMaking(null);
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
  return (
    <Section title={t('programme.cards')}>
      <div className="flex flex-wrap items-end gap-3">
        <SearchRows label={t('cards.find')} value={typed} numeric onSearch={setTyped} />
        <Button look="primary" icon="plus" onPress={() => setMaking('card')}>
          {t('cards.new')}
        </Button>
        <Button onPress={() => setMaking('range')}>{t('cards.range')}</Button>
        <Button onPress={() => setMaking('file')}>{t('cards.file')}</Button>
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
            onOpen={() => setOpen(card.id)}
          />
        )}
      </RowList>
      {open !== null && <CardSheet key={open} {...shared} id={open} onOpen={setOpen} />}
      {making === 'card' && (
        <NewCardSheet
          {...shared}
          onMade={({ card, csc }) => {
            setMade(t('cards.made', { number: card.cardnumber, csc }));
            close();
          }}
        />
      )}
      {making === 'range' && <RangeSheet {...shared} />}
      {making === 'file' && <FileSheet {...shared} />}
    </Section>
  );
}
