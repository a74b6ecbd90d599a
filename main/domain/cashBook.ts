/**
 * The cash book of a till: what its drawer should hold, and what a count makes of it. Amounts are minor units.
 *
 * Expected = the last count + net cash of sales behind it (given less change, less what was given back) + in − out. The cash of a
 * sale that is not paid whole lies in the drawer, too, and is no turnover yet.
 */
import { type CountedPieces, denominationsOf } from './currencies.ts';
import { addUp, isAmount } from './money.ts';

/**
 * Kinds of movements, and which ways each may go by hand. Differences are booked by a count alone, and a refund by the Payment
 * Transaction of cash that is given back without its sale.
 */
export const movementKinds = {
  float: ['in', 'out'],
  bank: ['in', 'out'],
  private: ['in', 'out'],
  wage: ['out'],
  tipPayout: ['out'],
  expense: ['out'],
  refund: [],
  openingDifference: [],
  difference: [],
} as const satisfies Record<string, readonly ('in' | 'out')[]>;

export type MovementKind = keyof typeof movementKinds;
export const movementKindNames = Object.keys(movementKinds) as MovementKind[];

export const mayMove = (kind: MovementKind, direction: 'in' | 'out'): boolean =>
  (movementKinds[kind] as readonly string[]).includes(direction);

/** More pieces of one kind lie in no drawer. */
export const MOST_PIECES = 99_999;

export type CountReading =
  | { readonly ok: true; readonly sum: number }
  | { readonly ok: false; readonly value: number; readonly why: 'missing' | 'twice' | 'unknown' | 'pieces' };

/** The sum of a count. Every note and coin of the currency has to be named once, so that none is forgotten. */
export function countedSum(currency: string, counted: readonly CountedPieces[]): CountReading {
  const wanted = denominationsOf(currency);
  const seen = new Set<number>();
  for (const { value, pieces } of counted) {
    if (!wanted.includes(value)) return { ok: false, value, why: 'unknown' };
    if (seen.has(value)) return { ok: false, value, why: 'twice' };
    if (!isAmount(pieces) || pieces < 0 || pieces > MOST_PIECES) return { ok: false, value, why: 'pieces' };
    seen.add(value);
  }
  const missing = wanted.find(value => !seen.has(value));
  if (missing !== undefined) return { ok: false, value: missing, why: 'missing' };
  return { ok: true, sum: addUp(counted.map(({ value, pieces }) => value * pieces)) };
}

/** The last count of a till, and what happened behind it. */
export interface CashSinceCount {
  /** Null: nobody has counted this drawer yet. */
  readonly counted: number | null;
  /** The part of the counted cash that belongs to sales that were not paid whole. */
  readonly heldThen: number;
  /** Net cash of closed and cancelled sales. */
  readonly sales: number;
  /** Signed sum of the movements. */
  readonly movements: number;
  /** Cash of sales that are not paid whole now. */
  readonly heldNow: number;
}

/** The sum that the drawer should hold; null where nobody has counted it yet. */
export const expectedCash = ({ counted, heldThen, sales, movements, heldNow }: CashSinceCount): number | null =>
  counted === null ? null : addUp([counted, -heldThen, sales, movements, heldNow]);

/** True where cash went in or out behind the last count, so that the count says nothing about the drawer any more. */
export const movedSinceCount = (since: CashSinceCount, moved: boolean): boolean =>
  moved || since.heldNow !== since.heldThen;
