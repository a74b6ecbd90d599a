/** What the forms of the operations' page mean: a kind, what it is about, and typed texts become what the bridge is asked for. */

import type { OpenPreAuthorisationList, Operation, OperationInput } from '../../../main/wire/operations.ts';
import { parseMoney } from '../../texts/money.ts';

export type PreAuthorisation = OpenPreAuthorisationList['data'][number];

/** What is being asked for, before it is sent. */
export interface OperationDraft {
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

/** What an ended operation may be followed by: it is taken back as long as the terminal has it. */
export function reversalOf({ do: kind, state, own_receipt_number, amount }: Operation): OperationDraft | null {
  const booked = kind === 'refund' || kind === 'booking';
  if (!booked || state !== 'approved' || own_receipt_number === null) return null;
  return { kind: 'reversal', about: { receipt: own_receipt_number, amount } };
}

/** What is to be typed for it, at a terminal with these features. */
export interface NeededFields {
  readonly receipt: boolean;
  readonly amount: 'none' | 'optional' | 'required';
}

/** What is given back or taken back is the whole of it, unless a part is meant or its number is typed. */
export function neededFields({ kind, about, part }: OperationDraft, features: readonly string[]): NeededFields {
  if (kind === 'release') return { receipt: false, amount: part ? 'required' : 'none' };
  if (kind === 'tip') return { receipt: about === null, amount: 'required' };
  if (kind !== 'reversal') return { receipt: false, amount: 'required' };
  const partly = about === null && features.includes('partialReversal');
  return { receipt: about === null, amount: partly ? 'optional' : 'none' };
}

/** What has been typed. */
export interface TypedFields {
  readonly receipt: string;
  readonly amount: string;
}

export const initialFields = (
  { about, part }: OperationDraft,
  amountField: (amount: number) => string,
): TypedFields => ({
  receipt: '',
  amount: about?.amount == null || part ? '' : amountField(about.amount),
});

/** Null while something is missing, none, or more than there is. */
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

/** The largest amount that can be asked for; of a part something has to be left. */
export const largestAmount = ({ about, part }: OperationDraft): number => (about?.amount ?? Infinity) - (part ? 1 : 0);

/** As terminals number them: 1 to 9999, also with the zeros before it. */
function receiptIn(text: string): number | null {
  const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return number > 0 ? number : null;
}
