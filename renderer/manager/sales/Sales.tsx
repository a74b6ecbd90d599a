/** The page of the sales: found by what people have in hand, the newest first; each opens with its receipts and its history. */

import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { numberInCode } from '../../../main/domain/receiptCode.ts';
import type { FoundSale, FoundSaleList } from '../../../main/wire/foundSales.ts';
import { maySell } from '../../../main/wire/screenPages.ts';
import { useApp } from '../../app/context.tsx';
import { useRows } from '../../data/useRows.ts';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useReturnsTexts } from '../../texts/pages/returns.ts';
import { useSalesTexts } from '../../texts/pages/sales.ts';
import { Page, PageProblem } from '../Page.tsx';
import { Search } from '../Search.tsx';
import { LooseReturn } from './LooseReturn.tsx';
import { SaleSheet } from './SaleSheet.tsx';
import { saleFacts, stateOf } from './saleFacts.ts';

const SALES = '/bridge/v1/sales';
const DAYS = ['today', 'yesterday', 'week', 'all'] as const;
type Day = (typeof DAYS)[number];

interface Wanted {
  readonly search: string;
  readonly day: Day;
}

export default function Sales() {
  const { t } = useSalesTexts();
  const { t: returnText } = useReturnsTexts();
  const { session } = useApp();
  const sells = useStore(session, ({ user }) => maySell(user));
  const [wanted, setWanted] = useState<Wanted>({ search: '', day: 'today' });
  const [opened, setOpened] = useState<string | null>(null);
  const { value: list, problem, reload, more } = useSales(wanted);
  // A code of a receipt, or a loyalty card, is searched in all days.
  const search = useCallback(
    (text: string) => setWanted(({ day }) => ({ search: text, day: text === '' ? day : 'all' })),
    [],
  );
  const [isLoose, setLoose] = useState(false);
  useScans(search, !isLoose);
  const count = list?.data.length ?? 0;
  // The code on a receipt means one sale.
  const only = numberInCode(wanted.search) !== null && count === 1 ? (list?.data[0]?.id ?? null) : null;
  useEffect(() => {
    if (only) setOpened(only);
  }, [only]);
  return (
    <Page title={t('sold.title')}>
      {!sells && <Message tone="info">{t('sold.readOnly')}</Message>}
      <Search
        key={wanted.search}
        label={t('sold.search')}
        find={t('sold.find')}
        value={wanted.search}
        onSearch={search}
      />
      <Choice
        label={t('sold.day')}
        value={wanted.day}
        options={DAYS.map(day => ({ value: day, text: t(`sold.${day}`) }))}
        onChange={day => setWanted(before => ({ ...before, day }))}
      />
      <PageProblem problem={problem} onAgain={reload} />
      <p role="status" className="text-sm text-soft">
        {!list && !problem && t('sold.loading')}
        {list &&
          t(count === 0 ? 'sold.none' : list.more ? 'sold.newest' : count === 1 ? 'sold.one' : 'sold.shown', { count })}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {list?.data.map(sale => (
          <li key={sale.id}>
            <SaleRow sale={sale} onOpen={() => setOpened(sale.id)} />
          </li>
        ))}
      </ul>
      {list?.more && (
        <Button className="justify-self-start" onPress={() => void more()}>
          {t('sold.more')}
        </Button>
      )}
      {sells && (
        <Button icon="undo" className="justify-self-start" onPress={() => setLoose(true)}>
          {returnText('back.loose')}
        </Button>
      )}
      {isLoose && <LooseReturn onClose={() => setLoose(false)} />}
      {opened && <SaleSheet key={opened} id={opened} onClose={() => setOpened(null)} onPrinted={reload} />}
    </Page>
  );
}

function useSales({ search, day }: Wanted) {
  const { client } = useApp();
  return useRows<FoundSaleList>(`${day} ${search}`, (_, before) => {
    const query = new URLSearchParams({
      ...(search === '' ? {} : { search }),
      ...(day === 'all' ? {} : { day }),
      ...(before?.more ? { before: before.more } : {}),
    });
    return client.ask('GET', `${SALES}?${query}`);
  });
}

/** A scan while the page is open is searched, and does not go into the basket. */
function useScans(search: (code: string) => void, isActive: boolean): void {
  const { managerPage } = useApp();
  useEffect(() => (isActive ? managerPage.takeScans(search) : undefined), [managerPage, search, isActive]);
}

function SaleRow({ sale, onOpen }: { readonly sale: FoundSale; readonly onOpen: () => void }) {
  const texts = useSalesTexts();
  const { t, money, moment } = texts;
  const title = sale.receipt_number === null ? t('sold.noNumber') : t('sold.number', { number: sale.receipt_number });
  const facts = saleFacts(sale, texts);
  const state = stateOf(sale);
  const look = state === 'paid' ? 'text-good' : state === 'unknown' ? 'text-bad' : 'text-warn';
  return (
    <button
      type="button"
      onClick={onOpen}
      className="touch grid w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 card px-3 py-2 text-start hover:bg-sunken"
    >
      <span className="min-w-0 font-semibold wrap-anywhere">
        {title}, {moment(Date.parse(sale.created))}
      </span>
      <strong className={`figures text-lg ${state === 'cancelled' ? 'line-through' : ''}`}>{money(sale.sum)}</strong>
      <span className="min-w-0 text-sm text-soft wrap-anywhere">{facts.join(' · ')}</span>
      <span className={`text-sm font-medium ${look}`}>{t(`sold.state.${state}`)}</span>
    </button>
  );
}
