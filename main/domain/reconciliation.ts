/**
 * Did the money move? A pure machine: from what was asked (the intent), what the terminal had told before (the baseline)
 * and what it has answered since, it says what to ask next, or decides. Every witness casts a vote; one contradiction, or
 * two votes that disagree, and a person decides. It never guesses.
 */

import { chargedAmount } from './chargedAmount.ts';
import type { OpenCase, TerminalSnapshot, TransactionReport, TurnoverSum, Vote, WitnessReport } from './evidence.ts';
import {
  EMPTY_REPORT,
  lastTransactionReport,
  PRE_AUTHORISATION_KINDS,
  preAuthorisationReport,
} from './lastTransactionWitness.ts';
import { contradictingTexts, EXCHANGED, NO_WITNESS } from './reconciliationTexts.ts';
import type { Texts } from './texts.ts';
import { totalsReport } from './totalsWitness.ts';

/** Answers gathered so far; undefined: not asked yet, `untold`: this terminal does not tell. */
export interface TerminalEvidence {
  /** It works for nobody, so its last transaction is the last. */
  readonly idle: boolean;
  /** The terminal id of the one that answers. */
  readonly terminal?: string | null;
  readonly last?: TransactionReport | 'none' | 'untold';
  readonly totals?: TurnoverSum | 'untold';
  readonly open?: readonly number[] | 'untold';
}

export type Inquiry = 'status' | 'last' | 'totals' | 'open';

export type { Texts } from './texts.ts';

export interface Reconciliation {
  readonly kind: 'happened' | 'didNotHappen' | 'person';
  readonly because: Texts;
  /** The witnesses that were heard, for the journal. */
  readonly votes: readonly Vote[];
  /** The terminal's last transaction is the one that was asked for. */
  readonly isLast: boolean;
}

export type ReconciliationStep = { readonly kind: 'ask'; readonly question: Inquiry } | Reconciliation;

/** What to ask next, or the verdict. */
export function reconcile(intent: OpenCase, evidence: TerminalEvidence): ReconciliationStep {
  const question = missing(intent, evidence);
  return question ? { kind: 'ask', question } : decide(intent, evidence);
}

/** All that is known of a terminal of which only a receipt number was kept: 0 none, null not even that. */
export const snapshotFromReceipt = (receipt: number | null, at: number): TerminalSnapshot => ({
  last: receipt === 0 ? 'none' : receipt === null ? null : { ...EMPTY_REPORT, receipt },
  totals: null,
  open: null,
  counter: receipt === 0 ? null : receipt,
  attempts: 0,
  behind: null,
  at,
});

function missing(intent: OpenCase, evidence: TerminalEvidence): Inquiry | null {
  const { kind, snapshotBefore: baseline } = intent;
  const { idle, last, totals, open } = evidence;
  if (!idle) return 'status';
  if (isExchanged(intent, evidence)) return null;
  if (last === undefined) return 'last';
  if (open === undefined && PRE_AUTHORISATION_KINDS.has(kind)) return 'open';
  return totals === undefined && baseline.totals !== null ? 'totals' : null;
}

/** Another machine stands there now: what it tells says nothing of what the former one did. */
const isExchanged = (
  { snapshotBefore: { terminal: before } }: OpenCase,
  { terminal: now }: TerminalEvidence,
): boolean => before != null && now != null && before !== now;

function decide(intent: OpenCase, evidence: TerminalEvidence): Reconciliation {
  const { last = 'untold', totals = 'untold', open = 'untold' } = evidence;
  if (isExchanged(intent, evidence)) return { kind: 'person', because: EXCHANGED, votes: [], isLast: false };
  const charged = chargedAmount(intent, intent.reported ?? (typeof last === 'object' ? last : null));
  const byTotals = totals === 'untold' ? null : totalsReport(intent, totals, charged);
  const byLast = last === 'untold' ? null : lastTransactionReport(intent, last, byTotals);
  const byOpen = open === 'untold' ? null : preAuthorisationReport(intent, open);
  const votes = [vote('last', byLast), vote('totals', byTotals), vote('open', byOpen)].filter(one => one !== null);
  const verdict = count(votes);
  return { ...verdict, votes, isLast: verdict.kind === 'happened' && byLast?.says === 'happened' };
}

const vote = (witness: Vote['witness'], testimony: WitnessReport): Vote | null =>
  testimony && { witness, ...testimony };

function count(votes: readonly Vote[]): Pick<Reconciliation, 'kind' | 'because'> {
  const contradiction = votes.find(({ says }) => says === 'contradiction');
  if (contradiction) return { kind: 'person', because: contradiction.because };
  const [first, ...others] = votes;
  if (!first) return { kind: 'person', because: NO_WITNESS };
  const other = others.find(({ says }) => says !== first.says);
  if (other) return { kind: 'person', because: contradictingTexts(first.because, other.because) };
  return { kind: first.says as 'happened' | 'didNotHappen', because: first.because };
}
