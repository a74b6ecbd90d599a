/** Every report of the back office, one at a time; the address says which one and what it shows. */

import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Me } from '../../../main/wire/office/people.ts';
import type { ReportDeclaration } from '../../../main/wire/office/reports.ts';
import { useResource } from '../../data/useResource.ts';
import { OpeningChoice } from '../../parts/Opening.tsx';
import { Message } from '../../parts/Panel.tsx';
import { addressOf, choiceIn, type ReportChoice } from '../../report/choice.ts';
import { ReportPage } from '../../report/ReportPage.tsx';
import { type OfficeTexts, useOfficeTexts } from '../../texts/pages/office.ts';
import { useReportTexts } from '../../texts/pages/report.ts';
import { datevWay } from '../client.ts';
import { useFormats, useMe, useOffice, useProblemText } from '../context.tsx';
import { AnswerState, PageHead } from '../Page.tsx';
import { createReportSource } from '../reportSource.ts';
import { Views } from './Views.tsx';

export default function Reports() {
  const { client, address, presence } = useOffice();
  const { t, language } = useOfficeTexts();
  const texts = useReportTexts();
  const me = useMe();
  const { today } = me;
  const formats = useFormats();
  const problemText = useProblemText();
  const { path, query } = useStore(address);
  const returns = useStore(presence, state => state.returns);
  const source = useMemo(
    () =>
      createReportSource(client, {
        currencies: currenciesOf(me),
        more: (report, choice) => postingsOf(report, choice, me, t),
      }),
    [client, me, t],
  );
  const list = useResource('reports', signal => source.list(signal));
  const reports = list.value?.data ?? [];
  // Today has a page of its own.
  const name = path[1] ?? reports.find(({ hasSpan }) => hasSpan)?.name;
  const declaration = reports.find(report => report.name === name);
  return (
    <>
      <PageHead title={declaration?.title[language] ?? t('reports.title')} />
      <AnswerState answer={list} />
      {list.value && !declaration && <Message tone="warn">{texts.t('report.unknown')}</Message>}
      {declaration && (
        <ReportPage
          // Calls that failed while the back office was away are repeated; the choice stands in the address.
          key={`${declaration.name} ${returns}`}
          declaration={declaration}
          source={source}
          choice={choiceIn(query, today)}
          onChoice={choice =>
            address.replace(addressOf({ ...choice, ...spanKept(declaration, choiceIn(query, today)) }))
          }
          formats={formats}
          today={today}
          problemText={problemText}
        >
          <OpeningChoice
            label={t('reports.choose')}
            icon="chart"
            value={declaration.name}
            options={reports.map(report => ({ value: report.name, text: report.title[language] }))}
            onChange={next => address.go(`/reports/${next}?${query}`)}
          />
          <Views span={choiceIn(query, today)} />
        </ReportPage>
      )}
      {declaration && <p className="max-w-prose text-sm text-soft">{declaration.about[language]}</p>}
    </>
  );
}

/** A report of now changes nothing of the span, which the next report has again. */
const spanKept = ({ hasSpan }: ReportDeclaration, { from, to, named }: ReportChoice): Partial<ReportChoice> =>
  hasSpan ? {} : { from, to, ...(named && { named }) };

/** Turnover by tax rate is what is posted: as a file for DATEV, or where its accounts are set. */
function postingsOf(report: string, { by, from, to, filters }: ReportChoice, me: Me, t: OfficeTexts['t']) {
  if (report !== 'turnover' || by !== 'tax') return [];
  const { store } = filters;
  const way = datevWay(me, { from, to, ...(store && { store }) });
  return way ? [{ ...way, text: t(way.text) }] : [];
}

/** The merchant's own first. */
const currenciesOf = ({ merchant, stores }: Me): readonly string[] => [
  ...new Set([merchant.currency, ...stores.flatMap(({ currencies }) => currencies)]),
];
