/** A report made from its declaration: selection, notes, chart, table, and the ways to take it along. */

import { type ReactNode, Suspense, useState } from 'react';
import type { ReportAnswer, ReportDeclaration } from '../../main/wire/office/reports.ts';
import type { Problem } from '../bridge/problem.ts';
import { useChange } from '../data/useChange.ts';
import { useResource } from '../data/useResource.ts';
import { Button, buttonClass } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { laterPart } from '../parts/laterPart.tsx';
import { Message, StatusRegion } from '../parts/Panel.tsx';
import { printPage } from '../parts/printPage.ts';
import { useReportTexts } from '../texts/pages/report.ts';
import { CrossedTable } from './CrossedTable.tsx';
import { choiceFor, type ReportChoice, requestOf } from './choice.ts';
import { comparisonsOf, spanBefore } from './days.ts';
import { type Formats, figureOf, formatDay } from './figures.ts';
import { type EarlierTotals, ReportFigures } from './ReportFigures.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportShares } from './ReportShares.tsx';
import { ReportTable } from './ReportTable.tsx';
import { aboutOrder, comparedRows, sortedRows } from './rows.ts';
import { type FileFormat, fileFormats, type ReportSource } from './source.ts';

const ReportChart = laterPart(() => import('./ReportChart.tsx'));

export interface ReportPageProps {
  readonly declaration: ReportDeclaration;
  readonly source: ReportSource;
  readonly choice: ReportChoice;
  readonly onChoice: (choice: ReportChoice) => void;
  /** The merchant's, for reports that name no currency. */
  readonly formats: Formats;
  /** The day of today in the zone of the stores. */
  readonly today: string;
  readonly problemText: (problem: Problem) => string;
  /** Before the chips of the report, for example the choice of another one. */
  readonly children?: ReactNode;
}

export function ReportPage(props: ReportPageProps) {
  const { declaration, source, onChoice, today, formats, problemText } = props;
  const { t } = useReportTexts();
  const choice = choiceFor(declaration, props.choice, today);
  const query = requestOf(choice);
  const answer = useResource(`${declaration.name} ${JSON.stringify(query)}`, signal =>
    source.report(declaration.name, query, signal),
  );
  const { value, loading, problem } = answer;
  const earlier = useEarlierTotals(declaration, source, choice);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ReportFilters
        declaration={declaration}
        choice={choice}
        source={source}
        language={formats.language}
        today={today}
        onChoice={onChoice}
        figures={value?.across?.figures ?? []}
      >
        {props.children}
      </ReportFilters>
      <StatusRegion>
        {problem && !loading && (
          <Message
            tone="error"
            action={
              <Button look="quiet" onPress={answer.reload}>
                {t('report.again')}
              </Button>
            }
          >
            {problemText(problem)}
          </Message>
        )}
        <p className={problem || !loading ? 'sr-only' : 'py-1 text-soft'}>
          {loading
            ? t(value ? 'report.refreshing' : 'report.loading')
            : value && t('report.loaded', { count: value.rows.length })}
        </p>
      </StatusRegion>
      {value?.report === declaration.name && (
        // While the next answer is on its way, the last one stays readable and says that it is not the newest.
        <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${loading ? 'opacity-60' : ''}`} aria-busy={loading}>
          <Shown {...props} choice={choice} answer={value} earlier={earlier} />
        </div>
      )}
    </div>
  );
}

/** Groupings that stand beside the chart. */
const SHARES = ['method', 'article'] as const;

/** The spans before, for a report that is not compared with one of them; null until they are here. */
function useEarlierTotals(
  declaration: ReportDeclaration,
  source: ReportSource,
  choice: ReportChoice,
): EarlierTotals | null {
  const isAsked =
    source.hasChanges === true && declaration.compares && choice.compare === null && choice.across === null;
  const by = declaration.by[0]?.name ?? null;
  const key = isAsked ? `${declaration.name} before ${JSON.stringify(requestOf({ ...choice, by: null }))}` : null;
  const earlier = useResource(key, async signal => {
    const totals = comparisonsOf(choice).map(async compare => {
      const answer = await source.report(
        declaration.name,
        requestOf({ ...choice, by, ...spanBefore(choice, compare) }),
        signal,
      );
      return [compare, answer.total] as const;
    });
    return Object.fromEntries(await Promise.all(totals));
  });
  return earlier.loading ? null : earlier.value;
}

type ShownProps = ReportPageProps & { readonly answer: ReportAnswer; readonly earlier: EarlierTotals | null };

function Shown({
  declaration: declared,
  source,
  choice,
  onChoice,
  today,
  answer,
  earlier,
  problemText,
  formats: merchants,
}: ShownProps) {
  const { t } = useReportTexts();
  const formats = { ...merchants, currency: answer.currency ?? merchants.currency };
  const declaration = aboutOrder(declared, choice.sort);
  const rows = comparedRows(answer);
  const { before } = answer;
  const linkOf = source.sales;
  const { page } = source;
  const hasShares = SHARES.every(by => declaration.by.some(({ name }) => name === by));
  if (rows.length === 0)
    return (
      <>
        <Notes {...{ answer, earlier, choice, today, formats }} />
        <div className="card p-8 text-center">
          <p className="text-lg font-semibold">{t('report.empty')}</p>
          <p className="text-soft">{t('report.emptyHelp')}</p>
        </div>
      </>
    );
  if (answer.across)
    return (
      <>
        <Notes {...{ answer, earlier, choice, today, formats }} />
        <Actions declaration={declaration} source={source} choice={choice} problemText={problemText} />
        <CrossedTable
          {...{ declaration, answer, formats, choice }}
          across={answer.across}
          onSort={sort => onChoice({ ...choice, sort })}
          linkOf={
            linkOf && declaration.leadsToSales ? (row, column) => linkOf(declaration.name, choice, row, column) : null
          }
        />
      </>
    );
  return (
    <>
      <ReportFigures declaration={declaration} answer={answer} earlier={earlier} formats={formats} />
      <Notes {...{ answer, earlier, choice, today, formats }} />
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${hasShares ? 'xl:grid-cols-[minmax(0,1fr)_26rem]' : ''}`}>
        {declaration.chart && rows.length > 1 && (
          <Suspense fallback={<div className="h-[24rem] card" />}>
            <ReportChart
              declaration={declaration}
              by={answer.by}
              rows={rows}
              compared={before !== undefined}
              formats={formats}
            />
          </Suspense>
        )}
        {hasShares && <ReportShares report={declaration.name} source={source} choice={choice} formats={formats} />}
      </div>
      <Actions declaration={declaration} source={source} choice={choice} problemText={problemText} />
      <ReportTable
        caption={captionOf(declaration, answer, formats, t)}
        declaration={withoutEmptyColumns(declaration, answer)}
        by={answer.by}
        rows={sortedRows(rows, choice.sort, formats.language)}
        total={Object.keys(answer.total).length > 0 ? { key: '', label: '', ...answer.total } : null}
        totalBefore={before ? { key: '', label: '', ...before.total } : null}
        formats={formats}
        sort={choice.sort}
        onSort={sort => onChoice({ ...choice, sort })}
        linkOf={linkOf && declaration.leadsToSales ? row => linkOf(declaration.name, choice, row) : null}
        pageOf={page ? row => page(declaration.name, choice, row) : null}
      />
    </>
  );
}

/** Some columns exist for some groupings only, for example the quantity for articles. */
const withoutEmptyColumns = (declaration: ReportDeclaration, { rows }: ReportAnswer): ReportDeclaration => ({
  ...declaration,
  columns: declaration.columns.filter(({ name }) => rows.some(row => (figureOf(row, name) ?? null) !== null)),
});

/** The span in words, for screen readers and for paper. */
function captionOf(
  { title }: ReportDeclaration,
  { from, to, before }: ReportAnswer,
  { language }: Formats,
  t: ReturnType<typeof useReportTexts>['t'],
): string {
  const day = (text: string) => formatDay(text, language);
  const caption = t(from === to ? 'report.tableDay' : 'report.table', {
    report: title[language],
    from: day(from),
    to: day(to),
  });
  return before ? t('report.tableCompared', { caption, from: day(before.from), to: day(before.to) }) : caption;
}

type NotesProps = Pick<ShownProps, 'answer' | 'earlier' | 'choice' | 'today' | 'formats'>;

/** Facts that the figures do not contain as warnings, and behind them remarks about what they count. */
function Notes({ answer, earlier, choice, today, formats: { language } }: NotesProps) {
  const { t } = useReportTexts();
  const isCompared = answer.before !== undefined || earlier !== null;
  const partOfToday = isCompared && answer.rows.length > 0 && choice.to >= today ? [t('report.partOfToday')] : [];
  const remarks = [...answer.notes.filter(({ remark }) => remark).map(note => note[language]), ...partOfToday];
  if (answer.notes.length + remarks.length === 0) return null;
  return (
    <section aria-label={t('report.notes')} className="grid gap-2">
      {answer.notes
        .filter(({ remark }) => !remark)
        .map(note => (
          <Message key={note.en} tone="warn">
            {note[language]}
          </Message>
        ))}
      {remarks.map(remark => (
        <p key={remark} className="flex items-center gap-2 px-1 text-soft">
          <Icon name="info" size={20} />
          {remark}
        </p>
      ))}
    </section>
  );
}

function Actions({
  declaration,
  source,
  choice,
  problemText,
}: Pick<ReportPageProps, 'declaration' | 'source' | 'choice' | 'problemText'>) {
  const { t } = useReportTexts();
  const query = requestOf(choice);
  const look = `${buttonClass({})} no-underline`;
  const all = declaration.leadsToSales ? (source.sales?.(declaration.name, choice, null) ?? null) : null;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {all !== null && (
        <a href={all} className={look}>
          <Icon name="search" />
          {t('report.sales')}
        </a>
      )}
      {source.file &&
        fileFormats.map(format => (
          <a key={format} href={source.file?.(declaration.name, query, format)} download className={look}>
            {t(`report.${format}`)}
          </a>
        ))}
      {choice.across !== null &&
        source.file &&
        EVERY_FIGURE.map(([format, title]) => (
          <a
            key={title}
            href={source.file?.(declaration.name, requestOf({ ...choice, compare: null, figure: 'all' }), format)}
            download
            className={look}
          >
            {t(title)}
          </a>
        ))}
      {source.more?.(declaration.name, choice).map(({ text, href, isFile }) => (
        <a key={href} href={href} {...(isFile && { download: true })} className={look}>
          {text}
        </a>
      ))}
      {source.save && (
        <SaveButtons save={format => source.save?.(declaration.name, query, format)} {...{ problemText }} />
      )}
      <Button icon="print" onPress={() => printPage()}>
        {t('report.print')}
      </Button>
    </div>
  );
}

/** Files of a table of two keys with all of its figures. */
const EVERY_FIGURE = [
  ['csv', 'report.allCsv'],
  ['xlsx', 'report.allXlsx'],
] as const;

interface SaveButtonsProps {
  readonly save: (format: FileFormat) => Promise<void> | undefined;
  readonly problemText: (problem: Problem) => string;
}

function SaveButtons({ save, problemText }: SaveButtonsProps) {
  const { t } = useReportTexts();
  const [busy, setBusy] = useState<FileFormat | null>(null);
  const { problem, run: send } = useChange();
  const run = async (format: FileFormat) => {
    setBusy(format);
    await send(async () => save(format));
    setBusy(null);
  };
  return (
    <>
      {fileFormats.map(format => (
        <Button key={format} busy={busy === format} onPress={() => void run(format)}>
          {t(`report.${format}`)}
        </Button>
      ))}
      <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
    </>
  );
}
