/** Finds the meaning of the columns of a bank's file by the names in its head. Pure. */
import { type BankField, bankFields } from '../../wire/office/bank.ts';
import type { BankRow } from './bankText.ts';

/** Names that banks and acquirers give their columns: small letters and digits alone. The first match of a field counts. */
const NAMES: Readonly<Record<BankField, readonly string[]>> = {
  terminal: ['terminalid', 'tid', 'terminalnr', 'terminalnummer', 'terminalno', 'terminalnumber', 'terminal', 'tidnr'],
  trace: [
    'trace',
    'tracenr',
    'tracenummer',
    'traceno',
    'tracenumber',
    'stan',
    'tanr',
    'taid',
    'transaktionsnr',
    'transaktionsnummer',
    'transactionnumber',
    'belegnr',
    'belegnummer',
    'receiptnumber',
  ],
  amount: [
    'bruttobetrag',
    'brutto',
    'umsatzbetrag',
    'transaktionsbetrag',
    'grossamount',
    'gross',
    'transactionamount',
    'betrag',
    'umsatz',
    'amount',
    'betrageur',
    'betragineur',
    'amounteur',
  ],
  fee: [
    'gebuhr',
    'gebuhren',
    'gebuehr',
    'gebuehren',
    'disagio',
    'entgelt',
    'entgelte',
    'serviceentgelt',
    'provision',
    'fee',
    'fees',
    'commission',
    'servicecharge',
    'transactionfee',
  ],
  net: ['nettobetrag', 'netto', 'auszahlungsbetrag', 'auszahlung', 'netamount', 'net', 'payoutamount', 'payout'],
  day: [
    'transaktionsdatum',
    'kaufdatum',
    'umsatzdatum',
    'zahlungsdatum',
    'transactiondate',
    'purchasedate',
    'datum',
    'date',
    'tag',
    'zeitpunkt',
    'timestamp',
    'transaktionszeitpunkt',
    'datumuhrzeit',
    'datetime',
    'buchungsdatum',
    'buchungstag',
    'bookingdate',
    'valuta',
  ],
  time: ['uhrzeit', 'zeit', 'transaktionszeit', 'kaufzeit', 'time', 'transactiontime', 'purchasetime'],
  card_type: [
    'kartenart',
    'kartentyp',
    'karte',
    'kartenmarke',
    'zahlungsart',
    'zahlungsmittel',
    'marke',
    'cardtype',
    'cardbrand',
    'brand',
    'scheme',
    'card',
    'product',
    'produkt',
  ],
  kind: [
    'art',
    'typ',
    'buchungsart',
    'umsatzart',
    'transaktionsart',
    'transaktionstyp',
    'vorgang',
    'type',
    'kind',
    'transactiontype',
    'sollhaben',
    'sh',
  ],
  currency: ['wahrung', 'waehrung', 'wahrungscode', 'transaktionswahrung', 'currency', 'currencycode', 'ccy'],
};

export const neededFields = ['terminal', 'trace', 'amount', 'day'] as const satisfies readonly BankField[];

/** `Trace-Nr.` and `TRACE NR` are one name; umlauts lose their dots. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]/g, '');

/** Fields and the place of their column, from 0. */
export type BankColumns = Readonly<Partial<Record<BankField, number>>>;

export interface BankHead {
  readonly row: BankRow;
  readonly columns: BankColumns;
}

/** Rows before the head that are looked at: banks write their address and the span there. */
const LOOKED_AT = 30;

/** The row that names the most fields. `wanted` names columns that the person has chosen, by the text of their head. */
export function headOf(
  rows: readonly BankRow[],
  wanted: Readonly<Partial<Record<BankField, string>>>,
): BankHead | null {
  const candidates = rows.slice(0, LOOKED_AT).map(row => ({ row, columns: columnsOf(row.cells, wanted) }));
  const named = ({ columns }: BankHead) => Object.keys(columns).length;
  const best = candidates.reduce<BankHead | null>(
    (one, other) => (one === null || named(other) > named(one) ? other : one),
    null,
  );
  return best && named(best) >= 2 ? best : widest(rows);
}

/** Where no name is known, the first of the widest rows is the head: the person says which column is which. */
function widest(rows: readonly BankRow[]): BankHead | null {
  const looked = rows.slice(0, LOOKED_AT);
  const width = Math.max(0, ...looked.map(({ cells }) => cells.length));
  const row = looked.find(({ cells }) => cells.length === width);
  return row && width > 1 ? { row, columns: {} } : null;
}

/** `-` chooses no column for a field that has one by its name. */
function columnsOf(cells: readonly string[], wanted: Readonly<Partial<Record<BankField, string>>>): BankColumns {
  const names = cells.map(plainName);
  const taken = new Set<number>();
  const columns: Partial<Record<BankField, number>> = {};
  const take = (field: BankField, place: number) => {
    if (place < 0 || taken.has(place)) return;
    taken.add(place);
    columns[field] = place;
  };
  for (const field of bankFields) {
    const name = wanted[field];
    if (name !== undefined && name !== '-') take(field, names.indexOf(plainName(name)));
  }
  for (const field of bankFields) {
    if (wanted[field] !== undefined) continue;
    const known = NAMES[field].find(name => names.some((each, place) => each === name && !taken.has(place)));
    if (known !== undefined)
      take(
        field,
        names.findIndex((each, place) => each === known && !taken.has(place)),
      );
  }
  return columns;
}
