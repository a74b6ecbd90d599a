/** What is missing: gaps in the numbers of the tills, and records that were refused. */

import { useState } from 'react';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { formatTimeIn } from '../../report/figures.ts';
import { useAnswer } from '../../report/useAnswer.ts';
import { useOfficeTexts } from '../../texts/office/texts.ts';
import { useFormats, useMe, useOffice, useProblemText } from '../context.tsx';
import { AnswerState, Part } from '../Page.tsx';
import { Table } from '../Table.tsx';

export function Gaps() {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const { stores } = useMe();
  const formats = useFormats();
  const answer = useAnswer('gaps', signal => client.gaps(signal));
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
            { title: t('sales.till'), cell: gap => gap.till_name ?? gap.till },
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

export function Refused() {
  const { client } = useOffice();
  const { t, language } = useOfficeTexts();
  const formats = useFormats();
  const answer = useAnswer('refused', signal => client.refused(signal));
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
            { title: t('sales.till'), cell: record => record.till_name ?? record.till },
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
  const problemText = useProblemText();
  const [problem, setProblem] = useState<Problem | null>(null);
  const answer = useAnswer('aside', signal => client.setAside(signal));
  const takeBack = (object: string) =>
    client.takeBack(object).then(
      () => {
        setProblem(null);
        answer.again();
      },
      error => setProblem(problemOf(error)),
    );
  const back = (object: string) => (
    <Button label={t('tills.asideBackOf', { object })} onPress={() => void takeBack(object)}>
      {t('tills.asideBack')}
    </Button>
  );
  return (
    <Part title={t('tills.aside')}>
      <AnswerState answer={answer} />
      {problem && <Message tone="error">{problemText(problem)}</Message>}
      {answer.value && (
        <Table
          caption={t('tills.aside')}
          rows={answer.value.data}
          keyOf={record => `${record.till} ${record.epoch} ${record.sequence}`}
          empty={t('tills.asideNone')}
          columns={[
            { title: t('sales.till'), cell: record => record.till_name ?? record.till },
            { title: t('tills.object'), cell: record => record.object },
            { title: t('sales.at'), cell: record => formatTimeIn(record.at, formats) },
            { title: t('tills.reason'), cell: record => record.reason },
            ...(mayChange
              ? [{ title: t('receipt.books'), cell: (record: { object: string }) => back(record.object) }]
              : []),
          ]}
        />
      )}
    </Part>
  );
}
