/** A workbook as spreadsheets save it, with its texts in the cells. */
import { zipSync } from 'fflate';

export const workbook = (rows: readonly (readonly (string | number)[])[]): Uint8Array => {
  const cell = (value: string | number, place: string) =>
    typeof value === 'number'
      ? `<c r="${place}"><v>${value}</v></c>`
      : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const cells = (row: readonly (string | number)[], line: number) =>
    row.map((value, column) => cell(value, `${String.fromCharCode(65 + column)}${line}`)).join('');
  return workbookOf(rows.map((row, index) => `<row r="${index + 1}">${cells(row, index + 1)}</row>`).join(''));
};

/** A workbook with these rows, in the words of the format; `text` is shared among its cells, `second` another sheet. */
export function workbookOf(sheet: string, text = '', texts = 1, second = ''): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packed = 'http://schemas.openxmlformats.org/package/2006';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packed}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packed}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="r1"/><sheet name="B" sheetId="2" r:id="r3"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packed}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${relations}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${`<si><t>${text}</t></si>`.repeat(texts)}</sst>`,
    'xl/worksheets/sheet2.xml': `<worksheet xmlns="${main}"><sheetData>${second}</sheetData></worksheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, text]) => [name, Buffer.from(`<?xml version="1.0"?>${text}`)]),
    ),
  );
}
