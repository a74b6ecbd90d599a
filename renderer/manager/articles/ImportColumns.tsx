/** The columns of a price list, with tax, group and unit for the whole file. */

import { type ArticleImport, importColumns } from '../../../main/wire/articles.ts';
import { Select } from '../../form/Select.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import { useListTexts } from '../../texts/pages/lists.ts';
import { type ColumnOption, ListColumns } from '../lists/ListColumns.tsx';
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

/** The parts of a variant's name may stand in several columns. */
const SEVERAL = ['variant'];
const WHOLE = ['tax', 'group', 'unit'];

export function ImportColumns({ report, whole, taxes, groups, onColumns, onWhole }: ImportColumnsProps) {
  const { t } = useArticleTexts();
  const { t: listText } = useListTexts();
  const options = importColumns.map(value => ({ value, text: t(`goods.column.${value}`) }));
  const units = (['piece', 'kg'] as const).map(value => ({ value, text: t(`goods.measure.${value}`) }));
  const choice = (name: keyof WholeFile, label: string, own: readonly ColumnOption[]) => (
    <Select
      label={label}
      value={whole[name]}
      options={[{ value: '', text: listText('list.asInFile') }, ...own]}
      onChange={value => onWhole({ ...whole, [name]: value })}
    />
  );
  return (
    <ListColumns facts={report} options={options} several={SEVERAL} whole={WHOLE} onColumns={onColumns}>
      {choice('tax', t('goods.wholeTax'), taxes)}
      {choice('group', t('goods.wholeGroup'), groups)}
      {choice('unit', t('goods.wholeUnit'), units)}
    </ListColumns>
  );
}
