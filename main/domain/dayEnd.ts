/**
 * The end-of-day of a card terminal against the journal: the bookings by card type and by till, and the receipts that explain a
 * difference. Amounts in minor units; money that went back is negative.
 */

/** The rows in which terminals sum up their day. */
export const CARD_ROWS = ['girocard', 'Mastercard', 'Visa', 'American Express', 'Diners', 'JCB', 'other'] as const;
export type CardRow = (typeof CARD_ROWS)[number];

/** One approved command of the journal; movements stand in the order in which they ended. */
export interface Movement {
  readonly kind: 'payment' | 'reversal' | 'refund' | 'preAuthorisation' | 'booking' | 'release' | 'tip';
  /** Receipt number of the terminal; null where the terminal reported none. */
  readonly receipt: number | null;
  /** The booked amount; of a release the amount that is given back. 0: the whole of the original transaction. */
  readonly amount: number;
  /** Receipt number of the transaction that the movement changes. */
  readonly refers: number | null;
  /** Amount that a release gives free. */
  readonly held: number | null;
  /** Card type by its ZVT number and its name, as the terminal reported them. */
  readonly cardType: number | null;
  readonly cardName: string | null;
  readonly till: string | null;
  readonly sale: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Terminal id of the machine; null where it reported none. */
  readonly terminal: string | null;
}

/** A movement as later movements have left it: reversed, partly reversed, tipped. */
export interface Entry {
  readonly receipt: number | null;
  readonly row: CardRow;
  /** The card as the terminal named it. */
  readonly card: string;
  /** The amount that the terminal should count: negative for a refund, 0 for a reversed payment. */
  readonly amount: number;
  /** Receipt number of the tip that was added later; null without a tip. */
  readonly tip: number | null;
  /** The amount on its own slip, before any change. */
  readonly first: number;
  /** The amount before it was reversed; 0 where it was not reversed. */
  readonly undone: number;
  /** The number of commands that changed it: some terminals count each command. */
  readonly commands: number;
  readonly till: string | null;
  /** The part of `amount` that commands of other tills changed: a cancellation, a later tip. */
  readonly elsewhere: readonly { readonly till: string | null; readonly amount: number }[];
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

/** The row of a card, by its number or else by its name; an unknown card is `other`. */
export function cardRow(type: number | null, name: string | null): CardRow {
  const byType = type === null ? undefined : ROW_OF_TYPE[type];
  return byType ?? ROW_OF_NAME.find(([pattern]) => pattern.test(name ?? ''))?.[1] ?? 'other';
}

/** One entry for each movement that books something of its own. Linear in time: a day may be of any length. */
export function entriesOf(movements: readonly Movement[]): readonly Entry[] {
  const day = openDay();
  for (const movement of movements) apply(day, movement);
  return day.entries;
}

/** The entries, and their positions by receipt number and by sale, oldest first. */
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
  if (at !== undefined && changes) change(day, at, changes, movement.till);
  else put(day, sameCard(entryOf(movement, bookedBy(movement)), target));
}

/** The changes that a movement makes to an older entry; undefined for a movement with an entry of its own. */
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

function change({ entries, byNumber }: Day, at: number, changes: Changes, till: string | null): void {
  const target = entries[at]!;
  const own = till === null || till === target.till;
  const elsewhere = own ? target.elsewhere : [...target.elsewhere, { till, amount: changes.amount - target.amount }];
  const undone = changes.amount === 0 ? target.amount : target.undone;
  entries[at] = { ...target, undone, ...changes, elsewhere, commands: target.commands + 1 };
  if (changes.tip != null) listed(byNumber, changes.tip, at);
}

function listed<Key>(index: Map<Key, number[]>, key: Key, at: number): void {
  const known = index.get(key);
  if (known) known.push(at);
  else index.set(key, [at]);
}

/** Moves a booked amount towards zero by `amount`; 0: all of it. */
const nearerNothing = (booked: number, amount: number): number =>
  amount === 0 ? 0 : booked - Math.sign(booked) * amount;

/** The amount that a release leaves booked: 0 when all of it is given back. */
const keptOf = ({ amount, held }: Movement): number => (amount === 0 ? 0 : Math.max(0, (held ?? amount) - amount));

const REFERRING: ReadonlySet<Movement['kind']> = new Set(['booking', 'release', 'tip', 'reversal']);

/** The newest entry with that number, because numbers begin again. Only a booked amount can be taken back. */
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
  elsewhere: [],
  sale,
  at,
});

/** The answer to a booking may leave out the card: it is the card of the pre-authorisation. */
const sameCard = (entry: Entry, held: Entry | undefined): Entry =>
  held && entry.row === 'other' ? { ...entry, row: held.row, card: held.card } : entry;

/** Sums by card type and by till; the sums of the tills add up to the sum of the terminal. */
export function sumsOf(entries: readonly Entry[]): Sums {
  const shares = entries.flatMap(sharesOf).filter(({ amount }) => amount !== 0);
  const tills = [...new Set(shares.map(({ till }) => till))];
  const by_till = tills.map(till => ({ till, ...plainSums(shares.filter(share => share.till === till)) }));
  return { ...plainSums(entries.map(wholeOf)), by_till };
}

/** A part of an entry by the till that moved it; `count` is what it adds to the number of bookings. */
interface Share extends Pick<Entry, 'row' | 'amount' | 'till'> {
  readonly count: number;
}

const wholeOf = ({ row, amount, till }: Entry): Share => ({ row, amount, till, count: amount === 0 ? 0 : 1 });

/** Money moves at the till where the person stands: what another till took back stands there, so that the tills add up. */
function sharesOf(entry: Entry): readonly Share[] {
  const { row, till, elsewhere } = entry;
  const moved = elsewhere.reduce((sum, { amount }) => sum + amount, 0);
  const own = wholeOf({ ...entry, amount: entry.amount - moved });
  const last = elsewhere.length - 1;
  const isGone = entry.amount === 0 && own.count > 0;
  return [own, ...elsewhere.map((one, index) => ({ row, ...one, count: isGone && index === last ? -1 : 0 }))].map(
    share => ({ ...share, till: share.till ?? till }),
  );
}

function plainSums(entries: readonly Share[]) {
  const rows = CARD_ROWS.map(row => ({ card_type: row, ...sumOf(entries.filter(entry => entry.row === row)) }));
  return { ...sumOf(entries), by_card_type: rows.filter(({ count, amount }) => count !== 0 || amount !== 0) };
}

function sumOf(shares: readonly Share[]): { readonly count: number; readonly amount: number } {
  const [count, amount] = shares.reduce(([n, sum], share) => [n + share.count, sum + share.amount], [0, 0]);
  return { count, amount };
}
