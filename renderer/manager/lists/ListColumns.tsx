/** The columns of a list that comes as a file: what the file calls them, what each becomes, and its first cells. A choice is a new preview. */

import type { ReactNode } from 'react';
import type { FileFacts, ReadColumn } from '../../../main/wire/listFiles.ts';
import { Select } from '../../form/Select.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, ScreenTitle } from '../../parts/Panel.tsx';
import { useListTexts } from '../../texts/pages/lists.ts';

/** A column of ours. */
export interface ColumnOption {
  readonly value: string;
  readonly text: string;
}

interface ListColumnsProps {
  readonly facts: FileFacts;
  readonly options: readonly ColumnOption[];
  /** Columns of ours that several of theirs may become. */
  readonly several?: readonly string[];
  /** Columns of ours that the choices below say for the whole file. */
  readonly whole: readonly string[];
  /** Our column for each of theirs, in their order; empty: none. */
  readonly onColumns: (columns: readonly string[]) => void;
  /** Choices for the whole file. */
  readonly children?: ReactNode;
}

/** Each becomes one column of ours, but for those of which there may be several. */
const columnsWith = (columns: readonly ReadColumn[], changed: number, becomes: string, several: readonly string[]) =>
  columns.map((column, index) => {
    if (index === changed) return becomes;
    return column.becomes === becomes && !several.includes(becomes) ? '' : (column.becomes ?? '');
  });

export function ListColumns({ facts, options, several = [], whole, onColumns, children }: ListColumnsProps) {
  const { t } = useListTexts();
  const { columns = [], missing = [], headLine = 1, kept = false } = facts;
  const all = [{ value: '', text: t('list.column.none') }, ...options];
  const nameOf = (own: string) => options.find(({ value }) => value === own)?.text ?? own;
  return (
    <section aria-label={t('list.columns')} className="@container grid grid-cols-[minmax(0,1fr)] gap-3 card p-4">
      <ScreenTitle level={2} className="text-lg font-semibold">
        {t('list.columns')}
      </ScreenTitle>
      <Notes>
        {missing.length > 0 && (
          <Message tone="warn">
            {t(missing.some(own => whole.includes(own)) ? 'list.columnMissing' : 'list.columnChosen', {
              columns: missing.map(nameOf).join(' / '),
            })}
          </Message>
        )}
        {headLine === 0 && <Message tone="warn">{t('list.noHead')}</Message>}
        {headLine > 1 && <Message tone="info">{t('list.headLine', { line: headLine })}</Message>}
        {kept && <Message tone="info">{t('list.columnsKept')}</Message>}
      </Notes>
      <ul data-testid="import-columns" className="grid divide-y divide-line">
        {columns.map((column, index) => (
          <OneColumn
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place, and names may repeat
            key={index}
            column={column}
            name={column.head || t('list.columnNumber', { number: index + 1 })}
            options={all}
            onChange={value => onColumns(columnsWith(columns, index, value, several))}
          />
        ))}
      </ul>
      {children && (
        <>
          <h3 className="font-semibold">{t('list.wholeFile')}</h3>
          <div className="grid gap-3 @2xl:grid-cols-3">{children}</div>
        </>
      )}
    </section>
  );
}

interface OneColumnProps {
  readonly column: ReadColumn;
  readonly name: string;
  readonly options: readonly ColumnOption[];
  readonly onChange: (becomes: string) => void;
}

/** A column of the file: its name and what it becomes, a mark where it is read, and its cells in the first three lines. */
function OneColumn({ column: { becomes, samples }, name, options, onChange }: OneColumnProps) {
  const { t } = useListTexts();
  return (
    <li className="grid items-center gap-x-4 gap-y-1 py-2 @2xl:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto]">
      <Select label={name} value={becomes ?? ''} options={options} onChange={onChange} />
      <ol aria-label={t('list.samples', { name })} className="figures grid grid-cols-3 gap-3 text-soft @2xl:mt-6">
        {samples.map((sample, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their place, and cells may repeat
          <li key={line} className="line-clamp-2 wrap-anywhere">
            {sample || '–'}
          </li>
        ))}
      </ol>
      <span className={`@max-2xl:hidden @2xl:mt-6 ${becomes ? 'text-good' : 'invisible'}`}>
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
