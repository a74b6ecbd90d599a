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

/** What the movements come to, one entry for each that books something of its own. */
export function entriesOf(movements: readonly Movement[]): readonly Entry[] {
  return movements.reduce<readonly Entry[]>(applied, []);
}

function applied(entries: readonly Entry[], movement: Movement): readonly Entry[] {
  const { kind, amount } = movement;
  const target = targetOf(entries, movement);
  switch (kind) {
    case 'payment':
      return [...entries, entryOf(movement, amount)];
    case 'refund':
      return [...entries, entryOf(movement, -amount)];
    case 'preAuthorisation':
      return [...entries, entryOf(movement, 0)];
    case 'booking':
      return [...entries, sameCard(entryOf(movement, amount), target)];
    case 'release':
      return [...entries, sameCard(entryOf(movement, keptOf(movement)), target)];
    case 'tip':
      return target
        ? changed(entries, target, { amount: target.amount + amount, tip: movement.receipt })
        : [...entries, entryOf(movement, amount)];
    case 'reversal':
      return target
        ? changed(entries, target, { amount: nearerNothing(target.amount, amount) })
        : [...entries, entryOf(movement, -amount)];
  }
}

/** What was taken becomes less, and what was given back, too; 0: all of it. */
const nearerNothing = (booked: number, amount: number): number =>
  amount === 0 ? 0 : booked - Math.sign(booked) * amount;

/** What a release leaves booked: nothing when all of it is given back. */
const keptOf = ({ amount, held }: Movement): number => (amount === 0 ? 0 : Math.max(0, (held ?? amount) - amount));

/** The newest one with that number: numbers begin again some time. Money is taken back of what was booked only. */
function targetOf(entries: readonly Entry[], { kind, refers, sale }: Movement): Entry | undefined {
  const booked = kind === 'reversal' || kind === 'tip';
  return (
    entries.findLast(entry => refers !== null && isCalled(entry, refers) && (!booked || entry.amount !== 0)) ??
    (refers === null && sale !== null ? entries.findLast(entry => entry.sale === sale && entry.amount > 0) : undefined)
  );
}

const isCalled = ({ receipt, tip }: Entry, number: number): boolean => receipt === number || tip === number;

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

function changed(
  entries: readonly Entry[],
  target: Entry,
  changes: Pick<Entry, 'amount'> & Partial<Entry>,
): readonly Entry[] {
  const undone = changes.amount === 0 ? target.amount : target.undone;
  const next = { ...target, undone, ...changes, commands: target.commands + 1 };
  return entries.map(entry => (entry === target ? next : entry));
}

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
