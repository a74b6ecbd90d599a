/** Sales as people read them in a letter and in a workbook: times by the clock of their store, events and ways of paying in words. */
import type { Language } from '../../domain/money.ts';
import type { Texts } from '../../domain/texts.ts';
import { digitsOf, writtenFigure } from '../../reporting/cells.ts';
import { texts } from '../../reporting/declarations.ts';
import { eventLabel, labelOf } from '../../reporting/labels.ts';
import { numberCell, textCell, type WorkbookCell, workbook } from '../../reporting/workbook.ts';
import type { Sql } from '../database/officeDatabase.ts';
import type { ListRow } from '../lists/listTable.ts';
import type { ReportScope } from '../reports/report.ts';

/** The zone of a store. */
export type StoreClocks = (store: string) => string;

export async function storeClocks(sql: Sql, { stores, timeZone }: ReportScope): Promise<StoreClocks> {
  const rows = await sql.query<{ id: string; zone: string }>(
    'SELECT id, time_zone AS zone FROM store WHERE id = ANY($1::text[])',
    [stores],
  );
  const zones = new Map(rows.map(({ id, zone }) => [id, zone]));
  return store => zones.get(store) ?? timeZone;
}

interface Reading {
  readonly clocks: StoreClocks;
  readonly language: Language;
}

interface SaleColumn {
  readonly title: Texts;
  readonly width: number;
  /** An amount is a member of the row; anything else is a text. */
  readonly amount?: string;
  readonly text?: (row: ListRow, reading: Reading) => string;
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The first of them stand in the letter. */
const COLUMNS: readonly SaleColumn[] = [
  {
    title: texts('Zeit', 'Time'),
    width: 18,
    text: (row, { clocks, language }) =>
      writtenFigure(textOf(row.created), 'time', { language, currency: null, timeZone: clocks(textOf(row.store)) }),
  },
  { title: texts('Beleg', 'Receipt'), width: 10, text: row => textOf(row.receipt_number) },
  { title: texts('Filiale', 'Store'), width: 24, text: row => textOf(row.store_name ?? row.store) },
  { title: texts('Kasse', 'Till'), width: 18, text: row => textOf(row.till_name ?? row.till) },
  { title: texts('Kassenkraft', 'Cashier'), width: 18, text: row => textOf(row.cashier) },
  {
    title: texts('Zahlung', 'Payment'),
    width: 18,
    text: (row, { language }) => (row.method ? labelOf('method', textOf(row.method), null, language) : ''),
  },
  {
    title: texts('Vorgang', 'Event'),
    width: 18,
    text: (row, { language }) => eventLabel(textOf(row.event), language),
  },
  { title: texts('Summe', 'Sum'), width: 14, amount: 'sum' },
  { title: texts('Umsatz', 'Turnover'), width: 14, amount: 'turnover' },
  { title: texts('Rabatt', 'Discount'), width: 14, amount: 'discount' },
  { title: texts('Trinkgeld', 'Tip'), width: 14, amount: 'tip' },
  { title: texts('Währung', 'Currency'), width: 10, text: row => textOf(row.currency) },
  { title: texts('Geschäftstag', 'Business day'), width: 14, text: row => textOf(row.business_day) },
  { title: texts('Nummer', 'Number'), width: 36, text: row => textOf(row.id) },
  { title: texts('Eigene Nummer', 'Own reference'), width: 24, text: row => textOf(row.transactionRef) },
];

export const saleTitles = (language: Language): readonly string[] => COLUMNS.map(({ title }) => title[language]);

/** The first `most` cells of a row, with the amounts in their currency. */
export const writtenSale = (row: ListRow, reading: Reading, most: number): readonly string[] =>
  COLUMNS.slice(0, most).map(({ amount, text }) => {
    if (amount === undefined) return text?.(row, reading) ?? '';
    const [{ language }, currency] = [reading, textOf(row.currency)];
    const written = writtenFigure(row[amount] as number, 'money', { language, currency, timeZone: 'UTC' });
    return `${written} ${currency}`.trim();
  });

export async function salesXlsx(rows: AsyncIterable<ListRow>, reading: Reading): Promise<Buffer> {
  const { language } = reading;
  const lines: (readonly (WorkbookCell | null)[])[] = [];
  for await (const row of rows) {
    const digits = digitsOf(textOf(row.currency));
    lines.push(
      COLUMNS.map(({ amount, text }) =>
        amount === undefined
          ? filledCell(text?.(row, reading) ?? '')
          : numberCell(Number(row[amount] ?? 0) / 10 ** digits, digits),
      ),
    );
  }
  return workbook({
    title: SALES[language],
    heads: saleTitles(language),
    rows: lines,
    widths: COLUMNS.map(({ width }) => width),
  });
}

const filledCell = (text: string): WorkbookCell | null => (text === '' ? null : textCell(text));

/** The list as it is called on its page. */
export const SALES = texts('Verkäufe', 'Sales');
