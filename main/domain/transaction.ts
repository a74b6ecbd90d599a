/**
 * The states of a Smart Transaction and what may follow what. Pure: `next(state, input)` gives the state that follows
 * and what becomes of the loyalty reservation, or null when the input has no place there (HTTP 405).
 * The wire shows only the eight statuses of the specification ("States and transitions").
 */

export type State =
  | 'created'
  /** A card has been applied; a reservation is held. */
  | 'processing'
  /** The acquirer is asked for an authorisation. */
  | 'preparing'
  /** prepare succeeded; start captures. */
  | 'authorised'
  /** The same with an instrument known before: the goods may go, and start captures. */
  | 'secured'
  /** The payer has to pass a check on a page of its own: 3-D Secure, a bank, a wallet. */
  | 'challenged'
  /** An authorisation is given up again at the acquirer. */
  | 'voiding'
  /** Money is moving at the terminal or the acquirer; the intent is on disk. */
  | 'paying'
  /** The payment is accepted, the money has still to arrive: a transfer. */
  | 'awaiting'
  /** Nobody knows whether money moved. */
  | 'unclear'
  | 'closed'
  | 'failed'
  /** Money is moving back. */
  | 'reversing'
  /** Nobody knows whether money moved back. */
  | 'reversalUnclear'
  | 'cancelled';

/** What a caller asks for, and what the other side answers. */
export type Input =
  | 'update'
  | 'applyCard'
  | 'authorise'
  /** Closed without an outside party: cash, loyalty, and the like. */
  | 'book'
  | 'pay'
  | 'cancel'
  | 'reverse'
  /** Give up what is authorised, so that something else can be done. */
  | 'void'
  /** What was sold is on its way or has been fetched. */
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
  /** The same, and a loyalty card is still applied. */
  | 'voidedWithCard'
  | 'reversed'
  | 'reversalRefused'
  | 'reversalUnknown';

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
  authorise: step('preparing'),
  book: step('closed', 'commit'),
  pay: step('paying'),
  cancel: step('cancelled', 'release'),
} as const;

/** How a payment that the acquirer was asked for can end, now or when the payer has finished. */
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
  // When the acquirer will not give it up, what it says of the payment counts.
  voiding: { ...answers, voided: step('created'), voidedWithCard: step('processing') },
  paying: { ...answers, unknown: step('unclear') },
  awaiting: { paid, declined, void: step('voiding') },
  unclear: { paid, declined },
  // A capture that failed leaves an authorisation behind, which may still be captured by hand.
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

/** The step an input leads to, or null when the state forbids it. */
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

/** Has money been taken, or may it have been? Then the basket can no longer be changed. */
export const executed = (state: State): boolean => EXECUTED.has(state);

const UNSETTLED: ReadonlySet<State> = new Set([
  'preparing',
  'voiding',
  'paying',
  'unclear',
  'reversing',
  'reversalUnclear',
]);

/** States in which terminal or acquirer owe an answer; nothing can be done with the sale until it comes. */
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

/** How a closed sale is named: an order is received (shipping) or put aside for collection. */
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
