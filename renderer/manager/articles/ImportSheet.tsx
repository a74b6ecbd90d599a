/** Imports articles from a file: first a preview with every fault by line, then the import with its progress. */

import { type ChangeEvent, useId, useState } from 'react';
import { type ArticleImport, type CharacterSet, characterSets, type ZerosChoice } from '../../../main/wire/articles.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { labelClass } from '../../form/Field.tsx';
import { Select } from '../../form/Select.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Fact, Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import type { ArticleClient } from './client.ts';

interface ImportSheetProps {
  readonly client: ArticleClient;
  readonly onClose: () => void;
}

/** ms between two looks at the progress. */
const LOOK_EVERY = 400;
/** Faults that are drawn. */
const SHOWN = 300;

export function ImportSheet({ client, onClose }: ImportSheetProps) {
  const { t, problem: problemText } = useArticleTexts();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [skipsFaulty, setSkipsFaulty] = useState(false);
  const [reading, setReading] = useState<Reading>(AS_FOUND);
  const [report, setReport] = useState<ArticleImport | null>(null);
  const { busy, problem, run: send } = useChange();
  const run = async (content: File, kind: 'preview' | 'import', how: Reading) => {
    setReport(null);
    const query = kind === 'preview' ? 'dry_run=1' : skipsFaulty ? 'skip_faulty=1' : '';
    setReport(await send(() => client.importFile(content, `?${[query, ...queryOf(how)].filter(Boolean).join('&')}`)));
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    if (!chosen) return;
    setFile(chosen);
    setSkipsFaulty(false);
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
            accept=".csv,.txt,text/csv"
            disabled={busy}
            onChange={choose}
            className="touch w-full min-w-0 field px-3 py-2.5"
          />
        </div>
        <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
        {busy && <Progress client={client} />}
        {report && <Counts report={report} />}
        {report?.state === 'preview' && <AsRead report={report} reading={reading} onChange={readAnew} />}
        {report?.state === 'preview' && file && (
          <Decision
            report={report}
            skipsFaulty={skipsFaulty}
            onSkip={setSkipsFaulty}
            onImport={() => void run(file, 'import', reading)}
          />
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
}

const AS_FOUND: Reading = { characterSet: null, zeros: 'ask' };

const queryOf = ({ characterSet, zeros }: Reading): readonly string[] => [
  ...(characterSet === null ? [] : [`character_set=${characterSet}`]),
  ...(zeros === 'ask' ? [] : [`zeros=${zeros}`]),
];

interface AsReadProps {
  readonly report: ArticleImport;
  readonly reading: Reading;
  readonly onChange: (changed: Partial<Reading>) => void;
}

/** The first names as they were read, with the choices that make them right. */
function AsRead({ report, reading, onChange }: AsReadProps) {
  const { t, money } = useArticleTexts();
  const { characterSet, first = [], ignored = [], zeros = 0 } = report;
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
      {ignored.length > 0 && (
        <p className="wrap-anywhere text-soft">{t('goods.ignored', { columns: ignored.join(', ') })}</p>
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

function Counts({ report }: { readonly report: ArticleImport }) {
  const { t } = useArticleTexts();
  const { state, created, changed, unchanged, groups, faulty, problems } = report;
  const facts = { created, changed, unchanged, newGroups: groups, faulty };
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
      <dl className="grid gap-1">
        {(['created', 'changed', 'unchanged', 'newGroups', 'faulty'] as const).map(name => (
          <Fact key={name} name={t(`goods.${name}`)} id={`import-${name}`}>
            {facts[name]}
          </Fact>
        ))}
      </dl>
      {problems.length > 0 && <Faults problems={problems} />}
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
  readonly skipsFaulty: boolean;
  readonly onSkip: (on: boolean) => void;
  readonly onImport: () => void;
}

function Decision({ report: { created, changed, faulty }, skipsFaulty, onSkip, onImport }: DecisionProps) {
  const { t } = useArticleTexts();
  const count = created + changed;
  if (count === 0) return <p className="text-soft">{t('goods.nothingToImport')}</p>;
  const isHeld = faulty > 0 && !skipsFaulty;
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      {faulty > 0 && (
        <div className="grid justify-items-start gap-2">
          <p id="import-held">{t('goods.faultyStop')}</p>
          <Toggle on={skipsFaulty} text={t('goods.skipFaulty')} onChange={onSkip} />
        </div>
      )}
      <Button
        look="primary"
        size="tall"
        className="justify-self-start"
        disabled={isHeld}
        describedBy={isHeld ? 'import-held' : undefined}
        onPress={onImport}
      >
        {t('goods.doImport', { count })}
      </Button>
    </div>
  );
}
