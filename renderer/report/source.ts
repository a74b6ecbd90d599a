/** Where the reports of a screen come from, and where their figures lead: the back office, or the till for its own data. */

import type { ReportAnswer, ReportList, ReportRow } from '../../main/wire/office/reports.ts';
import type { ReportChoice } from './choice.ts';

export const fileFormats = ['csv', 'xlsx', 'pdf'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** A column of a table of two keys. */
export type CrossedColumn = NonNullable<ReportAnswer['across']>['columns'][number];

export interface FurtherWay {
  readonly text: string;
  readonly href: string;
  readonly isFile: boolean;
}

export interface ReportSource {
  readonly list: (signal: AbortSignal) => Promise<ReportList>;
  readonly report: (name: string, query: Record<string, string>, signal: AbortSignal) => Promise<ReportAnswer>;
  /** Address of the list of sales behind a row, behind a cell of it, or behind the whole report; null where the screen has no such list. */
  readonly sales:
    | ((report: string, choice: ReportChoice, row: ReportRow | null, column?: CrossedColumn) => string | null)
    | null;
  /** Address of the page of a row that is a thing by itself, as a Z report, or of the things that it adds up; null where there is none. */
  readonly page?: (report: string, choice: ReportChoice, row: ReportRow) => string | null;
  /** Address of the same report as a file; null where the screen gives no files. */
  readonly file: ((name: string, query: Record<string, string>, format: FileFormat) => string) | null;
  /** Further files and pages that an answer leads to, for example postings of its taxes. */
  readonly more?: (report: string, choice: ReportChoice) => readonly FurtherWay[];
  /** Currencies in which was sold, where there are several: a report is in one of them. */
  readonly currencies?: readonly string[];
  /** Totals stand beside those of a week and a year before: two more calls for each report. */
  readonly hasChanges?: boolean;
  /** Saves the same report as a file, where an address alone is not enough because the call carries a token. */
  readonly save?: (name: string, query: Record<string, string>, format: FileFormat) => Promise<void>;
}
