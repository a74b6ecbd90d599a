/** Cells and lines of exported lists, which every spreadsheet opens and saves without a change: UTF-8 with its mark, semicolons. */
import { csvText, safeCell } from '../domain/csvText.ts';

export { safeCell };

export const tableLines = (rows: readonly (readonly string[])[]): string => csvText(rows, { delimiter: ';' });

export const headLine = (columns: readonly string[]): string => `\ufeff${tableLines([columns])}`;

/** A number or a code as text: a spreadsheet would round it, shorten it, or take it for a day. */
export const held = (text: string): string => `'${text}`;
