/** Targets as a file: `store;month;amount` as people write them, read and written. Pure. */
import { csvText, safeCell } from '../../domain/csvText.ts';
import type { Language } from '../../domain/money.ts';
import { digitsOf, plainAmount } from '../../reporting/cells.ts';
import type { TargetInput, TargetList } from '../../wire/office/targets.ts';
import { BankFileRefusal, decodedText, readRows } from '../bank/bankText.ts';
import { dayOrderOf, decimalMarkOf, readAmount, readDay } from '../bank/bankValues.ts';

export interface TargetStore {
  readonly id: string;
  readonly name: string;
  /** In which it sells. */
  readonly currency: string;
}

const HEADS = {
  store: ['store', 'filiale'],
  month: ['month', 'monat'],
  amount: ['amount', 'betrag', 'target', 'ziel', 'umsatzziel'],
} as const;
type Head = keyof typeof HEADS;

/** Throws BankFileRefusal, with the line and the reason: a file is taken as a whole or not at all. */
export function readTargets(bytes: Uint8Array, stores: readonly TargetStore[]): TargetInput['data'] {
  const [head, ...rows] = readRows(decodedText(bytes).text).rows;
  const places = (Object.keys(HEADS) as Head[]).map(name => placeOf(name, head?.cells ?? []));
  const cells = rows.map(({ line, cells: row }) => {
    const [store = '', month = '', amount = ''] = places.map(place => (row[place] ?? '').replace(/^'/, ''));
    return { line, store, month, amount };
  });
  const mark = decimalMarkOf(cells.map(({ amount }) => amount));
  return cells.map(({ line, ...row }) => {
    const refuse = (reason: string): never => {
      throw new BankFileRefusal(`line ${line}: ${reason}`);
    };
    const store =
      storeNamed(row.store, stores) ?? refuse(`there is no store ${quoted(row.store)}, or several of that name`);
    const month = readMonth(row.month) ?? refuse(`${quoted(row.month)} is no month: it is written like 2026-12`);
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

/** `2026-12`, `12/2026`, `12.2026`, or a day of the month. */
function readMonth(text: string): string | null {
  const [, month = '', year = ''] = /^(\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  const written = year ? `${year}-${month}` : text;
  if (/^\d{4}-\d{1,2}$/.test(written)) return readDay(`${written}-01`, 'ymd')?.slice(0, 7) ?? null;
  return readDay(written, dayOrderOf([written]))?.slice(0, 7) ?? null;
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
