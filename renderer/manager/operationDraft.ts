/** What the forms of the operations' page mean: a kind, what it is about, and a typed amount become what the bridge is asked for. */

import type { OpenPreAuthorisationList, Operation, OperationInput } from '../../main/api/operations/contract.ts';
import { parseMoney } from '../money.ts';

export type Held = OpenPreAuthorisationList['data'][number];

/** What is being asked for, before it is sent. */
export interface Draft {
  readonly kind: 'refund' | 'preAuthorisation' | 'booking' | 'release' | 'reversal';
  /** The transaction it changes: its receipt number, and its amount where that is known. */
  readonly about: { readonly receipt: number; readonly amount: number | null } | null;
}

/** New ones that this terminal can do, in the order in which they are offered. */
export const kindsOf = (features: readonly string[]): readonly ('preAuthorisation' | 'refund')[] =>
  (['preAuthorisation', 'refund'] as const).filter(kind => features.includes(kind));

export const ofHeld = (kind: 'booking' | 'release', { receipt_number, amount }: Held): Draft => ({
  kind,
  about: { receipt: receipt_number, amount },
});

/** What an ended operation may be followed by: it is taken back as long as the terminal has it. */
export function takenBack({ do: kind, state, own_receipt_number, amount }: Operation): Draft | null {
  const booked = kind === 'refund' || kind === 'booking';
  if (!booked || state !== 'approved' || own_receipt_number === null) return null;
  return { kind: 'reversal', about: { receipt: own_receipt_number, amount } };
}

/** Is an amount to be typed? What is given back or taken back is the whole of it. */
export const wantsAmount = ({ kind }: Draft): boolean => kind !== 'release' && kind !== 'reversal';

/** Null while the amount is missing, none, or more than there is. */
export function operationOf({ kind, about }: Draft, text: string, currency: string): OperationInput | null {
  const receipt = about ? { receipt_number: about.receipt } : {};
  if (!wantsAmount({ kind, about })) return { do: kind, ...receipt };
  const amount = parseMoney(text, currency);
  if (!amount || (about?.amount != null && amount > about.amount)) return null;
  return { do: kind, amount, ...receipt };
}
