/**
 * Did the money move? A pure machine: from what was asked (the intent), what the terminal had told before (the baseline)
 * and what it has answered since, it says what to ask next, or decides. Every witness casts a vote; one contradiction, or
 * two votes that disagree, and a person decides. It never guesses.
 */

export type IntentKind = 'payment' | 'reversal' | 'refund' | 'preAuthorisation' | 'booking' | 'release' | 'tip';

/** One transaction in the words of the terminal; null where it told nothing. */
export interface Told {
  readonly approved: boolean;
  readonly amount: number | null;
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
}

/** What a terminal has booked since its last end-of-day. */
export interface Sum {
  readonly count: number;
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
}

export interface Intent {
  readonly kind: IntentKind;
  /** 0: the whole of the original transaction, whose amount is not known. */
  readonly amount: number;
  readonly original: { readonly receipt: number; readonly trace: number | null; readonly amount: number | null } | null;
  readonly baseline: Baseline;
  /** Transactions this terminal told earlier; they belong to other intents. */
  readonly accounted: readonly Told[];
  /** An approval of this very command that was heard before the line broke. */
  readonly heard: Told | null;
  /** When the intent was committed, milliseconds since 1970. */
  readonly startedAt: number;
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

export interface Texts {
  readonly de: string;
  readonly en: string;
}

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

type Testimony = Omit<Vote, 'witness'> | null;

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

/** A transaction of which nothing was told. */
export const UNTOLD: Told = {
  approved: true,
  amount: null,
  receipt: null,
  trace: null,
  originalTrace: null,
  date: null,
  time: null,
  at: null,
  cardName: null,
  lastFour: null,
};

const HOLDS: ReadonlySet<IntentKind> = new Set(['preAuthorisation', 'booking', 'release']);

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
  const byTotals = totals === 'untold' ? null : totalsSay(intent, totals);
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

/* The last transaction the terminal keeps. */

function lastSays(intent: Intent, last: Told | 'none', byTotals: Testimony): Testimony {
  if (last === 'none') return nothingKept(intent);
  const { heard, kind, shared } = intent;
  if (heard && likeness(heard, last) === 'certain')
    return last.approved ? happened(isHeard(last)) : didNotHappen(keptAsDeclined(last));
  switch (known(intent, last)) {
    case 'certain':
      return unchanged(intent, last);
    case 'likely':
      return shared || last.receipt === 1 ? contradiction(cannotTellApart(last)) : unchanged(intent, last);
    case 'perhaps':
      return contradiction(cannotTellApart(last));
  }
  if (kind === 'tip' && isTipped(intent, last)) return shared ? contradiction(SHARED) : happened(isNew(last));
  if (kind === 'reversal' || kind === 'release') return takenBack(intent, last, byTotals);
  return isOurs(intent, last, byTotals);
}

/** Is it one from before? `perhaps`: where nothing but numbers is told, those of another day come again. */
function known(intent: Intent, last: Told): 'certain' | 'likely' | 'perhaps' | 'no' {
  const { baseline, accounted } = intent;
  const before = baseline.last === null || baseline.last === 'none' ? [] : [baseline.last];
  const like = (some: readonly Told[], how: 'certain' | 'likely') => some.some(one => likeness(one, last) === how);
  if (like([...before, ...accounted], 'certain')) return 'certain';
  if (like([...before, ...originals(intent)], 'likely')) return 'likely';
  return like(accounted, 'likely') ? 'perhaps' : 'no';
}

/** A terminal that had a transaction and has none any more was closed for the day or exchanged. */
function nothingKept({ baseline: { last }, kind, shared }: Intent): Testimony {
  if (last !== null && last !== 'none') return contradiction(NOT_KEPT_ANY_MORE);
  if (shared) return contradiction(SHARED);
  return kind === 'preAuthorisation' || kind === 'release' ? null : didNotHappen(NOTHING_KEPT);
}

/** A pre-authorisation or its release need not be what a terminal repeats, nor a tip that was added to an older payment. */
function unchanged({ kind, original }: Intent, last: Told): Testimony {
  if (kind === 'preAuthorisation' || kind === 'release') return null;
  if (kind === 'tip' && original?.receipt !== last.receipt) return null;
  return didNotHappen(stillThere(last));
}

/** The original of a reversal, as a transaction the terminal may still show. */
const originals = ({ kind, original }: Intent): readonly Told[] =>
  kind === 'reversal' && original ? [{ ...UNTOLD, ...original }] : [];

function isTipped({ original, amount }: Intent, last: Told): boolean {
  if (original?.amount == null || !last.approved) return false;
  return last.receipt === original.receipt && last.amount === original.amount + amount;
}

function takenBack(intent: Intent, last: Told, byTotals: Testimony): Testimony {
  const { original, kind } = intent;
  if (original?.trace != null && last.originalTrace !== null) {
    if (last.originalTrace === original.trace)
      return last.approved ? happened(isReversal(last)) : didNotHappen(keptAsDeclined(last));
    return contradiction(otherReversal(last));
  }
  if (kind === 'release') return null;
  return isOurs({ ...intent, amount: intent.amount || (original?.amount ?? 0) }, last, byTotals);
}

/** A transaction nobody has accounted for: is it the one that was asked for? */
function isOurs(intent: Intent, last: Told, byTotals: Testimony): Testimony {
  const { amount, shared, kind } = intent;
  const wanted = kind === 'tip' ? [amount, amount + (intent.original?.amount ?? 0)] : [amount];
  if (intent.baseline.last === null) {
    const when = placed(intent, last);
    if (when === null) return contradiction(NOTHING_TO_COMPARE);
    if (when === 'before') return shared ? contradiction(SHARED) : didNotHappen(olderThan(last));
  } else if (!plausible(intent, last) && byTotals?.says !== 'happened') return contradiction(unexpectedNumber(last));
  else if (placed(intent, last, DRIFT) === 'before') return contradiction(earlierTime(last));
  if (amount === 0 || last.amount === null || !wanted.includes(last.amount)) return contradiction(otherAmount(last));
  if (shared) return contradiction(SHARED);
  return last.approved ? happened(isNew(last)) : didNotHappen(keptAsDeclined(last));
}

/**
 * The number after the last known one, or among the first after the numbers began again; every command of ours that was
 * not heard of may have used up two: its own and that of the terminal's taking it back.
 */
function plausible({ baseline: { counter, attempts } }: Intent, { receipt }: Told): boolean {
  if (receipt === null || counter === null) return true;
  const room = 1 + 2 * attempts;
  const distance = (receipt - counter + NUMBERS) % NUMBERS;
  return (
    (distance >= 1 && distance <= room) || (receipt !== counter && receipt <= room) || (receipt === 1 && counter === 1)
  );
}

/**
 * By the terminal's clock, when that was compared with ours at an earlier result: what happened then was told a little
 * later, so a transaction is certainly older when it is older even by that measure. Null: its clock says nothing.
 */
function placed({ baseline: { behind }, startedAt }: Intent, { at }: Told, drift = SECOND): 'before' | 'since' | null {
  if (behind === null || at === null) return null;
  return at + behind < startedAt - drift ? 'before' : 'since';
}

/** Is it the same transaction? `likely`: all it tells agrees, but that is only its number. */
export function likeness(a: Told, b: Told): 'certain' | 'likely' | 'no' {
  const pairs = [
    [a.receipt, b.receipt],
    [a.trace, b.trace],
    [a.amount, b.amount],
    [shortDate(a), shortDate(b)],
    [a.time, b.time],
  ] as const;
  const told = (index: number) => pairs[index]?.every(value => value !== null) ?? false;
  if (pairs.some(([one, other], index) => told(index) && one !== other)) return 'no';
  const [RECEIPT, TRACE, TIME] = [0, 1, 4] as const;
  if (told(RECEIPT) ? told(TRACE) || told(TIME) : told(TRACE) && told(TIME)) return 'certain';
  return told(RECEIPT) ? 'likely' : 'no';
}

/** Some terminals tell the year in one place and not in the other. */
const shortDate = ({ date }: Told): string | null => date?.slice(-5) ?? null;

/* The totals. */

function totalsSay(intent: Intent, now: Sum): Testimony {
  const before = intent.baseline.totals;
  // Others move them, too.
  if (!before || intent.shared) return null;
  const testimony = movement(intent, before, now);
  return testimony?.says !== 'happened' && [before, now].some(isFloored) ? null : testimony;
}

/** The field has no sign: a day that gave back more than it took is told as nothing, and how far below does not show. */
const isFloored = ({ count, amount }: Sum): boolean => amount === 0 && count > 0;

function movement(intent: Intent, before: Sum, now: Sum): Testimony {
  const moved = { count: now.count - before.count, amount: now.amount - before.amount };
  const still = moved.count === 0 && moved.amount === 0;
  switch (intent.kind) {
    case 'payment':
    case 'booking':
    case 'tip':
      return added(intent, before, now, moved, still);
    case 'reversal': {
      const amount = intent.amount || (intent.original?.amount ?? 0);
      if (still) return didNotHappen(TOTALS_STILL);
      // Nothing at all is also what an end-of-day leaves.
      if (now.count === 0 && now.amount === 0) return null;
      // A refund that is reversed comes back.
      const back = amount > 0 && Math.abs(moved.amount) === amount;
      return back ? happened(totalsMoved(moved.amount)) : contradiction(TOTALS_ELSE);
    }
    // A terminal may keep refunds apart, and its day may begin again.
    case 'refund':
      if (still || (now.count <= 1 && now.amount === 0)) return null;
      return moved.amount === -intent.amount ? happened(totalsMoved(-intent.amount)) : contradiction(TOTALS_ELSE);
    case 'preAuthorisation':
    case 'release':
      return null;
  }
}

function added({ amount, kind }: Intent, before: Sum, now: Sum, moved: Sum, still: boolean): Testimony {
  const alone = (sum: Sum) => (sum.count === 0 && sum.amount === 0) || (sum.count === 1 && sum.amount === amount);
  // One sale of this amount, as it was, or after an end-of-day the new one.
  if (still) return before.count === 1 && alone(before) ? null : didNotHappen(TOTALS_STILL);
  const counts = kind === 'tip' ? [0, 1] : [1];
  if (moved.amount === amount && counts.includes(moved.count)) return happened(totalsMoved(amount));
  return moved.count <= 0 && alone(now) ? null : contradiction(TOTALS_ELSE);
}

/* The open pre-authorisations. */

function openSay({ kind, baseline, original, shared }: Intent, open: readonly number[]): Testimony {
  if (kind === 'preAuthorisation') return held(baseline.open, open, shared);
  if (!HOLDS.has(kind) || !original) return null;
  if (open.includes(original.receipt)) return shared ? null : didNotHappen(stillOpen(original.receipt));
  if (!baseline.open?.includes(original.receipt)) return null;
  return shared ? contradiction(SHARED) : happened(notOpen(original.receipt));
}

function held(before: readonly number[] | null, now: readonly number[], shared: boolean): Testimony {
  if (!before) return null;
  const [first, ...more] = now.filter(receipt => !before.includes(receipt));
  if (first === undefined) return shared ? null : didNotHappen(NONE_HELD);
  if (shared) return contradiction(SHARED);
  return more.length === 0 ? happened(newHold(first)) : contradiction(SEVERAL_HELD);
}

const SECOND = 1000;
/** Terminal clocks run away by minutes between two results. */
const DRIFT = 15 * 60_000;
/** Receipt numbers have four digits, and 1 follows 9999. */
const NUMBERS = 9999;

const happened = (because: Texts): Testimony => ({ says: 'happened', because });
const didNotHappen = (because: Texts): Testimony => ({ says: 'didNotHappen', because });
const contradiction = (because: Texts): Testimony => ({ says: 'contradiction', because });

const say = (de: string, en: string): Texts => ({ de, en });
const both = (a: Texts, b: Texts): Texts => say(`${a.de}; aber: ${b.de}`, `${a.en}; but: ${b.en}`);
const numberOf = ({ receipt }: Told): string => String(receipt ?? '?');

const NO_WITNESS = say('das Terminal sagt nichts, woran man es erkennt', 'the terminal tells nothing to go by');
const EXCHANGED = say(
  'an diesem Platz antwortet jetzt ein anderes Terminal; bitte am früheren oder in seiner Abrechnung nachsehen',
  'another terminal answers at this place now; please look at the former one or in its settlement',
);
const NOTHING_TO_COMPARE = say(
  'es gibt weder eine bekannte Belegnummer noch eine verlässliche Uhrzeit zum Vergleichen',
  'there is neither a known receipt number nor a reliable time to compare with',
);
const NOTHING_KEPT = say('das Terminal hat keine Transaktion', 'the terminal keeps no transaction');
const NOT_KEPT_ANY_MORE = say(
  'das Terminal hat keine Transaktion mehr gespeichert',
  'the terminal keeps no transaction any more',
);
const SHARED = say(
  'an diesem Terminal arbeiten auch andere; es kann deren Vorgang sein',
  'others use this terminal, too; it may be theirs',
);
const TOTALS_STILL = say('die Umsätze des Terminals sind wie vorher', 'the totals of the terminal are as before');
const TOTALS_ELSE = say(
  'die Umsätze des Terminals haben sich um einen anderen Betrag geändert',
  'the totals of the terminal have moved by another amount',
);
const NONE_HELD = say('keine neue Reservierung ist offen', 'no new pre-authorisation is open');
const SEVERAL_HELD = say('mehrere neue Reservierungen sind offen', 'several new pre-authorisations are open');

const isNew = (last: Told) =>
  say(`Beleg ${numberOf(last)} über diesen Betrag ist neu`, `receipt ${numberOf(last)} with the same amount is new`);
const isHeard = (last: Told) =>
  say(
    `Beleg ${numberOf(last)} war schon gemeldet und ist gespeichert`,
    `receipt ${numberOf(last)} had been told before and is kept`,
  );
const isReversal = (last: Told) =>
  say(`Beleg ${numberOf(last)} ist das Storno dazu`, `receipt ${numberOf(last)} is the reversal of it`);
const otherReversal = (last: Told) =>
  say(`Beleg ${numberOf(last)} storniert etwas anderes`, `receipt ${numberOf(last)} reverses something else`);
const stillThere = (last: Told) =>
  say(`der letzte Beleg ist weiterhin ${numberOf(last)}`, `the last receipt is still ${numberOf(last)}`);
const keptAsDeclined = (last: Told) =>
  say(`Beleg ${numberOf(last)} ist als abgelehnt gespeichert`, `receipt ${numberOf(last)} is kept as declined`);
const cannotTellApart = (last: Told) =>
  say(
    `Beleg ${numberOf(last)} kann der alte oder ein neuer sein`,
    `receipt ${numberOf(last)} may be the old one or a new one`,
  );
const otherAmount = (last: Told) =>
  say(
    `Beleg ${numberOf(last)} hat einen anderen Betrag`,
    `receipt ${numberOf(last)} has another amount (${last.amount ?? 'unknown'})`,
  );
const unexpectedNumber = (last: Told) =>
  say(
    `auf die bekannten Belege folgt nicht ${numberOf(last)}: dazwischen war noch etwas`,
    `receipt ${numberOf(last)} does not follow the known ones: something else came in between`,
  );
const earlierTime = (last: Told) =>
  say(`Beleg ${numberOf(last)} hat eine frühere Uhrzeit`, `receipt ${numberOf(last)} has an earlier time`);
const olderThan = (last: Told) =>
  say(
    `Beleg ${numberOf(last)} ist älter als dieser Vorgang`,
    `receipt ${numberOf(last)} is older than this transaction`,
  );
const totalsMoved = (amount: number) =>
  say(
    'die Umsätze des Terminals haben sich um genau diesen Betrag geändert',
    `the totals of the terminal have moved by exactly ${amount}`,
  );
const stillOpen = (receipt: number) =>
  say(`die Reservierung ${receipt} ist noch offen`, `pre-authorisation ${receipt} is still open`);
const notOpen = (receipt: number) =>
  say(`die Reservierung ${receipt} ist nicht mehr offen`, `pre-authorisation ${receipt} is no longer open`);
const newHold = (receipt: number) => say(`die Reservierung ${receipt} ist neu`, `pre-authorisation ${receipt} is new`);
