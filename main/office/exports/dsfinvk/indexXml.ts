/** `index.xml`: describes every file of the archive to the software of an auditor (GDPdU description standard). */
import type { LayoutTable } from './tables.ts';

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '');

const DIGITS = { text: 0, country: 0, whole: 0, quantity: 3, amount2: 2, amount5: 5, rate: 2 } as const;

const isText = ({ kind }: LayoutTable['columns'][number]): boolean => kind === 'text' || kind === 'country';

const columnXml = (column: LayoutTable['columns'][number]): string =>
  `        <VariableColumn><Name>${column.name}</Name>${
    isText(column)
      ? `<AlphaNumeric/><MaxLength>${column.length}</MaxLength>`
      : `<Numeric><Accuracy>${DIGITS[column.kind]}</Accuracy></Numeric>`
  }</VariableColumn>`;

const tableXml = ({ file, name, columns }: LayoutTable): string => `    <Table>
      <URL>${file}.csv</URL>
      <Name>${name}</Name>
      <UTF8/>
      <DecimalSymbol>,</DecimalSymbol>
      <DigitGroupingSymbol>.</DigitGroupingSymbol>
      <Range><From>2</From></Range>
      <VariableLength>
        <ColumnDelimiter>;</ColumnDelimiter>
        <RecordDelimiter>&#13;&#10;</RecordDelimiter>
        <TextEncapsulator>"</TextEncapsulator>
${columns.map(columnXml).join('\n')}
      </VariableLength>
    </Table>`;

export const indexXml = (tables: readonly LayoutTable[], supplier: string, comment: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE DataSet SYSTEM "gdpdu-01-09-2004.dtd">
<DataSet>
  <Version>1.0</Version>
  <DataSupplier><Name>${escaped(supplier)}</Name><Location></Location><Comment>${escaped(comment)}</Comment></DataSupplier>
  <Media>
    <Name>DSFinV-K</Name>
${tables.map(tableXml).join('\n')}
  </Media>
</DataSet>
`;
