/** The reports of the till, from its own records: the same page as in the back office. */

import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ReportAnswer, ReportList } from '../../../main/wire/office/reports.ts';
import { useApp } from '../../app/context.tsx';
import type { BridgeClient } from '../../bridge/client.ts';
import { useResource } from '../../data/useResource.ts';
import { Choice } from '../../parts/Choice.tsx';
import { choiceIn, type ReportChoice } from '../../report/choice.ts';
import { dayIn } from '../../report/days.ts';
import type { Formats } from '../../report/figures.ts';
import { ReportPage } from '../../report/ReportPage.tsx';
import type { ReportSource } from '../../report/source.ts';
import { useQueueTexts } from '../../texts/pages/queue.ts';
import { shopZone } from '../../texts/zone.ts';
import { Page, PageProblem } from '../Page.tsx';
import { saveFile } from '../saveFile.ts';

export default function TillReports() {
  const { client, session } = useApp();
  const { t, language, problem: problemText } = useQueueTexts();
  const source = useMemo(() => createTillReports(client), [client]);
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const formats: Formats = { language, currency, zone: shopZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone };
  const list = useResource('reports', source.list);
  const today = list.value?.today ?? dayIn(Date.now(), formats.zone);
  const [name, setName] = useState<string | null>(null);
  // One choice for all reports: who looks at a week in one report looks at the same week in the next.
  const [chosen, setChoice] = useState<ReportChoice | null>(null);
  const choice = chosen ?? { ...choiceIn(new URLSearchParams(), today), compare: 'week' as const };
  const reports = list.value?.data ?? [];
  const declaration = reports.find(report => report.name === name) ?? reports[0];
  return (
    <Page title={t('tillReports.title')}>
      <PageProblem problem={list.problem} onAgain={list.reload} />
      {list.loading && !list.value && (
        <p role="status" className="text-soft">
          {t('tillReports.loading')}
        </p>
      )}
      {declaration && (
        <>
          <Choice
            label={t('tillReports.choose')}
            value={declaration.name}
            options={reports.map(report => ({ value: report.name, text: report.title[language] }))}
            onChange={setName}
          />
          <ReportPage
            key={declaration.name}
            declaration={declaration}
            source={source}
            choice={choice}
            onChoice={setChoice}
            formats={formats}
            today={today}
            problemText={problemText}
          />
        </>
      )}
    </Page>
  );
}

function createTillReports({ ask, file }: Pick<BridgeClient, 'ask' | 'file'>): ReportSource {
  return {
    list: () => ask<ReportList>('GET', REPORTS),
    report: (name, query) =>
      ask<ReportAnswer>('GET', `${REPORTS}/${encodeURIComponent(name)}?${new URLSearchParams(query)}`),
    sales: null,
    file: null,
    save: async (name, query, format) => {
      const address = `${REPORTS}/${encodeURIComponent(name)}?${new URLSearchParams({ ...query, format })}`;
      saveFile(await file(address), `${[name, query.by, query.from, query.to].filter(Boolean).join('-')}.${format}`);
    },
  };
}

const REPORTS = '/bridge/v1/reports';
