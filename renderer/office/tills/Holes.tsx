/** Missing records: gaps in the numbers of the tills, and records that were refused. */

import { useState } from 'react';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { formatTimeIn } from '../../report/figures.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useFormats, useMe, useOffice } from '../context.tsx';
import { AnswerState, Part } from '../Page.tsx';
import { ReasonForm } from '../ReasonForm.tsx';
import { Table } from '../Table.tsx';

export function Gaps() {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const { stores } = useMe();
  const formats = useFormats();
  const answer = useResource('gaps', signal => client.gaps(signal));
  return (
    <Part title={t('tills.gaps')}>
      <AnswerState answer={answer} />
      {answer.value && (
        <Table
          caption={t('tills.gaps')}
          rows={answer.value.data}
          keyOf={gap => `${gap.till} ${gap.epoch} ${gap.first}`}
          empty={t('tills.gapsNone')}
          columns={[
            { title: t('sales.till'), cell: gap => <TillLink {...gap} /> },
            { title: t('sales.store'), cell: gap => stores.find(({ id }) => id === gap.store)?.name ?? gap.store },
            { title: t('tills.gap'), cell: gap => (gap.first === gap.last ? gap.first : `${gap.first}–${gap.last}`) },
            { title: t('tills.count'), cell: gap => gap.missing, numeric: true },
            // An epoch is the second in which it began.
            {
              title: t('tills.epoch'),
              cell: gap => formatTimeIn(new Date(gap.epoch * 1000).toISOString(), formats),
            },
          ]}
        />
      )}
    </Part>
  );
}

/** Leads to how the till is: when it was last heard, what waits there, which version it runs. */
function TillLink({ till, till_name: name }: { readonly till: string; readonly till_name: string | null }) {
  return (
    <a href={`/reports/health?till=${encodeURIComponent(till)}`} className="text-action-ink underline">
      {name ?? till}
    </a>
  );
}

/** Records that are kept and do not count, each with what it waits for. */
export function Waiting() {
  const { client } = useOffice();
  const { t, language } = useOfficeTexts();
  const formats = useFormats();
  const answer = useResource('waiting', signal => client.waiting(signal));
  return (
    <Part title={t('tills.uncounted')}>
      <AnswerState answer={answer} />
      {answer.value && (
        <Table
          caption={t('tills.uncounted')}
          rows={answer.value.data}
          keyOf={record => `${record.till} ${record.epoch} ${record.sequence}`}
          empty={t('tills.uncountedNone')}
          columns={[
            { title: t('sales.till'), cell: record => <TillLink {...record} /> },
            { title: t('tills.object'), cell: record => record.object },
            { title: t('sales.at'), cell: record => formatTimeIn(record.received, formats) },
            {
              title: t('tills.waitsFor'),
              cell: record => <span className="wrap-anywhere">{record.texts[language]}</span>,
            },
          ]}
        />
      )}
    </Part>
  );
}

export function Refused() {
  const { client } = useOffice();
  const { t, language } = useOfficeTexts();
  const formats = useFormats();
  const answer = useResource('refused', signal => client.refused(signal));
  return (
    <Part title={t('tills.refused')}>
      <AnswerState answer={answer} />
      {answer.value && (
        <Table
          caption={t('tills.refused')}
          rows={answer.value.data}
          keyOf={record => `${record.till} ${record.epoch} ${record.sequence} ${record.received}`}
          empty={t('tills.refusedNone')}
          columns={[
            { title: t('sales.till'), cell: record => <TillLink {...record} /> },
            { title: t('tills.number'), cell: record => record.sequence ?? '–' },
            { title: t('sales.at'), cell: record => formatTimeIn(record.received, formats) },
            { title: t('tills.reason'), cell: record => record.texts?.[language] ?? record.code },
          ]}
        />
      )}
    </Part>
  );
}

/** Records that a person took out of the books, each with the way back. */
export function SetAside({ mayChange }: { readonly mayChange: boolean }) {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const formats = useFormats();
  const [chosen, setChosen] = useState<string | null>(null);
  const answer = useResource('aside', signal => client.setAside(signal));
  const back = ({ object }: { readonly object: string }) => (
    <Button
      look="quiet"
      className="whitespace-nowrap"
      label={t('tills.asideBackOf', { object })}
      onPress={() => setChosen(object)}
    >
      {t('tills.asideBack')}
    </Button>
  );
  return (
    <Part title={t('tills.aside')}>
      <AnswerState answer={answer} />
      {answer.value && (
        <Table
          caption={t('tills.aside')}
          rows={answer.value.data}
          keyOf={record => `${record.till} ${record.epoch} ${record.sequence}`}
          empty={t('tills.asideNone')}
          columns={[
            { title: t('sales.till'), cell: record => <TillLink {...record} /> },
            { title: t('tills.object'), cell: record => record.object },
            { title: t('sales.at'), cell: record => formatTimeIn(record.at, formats) },
            { title: t('tills.asideBy'), cell: record => record.person_name ?? record.person },
            { title: t('tills.reason'), cell: record => <span className="wrap-anywhere">{record.reason}</span> },
            ...(mayChange ? [{ title: t('receipt.books'), cell: back }] : []),
          ]}
        />
      )}
      {chosen !== null && (
        <Sheet
          title={t('tills.asideBackOf', { object: chosen })}
          closeLabel={t('office.close')}
          onClose={() => setChosen(null)}
        >
          <ReasonForm
            help={t('tills.asideHelp')}
            step={t('tills.asideBack')}
            sure={t('tills.asideSure')}
            yes={t('tills.asideYes')}
            onStep={reason => client.takeBack(chosen, reason)}
            onDone={() => {
              setChosen(null);
              answer.reload();
            }}
          />
        </Sheet>
      )}
    </Part>
  );
}
