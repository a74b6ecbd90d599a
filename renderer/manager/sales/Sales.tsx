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
import { useOpened } from '../Beside.tsx';
import { Chip, List, ListWithDetail, Row } from '../List.tsx';
import { Page, PageProblem } from '../Page.tsx';
import { Search } from '../Search.tsx';
import { LooseReturn } from './LooseReturn.tsx';
import { SaleDetail } from './SaleDetail.tsx';
import { filterQuery, NO_FILTER, type SaleFilter, SaleFilters } from './SaleFilters.tsx';
import { type SaleState, saleFacts, stateOf } from './saleFacts.ts';

const SALES = '/bridge/v1/sales';
const DAYS = ['today', 'yesterday', 'week', 'all'] as const;
type Day = (typeof DAYS)[number];

/** Opened for a return without a receipt; no sale has this id. */
const LOOSE = 'loose';

interface Wanted {
  readonly search: string;
  readonly day: Day;
  readonly filter: SaleFilter;
}

export default function Sales() {
  const { t } = useSalesTexts();
  return (
    <Page title={t('sold.title')}>
      <Found />
    </Page>
  );
}

function Found() {
  const { t } = useSalesTexts();
  const { t: returnText } = useReturnsTexts();
  const { session } = useApp();
  const sells = useStore(session, ({ user }) => maySell(user));
  const [wanted, setWanted] = useState<Wanted>({ search: '', day: 'today', filter: NO_FILTER });
  const { open: opened, show, replace } = useOpened<string>();
  const { value: list, problem, reload, more } = useSales(wanted);
  // A code of a receipt, or a loyalty card, is searched in all days.
  const search = useCallback(
    (text: string) => setWanted(before => ({ ...before, search: text, day: text === '' ? before.day : 'all' })),
    [],
  );
  const close = () => show(null);
  useScans(search, opened !== LOOSE);
  const count = list?.data.length ?? 0;
  // The code on a receipt means one sale.
  const only = numberInCode(wanted.search) !== null && count === 1 ? (list?.data[0]?.id ?? null) : null;
  useEffect(() => {
    if (only) replace(only);
  }, [only, replace]);
  return (
    <>
      {!sells && <Message tone="info">{t('sold.readOnly')}</Message>}
      <div className="flex flex-wrap items-end gap-3">
        <Search
          key={wanted.search}
          className="min-w-0 flex-1 basis-72"
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
        {sells && (
          <Button icon="undo" onPress={() => show(LOOSE)}>
            {returnText('back.loose')}
          </Button>
        )}
      </div>
      <SaleFilters
        filter={wanted.filter}
        cashiers={list?.cashiers ?? []}
        onFilter={filter => setWanted(before => ({ ...before, filter }))}
      />
      <PageProblem problem={problem} onAgain={reload} />
      <ListWithDetail
        list={
          <>
            <p role="status" className="text-sm text-soft">
              {!list && !problem && t('sold.loading')}
              {list && t(countText(list, wanted), { count })}
            </p>
            {list && isUnsoldToday(list, wanted) && (
              <Button
                className="justify-self-start"
                onPress={() => setWanted(before => ({ ...before, day: 'yesterday' }))}
              >
                {t('sold.showYesterday')}
              </Button>
            )}
            <List>
              {list?.data.map(sale => (
                <li key={sale.id}>
                  <SaleRow sale={sale} isChosen={sale.id === opened} onOpen={() => show(sale.id)} />
                </li>
              ))}
            </List>
            {list?.more && (
              <Button className="justify-self-start" onPress={() => void more()}>
                {t('sold.more')}
              </Button>
            )}
          </>
        }
        detail={
          opened === LOOSE ? (
            <LooseReturn onClose={close} onOpened={() => replace(null)} />
          ) : (
            opened && <SaleDetail key={opened} id={opened} onClose={close} onPrinted={reload} />
          )
        }
      />
    </>
  );
}

/** Before the first sale of a day, the sales of the day before are looked for. */
const isUnsoldToday = ({ data }: FoundSaleList, { day, search, filter }: Wanted): boolean =>
  data.length === 0 && day === 'today' && search === '' && filter === NO_FILTER;

function countText(list: FoundSaleList, wanted: Wanted) {
  if (isUnsoldToday(list, wanted)) return 'sold.noneToday';
  const { data, more } = list;
  const { filter } = wanted;
  if (data.length === 0) return filter === NO_FILTER ? 'sold.none' : 'sold.noneNarrowed';
  if (more) return 'sold.newest';
  return data.length === 1 ? 'sold.one' : 'sold.shown';
}

function useSales({ search, day, filter }: Wanted) {
  const { client } = useApp();
  return useRows<FoundSaleList>(JSON.stringify([day, search, filter]), (_, before) => {
    const query = new URLSearchParams({
      ...(search === '' ? {} : { search }),
      ...(day === 'all' ? {} : { day }),
      ...filterQuery(filter),
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

interface SaleRowProps {
  readonly sale: FoundSale;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

function SaleRow({ sale, isChosen, onOpen }: SaleRowProps) {
  const texts = useSalesTexts();
  const { t, money, moment } = texts;
  const title = sale.receipt_number === null ? t('sold.noNumber') : t('sold.number', { number: sale.receipt_number });
  const state = stateOf(sale);
  const tone = CHIPS[state];
  return (
    <Row
      isChosen={isChosen}
      onOpen={onOpen}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 max-sm:gap-y-1"
    >
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">
          {title}, {moment(Date.parse(sale.created))}
        </span>
        <span className="block text-sm text-soft wrap-anywhere">{saleFacts(sale, texts).join(' · ')}</span>
      </span>
      <span className="flex items-center gap-3 max-sm:flex-col-reverse max-sm:items-end max-sm:gap-1">
        {tone && <Chip tone={tone}>{t(`sold.state.${state}`)}</Chip>}
        <strong className={`figures text-lg ${state === 'cancelled' ? 'line-through' : ''}`}>{money(sale.sum)}</strong>
      </span>
    </Row>
  );
}

/** Paid is what a sale is; only other states are said. */
const CHIPS: Readonly<Partial<Record<SaleState, 'info' | 'warn' | 'bad'>>> = {
  paidOut: 'info',
  partly: 'warn',
  cancelled: 'warn',
  unknown: 'bad',
};
