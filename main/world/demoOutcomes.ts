/** Decides payments of the method demo. */
import type { TransactionFacts } from '../../drivers/index.ts';

/** Decides start/demo; nothing of it is money. */
export interface DemoOutcomes {
  /** The n-th ending of an installation; null is declined. */
  draw(turn: number): TransactionFacts | null;
}
