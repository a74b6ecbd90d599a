/**
 * Imports articles from a price list, in steps with an address each: the file, its columns, what is to be looked at, the end. A reload
 * comes back to its step. Nothing changes before the button that names its number.
 */

import { type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import type { ArticleImport } from '../../../main/wire/articles.ts';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import { FileChoice } from '../../form/FileChoice.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, ScreenTitle, StatusRegion } from '../../parts/Panel.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import { LineFaults } from '../lists/LineFaults.tsx';
import { Page } from '../Page.tsx';
import { type ArticleClient, createArticleClient } from './client.ts';
import { groupOptions } from './groupOptions.ts';
import { AsRead } from './ImportCheck.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { hasDoubts, needsLook, taxValue } from './importReading.ts';
import { taxOptions } from './taxOptions.ts';
import { type Import as ImportState, useImport } from './useImport.ts';

const STEPS = ['file', 'columns', 'check', 'done'] as const;
type Step = (typeof STEPS)[number];

/** ms between two looks at the progress. */
const LOOK_EVERY = 400;

export default function Import() {
  const { t } = useArticleTexts();
  return (
    <Page title={t('goods.importTitle')}>
      <ImportSteps />
    </Page>
  );
}

function ImportSteps() {
  const { client: bridge, managerPage } = useApp();
  const { t, language, problem: problemText } = useArticleTexts();
  const client = useMemo(() => createArticleClient(bridge), [bridge]);
  const named = useStore(managerPage, ({ device }) => device);
  const rates = useResource('rates', client.taxRates);
  const groups = useResource('groups', client.groups);
  const list = useImport(client, rates.value);
  const { file, report, reading, busy, problem } = list;
  const wanted = STEPS.find(step => step === named) ?? 'file';
  // Without its file a step has nothing to show.
  const step = wanted !== 'done' && file === null && !list.isLooking ? 'file' : wanted;
  const go = (next: Step) => managerPage.go('import', next === 'file' ? null : next);
  const taxes = rates.value ? taxOptions(rates.value, null, language, t) : [];
  const preview = report?.state === 'preview' ? report : null;
  const apply = () => {
    go('done');
    void list.apply();
  };
  return (
    <>
      <StepBar step={step} preview={preview} hasFile={file !== null} onStep={go} />
      <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
      {step === 'file' && (
        <FileStep list={list} isReady={!busy && rates.value !== null} onChosen={() => go('columns')} />
      )}
      {step !== 'file' && step !== 'done' && busy && <Progress client={client} />}
      {step !== 'file' && step !== 'done' && preview && (
        <>
          <Counts report={preview} />
          <StatusRegion>
            {reading.assumesTax && (
              <Message tone="warn">
                {t('goods.taxAssumed', {
                  tax: taxes.find(({ value }) => taxValue(value) === reading.whole.tax)?.text ?? reading.whole.tax,
                })}
              </Message>
            )}
          </StatusRegion>
          {step === 'columns' ? (
            <ImportColumns
              report={preview}
              whole={reading.whole}
              taxes={taxes.map(({ value, text }) => ({ value: taxValue(value), text }))}
              groups={groupOptions(groups.value ?? [], language)}
              onColumns={columns => list.readAnew({ columns })}
              onWhole={whole => list.readAnew({ whole, assumesTax: false })}
            />
          ) : (
            <>
              {preview.problems.length > 0 && <LineFaults {...preview} />}
              <AsRead report={preview} reading={reading} onChange={list.readAnew} />
            </>
          )}
          <Decision
            report={preview}
            isLookDue={step === 'columns' && needsLook(preview)}
            onLook={() => go('check')}
            onImport={apply}
          />
        </>
      )}
      {step === 'done' && <DoneStep client={client} list={list} onStep={go} />}
    </>
  );
}

interface StepBarProps {
  readonly step: Step;
  readonly preview: ArticleImport | null;
  readonly hasFile: boolean;
  readonly onStep: (step: Step) => void;
}

/** The steps in one row. A step that has nothing to show yet, or is over, is no button. */
function StepBar({ step, preview, hasFile, onStep }: StepBarProps) {
  const { t } = useArticleTexts();
  const isReachable = (one: Step) => one !== step && (one === 'file' || (one !== 'done' && hasFile));
  const isDoubtful = preview !== null && hasDoubts(preview);
  return (
    <ol aria-label={t('goods.steps')} className="grid grid-cols-4 gap-2">
      {STEPS.map((one, index) => {
        const text = (
          <>
            <span className="figures">{index + 1}</span>
            {t(`goods.step.${one}`)}
            {one === 'check' && isDoubtful && <Icon name="alert" />}
          </>
        );
        const look = 'touch flex flex-wrap items-center justify-center gap-x-2 rounded-control px-1 font-semibold';
        return (
          <li key={one} aria-current={one === step ? 'step' : undefined} className="grid">
            {isReachable(one) ? (
              <button type="button" className={`${look} bg-tonal hover:bg-tonal-hover`} onClick={() => onStep(one)}>
                {text}
              </button>
            ) : (
              <span className={`${look} ${one === step ? 'bg-action-tint text-action-ink' : 'text-soft'}`}>{text}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface FileStepProps {
  readonly list: ImportState;
  readonly isReady: boolean;
  readonly onChosen: () => void;
}

function FileStep({ list, isReady, onChosen }: FileStepProps) {
  const { managerPage } = useApp();
  const { t } = useArticleTexts();
  const choose = async (file: File) => {
    if (await list.choose(file)) onChosen();
  };
  return (
    <StepPanel title={t('goods.step.file')}>
      <p className="wrap-anywhere">{t('goods.importHelp')}</p>
      <FileChoice
        look="primary"
        label={t('goods.file')}
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        disabled={!isReady}
        onFile={file => void choose(file)}
      />
      {list.file && <p className="figures text-soft wrap-anywhere">{t('goods.fileNow', { name: list.file.name })}</p>}
      <p role="status">{list.busy && t('goods.reading', { lines: '' })}</p>
      <Button className="justify-self-start" onPress={() => managerPage.go('articles')}>
        {t('goods.toArticles')}
      </Button>
    </StepPanel>
  );
}

interface StepPanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

const StepPanel = ({ title, children }: StepPanelProps) => (
  <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4 card p-4">
    <ScreenTitle level={2} className="text-lg font-semibold">
      {title}
    </ScreenTitle>
    {children}
  </section>
);

interface DoneStepProps {
  readonly client: ArticleClient;
  readonly list: ImportState;
  readonly onStep: (step: Step) => void;
}

/** The end of this import, or after a reload that of the last one, with its progress until then. */
function DoneStep({ client, list, onStep }: DoneStepProps) {
  const { managerPage } = useApp();
  const { t } = useArticleTexts();
  const last = useResource('done', client.importProgress, LOOK_EVERY);
  const report = list.report ?? (list.busy ? null : last.value);
  const isOver = report?.state === 'done' || report?.state === 'refused';
  return (
    <StepPanel title={t('goods.step.done')}>
      {!isOver && last.problem === null && <ProgressBar progress={last.value} />}
      {isOver && <Counts report={report} />}
      {report && isOver && report.problems.length > 0 && <LineFaults {...report} />}
      {!isOver && !list.busy && last.problem && <p className="text-soft">{t('goods.importNone')}</p>}
      {(isOver || (!list.busy && last.problem)) && (
        <div className="flex flex-wrap gap-2">
          <Button look="primary" icon="tag" onPress={() => managerPage.go('articles')}>
            {t('goods.toArticles')}
          </Button>
          <Button onPress={() => onStep('file')}>{t('goods.fileNext')}</Button>
        </div>
      )}
    </StepPanel>
  );
}

/** How far the import is; a look that fails is followed by another one. */
function Progress({ client }: { readonly client: ArticleClient }) {
  const { value } = useResource('progress', client.importProgress, LOOK_EVERY);
  return <ProgressBar progress={value} />;
}

function ProgressBar({ progress }: { readonly progress: ArticleImport | null }) {
  const { t } = useArticleTexts();
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
          <p className="sr-only">
            {t('goods.preview')}: {t('goods.created')} {created}, {t('goods.faulty')} {faulty}
          </p>
        )}
      </StatusRegion>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {(['created', 'changed', 'unchanged', 'faulty'] as const).map(name => (
          <div key={name} className="flex flex-col-reverse card px-4 py-2">
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

interface DecisionProps {
  readonly report: ArticleImport;
  /** Something waits on the next step. */
  readonly isLookDue: boolean;
  readonly onLook: () => void;
  readonly onImport: () => void;
}

/** One button, which names its number, with what stays out beside it. */
function Decision({ report: { created, changed, faulty }, isLookDue, onLook, onImport }: DecisionProps) {
  const { t } = useArticleTexts();
  const count = created + changed;
  return (
    <div className="sticky bottom-0 z-1 flex flex-wrap items-center justify-between gap-3 rounded-sheet sm:-bottom-4 border border-line bg-surface px-4 py-3">
      <p className="min-w-0 flex-1 basis-60 text-soft">
        {count === 0 && t('goods.nothingToImport')}
        {count > 0 && (faulty > 0 ? t('goods.faultyLeft', { count: faulty }) : t('goods.nothingYet'))}
      </p>
      {isLookDue ? (
        <Button look="primary" size="tall" icon="next" onPress={onLook}>
          {t('goods.toCheck')}
        </Button>
      ) : (
        count > 0 && (
          <Button look="primary" size="tall" icon="check" onPress={onImport}>
            {t('goods.doImport', { count })}
          </Button>
        )
      )}
    </div>
  );
}
