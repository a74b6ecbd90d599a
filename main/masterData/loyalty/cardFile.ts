/** Cards as a CSV file: `cardnumber;group;cash;bonus;points`, amounts in major units. Each line is a card, or what is wrong in it. */
import { readListedAmount } from '../../domain/writtenAmount.ts';
import { LARGEST_BALANCE } from '../../wire/limits.ts';
import type { CsvReading } from '../csvFile.ts';
import type { CsvColumns, LineProblem } from '../fileHead.ts';
import { type FaultyLine, listLines } from '../listReading.ts';

export const CARD_COLUMNS: CsvColumns = {
  aliases: {
    cardnumber: ['card_number', 'number', 'card', 'karte', 'kartennummer', 'nummer'],
    group: ['gruppe', 'card_group', 'kartengruppe'],
    cash: ['guthaben', 'balance', 'geld'],
    bonus: ['bonusguthaben', 'bonus_balance'],
    points: ['punkte'],
  },
  foreign: {
    cardnumber: [
      ...['karten_nr', 'kartennr', 'karten_nummer', 'card_no', 'card_id', 'gift_card_number', 'giftcard_number', 'gan'],
      ...['gift_card_code', 'loyalty_card', 'loyalty_id', 'customer_code', 'kundenkarte', 'kundenkartennummer', 'code'],
      ...['barcode', 'kundennummer', 'customer_number'],
    ],
    group: ['kundengruppe', 'customer_group', 'tarif'],
    cash: [
      ...[
        'kontostand',
        'saldo',
        'restguthaben',
        'restwert',
        'remaining_balance',
        'current_balance',
        'remaining',
        'betrag',
      ],
      ...['amount', 'value', 'wert'],
    ],
    points: ['points_balance', 'loyalty_points', 'punktestand', 'bonuspunkte', 'treuepunkte'],
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

export type CardLine = { readonly line: number; readonly card: FileCard } | FaultyLine;

/** A file that is refused as a whole gives one problem and no card. */
export async function* readCardFile(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  reading: CsvReading,
): AsyncGenerator<CardLine> {
  for await (const read of listLines(source, CARD_COLUMNS, reading)) {
    if ('problems' in read) {
      yield read;
      continue;
    }
    const { line } = read;
    const { card, problems } = readCard(read.cells, currency);
    yield card === null ? { line, problems } : { line, card };
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
    const read = text === '' ? ({ ok: true, amount: 0 } as const) : readListedAmount(text, currency);
    if (read.ok && read.amount >= 0 && read.amount <= LARGEST_BALANCE) return read.amount;
    if (read.ok) problem(column, `${text} ist zu hoch oder negativ.`, `${text} is too high or negative.`);
    else problem(column, read.texts.de, read.texts.en);
    return 0;
  };
  const money = { cash: amount('cash'), bonus: amount('bonus') };
  const points = values.points ?? '';
  const whole = pointsIn(points);
  if (whole === null) problem('points', `${points} sind keine Punkte.`, `${points} is no number of points.`);
  const opening = { ...money, points: whole ?? 0 };
  const card = { number, group: (values.group ?? '').trim(), opening };
  return { card: problems.length > 0 ? null : card, problems };
}

/** `120`, `1.200`, `12,00`: points are whole, so three digits behind a sign are thousands, and zeros behind one are none. */
function pointsIn(text: string): number | null {
  const plain = text
    .replace(/[.,]0{1,2}$/, '')
    .replace(/(?<=^\d{1,3})(?:[.,' ](\d{3}))+$/, found => found.replace(/\D/g, ''));
  return /^\d{0,8}$/.test(plain) ? Number(plain) : null;
}
