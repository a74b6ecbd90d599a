/** A workbook of one sheet: bold titles that stay in sight, texts that are no formulas, numbers that a spreadsheet computes with. */
import writeExcelFile, { type Cell } from 'write-excel-file/node';

export interface WorkbookCell {
  readonly type: StringConstructor | NumberConstructor;
  readonly value: string | number;
  readonly format?: string;
}

/** Characters of a cell; a spreadsheet opens no longer one. */
const LONGEST = 32_767;

/** A text is a text, also where it begins like a formula. */
export const textCell = (value: string): WorkbookCell => ({ type: String, value: value.slice(0, LONGEST) });

/** `digits`: those that are shown behind the point. */
export const numberCell = (value: number, digits: number): WorkbookCell => ({
  type: Number,
  value,
  format: digits > 0 ? `#,##0.${'0'.repeat(digits)}` : '#,##0',
});

export interface Workbook {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (WorkbookCell | null)[])[];
  /** Below the rows, bold. */
  readonly total?: readonly (WorkbookCell | null)[];
  /** Of each column, in characters. */
  readonly widths: readonly number[];
}

export const workbook = ({ title, heads, rows, total, widths }: Workbook): Promise<Buffer> =>
  writeExcelFile([heads.map(textCell).map(bold), ...rows, ...(total ? [total.map(bold)] : [])] as Cell[][], {
    columns: widths.map(width => ({ width })),
    sheet: sheetName(title),
    stickyRowsCount: 1,
  }).toBuffer();

const bold = (cell: WorkbookCell | null) => (cell === null ? null : { ...cell, fontWeight: 'bold' as const });

/** Signs that no name of a sheet may have, and its length. */
const sheetName = (title: string): string => title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
