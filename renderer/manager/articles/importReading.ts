/** The word of a person on how a price list is read, and the query that says it to the bridge. Pure. */

import type { ArticleImport } from '../../../main/wire/articles.ts';
import type { CharacterSet, RoundedChoice, ZerosChoice } from '../../../main/wire/listFiles.ts';
import { RATE } from './articleDraft.ts';

/** For every line in which the file says nothing; empty: nothing. */
export interface WholeFile {
  readonly tax: string;
  readonly group: string;
  readonly unit: string;
}

/** Only a person can say these things about a file. */
export interface Reading {
  /** Null: found by its bytes. */
  readonly characterSet: CharacterSet | null;
  readonly zeros: ZerosChoice;
  readonly rounded: RoundedChoice;
  /** Null: as chosen for the last file of this kind, or guessed. */
  readonly columns: readonly string[] | null;
  readonly whole: WholeFile;
  /** The tax was taken from no file and no person. */
  readonly assumesTax: boolean;
}

export const AS_FOUND: Reading = {
  characterSet: null,
  zeros: 'ask',
  rounded: 'ask',
  columns: null,
  whole: { tax: '', group: '', unit: '' },
  assumesTax: false,
};

export const queryOf = (
  kind: 'preview' | 'import',
  { characterSet, zeros, rounded, columns, whole }: Reading,
): string =>
  `?${[
    kind === 'preview' ? 'dry_run=1' : 'skip_faulty=1',
    ...(characterSet === null ? [] : [`character_set=${characterSet}`]),
    ...(zeros === 'ask' ? [] : [`zeros=${zeros}`]),
    ...(rounded === 'ask' ? [] : [`rounded=${rounded}`]),
    ...(columns === null ? [] : [`columns=${columns.join(',')}`]),
    ...Object.entries(whole)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ].join('&')}`;

/** A tax of the form as a file writes it. */
export const taxValue = (value: string): string => value.replace(RATE, '');

/** True where somebody has to look before anything is imported: lines are wrong, or codes may be. */
export const needsLook = ({ faulty, zeros = 0, rounded = 0 }: ArticleImport): boolean =>
  faulty > 0 || zeros > 0 || rounded > 0;

/** True where the step has something to look at. A character set that is guessed also shows in the cells of the columns. */
export const hasDoubts = (report: ArticleImport): boolean => needsLook(report) || report.characterSet?.guessed === true;
