/** Writes CSV that every reader takes apart as it was put together, and in which no spreadsheet finds a formula. */
import { stringify } from 'csv-stringify/sync';

/** Every sign that some reader takes for the end of a line. */
const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/;
/** A text that begins so may be run as a formula; the last four are the wide forms of the first four. */
const FORMULA = /(?<=^|[\n\v\f\r\u0085\u2028\u2029])(?=[=+\-@\t\r＝＋－＠])/g;

/** `cells` are written as they are: a text that comes from elsewhere goes through `safeCell` first. Lines end with CR LF. */
export const csvText = (
  rows: readonly (readonly string[])[],
  { delimiter, bom = false }: { readonly delimiter: ';' | ','; readonly bom?: boolean },
): string =>
  stringify(rows as string[][], {
    delimiter,
    bom,
    record_delimiter: 'windows',
    // Blanks at an end are lost by readers that trim what is not quoted.
    quoted_match: [LINE_END, /^\s|\s$/],
  });

/**
 * A text with an apostrophe before each line of it that begins with `=`, `+`, `-`, `@`, a tab or a carriage return: a reader that
 * ends a row at a line end within quotes finds no formula either. Numbers of our own keep their sign, because a spreadsheet has to
 * add them up.
 */
export const safeCell = (text: string): string => text.replace(FORMULA, "'");
