/** Turnover that each store is to reach in a month: typed one by one, or loaded from a file. */

import { useId, useState } from 'react';
import type { TargetInput, TargetList, TargetsSet } from '../../../main/wire/office/targets.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { FileChoice } from '../../form/FileChoice.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatFigure, rowLabel } from '../../report/figures.ts';
import { moneyForm, parseMoney } from '../../texts/money.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { targetFileAddress } from '../client.ts';
import { currencyOf, useMe, useOffice, useProblemText } from '../context.tsx';
import { AnswerState, Part } from '../Page.tsx';
import { Table } from '../Table.tsx';

export function Targets() {
  const { client } = useOffice();
  const { t, language } = useOfficeTexts();
  const problemText = useProblemText();
  const { today } = useMe();
  const [month, setMonth] = useState(today.slice(0, 7));
  const [done, setDone] = useState<TargetsSet | null>(null);
  const { busy, problem, run } = useChange();
  const held = useResource(`targets ${month}`, signal => client.targets({ from: month, to: month }, signal));
  const set = async (targets: TargetInput | File) => {
    setDone(null);
    const answer = await run(() => client.setTargets(targets));
    setDone(answer);
    if (answer) held.reload();
  };
  const name = rowLabel({ key: month, label: month }, 'month', language);
  return (
    <Part title={t('targets.title')}>
      <div className="grid max-w-xl gap-4 card p-4">
        <p className="text-soft">{t('targets.about')}</p>
        <Select
          label={t('targets.month')}
          value={month}
          options={monthsAround(today).map(value => ({
            value,
            text: rowLabel({ key: value, label: value }, 'month', language),
          }))}
          onChange={setMonth}
        />
        <TargetForm busy={busy} onSet={(store, amount) => void set({ data: [{ store, month, amount }] })} />
        <StatusRegion>
          {problem && <Message tone="error">{problemText(problem)}</Message>}
          {done && (
            <Message tone="good">{t('targets.set', { changed: done.changed, unchanged: done.unchanged })}</Message>
          )}
        </StatusRegion>
        <Files busy={busy} year={month.slice(0, 4)} onFile={file => void set(file)} />
      </div>
      <AnswerState answer={held} />
      {held.value && <Held title={t('targets.list', { month: name })} targets={held.value.data} />}
    </Part>
  );
}

interface TargetFormProps {
  readonly busy: boolean;
  readonly onSet: (store: string, amount: number | null) => void;
}

function TargetForm({ busy, onSet }: TargetFormProps) {
  const { t } = useOfficeTexts();
  const { stores, merchant } = useMe();
  const [id, setId] = useState(stores[0]?.id ?? '');
  const [text, setText] = useState('');
  const store = stores.find(each => each.id === id);
  if (!store) return null;
  const currency = currencyOf(store, merchant);
  const amount = text.trim() === '' ? null : parseMoney(text, currency);
  const ready = amount !== 0 && (amount !== null || text.trim() === '');
  const submit = () => {
    if (ready) onSet(id, amount);
  };
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <Select
        label={t('sales.store')}
        value={id}
        options={stores.map(each => ({ value: each.id, text: each.name }))}
        onChange={setId}
      />
      <Field
        label={`${t('targets.amount')} (${currency})`}
        help={t('targets.amountHelp')}
        value={text}
        onChange={setText}
        form={moneyForm(currency)}
        maxLength={16}
        decimal
      />
      <Button className="justify-self-start" disabled={!ready} busy={busy} onPress={submit}>
        {t('targets.save')}
      </Button>
    </Form>
  );
}

interface FilesProps {
  readonly busy: boolean;
  readonly year: string;
  readonly onFile: (file: File) => void;
}

function Files({ busy, year, onFile }: FilesProps) {
  const { t, language } = useOfficeTexts();
  const help = useId();
  return (
    <div className="grid gap-2">
      <p id={help} className="text-sm text-soft">
        {t('targets.fileHelp')}
      </p>
      <div className="flex flex-wrap gap-3">
        <FileChoice
          label={t('targets.import')}
          accept=".csv,.txt,text/csv,text/plain"
          disabled={busy}
          describedBy={help}
          onFile={onFile}
        />
        <a
          href={targetFileAddress({ from: `${year}-01`, to: `${year}-12` }, language)}
          download
          className={`${buttonClass({ look: 'quiet' })} no-underline`}
        >
          {t('targets.export', { year })}
        </a>
      </div>
    </div>
  );
}

function Held({ title, targets }: { readonly title: string; readonly targets: TargetList['data'] }) {
  const { t, language } = useOfficeTexts();
  const { merchant } = useMe();
  return (
    <Table
      caption={title}
      rows={targets}
      keyOf={({ store }) => store}
      empty={t('targets.none')}
      columns={[
        { title: t('sales.store'), cell: target => target.store_name },
        {
          title: t('targets.amount'),
          numeric: true,
          cell: ({ amount, currency }) =>
            formatFigure(amount, 'money', { language, currency, zone: merchant.time_zone }),
        },
      ]}
    />
  );
}

/** The months of the last year, this one, and those of the next year. */
function monthsAround(today: string): readonly string[] {
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: 25 }, (_, index) => {
    const count = month - 12 + index;
    return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
  });
}
