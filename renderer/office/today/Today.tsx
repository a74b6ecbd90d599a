/** Today at a glance, for the chain, a region or one store: figures so far beside those of a week ago, and what is to be looked at. */

import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import type { ReportAnswer, ReportDeclaration, ReportRow } from '../../../main/wire/office/reports.ts';
import { useResource } from '../../data/useResource.ts';
import { Icon } from '../../parts/Icon.tsx';
import { OpeningChoice } from '../../parts/Opening.tsx';
import type { Sort } from '../../report/choice.ts';
import { type Formats, figureOf, formatTimeIn } from '../../report/figures.ts';
import { ReportTable } from '../../report/ReportTable.tsx';
import { comparedRows, sortedRows } from '../../report/rows.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { currencyOf, useFormats, useMe, useOffice } from '../context.tsx';
import { AnswerState, PageHead, Part } from '../Page.tsx';
import { Attention } from './Attention.tsx';
import { addressOf, type Place } from './place.ts';
import { TodayTiles } from './TodayTiles.tsx';

const ReportChart = lazy(() => import('../../report/ReportChart.tsx'));

/** Milliseconds after which the figures are asked for again. */
const EVERY = 60_000;

export default function Today() {
  const { client, address } = useOffice();
  const { t, language } = useOfficeTexts();
  const { merchant, stores, today: ofMerchant } = useMe();
  const [store, region, by] = useStore(
    address,
    useShallow(({ query }) => ['store', 'region', 'by'].map(name => query.get(name) ?? '') as [string, string, string]),
  );
  const regions = [...new Set(stores.flatMap(({ region: one }) => one ?? []))].sort();
  const isKnown = store ? stores.some(({ id }) => id === store) : region === '' || regions.includes(region);
  const isByRegion = by === 'region' && !store && !region && regions.length > 0;
  const { zone } = useFormats(store);
  const chosen = stores.find(({ id }) => id === store);
  const today = chosen?.today ?? ofMerchant;
  const currency = chosen ? currencyOf(chosen, merchant) : merchant.currency;
  const place: Place = store ? { store } : region ? { region } : {};
  const limit = { ...place, ...(currency === merchant.currency ? {} : { currency }) };
  // Each of all stores has its own today, as in the total.
  const day = { from: today, to: today, ...(store ? {} : { clock: 'store' }), ...limit };
  const list = useResource('reports', signal => client.reports(signal));
  const glance = useReport('today', { by: store ? 'till' : isByRegion ? 'region' : 'store', ...limit });
  const loyalty = useReport('loyalty', { by: 'day', ...day });
  const hours = useReport('turnover', { by: 'hour', compare: 'week', ...day });
  const at = useMemo(
    () => (glance.value ? formatTimeIn(new Date().toISOString(), { language, zone }) : ''),
    [glance.value, language, zone],
  );
  const declarationOf = (name: string) => list.value?.data.find(report => report.name === name) ?? null;
  return (
    <>
      <PageHead title={t('today.title')} {...(at ? { about: t('today.asOf', { time: at }) } : {})}>
        {stores.length > 1 && (
          <OpeningChoice
            label={t('today.store')}
            icon="home"
            value={addressOf(place)}
            whole=""
            options={[
              { value: '', text: t('today.allStores') },
              ...regions.map(one => ({
                value: addressOf({ region: one }),
                text: t('people.ofRegion', { region: one }),
              })),
              ...stores.map(({ id, name }) => ({ value: addressOf({ store: id }), text: name })),
              // An address may name a place that is gone.
              ...(isKnown ? [] : [{ value: addressOf(place), text: store || region }]),
            ]}
            onChange={value => address.replace(value)}
          />
        )}
      </PageHead>
      <AnswerState answer={glance} />
      {glance.value && <TodayTiles today={glance.value} loyalty={loyalty.value} turnover={hours.value} />}
      {/* Warnings stand among the open points. */}
      {(glance.value?.notes ?? [])
        .filter(({ remark }) => remark)
        .map(note => (
          <p key={note.en} className="flex items-center gap-2 px-1 text-soft">
            <Icon name="info" size={20} />
            {note[language]}
          </p>
        ))}
      <Attention place={place} />
      <Hours answer={hours.value} declaration={declarationOf('turnover')} />
      <Places answer={glance.value} declaration={declarationOf('today')}>
        {regions.length > 0 && !store && !region && (
          <OpeningChoice
            label={t('today.rows')}
            value={isByRegion ? 'by=region' : ''}
            options={[
              { value: '', text: t('today.byStore') },
              { value: 'by=region', text: t('today.byRegion') },
            ]}
            onChange={value => address.replace(value)}
          />
        )}
      </Places>
    </>
  );
}

/** A report of today, read again while the page can be seen. */
function useReport(name: string, choice: Readonly<Record<string, string>>) {
  const { client } = useOffice();
  return useResource(`${name} ${JSON.stringify(choice)}`, signal => client.report(name, choice, signal), EVERY);
}

interface PartProps {
  readonly answer: ReportAnswer | null;
  readonly declaration: ReportDeclaration | null;
}

/** Amounts are in the currency of the answer. */
function useFormatsOf(answer: ReportAnswer | null): Formats {
  const merchants = useFormats();
  return { ...merchants, currency: answer?.currency ?? merchants.currency };
}

function Hours({ answer, declaration }: PartProps) {
  const formats = useFormatsOf(answer);
  if (!answer || !declaration || answer.rows.length === 0) return null;
  return (
    <Suspense fallback={<div className="h-[19rem]" />}>
      <ReportChart
        declaration={{ ...declaration, chart: { kind: 'bar', column: 'turnover' } }}
        by="hour"
        rows={comparedRows(answer)}
        compared
        formats={formats}
      />
    </Suspense>
  );
}

/** Targets stand in columns only where some are set. */
const hasFigures =
  ({ rows }: ReportAnswer) =>
  ({ name }: ReportDeclaration['columns'][number]): boolean =>
    !name.startsWith('target') || rows.some(row => (figureOf(row, name) ?? null) !== null);

/** The business day that a row is of: that of its store, which may be another one than that of the merchant. */
const dayOf = ({ to }: ReportAnswer, row: ReportRow): string => String(figureOf(row, 'day') ?? to);

/** The stores or regions of the chain, or the tills of the store. */
function Places({ answer, declaration, children }: PartProps & { readonly children: ReactNode }) {
  const { t, language } = useOfficeTexts();
  const formats = useFormatsOf(answer);
  const [sort, setSort] = useState<Sort | null>(null);
  if (!answer || !declaration) return null;
  const title = declaration.by.find(({ name }) => name === answer.by)?.title[language] ?? '';
  return (
    <Part title={title}>
      {children && <div className="flex justify-end">{children}</div>}
      {answer.rows.length === 0 ? (
        <p className="text-soft">{t('sales.empty')}</p>
      ) : (
        <ReportTable
          caption={`${declaration.title[language]}, ${title}`}
          declaration={{ ...declaration, columns: declaration.columns.filter(hasFigures(answer)) }}
          by={answer.by}
          rows={sortedRows(comparedRows(answer), sort, language)}
          total={{ key: '', label: '', ...answer.total }}
          totalBefore={null}
          formats={formats}
          sort={sort}
          onSort={setSort}
          linkOf={row => wayFrom(answer, row)}
        />
      )}
    </Part>
  );
}

/** Regions and stores lead to their own page of today, tills to their sales; the stores without a region have no page. */
function wayFrom(answer: ReportAnswer, row: ReportRow): string | null {
  const { key } = row;
  if (key === '') return null;
  if (answer.by !== 'till') return `/?${addressOf({ [answer.by]: key })}`;
  const day = dayOf(answer, row);
  return `/sales?${new URLSearchParams({ from: day, to: day, till: key })}`;
}
