/** The result of a lookup at the terminal. */
import type { Reconciliation, TerminalEvidence } from '../../../domain/reconciliation.ts';
import type { FoundTransaction } from '../../../world/recovery.ts';

export interface LookupResult {
  readonly verdict: Reconciliation;
  readonly evidence: TerminalEvidence;
  readonly last: FoundTransaction | null;
}
