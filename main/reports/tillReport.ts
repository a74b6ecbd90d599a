/** What a report of the till is: its declaration, and how the figures of one record go into its rows. */
import type { Figures } from '../domain/figures.ts';
import type { Texts } from '../domain/texts.ts';
import type { ReportDeclaration } from '../wire/office/reports.ts';

/** A record with its figures. */
export interface Counted {
  readonly day: string;
  readonly till: string;
  readonly store: string;
  readonly event: string;
  readonly figures: Figures;
}

/** What one record adds to the row of a key; a column that is left out is not known for this key. */
export interface Share {
  readonly key: string;
  /** For people; null where the key is its own name. */
  readonly name: string | null;
  readonly sums: Readonly<Record<string, number>>;
}

export type Filters = Readonly<Partial<Record<ReportDeclaration['filters'][number], readonly string[]>>>;

export interface TillReport {
  readonly declaration: ReportDeclaration;
  /** Why key and filters do not go together, as a sentence; null where they do. */
  refusal(by: string, filters: Filters): string | null;
  shares(counted: Counted, by: string, filters: Filters): readonly Share[];
  /** Columns that follow from the sums of a row. */
  derived(sums: Readonly<Record<string, number>>): Readonly<Record<string, number | null>>;
}

type Column = ReportDeclaration['columns'][number];

export const column = (name: string, unit: Column['unit'], de: string, en: string, added = true): Column => ({
  name,
  unit,
  title: { de, en },
  added,
});

export const grouping = (name: string, de: string, en: string): { name: string; title: Texts } => ({
  name,
  title: { de, en },
});

/** Is `value` wanted? A filter that is not given wants everything. */
export const isWanted = (wanted: readonly string[] | undefined, value: string): boolean =>
  wanted === undefined || wanted.includes(value);
