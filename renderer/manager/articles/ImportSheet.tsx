/** Imports articles from a file: first a preview with every fault by line, then the import with its progress. */

import { type ChangeEvent, useId, useState } from 'react';
import {
  type ArticleGroupView,
  type ArticleImport,
  type CharacterSet,
  characterSets,
  type ZerosChoice,
} from '../../../main/wire/articles.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { labelClass } from '../../form/Field.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import { RATE } from './articleDraft.ts';
import type { ArticleClient } from './client.ts';
import { groupOptions } from './groupOptions.ts';
import { ImportColumns, type WholeFile } from './ImportColumns.tsx';
import { taxOptions } from './taxOptions.ts';

interface ImportSheetProps {
  readonly client: ArticleClient;
  readonly groups: readonly ArticleGroupView[];
  readonly onClose: () => void;
}

/** ms between two looks at the progress. */
const LOOK_EVERY = 400;
/** Faults that are drawn. */
const SHOWN = 300;

export function ImportSheet({ client, groups, onClose }: ImportSheetProps) {
  const { t, language, problem: problemText } = useArticleTexts();
  const id = useId();
  const rates = useResource('rates', client.taxRates);
  const taxes = rates.value ? taxOptions(rates.value, null, language, t) : [];
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<Reading>(AS_FOUND);
  const [report, setReport] = useState<ArticleImport | null>(null);
  const { busy, problem, run: send } = useChange();
  const run = async (content: File, kind: 'preview' | 'import', how: Reading): Promise<void> => {
    setReport(null);
    const query = kind === 'preview' ? 'dry_run=1' : 'skip_faulty=1';
    const answer = await send(() => client.importFile(content, `?${[query, ...queryOf(how)].join('&')}`));
    // Price lists of other systems name no tax: the usual one is taken, said, and can be changed.
    const lacksTax = answer?.missing?.includes('tax') && how.whole.tax === '';
    // A file that is chosen at once comes before the rates of the page.
    const known = lacksTax ? await send(async () => rates.value ?? client.taxRates()) : null;
    const [usual] = known ? taxOptions(known, null, language, t) : [];
    if (usual) {
      const assumed = { ...how, whole: { ...how.whole, tax: taxValue(usual.value) }, assumesTax: true };
      setReading(assumed);
      return run(content, kind, assumed);
    }
    setReport(answer);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    if (!chosen) return;
    setFile(chosen);
    setReading(AS_FOUND);
    void run(chosen, 'preview', AS_FOUND);
  };
  const readAnew = (changed: Partial<Reading>) => {
    const next = { ...reading, ...changed };
    setReading(next);
    if (file) void run(file, 'preview', next);
  };
  return (
    <Sheet wide manual="import" title={t('goods.importTitle')} closeLabel={t('goods.close')} onClose={onClose}>
      <div className="grid gap-4">
        <p className="wrap-anywhere">{t('goods.importHelp')}</p>
        <div className="grid gap-1">
          <label htmlFor={id} className={labelClass}>
            {t('goods.file')}
          </label>
          <input
            id={id}
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,text/csv"
            disabled={busy || !rates.value}
            // The same file, corrected meanwhile, can be chosen again.
            onClick={({ currentTarget }) => {
              currentTarget.value = '';
            }}
            onChange={choose}
            className="touch w-full min-w-0 field px-3 py-2.5"
          />
        </div>
        <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
        {busy && <Progress client={client} />}
        {report && <Counts report={report} />}
        <StatusRegion>
          {report?.state === 'preview' && reading.assumesTax && (
            <Message tone="warn">
              {t('goods.taxAssumed', {
                tax: taxes.find(({ value }) => taxValue(value) === reading.whole.tax)?.text ?? reading.whole.tax,
              })}
            </Message>
          )}
        </StatusRegion>
        {report?.state === 'preview' && (
          <ImportColumns
            report={report}
            whole={reading.whole}
            taxes={taxes.map(({ value, text }) => ({ value: taxValue(value), text }))}
            groups={groupOptions(groups, language)}
            onColumns={columns => readAnew({ columns })}
            onWhole={whole => readAnew({ whole, assumesTax: false })}
          />
        )}
        {report?.state === 'preview' && <AsRead report={report} reading={reading} onChange={readAnew} />}
        {report && report.problems.length > 0 && <Faults problems={report.problems} />}
        {report?.state === 'preview' && file && (
          <Decision report={report} onImport={() => void run(file, 'import', reading)} />
        )}
      </div>
    </Sheet>
  );
}

/** Only a person can say these things about a file. */
interface Reading {
  /** Null: found by its bytes. */
  readonly characterSet: CharacterSet | null;
  readonly zeros: ZerosChoice;
  /** Null: as chosen for the last file of this kind, or guessed. */
  readonly columns: readonly string[] | null;
  readonly whole: WholeFile;
  /** The tax was taken from no file and no person. */
  readonly assumesTax: boolean;
}

const AS_FOUND: Reading = {
  characterSet: null,
  zeros: 'ask',
  columns: null,
  whole: { tax: '', group: '', unit: '' },
  assumesTax: false,
};

const queryOf = ({ characterSet, zeros, columns, whole }: Reading): readonly string[] => [
  ...(characterSet === null ? [] : [`character_set=${characterSet}`]),
  ...(zeros === 'ask' ? [] : [`zeros=${zeros}`]),
  ...(columns === null ? [] : [`columns=${columns.join(',')}`]),
  ...Object.entries(whole)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
];

/** A tax of the form as a file writes it. */
const taxValue = (value: string): string => value.replace(RATE, '');

interface AsReadProps {
  readonly report: ArticleImport;
  readonly reading: Reading;
  readonly onChange: (changed: Partial<Reading>) => void;
}

/** The first names as they were read, with the choices that make them right. */
function AsRead({ report, reading, onChange }: AsReadProps) {
  const { t, money } = useArticleTexts();
  const { characterSet, first = [], zeros = 0 } = report;
  return (
    <section aria-label={t('goods.asRead')} className="grid gap-3 border-t border-line pt-3">
      <h3 className="font-semibold">{t('goods.asRead')}</h3>
      <ul className="grid gap-1" data-testid="import-first">
        {first.map(({ line, name, price }) => (
          <li key={line} className="wrap-anywhere">
            {name} <span className="figures text-soft">{money(price)}</span>
          </li>
        ))}
      </ul>
      {characterSet && (
        <Select
          label={t('goods.characterSet')}
          value={characterSet.name}
          options={characterSets.map(name => ({ value: name, text: t(`goods.set.${name}`) }))}
          help={t(characterSet.guessed ? 'goods.setGuessed' : 'goods.setHelp')}
          onChange={name => onChange({ characterSet: name as CharacterSet })}
        />
      )}
      {zeros > 0 && (
        <Choice
          label={t('goods.zeros', { count: zeros })}
          value={reading.zeros}
          options={(['restore', 'keep'] as const).map(value => ({ value, text: t(`goods.zeros.${value}`) }))}
          onChange={value => onChange({ zeros: value })}
        />
      )}
    </section>
  );
}

/** How far the import is; a look that fails is followed by another one. */
function Progress({ client }: Pick<ImportSheetProps, 'client'>) {
  const { t } = useArticleTexts();
  const { value: progress } = useResource('progress', client.importProgress, LOOK_EVERY);
  const all = progress ? progress.created + progress.changed : 0;
  const isApplying = progress?.state === 'applying';
  const text = isApplying
    ? t('goods.applying', { applied: progress.applied, count: all })
    : t('goods.reading', { lines: progress?.lines ?? 0 });
  return (
    <div className="grid gap-2">
      <p role="status">{text}</p>
      <progress
        aria-label={text}
        className="h-4 w-full accent-(--action)"
        {...(isApplying ? { value: progress.applied, max: Math.max(1, all) } : {})}
      />
    </div>
  );
}

/** New is good, wrong is bad; the rest is neither. */
const FIGURES = { created: 'text-good', changed: '', unchanged: '', faulty: 'text-bad' } as const;

function Counts({ report }: { readonly report: ArticleImport }) {
  const { t } = useArticleTexts();
  const { state, created, changed, groups, faulty } = report;
  return (
    <div className="grid gap-3">
      <StatusRegion>
        {state === 'done' && <Message tone="good">{t('goods.imported', { created, changed })}</Message>}
        {state === 'refused' && <Message tone="error">{t('goods.importRefused')}</Message>}
        {state === 'preview' && (
          <Message tone={faulty > 0 ? 'warn' : 'info'}>
            {t('goods.preview')}: {t('goods.created')} {created}, {t('goods.faulty')} {faulty}
          </Message>
        )}
      </StatusRegion>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {(['created', 'changed', 'unchanged', 'faulty'] as const).map(name => (
          <div key={name} className="flex flex-col-reverse rounded-control bg-sunken px-4 py-2">
            <dt className="text-sm">{t(`goods.${name}`)}</dt>
            <dd
              data-testid={`import-${name}`}
              className={`figures text-2xl font-bold ${report[name] > 0 ? FIGURES[name] : ''}`}
            >
              {report[name]}
            </dd>
          </div>
        ))}
      </dl>
      {groups > 0 && (
        <p className="text-soft">
          {t('goods.newGroups')}: <span data-testid="import-newGroups">{groups}</span>
        </p>
      )}
    </div>
  );
}

function Faults({ problems }: Pick<ArticleImport, 'problems'>) {
  const { t, language } = useArticleTexts();
  return (
    <section aria-label={t('goods.problems')} className="grid gap-2">
      <h3 className="font-semibold">{t('goods.problems')}</h3>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={t('goods.problems')}
        className="grid max-h-64 gap-1 overflow-y-auto rounded-control border border-line p-2"
      >
        {problems.slice(0, SHOWN).map(({ line, column, texts }) => (
          <li key={`${line} ${column}`}>
            <span className="figures font-semibold">{t('goods.problemAt', { line })}</span>
            {column && <span className="text-soft"> ({column})</span>}: {texts[language]}
          </li>
        ))}
      </ul>
      {problems.length > SHOWN && (
        <p className="text-soft">{t('goods.problemsMore', { shown: SHOWN, count: problems.length })}</p>
      )}
    </section>
  );
}

interface DecisionProps {
  readonly report: ArticleImport;
  readonly onImport: () => void;
}

/** One button, which names its number, with what stays out beside it. */
function Decision({ report: { created, changed, faulty }, onImport }: DecisionProps) {
  const { t } = useArticleTexts();
  const count = created + changed;
  if (count === 0) return <p className="text-soft">{t('goods.nothingToImport')}</p>;
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-surface py-3">
      <p className="text-soft">{faulty > 0 ? t('goods.faultyLeft', { count: faulty }) : t('goods.nothingYet')}</p>
      <Button look="primary" size="tall" icon="check" onPress={onImport}>
        {t('goods.doImport', { count })}
      </Button>
    </div>
  );
}
