/** The columns of a price list: what the file calls them, what each becomes, and its first cells. A choice is a new preview. */

import type { ReactNode } from 'react';
import { type ArticleImport, importColumns, type ReadColumn } from '../../../main/wire/articles.ts';
import { Select } from '../../form/Select.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, ScreenTitle } from '../../parts/Panel.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import type { WholeFile } from './importReading.ts';
import type { TaxOption } from './taxOptions.ts';

interface ImportColumnsProps {
  readonly report: ArticleImport;
  readonly whole: WholeFile;
  readonly taxes: readonly TaxOption[];
  readonly groups: readonly TaxOption[];
  /** Our column for each of theirs, in their order; empty: none. */
  readonly onColumns: (columns: readonly string[]) => void;
  readonly onWhole: (whole: WholeFile) => void;
}

/** Each becomes one column of ours, but for the parts of a variant's name. */
const columnsWith = (columns: readonly ReadColumn[], changed: number, becomes: string): readonly string[] =>
  columns.map((column, index) => {
    if (index === changed) return becomes;
    return column.becomes === becomes && becomes !== 'variant' ? '' : (column.becomes ?? '');
  });

export function ImportColumns({ report, whole, taxes, groups, onColumns, onWhole }: ImportColumnsProps) {
  const { t } = useArticleTexts();
  const { columns = [], missing = [], headLine = 1, kept = false } = report;
  const options = [
    { value: '', text: t('goods.column.none') },
    ...importColumns.map(value => ({ value, text: t(`goods.column.${value}`) })),
  ];
  return (
    <section aria-label={t('goods.columns')} className="grid grid-cols-[minmax(0,1fr)] gap-3 card p-4">
      <ScreenTitle level={2} className="text-lg font-semibold">
        {t('goods.columns')}
      </ScreenTitle>
      <Notes>
        {missing.length > 0 && (
          <Message tone="warn">
            {t('goods.columnMissing', {
              columns: missing.map(name => t(`goods.column.${name}` as 'goods.column.tax')).join(' / '),
            })}
          </Message>
        )}
        {headLine === 0 && <Message tone="warn">{t('goods.noHead')}</Message>}
        {headLine > 1 && <Message tone="info">{t('goods.headLine', { line: headLine })}</Message>}
        {kept && <Message tone="info">{t('goods.columnsKept')}</Message>}
      </Notes>
      <ul data-testid="import-columns" className="grid divide-y divide-line">
        {columns.map((column, index) => (
          <OneColumn
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place, and names may repeat
            key={index}
            column={column}
            name={column.head || t('goods.columnNumber', { number: index + 1 })}
            options={options}
            onChange={value => onColumns(columnsWith(columns, index, value))}
          />
        ))}
      </ul>
      <h3 className="font-semibold">{t('goods.wholeFile')}</h3>
      <div className="grid gap-3 sm:grid-cols-3">
        <Select
          label={t('goods.wholeTax')}
          value={whole.tax}
          options={[{ value: '', text: t('goods.asInFile') }, ...taxes]}
          onChange={tax => onWhole({ ...whole, tax })}
        />
        <Select
          label={t('goods.wholeGroup')}
          value={whole.group}
          options={[{ value: '', text: t('goods.asInFile') }, ...groups]}
          onChange={group => onWhole({ ...whole, group })}
        />
        <Select
          label={t('goods.wholeUnit')}
          value={whole.unit}
          options={[
            { value: '', text: t('goods.asInFile') },
            ...(['piece', 'kg'] as const).map(value => ({ value, text: t(`goods.measure.${value}`) })),
          ]}
          onChange={unit => onWhole({ ...whole, unit })}
        />
      </div>
    </section>
  );
}

interface OneColumnProps {
  readonly column: ReadColumn;
  readonly name: string;
  readonly options: readonly TaxOption[];
  readonly onChange: (becomes: string) => void;
}

/** A column of the file: its name and what it becomes, a mark where it is read, and its cells in the first three lines. */
function OneColumn({ column: { becomes, samples }, name, options, onChange }: OneColumnProps) {
  const { t } = useArticleTexts();
  return (
    <li className="grid items-center gap-x-4 gap-y-1 py-2 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto]">
      <Select label={name} value={becomes ?? ''} options={options} onChange={onChange} />
      <ol aria-label={t('goods.samples', { name })} className="figures grid grid-cols-3 gap-3 text-soft md:mt-6">
        {samples.map((sample, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their place, and cells may repeat
          <li key={line} className="line-clamp-2 wrap-anywhere">
            {sample || '–'}
          </li>
        ))}
      </ol>
      <span className={`max-md:hidden md:mt-6 ${becomes ? 'text-good' : 'invisible'}`}>
        <Icon name="check" />
      </span>
    </li>
  );
}

const Notes = ({ children }: { readonly children: ReactNode }) => (
  <div role="status" className="grid gap-2 empty:absolute">
    {children}
  </div>
);
