/** Drafts of operations by hand: the chosen kind, its transaction and the typed texts, and their conversion to the bridge's input. */

import type { OpenPreAuthorisationList, Operation, OperationInput } from '../../../main/wire/operations.ts';
import { parseMoney } from '../../texts/money.ts';

export type PreAuthorisation = OpenPreAuthorisationList['data'][number];

/** An operation before it is sent. */
export interface OperationDraft {
  readonly kind: Operation['do'];
  /** The changed transaction: its receipt number, and its amount where known. Null when the number is typed, or nothing is changed. */
  readonly about: { readonly receipt: number; readonly amount: number | null } | null;
  /** Release of a part: the rest is booked. */
  readonly part?: true;
  /** The amount that stands in the field at first, minor units. */
  readonly amount?: number;
}

/** New operations in the order of the buttons, each with the features of which the terminal needs one. */
const NEW = {
  preAuthorisation: ['preAuthorisation'],
  refund: ['refund'],
  reversal: ['reverse', 'reverseLast'],
  tip: ['tipLater'],
} as const;
export type NewKind = keyof typeof NEW;

/** New operations that a terminal with these features supports. */
export const offeredKinds = (features: readonly string[]): readonly NewKind[] =>
  (Object.keys(NEW) as NewKind[]).filter(kind => NEW[kind].some(feature => features.includes(feature)));

export const settlementOf = (
  kind: 'booking' | 'release',
  { receipt_number, amount }: PreAuthorisation,
): OperationDraft => ({
  kind,
  about: { receipt: receipt_number, amount },
});

export const partialReleaseOf = (held: PreAuthorisation): OperationDraft => ({
  ...settlementOf('release', held),
  part: true,
});

/** The reversal of an operation; null where the terminal cannot reverse it. */
export function reversalOf({ do: kind, state, own_receipt_number, amount }: Operation): OperationDraft | null {
  const booked = kind === 'refund' || kind === 'booking' || kind === 'tip';
  if (!booked || state !== 'approved' || own_receipt_number === null) return null;
  return { kind: 'reversal', about: { receipt: own_receipt_number, amount } };
}

/** The same operation once more; null where it was carried out, is open, or concerned a part of a transaction. */
export function againOf({ do: kind, state, receipt_number: receipt, amount }: Operation): OperationDraft | null {
  if (state !== 'declined' && state !== 'notSent') return null;
  const concernsWhole = kind === 'release' || kind === 'reversal';
  if (concernsWhole && amount > 0) return null;
  return {
    kind,
    about: receipt === null ? null : { receipt, amount: null },
    ...(amount > 0 ? { amount } : {}),
  };
}

/** Fields that have to be typed, at a terminal with these features. */
export interface NeededFields {
  readonly receipt: boolean;
  readonly amount: 'none' | 'optional' | 'required';
}

/** A release or a reversal needs no amount, unless a part is released or the receipt number is typed. */
export function neededFields({ kind, about, part }: OperationDraft, features: readonly string[]): NeededFields {
  if (kind === 'release') return { receipt: false, amount: part ? 'required' : 'none' };
  if (kind === 'tip') return { receipt: about === null, amount: 'required' };
  if (kind !== 'reversal') return { receipt: false, amount: 'required' };
  const partly = about === null && features.includes('partialReversal');
  return { receipt: about === null, amount: partly ? 'optional' : 'none' };
}

/** The typed texts. */
export interface TypedFields {
  readonly receipt: string;
  readonly amount: string;
}

export function initialFields(
  { about, part, amount }: OperationDraft,
  amountField: (amount: number) => string,
): TypedFields {
  const first = amount ?? (part ? null : (about?.amount ?? null));
  return { receipt: '', amount: first === null ? '' : amountField(first) };
}

/** Null while a value is missing, not valid, or larger than the transaction. */
export function operationOf(
  draft: OperationDraft,
  typed: TypedFields,
  wanted: NeededFields,
  currency: string,
): OperationInput | null {
  const { kind, about } = draft;
  const number = wanted.receipt ? receiptIn(typed.receipt) : (about?.receipt ?? null);
  if (wanted.receipt && number === null) return null;
  const receipt = number === null ? {} : { receipt_number: number };
  const isWhole = wanted.amount === 'none' || (wanted.amount === 'optional' && typed.amount.trim() === '');
  if (isWhole) return { do: kind, ...receipt };
  const amount = parseMoney(typed.amount, currency);
  if (!amount || amount > largestAmount(draft)) return null;
  return { do: kind, amount, ...receipt };
}

/** The largest valid amount; a part must be smaller than the whole amount. */
export const largestAmount = ({ about, part }: OperationDraft): number => (about?.amount ?? Infinity) - (part ? 1 : 0);

/** Four digits in ZVT, up to twelve in O.P.I.; the bridge refuses one that this terminal cannot have. */
export const RECEIPT_DIGITS = 12;

/** A receipt number, also with leading zeros; otherwise null. */
function receiptIn(text: string): number | null {
  const number = text.trim().length <= RECEIPT_DIGITS && /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return number > 0 ? number : null;
}
