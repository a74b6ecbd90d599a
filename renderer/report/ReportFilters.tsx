/** The selection of a report: span of days, grouping, comparison and filters. Every change goes into the address. */

import { useState } from 'react';
import type { ReportDeclaration } from '../../main/wire/office/reports.ts';
import { useResource } from '../data/useResource.ts';
import { Select } from '../form/Select.tsx';
import { Button } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import type { Language } from '../texts/money.ts';
import { useReportTexts } from '../texts/pages/report.ts';
import type { FilterName, ReportChoice } from './choice.ts';
import { rowLabel } from './figures.ts';
import { SpanFields } from './SpanFields.tsx';
import type { ReportSource } from './source.ts';

export interface ReportFiltersProps {
  readonly declaration: ReportDeclaration;
  readonly choice: ReportChoice;
  readonly source: ReportSource;
  readonly language: Language;
  /** The day of today in the zone of the stores. */
  readonly today: string;
  readonly onChoice: (choice: ReportChoice) => void;
}

export function ReportFilters(props: ReportFiltersProps) {
  const { declaration, choice, today, language, onChoice } = props;
  const { t } = useReportTexts();
  return (
    <section aria-label={t('report.filters')} className="flex flex-wrap items-end gap-3 print:hidden">
      {declaration.hasSpan && (
        <SpanFields span={choice} today={today} onSpan={span => onChoice({ ...choice, ...span })} />
      )}
      {declaration.by.length > 1 && (
        <Select
          label={t('report.by')}
          value={choice.by ?? ''}
          options={declaration.by.map(({ name, title }) => ({ value: name, text: title[language] }))}
          onChange={by => onChoice({ ...choice, by, sort: null })}
        />
      )}
      {declaration.compares && (
        <Choice
          label={t('report.compare')}
          value={choice.compare ?? 'none'}
          options={COMPARISONS.map(value => ({ value, text: t(`report.compare.${value}`) }))}
          onChange={value => onChoice({ ...choice, compare: value === 'none' ? null : value })}
        />
      )}
      {declaration.filters.length > 0 && <MoreFilters {...props} />}
    </section>
  );
}

const COMPARISONS = ['none', 'week', 'year'] as const;

/** Closed at first, unless the address has filters: their values are asked for when somebody opens them. */
function MoreFilters(props: ReportFiltersProps) {
  const { declaration, choice, onChoice } = props;
  const { t } = useReportTexts();
  const used = declaration.filters.filter(name => choice.filters[name]);
  const [open, setOpen] = useState(used.length > 0);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button expanded={open} onPress={() => setOpen(!open)}>
          {t('report.more')}
          {used.length > 0 && <span className="figures rounded-full bg-action px-2 text-on-action">{used.length}</span>}
        </Button>
        {used.length > 0 && (
          <Button look="quiet" icon="cross" onPress={() => onChoice({ ...choice, filters: {} })}>
            {t('report.reset')}
          </Button>
        )}
      </div>
      {open && (
        <div className="grid basis-full gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {declaration.filters.map(name => (
            <FilterField key={name} {...props} name={name} />
          ))}
        </div>
      )}
    </>
  );
}

/** Offers what the turnover of the span has, with the filters that are chosen already. */
function FilterField({ name, choice, source, language, onChoice }: ReportFiltersProps & { readonly name: FilterName }) {
  const { t } = useReportTexts();
  const { [name]: value = '', ...others } = choice.filters;
  const query = { from: choice.from, to: choice.to, by: name, ...others };
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
