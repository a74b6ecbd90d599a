/** What was found out by asking the terminal. */
import type { LastTransaction } from '../../../../drivers/terminal.ts';
import type { Reconciliation, TerminalEvidence } from '../../../domain/reconciliation.ts';

export type FoundTransaction = Extract<LastTransaction, { kind: 'found' }>;

export interface LookupResult {
  readonly verdict: Reconciliation;
  readonly evidence: TerminalEvidence;
  readonly last: FoundTransaction | null;
}
