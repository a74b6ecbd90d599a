/**
 * The steps of one Smart Transaction at the upstream service, as a pure machine. create moves no money and start does:
 * the id is stored before start, and the sale is read before a start is repeated. After a create without an answer the sale
 * is searched twice, half a minute apart, because a list there may lag behind.
 */
import { type Discounts, sameDiscounts } from './translation/basket.ts';
import type { ObjectCalls } from './translation/sale.ts';

export type Step =
  /** Nothing of it is there. */
  | 'new'
  /** A create was sent; what became of it is not known. */
  | 'creating'
  /** It is there, and nothing is paid. */
  | 'created'
  /** preTransaction answered what the till had sold. */
  | 'applied'
  /** The balances there differ: the draft is to be cancelled. */
  | 'dropping'
  | 'closed'
  | 'cancelled'
  /** The card does not pay there; the draft is cancelled, and a case was opened. */
  | 'refused';

export interface Progress {
  readonly step: Step;
  readonly upstream: string | null;
  readonly receiptNumber: number | null;
  /** `sold`: the basket as it was sold, without preTransaction. */
  readonly basket: 'applied' | 'sold';
  /** Counts the creates that are over for certain, so that the next one gets a key of its own. */
  readonly generation: number;
  /** Time of a search that found nothing after a lost answer, ms since 1970. */
  readonly missedAt: number | null;
}

export const NEW: Progress = {
  step: 'new',
  upstream: null,
  receiptNumber: null,
  basket: 'applied',
  generation: 1,
  missedAt: null,
};

/** The database may be older than what the service holds: it is searched before anything is created. */
export const UNSURE: Progress = { ...NEW, step: 'creating', missedAt: 0 };

/** Waits between two looks, ms. */
export interface Waits {
  /** How long a list of the service may lag behind. */
  readonly lag: number;
  /** How long a payment that is under way there is left alone. */
  readonly pending: number;
}

export const WAITS: Waits = { lag: 30_000, pending: 10_000 };

/** The present time, ms since 1970, with the waits that count from it. */
export interface Moment extends Waits {
  readonly now: number;
}

/** A Smart Transaction as the service shows it. Amounts in minor units. */
export interface UpstreamSale {
  readonly id: string;
  readonly status: string;
  readonly sum: number | null;
  /** Amount that is still to be paid there. */
  readonly missing: number | null;
  readonly receiptNumber: number | null;
  /** transactionRef as the service shows it; null where it shows none. */
  readonly reference: string | null;
  /** Our mark, where the service returns the text. */
  readonly marker: string | null;
  /** Mark of a draft that was made while the sale was open; else null. */
  readonly draft: string | null;
  /** It was executed once, whatever its status is now. */
  readonly wasPaid: boolean;
  readonly idents: readonly UpstreamIdent[];
}

export interface UpstreamIdent {
  readonly type: string;
  readonly value: string;
  readonly valid: boolean;
  /** Number of the card that the service found or made. */
  readonly cardnumber: string | null;
}

export type Goal = 'closed' | 'cancelled' | 'delivered';
export type CallName = 'search' | 'create' | 'read' | 'apply' | 'start' | 'drop' | 'cancel' | 'deliver';
export type Action =
  | { readonly do: CallName }
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'end' };

const DONE: ReadonlySet<string> = new Set(['ok', 'received', 'collection', 'shipped', 'collected']);
export const isDone = ({ status }: UpstreamSale): boolean => DONE.has(status);

/** `known`: the state of the sale there was read in this run, so nothing has to be read again. */
export function nextAction(
  progress: Progress,
  goal: Goal,
  known: boolean,
  applies: boolean,
  { now, lag }: Moment,
): Action {
  const { step, missedAt, basket } = progress;
  switch (step) {
    case 'new':
      return { do: 'create' };
    case 'creating':
      return isWaiting(missedAt, now, lag) ? { do: 'wait', until: missedAt + lag } : { do: 'search' };
    case 'created':
      if (!known) return { do: 'read' };
      return { do: applies && basket === 'applied' ? 'apply' : 'start' };
    case 'applied':
      return { do: known ? 'start' : 'read' };
    case 'dropping':
      return { do: known ? 'drop' : 'read' };
    case 'closed':
      return closedAction(goal, known);
    default:
      return { do: 'end' };
  }
}

/** A time in the future was written before the clock was set back: nothing waits for it. */
const isWaiting = (missedAt: number | null, now: number, lag: number): missedAt is number =>
  missedAt !== null && missedAt <= now && now < missedAt + lag;

function closedAction(goal: Goal, known: boolean): Action {
  if (goal === 'closed') return { do: 'end' };
  if (goal === 'delivered') return { do: 'deliver' };
  return { do: known ? 'cancel' : 'read' };
}

/** Where a step leads: further, later, or to a person. `known` is false where the next action has to look again. */
export type Following =
  | { readonly progress: Progress; readonly known: boolean }
  | { readonly progress: Progress; readonly wait: number }
  | {
      readonly progress: Progress;
      readonly park: 'twoForOne' | 'ambiguous' | 'sumDiffers' | 'goneUpstream' | 'dayEnded';
    };

export type Found =
  | { readonly kind: 'none' | 'two' | 'ambiguous' }
  | { readonly kind: 'one'; readonly remote: UpstreamSale };

/** Picks our sale out of the hits for its reference: by the marker, else by a reference that is our own id. */
export function pickFound(
  hits: readonly UpstreamSale[],
  { transactionRef, marker, sum, sumCreated }: ObjectCalls,
): Found {
  const alive = hits.filter(hit => hit.status !== 'cancelled' || hit.wasPaid);
  const ours = alive.filter(hit => hit.marker === marker || (hit.marker === null && transactionRef === marker));
  const paid = ours.filter(hit => hit.wasPaid);
  if (paid.length > 1) return { kind: 'two' };
  const [remote] = paid.length === 1 ? paid : ours;
  if (remote) return { kind: 'one', remote };
  const unmarked = alive.some(hit => hit.marker === null && (hit.sum === sum || hit.sum === sumCreated));
  return { kind: unmarked ? 'ambiguous' : 'none' };
}

export function afterSearch(progress: Progress, found: Found, at: Moment): Following {
  switch (found.kind) {
    case 'one':
      return afterRead({ ...progress, step: 'created', upstream: found.remote.id }, found.remote, at);
    case 'two':
      return { progress, park: 'twoForOne' };
    case 'ambiguous':
      return { progress, park: 'ambiguous' };
    default:
      // The first look, or one of which nobody can say any more how long ago it was.
      if (progress.missedAt === null || progress.missedAt > at.now)
        return { progress: { ...progress, missedAt: at.now }, wait: at.now + at.lag };
      return { progress: { ...progress, step: 'new', missedAt: null }, known: true };
  }
}

export function afterCreate(progress: Progress, remote: UpstreamSale, calls: ObjectCalls): Following {
  const created: Progress = { ...progress, step: 'created', upstream: remote.id, missedAt: null };
  if (remote.sum !== null && remote.sum !== calls.sumCreated) return { progress: created, park: 'sumDiffers' };
  return { progress: created, known: true };
}

/** `remote` null: the service does not know the id. */
export function afterRead(progress: Progress, remote: UpstreamSale | null, { now, pending }: Moment): Following {
  if (remote === null) return afterGone(progress);
  if (remote.status === 'cancelled') return afterCancelledThere(progress, remote);
  if (isDone(remote)) return { progress: closed(progress, remote), known: true };
  if (remote.status === 'pending') return { progress, wait: now + pending };
  // The hold of preTransaction has expired there: it is asked again.
  if (progress.step === 'applied' && remote.status === 'created')
    return { progress: { ...progress, step: 'created' }, known: true };
  return { progress, known: true };
}

/** The service lost it, or it was deleted there, or a 404 was that of another request: searched twice, then created anew. */
function afterGone(progress: Progress): Following {
  if (progress.step === 'closed') return { progress, park: 'goneUpstream' };
  return { progress: anew(progress, { step: 'creating', missedAt: null }), known: false };
}

function afterCancelledThere(progress: Progress, remote: UpstreamSale): Following {
  if (progress.step === 'closed' || remote.wasPaid)
    return { progress: { ...closed(progress, remote), step: 'cancelled' }, known: true };
  return { progress: anew(progress, progress.step === 'dropping' ? { basket: 'sold' } : {}), known: true };
}

export interface Applied {
  readonly missing: number;
  readonly discounts: Discounts;
}

/** Only what the till itself had sold is accepted; another balance there changes nothing that was paid here. */
export function afterApply(progress: Progress, applied: Applied, calls: ObjectCalls): Following {
  const { apply } = calls;
  const agrees =
    apply !== null && applied.missing === apply.missing && sameDiscounts(applied.discounts, apply.discounts);
  return { progress: { ...progress, step: agrees ? 'applied' : 'dropping' }, known: true };
}

export function afterStart(progress: Progress, remote: UpstreamSale, { now, pending }: Moment): Following {
  if (isDone(remote)) return { progress: closed(progress, remote), known: true };
  return { progress, wait: now + pending };
}

/** The draft is cancelled; the basket goes as it was sold. */
export const afterDrop = (progress: Progress): Following => ({
  progress: anew(progress, { basket: 'sold' }),
  known: true,
});

export const afterCancel = (progress: Progress): Following => ({
  progress: { ...progress, step: 'cancelled' },
  known: true,
});

const closed = (progress: Progress, { id, receiptNumber }: UpstreamSale): Progress => ({
  ...progress,
  step: 'closed',
  upstream: progress.upstream ?? id,
  receiptNumber: receiptNumber ?? progress.receiptNumber,
  missedAt: null,
});

/** A create that is over for certain: the next one is another request. */
const anew = (progress: Progress, changes: Partial<Progress>): Progress => ({
  ...progress,
  step: 'new',
  upstream: null,
  missedAt: null,
  generation: progress.generation + 1,
  ...changes,
});
