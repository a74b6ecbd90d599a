/** The table by which codes with a weight or a price inside are read, with a field to try a label beside it. */

import { useState } from 'react';
import type { EanPrefix } from '../../../main/wire/articles.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { digitsForm, readNumber } from '../../texts/number.ts';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import { SaveBar } from '../Beside.tsx';
import { PageProblem } from '../Page.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { useScans } from './ArticleFields.tsx';
import type { ArticleClient } from './client.ts';

const NEW: EanPrefix = {
  ...{ prefix: '28', kind: 'weight', itemDigits: 5, valueDigits: 5, decimals: 3, innerCheck: 'none' },
};

export function Prefixes({ client }: { readonly client: ArticleClient }) {
  const { t } = useArticleTexts();
  const stored = useResource('prefixes', client.prefixes);
  return (
    <>
      <p className="max-w-4xl">{t('goods.prefixHelp')}</p>
      <PageProblem problem={stored.problem} onAgain={stored.reload} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {stored.value && <PrefixTable client={client} stored={stored.value} />}
        <TryLabel client={client} />
      </div>
    </>
  );
}

function PrefixTable({ client, stored }: { readonly client: ArticleClient; readonly stored: readonly EanPrefix[] }) {
  const { t, problem: problemText } = useArticleTexts();
  const [rows, setRows] = useState(stored);
  const change = useChange();
  const [isSaved, setSaved] = useState(false);
  const [kept, setKept] = useState(stored);
  useUnsaved(JSON.stringify(rows) !== JSON.stringify(kept));
  const set = (next: readonly EanPrefix[]) => {
    setSaved(false);
    setRows(next);
  };
  const save = async () => {
    const saved = await change.run(() => client.setPrefixes(rows));
    if (saved) {
      setRows(saved.data);
      setKept(saved.data);
    }
    setSaved(saved !== null);
  };
  return (
    <Form onSubmit={() => void save()} className="grid grid-cols-[minmax(0,1fr)] gap-3 card p-4">
      {rows.length === 0 && <p className="text-soft">{t('goods.prefixNone')}</p>}
      {rows.map((row, index) => (
        <PrefixRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may have any beginning while it is typed
          key={index}
          row={row}
          onChange={part => set(rows.map((one, at) => (at === index ? { ...one, ...part } : one)))}
          onRemove={() => set(rows.filter((_, at) => at !== index))}
        />
      ))}
      <StatusRegion>
        {change.problem && <Message tone="error">{problemText(change.problem)}</Message>}
        {isSaved && <Message tone="good">{t('goods.prefixSaved')}</Message>}
      </StatusRegion>
      <Button icon="plus" className="justify-self-start" onPress={() => set([...rows, NEW])}>
        {t('goods.prefixAdd')}
      </Button>
      <SaveBar busy={change.busy} onSave={() => void save()} />
    </Form>
  );
}

const TWO_DIGITS = digitsForm(2);

interface CountFieldProps {
  readonly label: string;
  readonly count: number;
  readonly onChange: (count: number) => void;
}

/** Keeps a text that is no count, and the count as it was. */
function CountField({ label, count, onChange }: CountFieldProps) {
  const [text, setText] = useState(String(count));
  return (
    <Field
      numeric
      label={label}
      value={text}
      form={TWO_DIGITS}
      onChange={next => {
        setText(next);
        const { value, fault } = readNumber(next, TWO_DIGITS);
        if (!fault) onChange(value ?? 0);
      }}
    />
  );
}

interface PrefixRowProps {
  readonly row: EanPrefix;
  readonly onChange: (part: Partial<EanPrefix>) => void;
  readonly onRemove: () => void;
}

function PrefixRow({ row, onChange, onRemove }: PrefixRowProps) {
  const { t } = useArticleTexts();
  return (
    <div className="grid items-end gap-2 border-b border-line pb-3 sm:grid-cols-4">
      <Field numeric label={t('goods.prefix')} value={row.prefix} onChange={prefix => onChange({ prefix })} />
      <Select
        label={t('goods.prefixKind')}
        value={row.kind}
        options={(['weight', 'price'] as const).map(value => ({ value, text: t(`goods.prefixKind.${value}`) }))}
        onChange={kind => onChange({ kind: kind as EanPrefix['kind'], decimals: kind === 'weight' ? 3 : 2 })}
      />
      {(['itemDigits', 'valueDigits', 'decimals'] as const).map(member => (
        <CountField
          key={`${member} ${row.kind}`}
          label={t(`goods.${member}`)}
          count={row[member]}
          onChange={count => onChange({ [member]: count })}
        />
      ))}
      <Select
        label={t('goods.innerCheck')}
        value={row.innerCheck}
        options={(['none', 'ignored', 'checked'] as const).map(value => ({
          value,
          text: t(`goods.innerCheck.${value}`),
        }))}
        onChange={check => onChange({ innerCheck: check as EanPrefix['innerCheck'] })}
      />
      <Button
        icon="trash"
        label={t('goods.prefixRemove', { prefix: row.prefix })}
        className="justify-self-start"
        size="icon"
        onPress={onRemove}
      />
    </div>
  );
}

function TryLabel({ client }: { readonly client: ArticleClient }) {
  const { t, language, money, problem: problemText } = useArticleTexts();
  const [code, setCode] = useState('');
  const [tried, setTried] = useState<{ readonly code: string; readonly press: number } | null>(null);
  const found = useResource(tried && `${tried.code} ${tried.press}`, async () => {
    const article = await client.byCode(tried?.code ?? '');
    if (!article) return t('scan.unknown', { code: tried?.code ?? '' });
    return t('goods.tryFound', { name: article[language === 'en' ? 'descEn' : 'desc'], price: money(article.price) });
  });
  const run = (scanned: string) => {
    setCode(scanned);
    setTried(before => ({ code: scanned.trim(), press: (before?.press ?? 0) + 1 }));
  };
  useScans(run);
  return (
    <Form onSubmit={() => run(code)} className="grid gap-2 card p-4">
      <div className="grid items-start gap-2 sm:grid-cols-[1fr_auto]">
        <Field numeric label={t('goods.try')} help={t('goods.tryHelp')} value={code} onChange={setCode} />
        <Button className="sm:mt-6" onPress={() => run(code)}>
          {t('goods.tryRun')}
        </Button>
      </div>
      <StatusRegion>
        {found.value && !found.loading && !found.problem && <Message tone="info">{found.value}</Message>}
        {found.problem && !found.loading && <Message tone="error">{problemText(found.problem)}</Message>}
      </StatusRegion>
    </Form>
  );
}
