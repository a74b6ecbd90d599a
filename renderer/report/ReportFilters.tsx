/** The selection of a report: span of days, grouping, comparison and filters. Every change goes into the address. */

import type { ReactNode } from 'react';
import type { ReportDeclaration } from '../../main/wire/office/reports.ts';
import { useResource } from '../data/useResource.ts';
import { Select } from '../form/Select.tsx';
import { Button } from '../parts/Button.tsx';
import { Opening, OpeningChoice } from '../parts/Opening.tsx';
import type { Language } from '../texts/money.ts';
import { useReportTexts } from '../texts/pages/report.ts';
import { ChipLine } from './ChipLine.tsx';
import { comparisons, type FilterName, groupingFor, type ReportChoice } from './choice.ts';
import type { Span } from './days.ts';
import { rowLabel } from './figures.ts';
import { SpanChips } from './SpanChips.tsx';
import type { ReportSource } from './source.ts';

export interface ReportFiltersProps {
  readonly declaration: ReportDeclaration;
  readonly choice: ReportChoice;
  readonly source: ReportSource;
  readonly language: Language;
  /** The day of today in the zone of the stores. */
  readonly today: string;
  readonly onChoice: (choice: ReportChoice) => void;
  /** Figures that the two chosen keys have together. */
  readonly figures: readonly string[];
  /** Before the chips of the report. */
  readonly children?: ReactNode;
}

/** Buttons in one line that say what is chosen: the span, the comparison, the grouping and the filters. */
export function ReportFilters(props: ReportFiltersProps) {
  const { declaration, choice, language, onChoice } = props;
  const { t } = useReportTexts();
  return (
    <ChipLine label={t('report.filters')} className="lg:justify-end">
      {props.children}
      {declaration.hasSpan && <SpanButtons {...props} />}
      {declaration.compares && (
        <OpeningChoice
          label={t('report.compare')}
          value={choice.compare ?? 'none'}
          options={COMPARISONS.map(value => ({ value, text: t(`report.compared.${value}`) }))}
          onChange={value => onChoice({ ...choice, compare: value === 'none' ? null : value })}
        />
      )}
      {declaration.by.length > 1 && (
        <OpeningChoice
          label={t('report.by')}
          value={choice.by ?? ''}
          options={declaration.by.map(({ name, title }) => ({
            value: name,
            text: t('report.grouped', { by: title[language] }),
          }))}
          onChange={by => onChoice({ ...choice, by, sort: null })}
        />
      )}
      <AcrossChips {...props} />
      <CurrencyChip {...props} />
      {declaration.filters.length > 0 && <MoreFilters {...props} />}
    </ChipLine>
  );
}

/** The second key, and the figure that stands in the cells: those that the two keys have together. */
function AcrossChips({ declaration, choice, language, figures, onChoice }: ReportFiltersProps) {
  const { t } = useReportTexts();
  const { by: keys, columns, chart } = declaration;
  const allowed = keys.find(({ name }) => name === choice.by)?.across ?? [];
  if (allowed.length === 0) return null;
  const titleOf = (name: string) => keys.find(key => key.name === name)?.title[language] ?? name;
  return (
    <>
      <OpeningChoice
        label={t('report.across')}
        value={choice.across ?? ''}
        whole=""
        options={[
          { value: '', text: t('report.acrossNone') },
          ...allowed.map(value => ({ value, text: t('report.acrossBy', { by: titleOf(value) }) })),
        ]}
        onChange={across => onChoice({ ...choice, across: across || null, figure: null, sort: null })}
      />
      {choice.across !== null && figures.length > 1 && (
        <OpeningChoice
          label={t('report.figure')}
          value={choice.figure ?? chart?.column ?? ''}
          options={columns
            .filter(({ name }) => figures.includes(name))
            .map(({ name, title }) => ({ value: name, text: title[language] }))}
          onChange={figure => onChoice({ ...choice, figure: figure === chart?.column ? null : figure, sort: null })}
        />
      )}
    </>
  );
}

/** Amounts of two currencies are never added up, so the report is in one that is chosen. */
function CurrencyChip({ source: { currencies = [] }, choice, onChoice }: ReportFiltersProps) {
  const { t } = useReportTexts();
  if (currencies.length < 2) return null;
  return (
    <OpeningChoice
      label={t('report.currency')}
      value={choice.currency ?? currencies[0] ?? ''}
      options={currencies.map(value => ({ value, text: value }))}
      onChange={currency => onChoice({ ...choice, currency: currency === currencies[0] ? null : currency })}
    />
  );
}

const COMPARISONS = ['none', ...comparisons] as const;

function SpanButtons({ declaration, choice, today, language, onChoice }: ReportFiltersProps) {
  const change = (span: Span) =>
    // A grouping that came by itself goes with its span: a day has hours.
    onChoice({
      ...choice,
      named: null,
      ...span,
      by: choice.by === groupingFor(declaration, choice) ? null : choice.by,
    });
  return <SpanChips span={choice} today={today} language={language} onSpan={change} />;
}

/** Their values are asked for when somebody opens them. */
function MoreFilters(props: ReportFiltersProps) {
  const { declaration, choice, onChoice } = props;
  const { t } = useReportTexts();
  const used = declaration.filters.filter(name => choice.filters[name]);
  const chosen = used.map(name => `${t(`report.filter.${name}`)}: ${choice.filters[name]}`).join(', ');
  return (
    <Opening label={t('report.more')} chosen={used.length > 0 ? chosen : null}>
      {() => (
        <div className="grid gap-3">
          {declaration.filters.map(name => (
            <FilterField key={name} {...props} name={name} />
          ))}
          {used.length > 0 && (
            <Button icon="cross" onPress={() => onChoice({ ...choice, filters: {} })}>
              {t('report.reset')}
            </Button>
          )}
        </div>
      )}
    </Opening>
  );
}

/** Offers what the turnover of the span has, with the filters that are chosen already. */
function FilterField({ name, choice, source, language, onChoice }: ReportFiltersProps & { readonly name: FilterName }) {
  const { t } = useReportTexts();
  const { [name]: value = '', ...others } = choice.filters;
  const { from, to, currency } = choice;
  const query = { from, to, by: name, ...(currency && { currency }), ...others };
  const { value: answer } = useResource(JSON.stringify(query), signal => source.report('turnover', query, signal));
  const options = (answer?.rows ?? []).map(row => ({ value: row.key, text: rowLabel(row, name, language) }));
  const isMissing = value !== '' && !options.some(option => option.value === value);
  return (
    <Select
      label={t(`report.filter.${name}`)}
      value={value}
      options={[
        { value: '', text: t('report.all') },
        ...(isMissing ? [{ value, text: value }] : []),
        ...options.filter(option => option.value !== ''),
      ]}
      onChange={next => onChoice({ ...choice, filters: { ...others, ...(next ? { [name]: next } : {}) } })}
    />
  );
}
