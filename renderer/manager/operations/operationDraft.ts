/** What the forms of the operations' page mean: a kind, what it is about, and typed texts become what the bridge is asked for. */

import type { OpenPreAuthorisationList, Operation, OperationInput } from '../../../main/wire/operations.ts';
import { parseMoney } from '../../texts/money.ts';

export type Held = OpenPreAuthorisationList['data'][number];

/** What is being asked for, before it is sent. */
export interface Draft {
  readonly kind: Operation['do'];
  /** The transaction it changes: its receipt number, and its amount where that is known. Null: typed, or none is changed. */
  readonly about: { readonly receipt: number; readonly amount: number | null } | null;
  /** Of a release: a part goes back, and the rest is booked. */
  readonly part?: true;
}

/** New ones in the order in which they are offered, each with the features of which one will do. */
const NEW = {
  preAuthorisation: ['preAuthorisation'],
  refund: ['refund'],
  reversal: ['reverse', 'reverseLast'],
  tip: ['tipLater'],
} as const;
export type NewKind = keyof typeof NEW;

/** Those that this terminal can do. */
export const kindsOf = (features: readonly string[]): readonly NewKind[] =>
  (Object.keys(NEW) as NewKind[]).filter(kind => NEW[kind].some(feature => features.includes(feature)));

export const ofHeld = (kind: 'booking' | 'release', { receipt_number, amount }: Held): Draft => ({
  kind,
  about: { receipt: receipt_number, amount },
});

export const partOfHeld = (held: Held): Draft => ({ ...ofHeld('release', held), part: true });

/** What an ended operation may be followed by: it is taken back as long as the terminal has it. */
export function takenBack({ do: kind, state, own_receipt_number, amount }: Operation): Draft | null {
  const booked = kind === 'refund' || kind === 'booking';
  if (!booked || state !== 'approved' || own_receipt_number === null) return null;
  return { kind: 'reversal', about: { receipt: own_receipt_number, amount } };
}

/** What is to be typed for it, at a terminal with these features. */
export interface Wanted {
  readonly receipt: boolean;
  readonly amount: 'none' | 'optional' | 'required';
}

/** What is given back or taken back is the whole of it, unless a part is meant or its number is typed. */
export function wantedOf({ kind, about, part }: Draft, features: readonly string[]): Wanted {
  if (kind === 'release') return { receipt: false, amount: part ? 'required' : 'none' };
  if (kind === 'tip') return { receipt: about === null, amount: 'required' };
  if (kind !== 'reversal') return { receipt: false, amount: 'required' };
  const partly = about === null && features.includes('partialReversal');
  return { receipt: about === null, amount: partly ? 'optional' : 'none' };
}

/** What has been typed. */
export interface Typed {
  readonly receipt: string;
  readonly amount: string;
}

export const nothingTyped = ({ about, part }: Draft, amountField: (amount: number) => string): Typed => ({
  receipt: '',
  amount: about?.amount == null || part ? '' : amountField(about.amount),
});

/** Null while something is missing, none, or more than there is. */
export function operationOf(draft: Draft, typed: Typed, wanted: Wanted, currency: string): OperationInput | null {
  const { kind, about } = draft;
  const number = wanted.receipt ? receiptIn(typed.receipt) : (about?.receipt ?? null);
  if (wanted.receipt && number === null) return null;
  const receipt = number === null ? {} : { receipt_number: number };
  const isWhole = wanted.amount === 'none' || (wanted.amount === 'optional' && typed.amount.trim() === '');
  if (isWhole) return { do: kind, ...receipt };
  const amount = parseMoney(typed.amount, currency);
  if (!amount || amount > mostOf(draft)) return null;
  return { do: kind, amount, ...receipt };
}

/** The largest amount that can be asked for; of a part something has to be left. */
export const mostOf = ({ about, part }: Draft): number => (about?.amount ?? Infinity) - (part ? 1 : 0);

/** As terminals number them: 1 to 9999, also with the zeros before it. */
function receiptIn(text: string): number | null {
  const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return number > 0 ? number : null;
}
