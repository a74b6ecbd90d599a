/** The exercises of a training: what the virtual terminal does, and what the end of a sale says about the cashier's choice. Pure. */

import type { SmartTransaction } from '../../../main/wire/transactions.ts';
import { saleResultOf } from '../../stores/saleState.ts';

export type ExerciseName = 'decline' | 'cut' | 'late' | 'signature';

/** `again`: the sale ended before the exercise began. */
export type Verdict = 'right' | 'wrong' | 'again';

interface Ending {
  readonly result: NonNullable<ReturnType<typeof saleResultOf>>;
  /** A card paid it, or a part of it. */
  readonly byCard: boolean;
  /** The cashier asked to stop the payment. */
  readonly stopped: boolean;
}

export interface Exercise {
  readonly name: ExerciseName;
  /** Behaviour of the virtual terminal; see docs/virtual-terminal.md. */
  readonly behaviour: string;
  /** Null while the choice is still open. */
  readonly verdict: (ending: Ending) => Verdict | null;
}

/** Milliseconds of the host: long enough to press Cancel, short enough to wait for. */
const LATE = 8000;

export const exercises: readonly Exercise[] = [
  {
    name: 'decline',
    behaviour: 'decline',
    verdict: ({ result, byCard }) => (result !== 'paid' ? null : byCard ? 'again' : 'right'),
  },
  {
    name: 'cut',
    behaviour: 'lose-line-before-result',
    // The card was charged: whoever takes cash for the goods takes the money twice.
    verdict: ({ result, byCard }) => (result !== 'paid' ? null : byCard ? 'right' : 'wrong'),
  },
  {
    name: 'late',
    behaviour: `late-approval:${LATE}`,
    verdict: ({ result, stopped }) =>
      result === 'takenBack' ? 'right' : result === 'paid' ? (stopped ? 'wrong' : 'again') : null,
  },
  {
    name: 'signature',
    behaviour: 'signature',
    verdict: ({ result, byCard }) => (result !== 'paid' ? 'right' : byCard ? 'wrong' : 'again'),
  },
];

/** Verdict on the choice, by the sale on the till; null while the sale says nothing. */
export function judge(exercise: Exercise, sale: SmartTransaction, stopped: boolean): Verdict | null {
  const result = saleResultOf(sale);
  if (result === null) return null;
  const methods = sale.tenders?.map(({ method }) => method) ?? [sale.payment_method];
  const byCard = methods.some(method => method?.startsWith('cashless'));
  return exercise.verdict({ result, byCard, stopped });
}
