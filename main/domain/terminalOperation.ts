/** A record of a terminal operation without a sale, as reports count it: what it moved at the terminal, and how much of that is tip. */
import type { FigureRecord } from './figures.ts';
import { isAmount } from './money.ts';

/** The direction in which an operation moves money; an operation that only holds or frees an amount moves none. */
export const operationSigns: Readonly<Record<string, 1 | -1>> = {
  ...{ payment: 1, booking: 1, tip: 1 },
  ...{ refund: -1, reversal: -1 },
};

export interface MovedAtTerminal {
  readonly operation: string;
  /** Minor units; negative where money went back to a card. */
  readonly amount: number;
  readonly tip: number;
}

/**
 * Null for any other record, and for what was not carried out. `sum` is the amount without its sign;
 * `facts.tip` the part of it that is tip.
 */
export function movedAtTerminal({ kind, event, sum, facts }: Omit<FigureRecord, 'document'>): MovedAtTerminal | null {
  const operation = String(facts.operation ?? '');
  const sign = operationSigns[operation];
  const moved = sum;
  if (kind !== 'terminalOperation' || event !== 'approved' || sign === undefined || !isAmount(moved)) return null;
  const tip = isAmount(facts.tip) ? facts.tip : operation === 'tip' ? moved : 0;
  return { operation, amount: sign * moved, tip: sign * tip || 0 };
}
