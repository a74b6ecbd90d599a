/**
 * The states of a Smart Transaction and what may follow what. Pure: `next(state, input)` gives the state that follows
 * and what becomes of the loyalty reservation, or null when the input has no place there (HTTP 405).
 * The wire shows only the eight statuses of the specification ("States and transitions").
 */

export type State =
  | 'created'
  /** A card has been applied; a reservation is held. */
  | 'processing'
  /** prepare succeeded; start captures. */
  | 'authorised'
  /** Money is moving at the terminal or the acquirer; an intent is on disk. */
  | 'paying'
  /** Nobody knows whether money moved. */
  | 'unclear'
  | 'closed'
  | 'failed'
  /** Money is moving back. */
  | 'reversing'
  /** Nobody knows whether money moved back. */
  | 'reversalUnclear'
  | 'cancelled';

export type Input =
  | 'update'
  | 'applyCard'
  | 'authorise'
  | 'refuse'
  /** Closed without an outside party: cash, loyalty, and the like. */
  | 'book'
  | 'pay'
  | 'paid'
  | 'declined'
  | 'unknown'
  | 'cancel'
  | 'reverse'
  | 'reversed'
  | 'reversalRefused'
  | 'reversalUnknown'
  /** The reservation ran out of time. */
  | 'expire';

/** What happens to the loyalty side in the same commit. */
export type LoyaltyEffect =
  | 'none'
  /** Take the applied card out: release what is held. */
  | 'release'
  /** Book what is held, and the points earned. */
  | 'commit'
  /** Give back what was booked. */
  | 'return';

export interface Step {
  readonly to: State;
  readonly loyalty: LoyaltyEffect;
}

const step = (to: State, loyalty: LoyaltyEffect = 'none'): Step => ({ to, loyalty });

/** The same before every execution; a failed payment may be repeated with any method. */
const editable = {
  update: step('created', 'release'),
  applyCard: step('processing'),
  authorise: step('authorised'),
  refuse: step('failed'),
  book: step('closed', 'commit'),
  pay: step('paying'),
  cancel: step('cancelled', 'release'),
} as const;

const expirable = { expire: step('created', 'release') } as const;

export const transitions = {
  created: editable,
  processing: { ...editable, ...expirable },
  authorised: {
    update: step('created', 'release'),
    pay: step('paying'),
    refuse: step('failed'),
    cancel: step('cancelled', 'release'),
    ...expirable,
  },
  paying: { paid: step('closed', 'commit'), declined: step('failed'), unknown: step('unclear') },
  unclear: { paid: step('closed', 'commit'), declined: step('failed') },
  failed: { ...editable, expire: step('failed', 'release') },
  closed: { reverse: step('reversing'), cancel: step('cancelled', 'return') },
  reversing: {
    reversed: step('cancelled', 'return'),
    reversalRefused: step('closed'),
    reversalUnknown: step('reversalUnclear'),
  },
  reversalUnclear: { reversed: step('cancelled', 'return'), reversalRefused: step('closed') },
  cancelled: {},
} as const satisfies Record<State, Partial<Record<Input, Step>>>;

/** The step an input leads to, or null when the state forbids it. */
export const next = (state: State, input: Input): Step | null =>
  (transitions[state] as Partial<Record<Input, Step>>)[input] ?? null;

/** Has money been taken, or may it have been? Then the basket can no longer be changed. */
export const executed = (state: State): boolean => !('update' in transitions[state]);

/** States in which a payment is under way or open: the terminal owes an answer. */
export const unsettled = (state: State): boolean =>
  state === 'paying' || state === 'unclear' || state === 'reversing' || state === 'reversalUnclear';

export type WireStatus =
  | 'created'
  | 'processing'
  | 'ok'
  | 'received'
  | 'collection'
  | 'pending'
  | 'failed'
  | 'cancelled';

/** How a closed sale is named: an order is received (shipping) or put aside for collection. */
export const closedStatus = (intent: string | null, delivery: string | null): WireStatus => {
  if (intent !== 'order') return 'ok';
  return delivery === 'collection' ? 'collection' : 'received';
};

/** The status on the wire; prepare keeps `created`, as the specification shows it. */
export function wireStatus(state: State, intent: string | null, delivery: string | null): WireStatus {
  switch (state) {
    case 'authorised':
      return 'created';
    case 'paying':
    case 'unclear':
    case 'reversing':
    case 'reversalUnclear':
      return 'pending';
    case 'closed':
      return closedStatus(intent, delivery);
    default:
      return state;
  }
}
