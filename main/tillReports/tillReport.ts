/** Contract of a report of the till: its declaration, and how the figures of the till go into its rows. */
import type { FigureRow } from '../domain/figureRows.ts';
import type { Language } from '../domain/money.ts';
import type { Texts } from '../domain/texts.ts';
import type { ReportDeclaration, ReportRow } from '../wire/office/reports.ts';
import type { FigurePlace, FigureRead } from '../world/figures.ts';

/** Sums that a row of figures adds to the row of a key; a column that is left out is not known for this key. */
export interface Share {
  /** Null: the sums are those of the report as a whole, and of no row. */
  readonly key: string | null;
  /** For people; null where the key is its own name. */
  readonly name: string | null;
  readonly sums: Readonly<Record<string, number>>;
  /** Unit of what was weighed or measured. */
  readonly unit?: string;
}

export type Filters = Readonly<Partial<Record<ReportDeclaration['filters'][number], readonly string[]>>>;

/** A report whose rows are sums over figures, by key. */
export interface CountingReport {
  readonly declaration: ReportDeclaration;
  /** The reason why key and filters do not go together, as a sentence; null where they do. */
  refusal(by: string, filters: Filters): string | null;
  /** The tables that are read, with the keys that `shares` asks for. */
  reads(by: string, filters: Filters): readonly FigureRead[];
  shares(row: FigureRow, place: FigurePlace, by: string, filters: Filters): readonly Share[];
  /** Columns that follow from the sums of a row, and from the units of what was weighed or measured. */
  derived(
    sums: Readonly<Record<string, number>>,
    units: readonly string[],
  ): Readonly<Record<string, number | string | null>>;
  /** Facts that the figures do not contain, or contain against expectation. */
  notes(by: string): readonly Texts[];
}

/** A record as a listing report reads it: facts and document are parsed. */
export interface ListedRecord {
  /** Records are in this order, whatever the clock said. */
  readonly number: number;
  readonly till: string;
  readonly day: string;
  /** Ms since 1970. */
  readonly at: number;
  readonly kind: string;
  readonly event: string;
  readonly object: string;
  readonly sum: number | null;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly document: Readonly<Record<string, unknown>> | null;
}

export interface ListingScope {
  readonly language: Language;
  /** Ms since 1970. */
  readonly now: number;
  readonly from: string;
  readonly to: string;
  tillName(till: string): string | null;
}

/** A report whose rows are things, one each: ends of day, unknown results. */
export interface ListingReport {
  readonly declaration: ReportDeclaration;
  /** Records that are read, beside those that end an unknown result. */
  reads(kind: string, event: string): boolean;
  readonly notes: readonly Texts[];
  rows(records: readonly ListedRecord[], by: string, filters: Filters, scope: ListingScope): readonly ReportRow[];
}

export type TillReport = CountingReport | ListingReport;

/** Is `value` wanted? A filter that is not given wants everything. */
export const isWanted = (wanted: readonly string[] | undefined, value: string): boolean =>
  wanted === undefined || wanted.includes(value);
