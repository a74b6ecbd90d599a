/**
 * Cards as a CSV file: `cardnumber;group;cash;bonus;points;state;valid_to`, amounts in major units. Each line is a card, or what is wrong
 * in it.
 */
import { readListedAmount, saysNothing } from '../../domain/writtenAmount.ts';
import { LARGEST_BALANCE } from '../../wire/limits.ts';
import type { CsvReading } from '../csvFile.ts';
import type { CsvColumns, LineProblem } from '../fileHead.ts';
import { isTotal, totalLine } from '../listedNumbers.ts';
import { type FaultyLine, listLines } from '../listReading.ts';
import {
  FOREIGN_LAST_DAYS,
  FOREIGN_STATES,
  LAST_DAY_NAMES,
  type ListedState,
  lastDayIn,
  readState,
  stateBelow,
} from './listedState.ts';

export const CARD_COLUMNS: CsvColumns = {
  aliases: {
    cardnumber: ['card_number', 'number', 'card', 'karte', 'kartennummer', 'nummer'],
    group: ['gruppe', 'card_group', 'kartengruppe'],
    cash: ['guthaben', 'balance', 'geld'],
    bonus: ['bonusguthaben', 'bonus_balance'],
    points: ['punkte'],
    state: ['status', 'zustand'],
    valid_to: LAST_DAY_NAMES,
  },
  foreign: {
    cardnumber: [
      ...['karten_nr', 'kartennr', 'karten_no', 'karten_nummer', 'card_no', 'card_nr', 'card_id', 'cardno', 'gan'],
      ...[
        'gift_card_account_number',
        'gift_card_number',
        'giftcard_number',
        'gift_card_no',
        'gift_card_nr',
        'gift_card',
      ],
      ...[
        'gift_card_code',
        'card_code',
        'geschenkkarte',
        'geschenkkarte_nr',
        'geschenkkarten_nr',
        'gutscheinkarte',
        'gutscheinkarte_nr',
        'gutscheinkarten_nr',
        'kundenkarte_nr',
        'karte_nr',
      ],
      ...[
        'gutscheinnummer',
        'gutschein_nr',
        'gutscheinnr',
        'gutscheincode',
        'gutschein_code',
        'gutschein',
        'voucher_code',
      ],
      ...[
        'voucher_number',
        'voucher_no',
        'voucher',
        'loyalty_card',
        'loyalty_card_number',
        'loyalty_id',
        'membership_number',
      ],
      ...['member_number', 'member_no', 'mitgliedsnummer', 'customer_code', 'kundenkarte', 'kundenkartennummer'],
      ...['kundenkarten_nr', 'code', 'barcode', 'scancode', 'account_number', 'kundennummer', 'kunden_nr'],
      ...['customer_number', 'customer_no', 'no', 'nr', 'custom_id'],
    ],
    group: ['kundengruppe', 'customer_group', 'tarif', 'tier'],
    cash: [
      ...['kontostand', 'saldo', 'restguthaben', 'restwert', 'restbetrag', 'remaining_balance', 'current_balance'],
      ...[
        'balance_amount',
        'balance_money_amount',
        'cash_balance',
        'available_balance',
        'remaining',
        'remaining_value',
      ],
      ...['current_value', 'gift_card_balance', 'store_credit', 'betrag', 'amount', 'value', 'wert', 'gift_card_value'],
      ...['card_amount', 'nennwert', 'initial_balance', 'initial_value', 'original'],
    ],
    points: [
      ...['points_balance', 'loyalty_points', 'loyalty_balance', 'reward_points', 'available_points', 'punktestand'],
      ...['bonuspunkte', 'treuepunkte', 'kundenpunkte', 'stamps', 'stempel'],
    ],
    state: FOREIGN_STATES,
    valid_to: FOREIGN_LAST_DAYS,
  },
  meant: { state: stateBelow },
  amounts: ['cash', 'bonus'],
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
  readonly state: ListedState;
  /** YYYY-MM-DD; null: as its group says. */
  readonly lastDay: string | null;
}

export type Cells = Readonly<Record<string, string>>;

/** A file that is refused as a whole gives one problem and no line. */
export const cardCells = (source: AsyncIterable<Uint8Array>, currency: string, reading: CsvReading) =>
  listLines(source, { ...CARD_COLUMNS, currency }, reading);

export type CardLine = { readonly line: number; readonly card: FileCard } | FaultyLine;

/** The cards of a file that nobody is asked about. */
export async function* readCardFile(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  reading: CsvReading,
): AsyncGenerator<CardLine> {
  for await (const read of cardCells(source, currency, reading)) {
    if ('problems' in read) {
      yield read;
      continue;
    }
    const { line } = read;
    const { card, problems } = readCard(read.cells, currency);
    yield card === null ? { line, problems } : { line, card };
  }
}

/** The number as cards are found by it: codes with letters are printed in capitals, and with gaps. */
export const plainNumber = ({ cardnumber = '' }: Cells): string =>
  cardnumber
    .replace(/^'/, '')
    .replace(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase();

/** The card of one line, or everything that is wrong in it. */
export function readCard(
  values: Cells,
  currency: string,
  number = plainNumber(values),
): { readonly card: FileCard | null; readonly problems: readonly LineProblem[] } {
  const problems: LineProblem[] = [];
  const problem = (column: string, de: string, en: string) => void problems.push({ column, texts: { de, en } });
  noteNumber(values.cardnumber ?? '', number, problem);
  const amount = (column: 'cash' | 'bonus'): number => {
    const text = values[column] ?? '';
    const read = saysNothing(text) ? ({ ok: true, amount: 0 } as const) : readListedAmount(text, currency);
    if (read.ok && read.amount >= 0 && read.amount <= LARGEST_BALANCE) return read.amount;
    if (read.ok) problem(column, `${text} ist zu hoch oder negativ.`, `${text} is too high or negative.`);
    else problem(column, read.texts.de, read.texts.en);
    return 0;
  };
  const money = { cash: amount('cash'), bonus: amount('bonus') };
  const points = saysNothing(values.points ?? '') ? '' : (values.points ?? '');
  const whole = pointsIn(points);
  if (whole === null) problem('points', `${points} sind keine Punkte.`, `${points} is no number of points.`);
  const opening = { ...money, points: whole ?? 0 };
  const state = readState(values.state ?? '');
  if (state === null)
    problem(
      'state',
      `"${values.state}" ist kein Stand: aktiv, gesperrt, verloren, abgelaufen, inaktiv oder im Lager.`,
      `"${values.state}" is no state: active, locked, lost, expired, inactive or stored.`,
    );
  const lastDay = lastDayIn(values.valid_to ?? '', problem);
  if (problems.length > 0 || state === null) return { card: null, problems };
  return { card: { number, group: (values.group ?? '').trim(), opening, state, lastDay }, problems };
}

function noteNumber(written: string, number: string, problem: (column: string, de: string, en: string) => void): void {
  if (/^\d*[.,]?\d+E\+?\d+$/i.test(number) && /[.,+]/.test(number))
    problem(
      'cardnumber',
      `Die Kartennummer wurde von der Tabellenkalkulation gekürzt (${written}), und niemand kann ihre Ziffern wissen; bitte die Spalte neu ausgeben, als Text.`,
      `The card number was shortened by the spreadsheet (${written}), and nobody can know its digits; please export the column again, as text.`,
    );
  else if (isTotal(written)) problem('cardnumber', ...totalLine(written));
  else if (/[•*…]{2}|x{4}/.test(written))
    problem(
      'cardnumber',
      `${written} ist verdeckt: Das andere System gibt nur die letzten Ziffern heraus. Bitte die ganzen Nummern holen oder von den Karten lesen.`,
      `${written} is masked: the other system gives the last digits alone. Please get the whole numbers, or read them from the cards.`,
    );
  else if (!/^[A-Z0-9]{4,30}$/.test(number))
    problem(
      'cardnumber',
      'Die Kartennummer hat nicht 4 bis 30 Ziffern oder Buchstaben von A bis Z.',
      'The card number does not have 4 to 30 digits or letters from A to Z.',
    );
}

/** `120`, `1.200`, `12,00`: points are whole, so three digits behind a sign are thousands, and zeros behind one are none. */
function pointsIn(text: string): number | null {
  const plain = text
    .replace(/[.,]0{1,2}$/, '')
    .replace(/(?<=^\d{1,3})(?:[.,' ](\d{3}))+$/, found => found.replace(/\D/g, ''));
  return /^\d{0,8}$/.test(plain) ? Number(plain) : null;
}
