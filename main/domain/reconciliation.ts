/**
 * The reconciliation of a command with an unknown outcome: did the money move? A pure machine: from the open case with the
 * snapshot before, and from the evidence so far, it says which inquiry comes next, or decides. Every source casts a vote;
 * after one contradiction, or two votes that disagree, a person decides. It never guesses.
 */

import { chargedAmount } from './chargedAmount.ts';
import {
  type CountedVote,
  type OpenCase,
  PRE_AUTHORISATION_KINDS,
  type TransactionReport,
  type TurnoverSum,
  type Vote,
} from './evidence.ts';
import { lastTransactionVote, noTransactionVote, preAuthorisationVote } from './lastTransactionVote.ts';
import {
  contradictingTexts,
  EXCHANGED,
  MAY_BE_COUNTED,
  NO_EVIDENCE,
  SAID_TWO_THINGS,
  severalApprovals,
} from './reconciliationTexts.ts';
import type { Texts } from './texts.ts';
import { mayHaveMoved, totalsVote } from './totalsVote.ts';
import { matchOf } from './transactionMatch.ts';
import { contradiction } from './votes.ts';

/** The evidence gathered so far; undefined: not asked yet, `untold`: this terminal does not report it. */
export interface TerminalEvidence {
  /** The terminal is idle, so its last transaction is final. */
  readonly idle: boolean;
  /** The terminal id of the machine that answers. */
  readonly terminal?: string | null;
  readonly last?: TransactionReport | 'none' | 'untold';
  /** The mark of the end-of-day that the terminal repeats in place of its last transaction. */
  readonly dayEnd?: string;
  /** The terminal answers the inquiry for its last transaction again and again in a way that cannot be read: its words. */
  readonly unreadable?: string;
  readonly totals?: TurnoverSum | 'untold';
  readonly open?: readonly number[] | 'untold';
}

export type Inquiry = 'status' | 'last' | 'totals' | 'open';

export type { Texts } from './texts.ts';

export interface Reconciliation {
  readonly kind: 'happened' | 'didNotHappen' | 'person';
  readonly because: Texts;
  /** The votes and their sources, for the journal. */
  readonly votes: readonly CountedVote[];
  /** The terminal's last transaction is the transaction of the command. */
  readonly isLast: boolean;
  /** A denial by the terminal's own report of the end; every other denial is one by absence, and waits (`denialWait.ts`). */
  readonly isEnded?: boolean;
  /** A person is called because the terminal shows nothing new: it may still be at work, so the call waits as a denial does. */
  readonly showsNothing?: boolean;
}

export type ReconciliationStep = { readonly kind: 'ask'; readonly question: Inquiry } | Reconciliation;

/** The next inquiry, or the decision. */
export function reconcile(intent: OpenCase, evidence: TerminalEvidence): ReconciliationStep {
  const several = approvedSeveralTimes(intent);
  if (several) return several;
  const question = missing(intent, evidence);
  return question ? { kind: 'ask', question } : decide(intent, evidence);
}

/** No answer of the terminal says which of several approvals the customer owes: a person is called without asking it. */
function approvedSeveralTimes({ reported, alsoApproved = [], currency }: OpenCase): Reconciliation | null {
  if (alsoApproved.length === 0) return null;
  const approvals = [...(reported ? [reported] : []), ...alsoApproved];
  return { kind: 'person', because: severalApprovals(approvals, currency), votes: [], isLast: false };
}

function missing(intent: OpenCase, evidence: TerminalEvidence): Inquiry | null {
  const { kind, snapshotBefore } = intent;
  const { idle, last, totals, open } = evidence;
  if (!idle) return 'status';
  if (isExchanged(intent, evidence)) return null;
  if (last === undefined) return 'last';
  if (open === undefined && PRE_AUTHORISATION_KINDS.has(kind)) return 'open';
  return totals === undefined && snapshotBefore.totals !== null ? 'totals' : null;
}

/** True when another machine stands there now: its answers say nothing about the former machine. */
const isExchanged = (
  { snapshotBefore: { terminal: before } }: OpenCase,
  { terminal: now }: TerminalEvidence,
): boolean => before != null && now != null && before !== now;

function decide(intent: OpenCase, evidence: TerminalEvidence): Reconciliation {
  const { last = 'untold', totals = 'untold', open = 'untold' } = evidence;
  if (isExchanged(intent, evidence)) return { kind: 'person', because: EXCHANGED, votes: [], isLast: false };
  const charged = chargedAmount(intent, intent.reported ?? (typeof last === 'object' ? last : null));
  const byTotals = totals === 'untold' ? null : totalsVote(intent, totals, charged);
  const byLast = last === 'untold' ? noTransactionVote(intent, evidence) : lastTransactionVote(intent, last, byTotals);
  const byOpen = open === 'untold' ? null : preAuthorisationVote(intent, open);
  const isUnexplained = totals !== 'untold' && isByAbsence(byLast, last) && mayHaveMoved(intent, totals);
  const bySums = isUnexplained ? contradiction(MAY_BE_COUNTED) : byTotals;
  const votes = [vote('last', byLast), vote('totals', bySums), vote('open', byOpen)].filter(one => one !== null);
  const verdict = intent.contradicted ? contradicted(votes) : count(votes);
  const isEnded = verdict.kind === 'didNotHappen' && votes.some(({ ended }) => ended);
  const isLast = verdict.kind === 'happened' && byLast?.says === 'happened';
  const showsNothing = verdict.kind === 'person' && !intent.contradicted && showsNothingNew(intent, last, votes);
  return { ...verdict, votes, isLast, ...(isEnded ? { isEnded } : {}), ...(showsNothing ? { showsNothing } : {}) };
}

/**
 * True where no approval was reported, no source has seen the money move, and the last transaction is still the one of
 * before, or none.
 */
function showsNothingNew(
  { reported, snapshotBefore: { last: before } }: OpenCase,
  last: TransactionReport | 'none' | 'untold',
  votes: readonly CountedVote[],
): boolean {
  if (reported || votes.some(({ says }) => says === 'happened')) return false;
  if (typeof last !== 'object') return true;
  return before !== null && before !== 'none' && matchOf(before, last) !== 'no';
}

/** A denial, unless the terminal shows how it took back what it has counted. */
const isByAbsence = (byLast: Vote, last: TerminalEvidence['last']): boolean =>
  byLast?.says === 'didNotHappen' && !(byLast.ended && typeof last === 'object' && last.approved);

const vote = (source: CountedVote['source'], given: Vote): CountedVote | null => given && { source, ...given };

/** The evidence is for the person, who sees what the terminal says now. */
function contradicted([first]: readonly CountedVote[]): Pick<Reconciliation, 'kind' | 'because'> {
  return { kind: 'person', because: first ? contradictingTexts(SAID_TWO_THINGS, first.because) : SAID_TWO_THINGS };
}

function count(votes: readonly CountedVote[]): Pick<Reconciliation, 'kind' | 'because'> {
  const contradiction = votes.find(({ says }) => says === 'contradiction');
  if (contradiction) return { kind: 'person', because: contradiction.because };
  const [first, ...others] = votes;
  if (!first) return { kind: 'person', because: NO_EVIDENCE };
  const other = others.find(({ says }) => says !== first.says);
  if (other) return { kind: 'person', because: contradictingTexts(first.because, other.because) };
  return { kind: first.says as 'happened' | 'didNotHappen', because: first.because };
}
