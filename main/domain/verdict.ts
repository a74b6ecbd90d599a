/**
 * Did the money move? A pure machine: from what was asked (the intent), what the terminal had told before (the baseline)
 * and what it has answered since, it says what to ask next, or decides. Every witness casts a vote; one contradiction, or
 * two votes that disagree, and a person decides. It never guesses.
 */
import { chargedFor } from './charged.ts';
import { totalsSay } from './totalsWitness.ts';
import { both, EXCHANGED, NO_WITNESS, type Texts } from './verdictTexts.ts';
import { HOLDS, lastSays, openSay, UNTOLD } from './witnesses.ts';

export type IntentKind = 'payment' | 'reversal' | 'refund' | 'preAuthorisation' | 'booking' | 'release' | 'tip';

/** One transaction in the words of the terminal; null where it told nothing. */
export interface Told {
  readonly approved: boolean;
  readonly amount: number | null;
  /** Contained in the amount; left out or null where it told none. */
  readonly tip?: number | null;
  /** Of the amount, ISO 4217; left out or null where it named none. */
  readonly currency?: string | null;
  readonly receipt: number | null;
  readonly trace: number | null;
  /** Of a reversal: the trace number of what it takes back. */
  readonly originalTrace: number | null;
  readonly date: string | null;
  readonly time: string | null;
  /** The same by the terminal's clock, milliseconds since 1970. */
  readonly at: number | null;
  readonly cardName: string | null;
  readonly lastFour: string | null;
  /** What the driver had called the command, where the terminal keeps that. */
  readonly reference?: string | null;
}

/** What a terminal has booked since its last end-of-day. */
export interface Sum {
  /** Null: more than it can tell (`counted.ts`). */
  readonly count: number | null;
  readonly amount: number;
}

/** What was known of the terminal before the command left. */
export interface Baseline {
  /** Its last transaction; null: not known. */
  readonly last: Told | 'none' | null;
  readonly totals: Sum | null;
  /** Receipt numbers of open pre-authorisations; null: not known. */
  readonly open: readonly number[] | null;
  /** The highest receipt number it had used, as far as it told. */
  readonly counter: number | null;
  /** Commands of ours since then that may have used up numbers without our hearing of it. */
  readonly attempts: number;
  /** How far its clock was behind ours when it told a result, ms; null: not known. */
  readonly behind: number | null;
  /** When it told all this, milliseconds since 1970. */
  readonly at: number;
  /** Its terminal id; left out or null where it told none. */
  readonly terminal?: string | null;
  /** Others may have worked at it when the command left; left out: nobody had said that they do not. */
  readonly shared?: boolean;
  /** It has told a last transaction when it was asked: there are some that say to everybody that there is none. */
  readonly repeats?: boolean;
}

export interface Intent {
  readonly kind: IntentKind;
  /** 0: the whole of the original transaction, whose amount is not known. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly original: { readonly receipt: number; readonly trace: number | null; readonly amount: number | null } | null;
  readonly baseline: Baseline;
  /** Transactions this terminal told earlier; they belong to other intents. */
  readonly accounted: readonly Told[];
  /** An approval of this very command that was heard before the line broke. */
  readonly heard: Told | null;
  /** What the till has confirmed as the amount when this command asked for it; left out or null where it has not. */
  readonly confirmed?: number | null;
  /** What the driver called this command at the terminal; left out or null where that is not known. */
  readonly reference?: string | null;
  /** When the intent was committed, and when the terminal is asked about it, milliseconds since 1970. */
  readonly startedAt: number;
  readonly askedAt: number;
  /** Somebody else may work at this terminal, too: another register, or a person at its keys. */
  readonly shared: boolean;
}

/** Answers gathered so far; undefined: not asked yet, `untold`: this terminal does not tell. */
export interface Evidence {
  /** It works for nobody, so its last transaction is the last. */
  readonly idle: boolean;
  /** The terminal id of the one that answers. */
  readonly terminal?: string | null;
  readonly last?: Told | 'none' | 'untold';
  readonly totals?: Sum | 'untold';
  readonly open?: readonly number[] | 'untold';
}

export type Question = 'status' | 'last' | 'totals' | 'open';

export type { Texts } from './verdictTexts.ts';

export interface Verdict {
  readonly kind: 'happened' | 'didNotHappen' | 'person';
  readonly because: Texts;
  /** The witnesses that were heard, for the journal. */
  readonly votes: readonly Vote[];
  /** The terminal's last transaction is the one that was asked for. */
  readonly isLast: boolean;
}

export type Step = { readonly kind: 'ask'; readonly question: Question } | Verdict;

/** `contradiction`: what the terminal tells cannot be, or can be two things. */
export interface Vote {
  readonly witness: 'last' | 'totals' | 'open';
  readonly says: 'happened' | 'didNotHappen' | 'contradiction';
  readonly because: Texts;
}

/** What a witness says; null: nothing. */
export type Testimony = Omit<Vote, 'witness'> | null;

/** What to ask next, or the verdict. */
export function next(intent: Intent, evidence: Evidence): Step {
  const question = missing(intent, evidence);
  return question ? { kind: 'ask', question } : decide(intent, evidence);
}

/** All that is known of a terminal of which only a receipt number was kept: 0 none, null not even that. */
export const fromReceipt = (receipt: number | null, at: number): Baseline => ({
  last: receipt === 0 ? 'none' : receipt === null ? null : { ...UNTOLD, receipt },
  totals: null,
  open: null,
  counter: receipt === 0 ? null : receipt,
  attempts: 0,
  behind: null,
  at,
});

function missing(intent: Intent, evidence: Evidence): Question | null {
  const { kind, baseline } = intent;
  const { idle, last, totals, open } = evidence;
  if (!idle) return 'status';
  if (isExchanged(intent, evidence)) return null;
  if (last === undefined) return 'last';
  if (open === undefined && HOLDS.has(kind)) return 'open';
  return totals === undefined && baseline.totals !== null ? 'totals' : null;
}

/** Another machine stands there now: what it tells says nothing of what the former one did. */
const isExchanged = ({ baseline: { terminal: before } }: Intent, { terminal: now }: Evidence): boolean =>
  before != null && now != null && before !== now;

function decide(intent: Intent, evidence: Evidence): Verdict {
  const { last = 'untold', totals = 'untold', open = 'untold' } = evidence;
  if (isExchanged(intent, evidence)) return { kind: 'person', because: EXCHANGED, votes: [], isLast: false };
  const charged = chargedFor(intent, intent.heard ?? (typeof last === 'object' ? last : null));
  const byTotals = totals === 'untold' ? null : totalsSay(intent, totals, charged);
  const byLast = last === 'untold' ? null : lastSays(intent, last, byTotals);
  const byOpen = open === 'untold' ? null : openSay(intent, open);
  const votes = [vote('last', byLast), vote('totals', byTotals), vote('open', byOpen)].filter(one => one !== null);
  const verdict = count(votes);
  return { ...verdict, votes, isLast: verdict.kind === 'happened' && byLast?.says === 'happened' };
}

const vote = (witness: Vote['witness'], testimony: Testimony): Vote | null => testimony && { witness, ...testimony };

function count(votes: readonly Vote[]): Pick<Verdict, 'kind' | 'because'> {
  const contradiction = votes.find(({ says }) => says === 'contradiction');
  if (contradiction) return { kind: 'person', because: contradiction.because };
  const [first, ...others] = votes;
  if (!first) return { kind: 'person', because: NO_WITNESS };
  const other = others.find(({ says }) => says !== first.says);
  if (other) return { kind: 'person', because: both(first.because, other.because) };
  return { kind: first.says as 'happened' | 'didNotHappen', because: first.because };
}
