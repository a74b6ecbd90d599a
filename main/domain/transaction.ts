/**
 * The states of a Smart Transaction and their transitions. Pure: `next(state, input)` gives the following state and
 * the effect on the loyalty reservation, or null where the state forbids the input (HTTP 405). The wire shows only the
 * eight statuses of the specification ("States and transitions").
 */

export type State =
  | 'created'
  /** A card has been applied; a reservation is held. */
  | 'processing'
  /** An authorisation has been requested at the acquirer. */
  | 'preparing'
  /** prepare succeeded; start captures. */
  | 'authorised'
  /** Authorised with an instrument known before: the goods may go, and start captures. */
  | 'secured'
  /** The payer must pass a challenge page: 3-D Secure, a bank, a wallet. */
  | 'challenged'
  /** The authorisation is being voided at the acquirer. */
  | 'voiding'
  /** Money is moving at the terminal or the acquirer; the intent is on disk. */
  | 'paying'
  /** The payment is accepted, and its transfer has not arrived. */
  | 'awaiting'
  /** The outcome of the payment is unknown. */
  | 'unclear'
  | 'closed'
  | 'failed'
  /** Money is moving back. */
  | 'reversing'
  /** The outcome of the reversal is unknown. */
  | 'reversalUnclear'
  | 'cancelled';

/** Inputs: calls of the till, and answers of terminal or acquirer. */
export type Input =
  | 'update'
  | 'applyCard'
  | 'authorise'
  /** Closed without an outside party: cash, loyalty, and the like. */
  | 'book'
  | 'pay'
  | 'cancel'
  | 'reverse'
  /** Void the authorisation, so that another step is possible. */
  | 'void'
  /** The goods have been shipped or fetched. */
  | 'deliver'
  /** The reservation ran out of time. */
  | 'expire'
  | 'authorised'
  | 'secured'
  | 'challenge'
  | 'await'
  | 'paid'
  | 'declined'
  | 'unknown'
  | 'voided'
  /** The payment was voided, and a loyalty card is still applied. */
  | 'voidedWithCard'
  | 'reversed'
  | 'reversalRefused'
  | 'reversalUnknown';

/** Effect on the loyalty booking in the same commit. */
export type LoyaltyEffect =
  | 'none'
  /** Release the held amounts of the applied card. */
  | 'release'
  /** Book the held amounts and the earned points. */
  | 'commit'
  /** Reverse the bookings. */
  | 'return';

export interface Step {
  readonly to: State;
  readonly loyalty: LoyaltyEffect;
}

const step = (to: State, loyalty: LoyaltyEffect = 'none'): Step => ({ to, loyalty });

/** Transitions shared by all states before execution; a failed payment may be repeated with any method. */
const editable = {
  update: step('created', 'release'),
  applyCard: step('processing'),
  authorise: step('preparing'),
  book: step('closed', 'commit'),
  pay: step('paying'),
  cancel: step('cancelled', 'release'),
} as const;

/** Endings of a payment at the acquirer, now or after the challenge page. */
const answers = {
  authorised: step('authorised'),
  secured: step('secured'),
  challenge: step('challenged'),
  await: step('awaiting'),
  paid: step('closed', 'commit'),
  declined: step('failed'),
} as const;

const { paid, declined } = answers;
const authorised = { pay: step('paying'), void: step('voiding'), paid, declined } as const;

export const transitions = {
  created: editable,
  processing: { ...editable, expire: step('created', 'release') },
  preparing: answers,
  authorised,
  secured: authorised,
  challenged: { ...answers, void: step('voiding') },
  // Where the acquirer refuses the void, its answer about the payment counts.
  voiding: { ...answers, voided: step('created'), voidedWithCard: step('processing') },
  paying: { ...answers, unknown: step('unclear') },
  awaiting: { paid, declined, void: step('voiding') },
  unclear: { paid, declined },
  // A failed capture leaves an authorisation, which may still be captured by hand.
  failed: { ...editable, expire: step('failed', 'release'), void: step('voiding'), paid },
  closed: { deliver: step('closed'), reverse: step('reversing'), cancel: step('cancelled', 'return') },
  reversing: {
    reversed: step('cancelled', 'return'),
    reversalRefused: step('closed'),
    reversalUnknown: step('reversalUnclear'),
  },
  reversalUnclear: { reversed: step('cancelled', 'return'), reversalRefused: step('closed') },
  cancelled: {},
} as const satisfies Record<State, Partial<Record<Input, Step>>>;

/** The step for an input, or null where the state forbids it. */
export const next = (state: State, input: Input): Step | null =>
  (transitions[state] as Partial<Record<Input, Step>>)[input] ?? null;

const EXECUTED: ReadonlySet<State> = new Set([
  'paying',
  'awaiting',
  'unclear',
  'closed',
  'reversing',
  'reversalUnclear',
  'cancelled',
]);

/** True where money has moved or may have moved; the basket can no longer change. */
export const executed = (state: State): boolean => EXECUTED.has(state);

const UNSETTLED: ReadonlySet<State> = new Set([
  'preparing',
  'voiding',
  'paying',
  'unclear',
  'reversing',
  'reversalUnclear',
]);

/** True for states that wait for an answer of terminal or acquirer; no other step is possible before it. */
export const unsettled = (state: State): boolean => UNSETTLED.has(state);

export type WireStatus =
  | 'created'
  | 'processing'
  | 'ok'
  | 'received'
  | 'collection'
  | 'pending'
  | 'failed'
  | 'cancelled';

/** The status of a closed sale: an order is received (shipping) or put aside for collection. */
export const closedStatus = (intent: string | null, delivery: string | null): WireStatus => {
  if (intent !== 'order') return 'ok';
  return delivery === 'collection' ? 'collection' : 'received';
};

/**
 * The status on the wire. prepare keeps `created`, but with an existing container it is `ok` ("States and transitions":
 * prepare/creditcard as a subsequent payment).
 */
export function wireStatus(state: State, intent: string | null, delivery: string | null): WireStatus {
  switch (state) {
    case 'preparing':
    case 'authorised':
    case 'challenged':
    case 'voiding':
      return 'created';
    case 'paying':
    case 'awaiting':
    case 'unclear':
    case 'reversing':
    case 'reversalUnclear':
      return 'pending';
    case 'secured':
    case 'closed':
      return closedStatus(intent, delivery);
    default:
      return state;
  }
}
