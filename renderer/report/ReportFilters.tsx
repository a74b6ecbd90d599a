/** The selection of a report: span of days, grouping, comparison and filters. Every change goes into the address. */

import type { ReportDeclaration } from '../../main/wire/office/reports.ts';
import { useResource } from '../data/useResource.ts';
import { Select } from '../form/Select.tsx';
import { Button } from '../parts/Button.tsx';
import { Opening, OpeningChoice } from '../parts/Opening.tsx';
import type { Language } from '../texts/money.ts';
import { useReportTexts } from '../texts/pages/report.ts';
import { type FilterName, groupingFor, type ReportChoice } from './choice.ts';
import { movedSpan, type Span, spanNameOf, spanNames, spanOf } from './days.ts';
import { rowLabel, spanText } from './figures.ts';
import { DayFields } from './SpanFields.tsx';
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

/** Buttons in one line that say what is chosen: the span, the comparison, the grouping and the filters. */
export function ReportFilters(props: ReportFiltersProps) {
  const { declaration, choice, language, onChoice } = props;
  const { t } = useReportTexts();
  return (
    <section aria-label={t('report.filters')} className="flex flex-wrap items-center gap-2 lg:justify-end print:hidden">
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
      {declaration.filters.length > 0 && <MoreFilters {...props} />}
    </section>
  );
}

const COMPARISONS = ['none', 'week', 'year'] as const;

function SpanButtons({ declaration, choice, today, language, onChoice }: ReportFiltersProps) {
  const { t } = useReportTexts();
  const name = spanNameOf(choice, today);
  const change = (span: Span) =>
    // A grouping that came by itself goes with its span: a day has hours.
    onChoice({ ...choice, ...span, by: choice.by === groupingFor(declaration, choice) ? null : choice.by });
  return (
    <>
      <Button icon="back" label={t('report.earlier')} size="icon" onPress={() => change(movedSpan(choice, -1))} />
      <Opening
        label={t('report.span')}
        icon="clock"
        stands={false}
        chosen={name ? t(`report.span.${name}`) : spanText(choice, language)}
      >
        {close => (
          <>
            <ul className="grid gap-1">
              {spanNames.map(one => (
                <li key={one}>
                  <Button
                    look="segment"
                    size="row"
                    pressed={one === name}
                    onPress={() => {
                      change(spanOf(one, today));
                      close();
                    }}
                  >
                    {t(`report.span.${one}`)}
                  </Button>
                </li>
              ))}
            </ul>
            <DayFields span={choice} onSpan={change} />
          </>
        )}
      </Opening>
      <Button
        icon="next"
        label={t('report.later')}
        size="icon"
        disabled={choice.to >= today}
        onPress={() => change(movedSpan(choice, 1))}
      />
    </>
  );
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
