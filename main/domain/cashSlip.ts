/** Slips of the cash book in the receipt form: cash in and out, and counts. Both have a line for a signature. */
import type { MovementKind } from './cashBook.ts';
import type { CountedPieces } from './currencies.ts';
import { formatAmount, type Language } from './money.ts';
import { nameValue, nameValueIf, type ReceiptLine, separator, space, textline } from './receipt.ts';

export interface SlipPlace {
  readonly shop: readonly string[];
  readonly till: string;
  readonly date: string;
  readonly time: string;
  readonly person: string;
  readonly currency: string;
}

const KINDS = {
  de: {
    float: 'Wechselgeld',
    bank: 'Bank / Tresor',
    private: 'Privat',
    wage: 'Lohn',
    tipPayout: 'Trinkgeld ausgezahlt',
    expense: 'Ausgabe',
    refund: 'Barzahlung erstattet',
    openingDifference: 'Differenz bei Schichtbeginn',
    difference: 'Kassendifferenz',
  },
  en: {
    float: 'Float',
    bank: 'Bank / safe',
    private: 'Private',
    wage: 'Wage',
    tipPayout: 'Tips paid out',
    expense: 'Expense',
    refund: 'Cash payment refunded',
    openingDifference: 'Difference at the start of a shift',
    difference: 'Cash difference',
  },
} as const satisfies Record<Language, Record<MovementKind, string>>;

export const movementName = (kind: MovementKind, language: Language): string => KINDS[language][kind];

const WORDS = {
  de: {
    in: 'Einzahlung',
    out: 'Auszahlung',
    slip: 'Beleg-Nr.',
    till: 'Kasse',
    date: 'Datum',
    time: 'Uhrzeit',
    person: 'Gebucht von',
    kind: 'Art',
    reason: 'Grund',
    amount: 'Betrag',
    sign: 'Unterschrift: ____________________',
    counts: {
      opening: 'Schichtbeginn: Zählung',
      closing: 'Schichtende: Zählung',
      handOver: 'Übergabe: Zählung',
      recount: 'Nachzählung',
    },
    counted: 'Gezählt',
    expected: 'Soll',
    difference: 'Differenz',
    counter: 'Gezählt von',
    of: 'Schicht von',
    to: 'Übergeben an',
  },
  en: {
    in: 'Cash in',
    out: 'Cash out',
    slip: 'Slip no.',
    till: 'Till',
    date: 'Date',
    time: 'Time',
    person: 'Booked by',
    kind: 'Kind',
    reason: 'Reason',
    amount: 'Amount',
    sign: 'Signature: ____________________',
    counts: {
      opening: 'Start of shift: count',
      closing: 'End of shift: count',
      handOver: 'Hand-over: count',
      recount: 'Recount',
    },
    counted: 'Counted',
    expected: 'Expected',
    difference: 'Difference',
    counter: 'Counted by',
    of: 'Shift of',
    to: 'Handed over to',
  },
} as const;

export interface MovementSlip extends SlipPlace {
  readonly slip: number;
  readonly kind: MovementKind;
  /** Minor units, negative where it was taken out. */
  readonly amount: number;
  readonly reason: string;
}

const headOf = (caption: string, shop: readonly string[]): readonly ReceiptLine[] => [
  separator(caption),
  ...shop.map((line, index) => textline(line, ...(index === 0 ? (['important'] as const) : []), 'align-center')),
  space,
];

export function movementSlip(slip: MovementSlip, language: Language): readonly ReceiptLine[] {
  const words = WORDS[language];
  return [
    ...headOf(slip.amount < 0 ? words.out : words.in, slip.shop),
    nameValue(words.amount, formatAmount(slip.amount, slip.currency, language), 'important'),
    nameValue(words.kind, movementName(slip.kind, language)),
    nameValue(words.reason, slip.reason),
    space,
    nameValue(words.slip, String(slip.slip)),
    ...placeLines(slip, words.person, language),
    space,
    textline(words.sign),
  ];
}

export interface CountSlip extends SlipPlace {
  readonly why: keyof (typeof WORDS)['de']['counts'];
  readonly pieces: readonly CountedPieces[];
  readonly counted: number;
  readonly expected: number | null;
  readonly difference: number | null;
  readonly to: string | null;
  /** The person who had the shift, where somebody else counted. */
  readonly of: string | null;
}

export function countSlip(slip: CountSlip, language: Language): readonly ReceiptLine[] {
  const words = WORDS[language];
  const money = (amount: number) => formatAmount(amount, slip.currency, language);
  return [
    ...headOf(words.counts[slip.why], slip.shop),
    ...slip.pieces
      .filter(({ pieces }) => pieces > 0)
      .map(({ value, pieces }) => nameValue(`${pieces} × ${money(value)}`, money(value * pieces))),
    nameValue(words.counted, money(slip.counted), 'important'),
    ...nameValueIf(words.expected, slip.expected === null ? undefined : money(slip.expected)),
    ...nameValueIf(words.difference, slip.difference === null ? undefined : money(slip.difference)),
    space,
    ...placeLines(slip, words.counter, language),
    ...nameValueIf(words.of, slip.of ?? undefined),
    ...nameValueIf(words.to, slip.to ?? undefined),
    space,
    textline(words.sign),
    ...(slip.to === null ? [] : [textline(words.sign)]),
  ];
}

function placeLines({ till, date, time, person }: SlipPlace, who: string, language: Language): readonly ReceiptLine[] {
  const words = WORDS[language];
  return [
    nameValue(words.till, till),
    nameValue(words.date, date),
    nameValue(words.time, time),
    nameValue(who, person),
  ];
}
