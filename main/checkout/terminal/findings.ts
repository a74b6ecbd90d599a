/** What was found out by asking the terminal. */
import type { LastTransaction } from '../../../drivers/terminal.ts';
import type { Evidence, Verdict } from '../../domain/verdict.ts';

export type LastFound = Extract<LastTransaction, { kind: 'found' }>;

export interface Findings {
  readonly verdict: Verdict;
  readonly evidence: Evidence;
  readonly last: LastFound | null;
}
