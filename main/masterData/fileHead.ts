/**
 * The head of a table file: which of its lines names the columns, and what each column becomes. Guessed by the names of the common
 * systems in any spelling, or as somebody has chosen it.
 */
import leven from 'leven';
import type { FileChoice } from '../domain/fileChoice.ts';

export interface LineProblem {
  /** Name of the column, or null for the whole line. */
  readonly column: string | null;
  readonly texts: { readonly de: string; readonly en: string };
}

export interface CsvColumns {
  /** Further names of a column, in small letters. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  /** Names of other systems, of several the better one first. */
  readonly foreign?: Readonly<Record<string, readonly string[]>>;
  /** Columns that may stand in a file more than once: their cells are joined. */
  readonly several?: readonly string[];
  /** Columns of which a head names one value, such as a tax rate: a cell that says yes means that value. Null: the head names none. */
  readonly marked?: Readonly<Record<string, (head: string) => string | null>>;
  /** Columns of which a worse name fills the cells that the best one leaves empty. */
  readonly filled?: readonly string[];
  /** The meaning of a cell below a head of another system, such as yes below `Archived`. */
  readonly meant?: Readonly<Record<string, (head: string, cell: string) => string>>;
  /** The currency of the shop, and the columns that hold amounts in it: a head that names another currency is none of them. */
  readonly currency?: string;
  readonly amounts?: readonly string[];
  /** Columns that hold amounts without tax: a head that names them with tax is none of these. */
  readonly net?: readonly string[];
  /** One name of each row must be there. */
  readonly required: readonly (readonly string[])[];
  /** The column of the shop's own card numbers, which its reader checks. */
  readonly ownNumbers?: string;
}

/** The file as a whole is refused: no line of it can be read. */
export class CsvRefusal extends Error {
  readonly line: number;
  readonly texts: LineProblem['texts'];

  constructor(line: number, de: string, en: string) {
    super(en);
    this.line = line;
    this.texts = { de, en };
  }
}

export interface Head {
  /** Names by place: a known column, or the file's own name in small letters. */
  readonly names: readonly string[];
  /** As they are written in the file, by place. */
  readonly written: readonly string[];
  /** By place: the value that the head itself names. */
  readonly marks: readonly (string | null)[];
  /** Places that fill empty cells of a known column, the better name first. */
  readonly fillers: readonly { readonly own: string; readonly place: number }[];
  readonly ignored: readonly string[];
  /** One of each row has to be there, and none is. */
  readonly missing: readonly (readonly string[])[];
}

/** Lines above the head, such as a title, that are looked at. */
export const MOST_ABOVE = 10;
const FEWEST_KNOWN = 2;
/** Columns of a file. Systems with many stores and variants have some hundreds. */
export const MOST_COLUMNS = 1000;

/** `Art.-Nr.`, `art nr` and `ArtNummer` are the same, and so are `Price` and `Price [Store]`, `GiftCardNo` and `Gift card #`. */
const plain = (head: string): string =>
  head
    .toLowerCase()
    .replace(/\[[^\]]*\]/g, '')
    .replaceAll('#', ' nr ')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    // Letters with a zero byte between them were read in a wrong character set, and name nothing.
    .replace(/[^\p{L}\p{N}\0]+/gu, '_')
    .replace(/^_|_$/g, '')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    // `Preis in EUR`, `USt. in %`
    .replace(/(.)(?:_in)?_(?:eur|euro|chf|fr|usd|gbp|pln|sek|dkk|nok|kr|zl|prozent|percent)$/, '$1')
    .replace(/(.)_in$/, '$1')
    // `Verkoopprijs incl. BTW`, `Prix TTC`: prices with their tax, as all prices of the shop are.
    .replace(
      /(.)_(?:ttc|brutto|bruto|lordo|gross|(?:incl|inkl|in|con|z)_(?:mwst|ust|vat|tax|btw|moms|iva|tva|dph))$/,
      '$1',
    )
    .replace(/(.)(?:_(?:no|num)|_?(?:nummer|number|nr))$/, '$1_nr')
    .replaceAll('_', '');

/** Names that stand in messages and reports. */
export const writtenHead = (cell: string): string => cell.toLowerCase().replace(/[\s-]+/g, '_');

/** The names of a file without a head. */
export const namelessHead = (width: number): readonly string[] =>
  Array.from({ length: width }, (_, index) => `column_${index + 1}`);

type Meant = readonly [own: string, rank: number];

const meantNames = new WeakMap<CsvColumns['aliases'], ReadonlyMap<string, Meant>>();

/** The known columns by every plain name that they may have; made once, because a file may have many columns. */
function meantIn(columns: CsvColumns): ReadonlyMap<string, Meant> {
  const known = meantNames.get(columns.aliases);
  if (known) return known;
  const { aliases, foreign = {} } = columns;
  const meant = new Map<string, Meant>();
  for (const own of Object.keys(aliases))
    for (const [rank, name] of [own, ...(aliases[own] ?? []), ...(foreign[own] ?? [])].entries())
      if (!meant.has(plain(name))) meant.set(plain(name), [own, rank]);
  meantNames.set(columns.aliases, meant);
  return meant;
}

const NAMED_CURRENCY = /[^a-z](?:in[^a-z])?(eur|euro|chf|usd|gbp|pln|sek|dkk|nok|€|£)[^a-z0-9€£]*$/;
const SIGNED: Readonly<Record<string, string>> = { euro: 'EUR', '€': 'EUR', '£': 'GBP' };

/** True for a head such as `Price (USD)` in a shop that reckons in euros. */
function isOfOtherCurrency(head: string, currency: string): boolean {
  const named = NAMED_CURRENCY.exec(head.toLowerCase())?.[1];
  return named !== undefined && (SIGNED[named] ?? named.toUpperCase()) !== currency;
}

const WITH_TAX = /brutt?o|gross|ttc|lordo|in[ck]l|con iva/i;

/** The known column and how well its name fits: 0 is its own name. */
function meantBy(head: string, columns: CsvColumns): Meant | null {
  const meant = meantIn(columns).get(plain(head)) ?? null;
  const { currency, amounts = [], net = [] } = columns;
  if (meant !== null && net.includes(meant[0]) && WITH_TAX.test(head)) return null;
  if (meant === null || currency === undefined || !amounts.includes(meant[0])) return meant;
  return isOfOtherCurrency(head, currency) ? null : meant;
}

/** How many known columns a line names. */
export const knownIn = (cells: readonly string[], columns: CsvColumns): number =>
  new Set(cells.flatMap(cell => meantBy(cell, columns)?.[0] ?? [])).size;

/** True for a line that names at least two known columns. */
export const isHead = (cells: readonly string[], columns: CsvColumns): boolean =>
  cells.length <= MOST_COLUMNS && knownIn(cells, columns) >= FEWEST_KNOWN;

/** True for a line of values: a head holds no amounts and no codes. */
export const isData = (cells: readonly string[]): boolean => cells.some(cell => /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell));

/** The head of `written`, guessed or chosen. Throws `CsvRefusal`. */
export function headOf(
  written: readonly string[],
  columns: CsvColumns,
  line: number,
  { columns: chosen, values }: FileChoice,
): Head {
  const names = chosen === null ? guessed(written, columns, line) : chosenNames(written, chosen, columns, line);
  const ignored = names.filter(name => name !== '' && !Object.hasOwn(columns.aliases, name));
  // Lists of other systems have many columns of their own, some of which look like one of ours: `HAN`, `Kategorien`.
  const isOurs = written.every(name => !isForeign(name, columns));
  if (chosen === null && isOurs) for (const name of ignored) refuseNear(name, names, columns.aliases, line);
  const missing = columns.required.filter(
    choice => !choice.some(name => names.includes(name) || Object.hasOwn(values, name)),
  );
  const marks = written.map((name, index) => columns.marked?.[names[index] ?? '']?.(name) ?? null);
  return { names, written, marks, ignored, missing, fillers: fillersOf(written, names, columns) };
}

const isForeign = (name: string, columns: CsvColumns): boolean => {
  const [own, rank] = meantBy(name, columns) ?? ['', 0];
  return rank > (columns.aliases[own]?.length ?? 0);
};

/** Columns that nobody has chosen, and whose name means one that is there. */
const fillersOf = (written: readonly string[], names: readonly string[], columns: CsvColumns): Head['fillers'] =>
  written
    .flatMap((name, place) => {
      const [own, rank] = meantBy(name, columns) ?? ['', 0];
      const isRead = Object.hasOwn(columns.aliases, names[place] ?? '');
      return !isRead && columns.filled?.includes(own) && names.includes(own) ? [{ own, place, rank }] : [];
    })
    .sort((one, other) => one.rank - other.rank);

function chosenNames(
  written: readonly string[],
  chosen: readonly string[],
  { aliases, several = [], marked = {} }: CsvColumns,
  line: number,
): readonly string[] {
  if (chosen.length !== written.length)
    throw new CsvRefusal(
      line,
      `Gewählt sind ${chosen.length} Spalten, die Datei hat ${written.length}.`,
      `${chosen.length} columns are chosen, and the file has ${written.length}.`,
    );
  const isAlone = (own: string, index: number) =>
    own !== '' && !several.includes(own) && (marked[own]?.(written[index] ?? '') ?? null) === null;
  const twice = chosen.find((own, index) => isAlone(own, index) && chosen.indexOf(own) < index);
  if (twice !== undefined) throw twoColumns(twice, line);
  const unknown = chosen.find(own => own !== '' && !Object.hasOwn(aliases, own));
  if (unknown !== undefined)
    throw new CsvRefusal(line, `Eine Spalte ${unknown} gibt es nicht.`, `There is no column ${unknown}.`);
  return chosen.map((own, index) => (own === '' ? leftAlone(written[index] ?? '', index, aliases) : own));
}

const leftAlone = (name: string, index: number, aliases: CsvColumns['aliases']): string =>
  name === '' || Object.hasOwn(aliases, name) ? `${name} ${index + 1}`.trim() : name;

const twoColumns = (own: string, line: number) =>
  new CsvRefusal(line, `Die Spalte ${own} gibt es zweimal.`, `There are two columns ${own}.`);

/** Of several columns that mean the same the best name goes first; what is left is a column that nobody reads. */
function guessed(written: readonly string[], columns: CsvColumns, line: number): readonly string[] {
  const { several = [], marked = {} } = columns;
  const meant = written.map(name => meantBy(name, columns));
  // A column of its own says more than marks in several ones.
  const marks = Object.entries(marked).filter(([own]) => !meant.some(other => other?.[0] === own));
  return written.map((name, index) => {
    const [own] = meant[index] ?? marks.find(([, markOf]) => markOf(name) !== null) ?? [null];
    if (own === null || several.includes(own) || meant[index] === null) return own ?? name;
    const best = Math.min(...meant.flatMap(other => (other?.[0] === own ? [other[1]] : [])));
    const first = meant.findIndex(other => other?.[0] === own && other[1] === best);
    if (first === index) return own;
    if (written[first] === name) throw twoColumns(own, line);
    return `${name} ${index + 1}`;
  });
}

/** The sentence about columns that are not there, with the cure. */
export function missingColumns({ missing: [first = []] }: Head, columns: CsvColumns, line: number): CsvRefusal {
  const list = Object.keys(columns.aliases).join(';');
  return new CsvRefusal(
    line,
    `Die Spalte ${first.join(' oder ')} fehlt. Bitte wählen, was jede Spalte ist, oder die Spalten in der ersten Zeile nennen: ${list}`,
    `The column ${first.join(' or ')} is missing. Please choose what each column is, or name the columns in the first line: ${list}`,
  );
}

/** A column whose name is damaged would be left alone without a word, and what it says would be lost. */
function refuseNear(name: string, names: readonly string[], aliases: CsvColumns['aliases'], line: number): void {
  const missing = Object.entries(aliases).filter(([own]) => !names.includes(own));
  const near = missing.flatMap(([own, others]) => [own, ...others]).find(known => isDamaged(name, known));
  if (near === undefined) return;
  throw new CsvRefusal(
    line,
    `Die Spalte ${name} gibt es nicht; gemeint ist wohl ${near}. Bitte so nennen, oder anders, wenn sie nichts damit zu tun hat.`,
    `The column ${name} is not known; ${near} is meant, it seems. Please name it so, or otherwise when it is something else.`,
  );
}

/** The sentence about a line with more columns than a file may have. */
export const tooManyColumns = (count: number, line: number): CsvRefusal =>
  new CsvRefusal(
    line,
    `Die Zeile hat ${count} Spalten, eine Datei höchstens ${MOST_COLUMNS}: Ist es eine Preisliste, mit dem richtigen Trennzeichen?`,
    `The line has ${count} columns, and a file has ${MOST_COLUMNS} at most: is it a price list, with the right separator?`,
  );

const SHORTEST_NAME = 3;
/** Characters of a byte order mark that was damaged. */
const MARK = 3;

function isDamaged(name: string, known: string): boolean {
  if (known.length < SHORTEST_NAME) return false;
  if (leven(name, known, { maxDistance: 2 }) === 1) return true;
  const before = name.endsWith(known) ? name.slice(0, -known.length) : '';
  return before.length > 0 && before.length <= MARK && /[^\x20-\x7e]/.test(before);
}
