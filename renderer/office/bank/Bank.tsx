/** The bank's file: chosen, looked at, its columns corrected, and imported; below it the files that were imported. */

import { useId, useState } from 'react';
import type { BankField, BankFileList, BankImport, BankPreview } from '../../../main/wire/office/bank.ts';
import { useChange } from '../../data/useChange.ts';
import { type Resource, useResource } from '../../data/useResource.ts';
import { FileChoice } from '../../form/FileChoice.tsx';
import { buttonClass } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatDay, formatTimeIn } from '../../report/figures.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useFormats, useOffice, useProblemText } from '../context.tsx';
import { AnswerState, PageHead, Part } from '../Page.tsx';
import { Table } from '../Table.tsx';
import { Preview } from './Preview.tsx';

/** Heads of the columns that the person has chosen; `-` for none. */
export type BankChoices = Readonly<Partial<Record<BankField, string>>>;

interface Chosen {
  readonly file: File;
  readonly choices: BankChoices;
  readonly preview: BankPreview;
}

export default function Bank() {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const problemText = useProblemText();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [done, setDone] = useState<BankImport | null>(null);
  const { busy, problem, run } = useChange();
  const files = useResource('bankFiles', signal => client.bankFiles(signal));
  const look = async (file: File, choices: BankChoices) => {
    setDone(null);
    const preview = await run(() => client.previewBank(file, choices));
    if (preview) setChosen({ file, choices, preview });
  };
  const importFile = async ({ file, choices }: Chosen) => {
    const made = await run(() => client.importBank(file, choices));
    setDone(made);
    if (!made) return;
    setChosen(null);
    files.reload();
  };
  return (
    <>
      <PageHead title={t('bank.title')} about={t('bank.about')}>
        <a href="/reports/reconciliation?by=difference" className={`${buttonClass({})} no-underline`}>
          <Icon name="chart" />
          {t('bank.report')}
        </a>
      </PageHead>
      <FileField
        busy={busy}
        onFile={file => {
          setChosen(null);
          void look(file, {});
        }}
      />
      <StatusRegion>
        {problem && <Message tone="error">{problemText(problem)}</Message>}
        {done && (
          <Message tone={done.refused > 0 ? 'warn' : 'good'}>
            {t('bank.done', { taken: done.taken, repeated: done.repeated, refused: done.refused })}
          </Message>
        )}
      </StatusRegion>
      {chosen && (
        <Preview
          name={chosen.file.name}
          preview={chosen.preview}
          busy={busy}
          onColumn={(field, head) => void look(chosen.file, { ...chosen.choices, [field]: head })}
          onImport={() => void importFile(chosen)}
          onCancel={() => setChosen(null)}
        />
      )}
      <Files answer={files} />
    </>
  );
}

interface FileFieldProps {
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

function FileField({ busy, onFile }: FileFieldProps) {
  const { t } = useOfficeTexts();
  const help = useId();
  return (
    <div className="grid justify-items-start gap-1 card p-4 print:hidden">
      <FileChoice
        label={t('bank.choose')}
        accept=".csv,.txt,.tsv,.sta,.mt940,.940,.xml,text/csv,text/plain,text/xml,application/xml"
        disabled={busy}
        describedBy={help}
        onFile={onFile}
      />
      <p id={help} className="text-sm text-soft">
        {t('bank.chooseHelp')}
      </p>
    </div>
  );
}

function Files({ answer }: { readonly answer: Resource<BankFileList> }) {
  const { t, language } = useOfficeTexts();
  const formats = useFormats();
  return (
    <Part title={t('bank.files')}>
      <AnswerState answer={answer} />
      {answer.value && (
        <Table
          caption={t('bank.files')}
          rows={answer.value.data}
          keyOf={({ id }) => id}
          empty={t('bank.filesNone')}
          columns={[
            { title: t('bank.file'), cell: ({ name }) => name },
            { title: t('bank.imported'), cell: ({ imported }) => formatTimeIn(imported, formats) },
            { title: t('bank.by'), cell: ({ person }) => person ?? '–' },
            {
              title: t('bank.span'),
              cell: ({ from, to }) => (from && to ? `${formatDay(from, language)} – ${formatDay(to, language)}` : '–'),
            },
            { title: t('bank.payments'), cell: ({ rows }) => rows.toLocaleString(language), numeric: true },
          ]}
        />
      )}
    </Part>
  );
}
