/** A letter of the back office as text and HTML, and the tables that stand in it. */

export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer }[];
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '');

/** A name could hold line ends; a subject that did would be two headers. */
export const subjectOf = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** Lines of cells; the first is that of the titles, the first cell of each a text, the others figures. */
export type LetterTable = readonly (readonly string[])[];

export function plainTable(table: LetterTable): readonly string[] {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map(row => (row[column] ?? '').length)));
  return table.map(row =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

export function htmlTable(table: LetterTable): string {
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell, index) => `<${tag} style="padding:2px 10px;text-align:${index === 0 ? 'left' : 'right'}">${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const [titles = [], ...lines] = table;
  return `<table>${row(titles, 'th')}${lines.map(line => row(line, 'td')).join('')}</table>`;
}
