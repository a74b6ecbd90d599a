/** The list of sales behind a figure, or behind a search. Its address says what it shows. */

import { type FormEvent, useState } from 'react';
import type { Static } from 'typebox';
import { useStore } from 'zustand';
import type { OfficeSaleList } from '../../../main/wire/office/sales.ts';
import {
  ANY_VALUE,
  closingNumberIn,
  limited,
  limitOf,
  looksEverywhere,
  PAGE,
  type SaleFilter,
  type SalesChoice,
  saleEvents,
  salesChoiceIn,
  salesQueryOf,
  salesRequest,
} from '../../../main/wire/office/salesQuery.ts';
import { useResource } from '../../data/useResource.ts';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { OpeningChoice } from '../../parts/Opening.tsx';
import { ChipLine } from '../../report/ChipLine.tsx';
import { comparisonsOf, spanBefore, spanIn } from '../../report/days.ts';
import { FigureTile } from '../../report/FigureTile.tsx';
import { formatDay, formatFigure, formatTimeIn } from '../../report/figures.ts';
import { changeOf } from '../../report/rows.ts';
import { SpanChips } from '../../report/SpanChips.tsx';
import { formatMoney, formatRate } from '../../texts/money.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useReportTexts } from '../../texts/pages/report.ts';
import { datevWay, exportAddress, exportFiles } from '../client.ts';
import { useFormats, useMe, useOffice } from '../context.tsx';
import { nameOf } from '../names.ts';
import { AnswerState, PageHead } from '../Page.tsx';
import { Pages } from '../Pages.tsx';
import { Views } from '../reports/Views.tsx';
import { Table, type TableColumn } from '../Table.tsx';
import { MoreFilters } from './MoreFilters.tsx';

type SaleRow = Static<typeof OfficeSaleList>['data'][number];

export default function SalesList() {
  const { client, address } = useOffice();
  const { t, language } = useOfficeTexts();
  const report = useReportTexts();
  const { today, merchant, stores } = useMe();
  const query = useStore(address, state => state.query);
  const choice = salesChoiceIn(query, spanIn(query, today));
  const request = salesRequest(choice, merchant.currency);
  const answer = useResource(JSON.stringify(request), signal => client.sales(request, signal));
  const columns = useColumns();
  // Every change but that of the page itself begins at the first page.
  const change = (part: Partial<SalesChoice>) => address.replace(addressOf({ ...choice, offset: 0, ...part }));
  const { value } = answer;
  return (
    <>
      <PageHead title={t('sales.title')}>
        <Exports choice={choice} {...request} />
      </PageHead>
      {value && <Totals choice={choice} totals={value.totals} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 print:hidden">
        <Search key={choice.search} value={choice.search} onSearch={search => change({ search })} />
        <ChipLine label={report.t('report.filters')}>
          <SpanChips
            span={choice}
            today={today}
            language={language}
            onSpan={span => change({ named: null, ...span })}
          />
          <OpeningChoice
            label={t('sales.events')}
            value={choice.events}
            options={saleEvents.map(value => ({ value, text: t(`sales.events.${value}`) }))}
            onChange={events => change({ events })}
          />
          {stores.length > 1 && (
            <OpeningChoice
              label={t('sales.store')}
              icon="home"
              value={limitOf(choice, 'store')}
              whole=""
              options={[
                { value: '', text: t('today.allStores') },
                ...stores.map(({ id, name }) => ({ value: id, text: name })),
              ]}
              onChange={store => change({ filters: limited(choice, 'store', store) })}
            />
          )}
          <OpeningChoice
            label={t('sales.method')}
            icon="card"
            value={limitOf(choice, 'method')}
            whole=""
            options={[
              { value: '', text: report.t('report.all') },
              ...methodsWith(limitOf(choice, 'method')).map(value => ({ value, text: nameOf('paidBy', value, t) })),
            ]}
            onChange={method => change({ filters: limited(choice, 'method', method) })}
          />
          <MoreFilters choice={choice} onChange={change} />
          <Views span={choice} />
        </ChipLine>
      </div>
      <Limits choice={choice} onRemove={name => change({ filters: choice.filters.filter(([one]) => one !== name) })} />
      <AnswerState answer={answer} />
      {value && (
        <div className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${answer.loading ? 'opacity-60' : ''}`}>
          <Table
            caption={t('sales.caption', { from: formatDay(choice.from, language), to: formatDay(choice.to, language) })}
            columns={columns}
            rows={value.data}
            keyOf={sale => `${sale.id} ${sale.till} ${sale.epoch} ${sale.sequence}`}
            empty={t('sales.empty')}
          />
          <Pages
            offset={choice.offset}
            size={PAGE}
            count={value.count}
            ofMore={value.more ? value.data.length : null}
            onOffset={offset => address.go(`/sales?${addressOf({ ...choice, offset })}`)}
          />
        </div>
      )}
    </>
  );
}

const addressOf = (choice: SalesChoice): string => new URLSearchParams(salesQueryOf(choice)).toString();

/** The ways of paying that are looked for most; a figure of a report leads to any other one. */
const METHODS = ['cash', 'cashless', 'loyalty', 'voucher', 'invoice'] as const;

const methodsWith = (chosen: string): readonly string[] =>
  chosen === '' || METHODS.some(method => method === chosen) ? METHODS : [...METHODS, chosen];

interface TotalsProps {
  readonly choice: SalesChoice;
  readonly totals: SaleTotals;
}

type SaleTotals = Static<typeof OfficeSaleList>['totals'];

/** Sum, sales and average of the whole list, in the currency of most rows. */
function Totals({ choice, totals }: TotalsProps) {
  const { t, language } = useOfficeTexts();
  const report = useReportTexts();
  const formats = useFormats();
  const earlier = useEarlierTotals(choice);
  const [total] = totals;
  if (!total) return null;
  const { sales, turnover, average, currency } = total;
  const money = (amount: number) => formatMoney(amount, currency, language);
  const changes = (figure: (of: SaleTotals[number]) => number) =>
    earlier.flatMap(({ compare, total: before }) => {
      const change = before?.currency === currency ? changeOf(figure(total), figure(before)) : null;
      return change === null ? [] : [{ change, against: report.t(`report.changed.${compare}`) }];
    });
  return (
    <dl aria-label={t('sales.totals')} className="grid gap-3 grid-cols-2 sm:grid-cols-3">
      <FigureTile
        title={t('receipt.turnover')}
        figure={money(turnover)}
        language={language}
        changes={changes(of => of.turnover)}
        isFirst
      >
        {choice.events === 'closed' && t('sales.beforeCancelled')}
      </FigureTile>
      <FigureTile
        title={t('sales.title')}
        figure={formatFigure(sales, 'count', { ...formats, currency })}
        language={language}
        changes={changes(of => of.sales)}
      />
      <FigureTile
        title={t('today.average')}
        figure={average === null ? '–' : money(average)}
        language={language}
        changes={changes(of => of.average ?? 0)}
      />
    </dl>
  );
}

/** The totals of the spans before. A search may look through all days, which have no span before them. */
function useEarlierTotals(choice: SalesChoice) {
  const { client } = useOffice();
  const { merchant } = useMe();
  const key = choice.search === '' ? `earlier ${JSON.stringify({ ...choice, offset: 0 })}` : null;
  const earlier = useResource(key, signal =>
    Promise.all(
      comparisonsOf(choice).map(async compare => {
        const request = salesRequest({ ...choice, ...spanBefore(choice, compare), offset: 0 }, merchant.currency);
        return { compare, total: (await client.sales({ ...request, count: '1' }, signal)).totals[0] };
      }),
    ),
  );
  // The totals of an older choice would be compared with those of the new one.
  return key === null || earlier.loading ? [] : (earlier.value ?? []);
}

function useColumns(): readonly TableColumn<SaleRow>[] {
  const { t, language } = useOfficeTexts();
  const { stores, merchant } = useMe();
  const { zone } = useFormats();
  const zoneOf = (sale: SaleRow) => stores.find(({ id }) => id === sale.store)?.time_zone ?? zone;
  const at = (sale: SaleRow) => formatTimeIn(sale.created ?? '', { language, zone: zoneOf(sale) });
  const sum = (sale: SaleRow) => formatMoney(sale.sum ?? 0, sale.currency ?? merchant.currency, language);
  const label = (sale: SaleRow) =>
    sale.receipt_number
      ? t('sales.open', { number: sale.receipt_number, sum: sum(sale) })
      : t('sales.openId', { at: at(sale), sum: sum(sale) });
  return [
    {
      title: t('sales.at'),
      cell: sale => (
        <a
          href={`/sales/${sale.id}`}
          aria-label={label(sale)}
          className="flex min-h-12 items-center whitespace-nowrap text-action-ink underline"
        >
          {at(sale)}
        </a>
      ),
    },
    { title: t('sales.receipt'), cell: sale => sale.receipt_number ?? '–', numeric: true },
    { title: t('sales.store'), cell: sale => sale.store_name ?? sale.store },
    { title: t('sales.till'), cell: sale => sale.till_name ?? sale.till },
    { title: t('sales.cashier'), cell: sale => sale.cashier || '–' },
    { title: t('sales.method'), cell: sale => nameOf('paidBy', sale.method, t) },
    {
      title: t('sales.status'),
      cell: sale =>
        nameOf(sale.event === 'closed' ? 'status' : 'event', sale.event === 'closed' ? sale.status : sale.event, t),
    },
    { title: t('sales.sum'), cell: sum, numeric: true },
  ];
}

/** The sales of the list as files. Only the table takes the search; the others hold every record of their days. */
function Exports({
  choice,
  q,
  events,
}: {
  readonly choice: SalesChoice;
  readonly q?: string;
  readonly events?: string;
}) {
  const { t } = useOfficeTexts();
  const me = useMe();
  const { from, to, filters } = choice;
  const store = filters.find(([name]) => name === 'store')?.[1];
  const found = { ...(store ? { store } : {}), ...(q ? { q } : {}), ...(events ? { events } : {}) };
  const query = { from, to, ...found };
  // The table holds what the list shows.
  const isEverywhere = looksEverywhere(choice, me.merchant.currency);
  const datev = datevWay(me, query);
  return (
    <ul aria-label={t('sales.files')} className="flex flex-wrap gap-2 print:hidden">
      {[
        ...exportFiles.map(file => ({
          text: t(`sales.file.${file}`),
          href: exportAddress(file, file === 'sales.csv' && isEverywhere ? found : query),
          isFile: true,
        })),
        ...(datev ? [{ ...datev, text: t(datev.text) }] : []),
      ].map(({ text, href, isFile }) => (
        <li key={href}>
          <a href={href} {...(isFile && { download: true })} className={buttonClass({})}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

interface SearchProps {
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

function Search({ value, onSearch }: SearchProps) {
  const { t } = useOfficeTexts();
  const [typed, setTyped] = useState(value);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <search>
      <form onSubmit={submit} className="flex max-w-2xl flex-wrap items-end gap-2">
        <label className="grid min-w-0 flex-1 basis-40 gap-1">
          <span className="text-sm text-soft">{t('sales.searchHelp')}</span>
          <input
            type="search"
            value={typed}
            onChange={event => setTyped(event.target.value)}
            className="touch w-full min-w-0 field px-3"
          />
        </label>
        <Button icon="search" onPress={submit}>
          {t('sales.search')}
        </Button>
      </form>
    </search>
  );
}

interface LimitsProps {
  readonly choice: SalesChoice;
  readonly onRemove: (name: SaleFilter) => void;
}

/** Filters with a chip that opens. */
const OPENING: readonly SaleFilter[] = ['store', 'method'];

/** The limits of the list that a figure led to and that have no chip of their own; each can be taken away. */
function Limits({ choice, onRemove }: LimitsProps) {
  const filters = choice.filters.filter(([name]) => !OPENING.includes(name));
  const { t } = useOfficeTexts();
  const names = useFilterNames(filters.some(([name]) => name === 'till'));
  if (filters.length === 0) return null;
  return (
    <ul aria-label={t('sales.chosen')} className="flex flex-wrap gap-2 print:hidden">
      {filters.map(([name, value]) => (
        <li key={name}>
          <Button
            icon="cross"
            label={t('sales.remove', names.of(name, value))}
            className="bg-action-tint! text-action-ink!"
            onPress={() => onRemove(name)}
          >
            <span className="min-w-0 wrap-anywhere">
              {names.of(name, value).name}: {names.of(name, value).value}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Name and value of a filter in words. */
function useFilterNames(withTills: boolean) {
  const { client } = useOffice();
  const { t, language } = useOfficeTexts();
  const report = useReportTexts();
  const { stores } = useMe();
  const tills = useResource(`tills ${withTills}`, async signal =>
    withTills ? (await client.tills(signal)).data : [],
  ).value;
  return {
    of(name: SaleFilter, value: string): { readonly name: string; readonly value: string } {
      return {
        name: isOwnFilter(name) ? t(`filter.${name}`) : report.t(`report.filter.${name}`),
        value: valueName(name, value),
      };
    },
  };

  function valueName(name: SaleFilter, value: string): string {
    if (value === '') return '–';
    if (value === ANY_VALUE) return t('filter.any');
    if (name === 'till') return tills?.find(({ id }) => id === value)?.name ?? value;
    if (name === 'store') return stores.find(({ id }) => id === value)?.name ?? value;
    if (name === 'method') return nameOf('paidBy', value, t);
    if (name === 'event') return nameOf('event', value, t);
    if (name === 'closing') return `Z ${closingNumberIn(value)}`;
    if (name === 'hour') return `${value}:00`;
    if (name === 'tax') return formatRate(Number(value), language);
    if (name === 'weekday') return formatWeekday(value, language);
    return value;
  }
}

const OWN = ['hour', 'weekday', 'campaign', 'terminal', 'card', 'event', 'closing'] as const;

/** Filters that no report has. */
const isOwnFilter = (name: SaleFilter): name is (typeof OWN)[number] => OWN.some(own => own === name);

/** 1 is Monday. */
const formatWeekday = (weekday: string, language: string): string =>
  // 2024-01-01 was a Monday.
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, Number(weekday)));
