/**
 * The parts in which several tenders pay one sale, and what each step of a part means for its sale. Pure. Amounts are
 * integers in the smallest unit.
 */
import type { Input } from './transaction.ts';

export const partStates = ['open', 'paid', 'declined', 'unknown', 'returning', 'returnUnknown', 'returned'] as const;
export type PartState = (typeof partStates)[number];

export interface Part {
  readonly id: string;
  readonly amount: number;
  readonly status: PartState;
}

/** Inputs of one part: how its payment ended, and how its return begins and ends. */
export type PartInput =
  | 'approved'
  | 'declined'
  | 'unknown'
  /** A terminal is to give the money back. */
  | 'giveBack'
  /** The money is back: by the terminal, or over the counter in one step. */
  | 'givenBack'
  | 'kept'
  | 'returnUnknown';

const transitions = {
  open: { approved: 'paid', declined: 'declined', unknown: 'unknown' },
  unknown: { approved: 'paid', declined: 'declined' },
  // A payment that was called declined, and that its terminal shows later, or may have shown.
  declined: { approved: 'paid', unknown: 'unknown' },
  paid: { giveBack: 'returning', givenBack: 'returned' },
  returning: { givenBack: 'returned', kept: 'paid', returnUnknown: 'returnUnknown' },
  returnUnknown: { givenBack: 'returned', kept: 'paid' },
  returned: {},
} as const satisfies Record<PartState, Partial<Record<PartInput, PartState>>>;

/** The state that follows, or null where the state of the part forbids the input. */
export const nextPartState = (state: PartState, input: PartInput): PartState | null =>
  (transitions[state] as Partial<Record<PartInput, PartState>>)[input] ?? null;

const HELD: ReadonlySet<PartState> = new Set(['paid', 'returning', 'returnUnknown']);
const MOVING: ReadonlySet<PartState> = new Set(['open', 'unknown', 'returning', 'returnUnknown']);

/** True while the shop holds the money of the part; what goes back counts until it is back. */
export const isHeld = ({ status }: Part): boolean => HELD.has(status);

/** True while the money of the part moves, or nobody knows whether it moved. */
export const isMoving = ({ status }: Part): boolean => MOVING.has(status);

/** Sum of the parts that the shop holds. */
export const heldOf = (parts: readonly Part[]): number =>
  parts.filter(isHeld).reduce((sum, { amount }) => sum + amount, 0);

/** The missing sum with parts; `due` is what the loyalty card leaves of the sale. */
export const missingWith = (due: number, parts: readonly Part[]): number => due - heldOf(parts);

/** The facts of a sale that a step of its part depends on. */
export interface SaleAround {
  /** Sum of the sale that the loyalty card does not pay. */
  readonly due: number;
  /** The sale has a receipt. */
  readonly closed: boolean;
  /** A loyalty card is applied. */
  readonly withCard: boolean;
}

export interface PartStep<P extends Part> {
  readonly parts: readonly P[];
  /** The input that the sale takes in the same commit. */
  readonly input: Input;
}

/**
 * True where `amount` may be the next part: more than nothing, no more than what is missing, and no other part is moving. Of
 * a sale that pays out, missing sum and parts are below 0.
 */
export function maySpend(parts: readonly Part[], due: number, amount: number): boolean {
  const missing = missingWith(due, parts);
  const fits = missing < 0 ? amount < 0 && amount >= missing : amount > 0 && amount <= missing;
  return Number.isSafeInteger(amount) && fits && !parts.some(isMoving);
}

/** Parts that are paid at once: one, or cash with its rounding, which together are what the step pays. Null where they may not be. */
export function withPaidParts<P extends Part>(
  parts: readonly P[],
  paid: readonly P[],
  due: number,
): PartStep<P> | null {
  const amount = heldOf(paid);
  if (paid.some(({ status }) => status !== 'paid') || !maySpend(parts, due, amount)) return null;
  const all = [...parts, ...paid];
  return { parts: all, input: missingWith(due, all) === 0 ? 'book' : 'bookPart' };
}

/** A part whose money begins to move at a terminal. Null where it may not. */
export function withOpenPart<P extends Part>(parts: readonly P[], part: P, due: number): PartStep<P> | null {
  if (part.status !== 'open' || !maySpend(parts, due, part.amount)) return null;
  return { parts: [...parts, part], input: 'pay' };
}

/** One step of one part. `change` holds members that change with it. Null where the state of the part forbids it. */
export function withPartStep<P extends Part>(
  parts: readonly P[],
  id: string,
  input: PartInput,
  sale: SaleAround,
  change: Partial<P> = {},
): PartStep<P> | null {
  const part = parts.find(one => one.id === id);
  const status = part ? nextPartState(part.status, input) : null;
  if (!part || status === null) return null;
  const isOther = (one: Part) => one.id !== id;
  if (input === 'giveBack' && parts.some(one => isOther(one) && isMoving(one))) return null;
  const late = part.status === 'declined';
  if (late && !maySpend(parts, sale.due, part.amount)) return null;
  const after = parts.map(one => (isOther(one) ? one : { ...one, ...change, status }));
  return { parts: after, input: saleInputOf(input, after, sale, late) };
}

function saleInputOf(input: PartInput, after: readonly Part[], sale: SaleAround, late: boolean): Input {
  const isAnyHeld = after.some(isHeld);
  switch (input) {
    case 'approved':
      if (missingWith(sale.due, after) === 0) return 'paid';
      return late ? 'partFound' : 'partPaid';
    case 'declined':
      return isAnyHeld ? 'partDeclined' : 'declined';
    case 'unknown':
      return late ? 'doubted' : 'unknown';
    case 'giveBack':
      return sale.closed ? 'reverse' : 'returnPart';
    case 'givenBack':
      if (sale.closed) return isAnyHeld ? 'someReversed' : 'reversed';
      if (isAnyHeld) return 'partReturned';
      return sale.withCard ? 'allReturnedWithCard' : 'allReturned';
    case 'kept':
      if (!sale.closed) return 'partKept';
      return after.some(({ status }) => status === 'returned') ? 'someReversed' : 'reversalRefused';
    case 'returnUnknown':
      return sale.closed ? 'reversalUnknown' : 'returnUnknown';
  }
}

/**
 * The parts in the order in which they go back, newest first: those that only a terminal can give back before those that
 * the shop gives back by itself, so that a terminal that refuses changes as little as possible.
 */
export const inOrderOfReturn = <P extends Part>(
  parts: readonly P[],
  atTerminal: (part: P) => boolean,
): readonly P[] => {
  const held = parts.filter(({ status }) => status === 'paid').toReversed();
  return [...held.filter(atTerminal), ...held.filter(part => !atTerminal(part))];
};
