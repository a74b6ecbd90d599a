/** Cards as a CSV file: `cardnumber;group;cash;bonus;points`, amounts in major units. Each line is a card, or what is wrong in it. */
import { readWrittenAmount } from '../../domain/writtenAmount.ts';
import { LARGEST_BALANCE } from '../../wire/loyaltyManagement.ts';
import { type CsvReading, readCsv } from '../csvFile.ts';
import { type CsvColumns, CsvRefusal, type LineProblem } from '../fileHead.ts';

export const CARD_COLUMNS: CsvColumns = {
  aliases: {
    cardnumber: ['card_number', 'number', 'card', 'karte', 'kartennummer', 'nummer'],
    group: ['gruppe', 'card_group', 'kartengruppe'],
    cash: ['guthaben', 'balance', 'geld'],
    bonus: ['bonusguthaben', 'bonus_balance'],
    points: ['punkte'],
  },
  required: [['cardnumber']],
  // The message of the line itself says how to mend a loyalty card that looks like a payment card.
  ownNumbers: 'cardnumber',
};

export interface FileCard {
  readonly number: string;
  /** Id or name of a group; empty: the only one there is. */
  readonly group: string;
  /** Minor units, and points. */
  readonly opening: { readonly cash: number; readonly bonus: number; readonly points: number };
}

export type CardLine =
  | { readonly line: number; readonly card: FileCard }
  | {
      readonly line: number;
      readonly problems: readonly LineProblem[];
      /** No line of the file can be read. */
      readonly ofFile?: true;
    };

/** A file that is refused as a whole gives one problem and no card. */
export async function* readCardFile(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  reading: CsvReading,
): AsyncGenerator<CardLine> {
  try {
    for await (const read of readCsv(source, CARD_COLUMNS, reading)) {
      const { line } = read;
      if ('problem' in read) {
        yield { line, problems: [read.problem] };
        continue;
      }
      const { card, problems } = readCard(read.values, currency);
      yield card === null ? { line, problems } : { line, card };
    }
  } catch (error) {
    if (!(error instanceof CsvRefusal)) throw error;
    yield { line: error.line, problems: [{ column: null, texts: error.texts }], ofFile: true };
  }
}

/** The card of one line, or everything that is wrong in it. */
export function readCard(
  values: Readonly<Record<string, string>>,
  currency: string,
): { readonly card: FileCard | null; readonly problems: readonly LineProblem[] } {
  const problems: LineProblem[] = [];
  const problem = (column: string, de: string, en: string) => problems.push({ column, texts: { de, en } });
  const number = (values.cardnumber ?? '').replaceAll(' ', '');
  if (/^\d*[.,]?\d+E\+?\d+$/i.test(number))
    problem(
      'cardnumber',
      'Die Kartennummer wurde von der Tabellenkalkulation gekürzt; bitte die Spalte als Text formatieren.',
      'The card number was shortened by the spreadsheet; please format the column as text.',
    );
  else if (!/^\d{4,30}$/.test(number))
    problem(
      'cardnumber',
      'Die Kartennummer hat nicht 4 bis 30 Ziffern, oder nicht nur Ziffern.',
      'The card number does not have 4 to 30 digits, or not only digits.',
    );
  const amount = (column: 'cash' | 'bonus'): number => {
    const text = values[column] ?? '';
    const read = text === '' ? ({ ok: true, amount: 0 } as const) : readWrittenAmount(text, currency);
    if (read.ok && read.amount >= 0 && read.amount <= LARGEST_BALANCE) return read.amount;
    if (read.ok) problem(column, `${text} ist zu hoch oder negativ.`, `${text} is too high or negative.`);
    else problem(column, read.texts.de, read.texts.en);
    return 0;
  };
  const money = { cash: amount('cash'), bonus: amount('bonus') };
  const points = values.points ?? '';
  if (!/^\d{0,8}$/.test(points)) problem('points', `${points} sind keine Punkte.`, `${points} is no number of points.`);
  const opening = { ...money, points: Number(points) || 0 };
  const card = { number, group: (values.group ?? '').trim(), opening };
  return { card: problems.length > 0 ? null : card, problems };
}
