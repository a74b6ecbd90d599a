/** Targets as a file: `store;month;amount` as people write them, read and written. Pure. */
import { csvText, safeCell } from '../../domain/csvText.ts';
import type { Language } from '../../domain/money.ts';
import { digitsOf, plainAmount } from '../../reporting/cells.ts';
import { MONTH, type TargetInput, type TargetList } from '../../wire/office/targets.ts';
import { BankFileRefusal, decodedText, readRows } from '../bank/bankText.ts';
import { type DayOrder, dayOrderOf, decimalMarkOf, readAmount, readDay } from '../bank/bankValues.ts';

export interface TargetStore {
  readonly id: string;
  readonly name: string;
  /** In which it sells. */
  readonly currency: string;
}

const MONTH_RULE = new RegExp(MONTH);

const HEADS = {
  store: ['store', 'filiale'],
  month: ['month', 'monat'],
  amount: ['amount', 'betrag', 'target', 'ziel', 'umsatzziel'],
} as const;
type Head = keyof typeof HEADS;

/** Throws BankFileRefusal, with the line and the reason: a file is taken as a whole or not at all. */
export function readTargets(bytes: Uint8Array, stores: readonly TargetStore[]): TargetInput['data'] {
  const [head, ...rows] = readRows(decodedText(bytes).text).rows;
  const heads = head?.cells ?? [];
  const places = (Object.keys(HEADS) as Head[]).map(name => placeOf(name, heads));
  const cells = rows.map(({ line, cells: row, isBroken }) => {
    if (isBroken) throw new BankFileRefusal(`line ${line}: a quotation mark is not closed, or the line has no end`);
    if (row.length < heads.length || row.slice(heads.length).some(cell => cell !== ''))
      throw new BankFileRefusal(`line ${line}: ${row.length} columns, and the first line names ${heads.length}`);
    const [store = '', month = '', amount = ''] = places.map(place => (row[place] ?? '').replace(/^'/, ''));
    return { line, store, month, amount };
  });
  const mark = decimalMarkOf(cells.map(({ amount }) => amount));
  const order = orderOf(cells.map(({ month }) => month));
  return cells.map(({ line, ...row }) => {
    const refuse = (reason: string): never => {
      throw new BankFileRefusal(`line ${line}: ${reason}`);
    };
    const store =
      storeNamed(row.store, stores) ?? refuse(`there is no store ${quoted(row.store)}, or several of that name`);
    const month = readMonth(row.month, order) ?? refuse(`${quoted(row.month)} is no month: it is written like 2026-12`);
    if (row.amount === '') return { store: store.id, month, amount: null };
    if (mark === null) refuse(`${quoted(row.amount)} could be read in two ways: write the cents, too`);
    const amount = readAmount(row.amount, mark ?? '.', digitsOf(store.currency));
    if (amount === null || amount <= 0 || amount > 99_999_999_999) refuse(`${quoted(row.amount)} is no amount`);
    return { store: store.id, month, amount };
  });
}

function placeOf(name: Head, heads: readonly string[]): number {
  const names: readonly string[] = HEADS[name];
  const place = heads.findIndex(head => names.includes(head.toLowerCase()));
  if (place < 0) throw new BankFileRefusal(`the first line names no column ${name}: it is store;month;amount`);
  return place;
}

/** By its id, else by a name that only one has. */
function storeNamed(text: string, stores: readonly TargetStore[]): TargetStore | null {
  const byId = stores.find(({ id }) => id === text);
  const named = stores.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  return byId ?? (named.length === 1 ? (named[0] ?? null) : null);
}

/** `2026-12`, `12/2026`, `12.2026`, or a day of the month; `order`: of days with slashes. */
function readMonth(text: string, order: DayOrder): string | null {
  const [, month = '', year = ''] = /^(\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  const written = year ? `${year}-${month}` : text;
  const day = /^\d{4}-\d{1,2}$/.test(written) ? `${written}-01` : written;
  const read = readDay(day, SLASHED.test(day) ? order : dayOrderOf([day]))?.slice(0, 7) ?? '';
  return MONTH_RULE.test(read) ? read : null;
}

const SLASHED = /^\d{1,2}\/\d{1,2}\/\d{2,4}/;

/** Of days with slashes: where the second part is 1 in every row, and the first is not, each is the first of its month, as in America. */
function orderOf(months: readonly string[]): DayOrder {
  const days = months.filter(text => SLASHED.test(text));
  const isAlways1 = (part: number) => days.every(text => Number(text.split('/')[part]) === 1);
  return isAlways1(1) && !isAlways1(0) ? 'mdy' : dayOrderOf(days);
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 60));

/** Semicolon and decimal comma in German, comma and point in English; a reader takes both. */
export function targetsCsv(targets: TargetList['data'], language: Language): string {
  const [delimiter, point] = language === 'de' ? ([';', ','] as const) : ([',', '.'] as const);
  const rows = targets.map(({ store_name, month, amount, currency }) => [
    safeCell(store_name),
    month,
    plainAmount(amount, digitsOf(currency), point),
  ]);
  return csvText([['store', 'month', 'amount'], ...rows], { delimiter, bom: true });
}
