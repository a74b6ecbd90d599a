/** A list of the programme, page by page, with a search field above it. */
import type { ReactNode } from 'react';
import type { Rows, RowsOf } from '../../data/useRows.ts';
import { Button } from '../../parts/Button.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { List, Row } from '../List.tsx';
import { PageProblem } from '../Page.tsx';
import { Search } from '../Search.tsx';

interface RowListProps<T> {
  readonly of: RowsOf<Rows<T>>;
  readonly keyOf: (row: T) => string;
  readonly children: (row: T) => ReactNode;
}

export function RowList<T>({ of, keyOf, children }: RowListProps<T>) {
  const { t } = useLoyaltyTexts();
  const { value, problem } = of;
  const { data: rows = null, count = 0 } = value ?? {};
  return (
    <>
      <PageProblem problem={problem} onAgain={of.reload} />
      {/* In the page before its first words, so that a screen reader says how many were found. */}
      <p role="status" className="text-sm text-soft">
        {rows === null && !problem && t('programme.loading')}
        {rows?.length === 0 && !problem && t('programme.none')}
        {rows && rows.length > 0 && t('programme.count', { shown: rows.length, count })}
      </p>
      <List>
        {rows?.map(row => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </List>
      {rows && rows.length < count && (
        <Button className="justify-self-start" onPress={() => void of.more()}>
          {t('programme.more')}
        </Button>
      )}
    </>
  );
}

interface SearchRowsProps {
  readonly label: string;
  readonly value: string;
  readonly numeric?: boolean;
  readonly onSearch: (text: string) => void;
}

export function SearchRows(props: SearchRowsProps) {
  const { t } = useLoyaltyTexts();
  return <Search {...props} find={t('programme.search')} className="flex-1 basis-72" />;
}

interface TileProps {
  readonly title: string;
  readonly label: string;
  readonly facts: readonly string[];
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

/** A row that opens what it stands for. */
export const Tile = ({ title, label, facts, isChosen, onOpen }: TileProps) => (
  <Row
    label={`${label}, ${facts.join(', ')}`}
    isChosen={isChosen}
    onOpen={onOpen}
    className="flex flex-wrap content-center items-baseline justify-between gap-x-4"
  >
    <span className="figures min-w-0 font-semibold wrap-anywhere">{title}</span>
    <span className="text-sm text-soft">{facts.join(' · ')}</span>
  </Row>
);
