/**
 * The end-of-day of a card terminal against the journal: what was booked by card type and by till, and which receipts
 * explain where the two disagree. Amounts in minor units; money that went back is negative.
 */

/** The rows in which terminals sum up their day. */
export const CARD_ROWS = ['girocard', 'Mastercard', 'Visa', 'American Express', 'Diners', 'JCB', 'other'] as const;
export type CardRow = (typeof CARD_ROWS)[number];

/** One approved command as the journal has it, in the order they ended. */
export interface Movement {
  readonly kind: 'payment' | 'reversal' | 'refund' | 'preAuthorisation' | 'booking' | 'release' | 'tip';
  /** Receipt number the terminal gave it; null when it told none. */
  readonly receipt: number | null;
  /** What was booked; of a release what is given back. 0: the whole of what it refers to. */
  readonly amount: number;
  /** Receipt number of the transaction it changes. */
  readonly refers: number | null;
  /** Of a release: what was held. */
  readonly held: number | null;
  /** Card type by its ZVT number and its name, as the terminal told them. */
  readonly cardType: number | null;
  readonly cardName: string | null;
  readonly till: string | null;
  readonly sale: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Terminal id of the machine that did it; null when it told none. */
  readonly terminal: string | null;
}

/** A movement with what later ones made of it: reversed, partly reversed, tipped. */
export interface Entry {
  readonly receipt: number | null;
  readonly row: CardRow;
  /** The card as the terminal named it. */
  readonly card: string;
  /** What the terminal should count for it: negative for a refund, 0 for what was reversed. */
  readonly amount: number;
  /** Receipt number of the tip that was added later; null without one. */
  readonly tip: number | null;
  /** What its own slip says, whatever was made of it later. */
  readonly first: number;
  /** What it had been before it was reversed, else 0. */
  readonly undone: number;
  /** How many commands made it what it is: some terminals count every one of them. */
  readonly commands: number;
  readonly till: string | null;
  readonly sale: string | null;
  readonly at: number;
}

export interface CardSum {
  readonly card_type: string;
  readonly count: number;
  readonly amount: number;
}
export interface TillSum {
  readonly till: string | null;
  readonly count: number;
  readonly amount: number;
  readonly by_card_type: readonly CardSum[];
}
export interface Sums {
  readonly count: number;
  readonly amount: number;
  readonly by_card_type: readonly CardSum[];
  readonly by_till: readonly TillSum[];
}

/** Card types (BMP 8A) of each row; Maestro and V Pay go with the brand that runs them. */
const ROW_OF_TYPE: Readonly<Record<number, CardRow>> = {
  2: 'girocard',
  5: 'girocard',
  9: 'girocard',
  6: 'Mastercard',
  46: 'Mastercard',
  10: 'Visa',
  11: 'Visa',
  13: 'Visa',
  197: 'Visa',
  8: 'American Express',
  245: 'American Express',
  12: 'Diners',
  232: 'Diners',
  14: 'JCB',
};

const ROW_OF_NAME: readonly (readonly [RegExp, CardRow])[] = [
  [/giro|ec[ -]?(card|karte|cash)|debit advice|lastschrift|^elv\b/i, 'girocard'],
  [/master|maestro|eurocard/i, 'Mastercard'],
  [/visa|v[ -]?pay/i, 'Visa'],
  [/amex|american express/i, 'American Express'],
  [/diners|discover/i, 'Diners'],
  [/\bjcb\b/i, 'JCB'],
];

/** The row a card is summed up in, by its number or else its name; what is not known is `other`. */
export function cardRow(type: number | null, name: string | null): CardRow {
  const byType = type === null ? undefined : ROW_OF_TYPE[type];
  return byType ?? ROW_OF_NAME.find(([pattern]) => pattern.test(name ?? ''))?.[1] ?? 'other';
}

/** What the movements come to, one entry for each that books something of its own. Linear: a day may have no end. */
export function entriesOf(movements: readonly Movement[]): readonly Entry[] {
  const day = openDay();
  for (const movement of movements) apply(day, movement);
  return day.entries;
}

/** Entries, and where those stand that have a receipt number or belong to a sale, oldest first. */
interface Day {
  readonly entries: Entry[];
  readonly byNumber: Map<number, number[]>;
  readonly bySale: Map<string, number[]>;
}

const openDay = (): Day => ({ entries: [], byNumber: new Map(), bySale: new Map() });

function apply(day: Day, movement: Movement): void {
  const at = targetOf(day, movement);
  const target = at === undefined ? undefined : day.entries[at];
  const changes = target && changesOf(movement, target);
  if (at !== undefined && changes) change(day, at, changes);
  else put(day, sameCard(entryOf(movement, bookedBy(movement)), target));
}

/** What it makes of an older one; undefined for what is booked beside it. */
function changesOf({ kind, amount, receipt }: Movement, { amount: booked }: Entry): Changes | undefined {
  if (kind === 'tip') return { amount: booked + amount, tip: receipt };
  return kind === 'reversal' ? { amount: nearerNothing(booked, amount) } : undefined;
}

type Changes = Pick<Entry, 'amount'> & Partial<Entry>;

function bookedBy(movement: Movement): number {
  const { kind, amount } = movement;
  switch (kind) {
    case 'payment':
    case 'booking':
    case 'tip':
      return amount;
    case 'refund':
    case 'reversal':
      return -amount;
    case 'preAuthorisation':
      return 0;
    case 'release':
      return keptOf(movement);
  }
}

function put({ entries, byNumber, bySale }: Day, entry: Entry): void {
  const at = entries.push(entry) - 1;
  if (entry.receipt !== null) listed(byNumber, entry.receipt, at);
  if (entry.sale !== null) listed(bySale, entry.sale, at);
}

function change({ entries, byNumber }: Day, at: number, changes: Changes): void {
  const target = entries[at]!;
  const undone = changes.amount === 0 ? target.amount : target.undone;
  entries[at] = { ...target, undone, ...changes, commands: target.commands + 1 };
  if (changes.tip != null) listed(byNumber, changes.tip, at);
}

function listed<Key>(index: Map<Key, number[]>, key: Key, at: number): void {
  const known = index.get(key);
  if (known) known.push(at);
  else index.set(key, [at]);
}

/** What was taken becomes less, and what was given back, too; 0: all of it. */
const nearerNothing = (booked: number, amount: number): number =>
  amount === 0 ? 0 : booked - Math.sign(booked) * amount;

/** What a release leaves booked: nothing when all of it is given back. */
const keptOf = ({ amount, held }: Movement): number => (amount === 0 ? 0 : Math.max(0, (held ?? amount) - amount));

const REFERRING: ReadonlySet<Movement['kind']> = new Set(['booking', 'release', 'tip', 'reversal']);

/** The newest one with that number: numbers begin again some time. Money is taken back of what was booked only. */
function targetOf({ entries, byNumber, bySale }: Day, { kind, refers, sale }: Movement): number | undefined {
  if (!REFERRING.has(kind)) return undefined;
  const booked = kind === 'reversal' || kind === 'tip';
  if (refers !== null) return byNumber.get(refers)?.findLast(at => !booked || entries[at]!.amount !== 0);
  return sale === null ? undefined : bySale.get(sale)?.findLast(at => entries[at]!.amount > 0);
}

const entryOf = ({ receipt, cardType, cardName, till, sale, at }: Movement, amount: number): Entry => ({
  receipt,
  row: cardRow(cardType, cardName),
  card: cardName ?? (cardType === null ? '' : String(cardType)),
  amount,
  tip: null,
  first: amount,
  undone: 0,
  commands: amount === 0 ? 0 : 1,
  till,
  sale,
  at,
});

/** The answer to a booking may leave out what card it was. */
const sameCard = (entry: Entry, held: Entry | undefined): Entry =>
  held && entry.row === 'other' ? { ...entry, row: held.row, card: held.card } : entry;

/** By card type and by till; the sum of the tills is the sum of the terminal. */
export function sumsOf(entries: readonly Entry[]): Sums {
  const tills = [...new Set(booked(entries).map(({ till }) => till))];
  const by_till = tills.map(till => ({ till, ...plainSums(entries.filter(entry => entry.till === till)) }));
  return { ...plainSums(entries), by_till };
}

const booked = (entries: readonly Entry[]) => entries.filter(({ amount }) => amount !== 0);

function plainSums(entries: readonly Entry[]) {
  const rows = CARD_ROWS.map(row => ({ card_type: row, ...sumOf(entries.filter(entry => entry.row === row)) }));
  return { ...sumOf(entries), by_card_type: rows.filter(({ count, amount }) => count !== 0 || amount !== 0) };
}

function sumOf(entries: readonly Entry[]): { readonly count: number; readonly amount: number } {
  return { count: booked(entries).length, amount: entries.reduce((sum, { amount }) => sum + amount, 0) };
}
