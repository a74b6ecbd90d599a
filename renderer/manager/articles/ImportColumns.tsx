/** The columns of a price list: what the file calls them, what each becomes, and its first cells. A choice is a new preview. */

import type { ReactNode } from 'react';
import { type ArticleImport, importColumns, type ReadColumn } from '../../../main/wire/articles.ts';
import { Select } from '../../form/Select.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import type { TaxOption } from './taxOptions.ts';

/** For every line in which the file says nothing; empty: nothing. */
export interface WholeFile {
  readonly tax: string;
  readonly group: string;
  readonly unit: string;
}

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
    <section aria-label={t('goods.columns')} className="grid gap-3">
      <h3 className="font-semibold">{t('goods.columns')}</h3>
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
        {columns.map(({ head, becomes, samples }, index) => {
          const name = head || t('goods.columnNumber', { number: index + 1 });
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place, and names may repeat
              key={index}
              className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]"
            >
              <Select
                label={name}
                value={becomes ?? ''}
                options={options}
                onChange={value => onColumns(columnsWith(columns, index, value))}
              />
              <p className="figures text-sm wrap-anywhere text-soft">{samples.filter(Boolean).join(' · ')}</p>
            </li>
          );
        })}
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

const Notes = ({ children }: { readonly children: ReactNode }) => (
  <div role="status" className="grid gap-2 empty:absolute">
    {children}
  </div>
);
