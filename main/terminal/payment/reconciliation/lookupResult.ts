/** The result of a lookup at the terminal. A file of its own: the snapshot before needs the types, and the lookup needs the snapshot. */
import type { LastTransaction } from '../../../../drivers/terminal.ts';
import type { Reconciliation, TerminalEvidence } from '../../../domain/reconciliation.ts';

export type FoundTransaction = Extract<LastTransaction, { kind: 'found' }>;

export interface LookupResult {
  readonly verdict: Reconciliation;
  readonly evidence: TerminalEvidence;
  readonly last: FoundTransaction | null;
}
