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
  /** Some parts are paid, and something is missing. */
  | 'partlyPaid'
  /** A part of a sale that is not closed is moving back. */
  | 'returning'
  /** The outcome of that is unknown. */
  | 'returnUnclear'
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
  /** Some parts of a closed sale went back, and others did not. */
  | 'partlyReversed'
  | 'cancelled';

/** Inputs: calls of the till, and answers of terminal or acquirer. */
export type Input =
  | 'update'
  | 'applyCard'
  | 'authorise'
  /** Closed without an outside party: cash, loyalty, and the like. */
  | 'book'
  /** A part is paid without an outside party, and something is missing behind it. */
  | 'bookPart'
  | 'pay'
  | 'cancel'
  | 'reverse'
  /** A part of a sale that is not closed is to go back. */
  | 'returnPart'
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
  /** A payment that was called not paid may have been made: a person decides. */
  | 'doubted'
  /** A part is paid, and something is missing behind it. */
  | 'partPaid'
  /** A part is not paid, and others are. */
  | 'partDeclined'
  /** A part that was called declined is found paid. */
  | 'partFound'
  | 'voided'
  /** The payment was voided, and a loyalty card is still applied. */
  | 'voidedWithCard'
  | 'reversed'
  | 'reversalRefused'
  | 'reversalUnknown'
  /** A part of a sale that is not closed went back, and others are still paid. */
  | 'partReturned'
  /** It did not go back. */
  | 'partKept'
  /** Its outcome is unknown. */
  | 'returnUnknown'
  /** No part of a sale that is not closed is paid any more. */
  | 'allReturned'
  /** The same, and a loyalty card is still applied. */
  | 'allReturnedWithCard'
  /** Some parts of a closed sale went back, and others did not. */
  | 'someReversed';

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
  bookPart: step('partlyPaid'),
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

/** Endings of a part. */
const partAnswers = { partPaid: step('partlyPaid'), partDeclined: step('partlyPaid') } as const;

/** Endings of the return of a part, as long as the sale is not closed. */
const partReturns = {
  partReturned: step('partlyPaid'),
  partKept: step('partlyPaid'),
  allReturned: step('created'),
  allReturnedWithCard: step('processing'),
} as const;

/** Endings of the return of a closed sale, or of a part of it. */
const reversals = {
  reversed: step('cancelled', 'return'),
  reversalRefused: step('closed'),
  someReversed: step('partlyReversed'),
} as const;

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
  partlyPaid: {
    book: editable.book,
    bookPart: editable.bookPart,
    pay: editable.pay,
    returnPart: step('returning'),
    partReturned: partReturns.partReturned,
    allReturned: partReturns.allReturned,
    allReturnedWithCard: partReturns.allReturnedWithCard,
    cancel: editable.cancel,
    paid,
    doubted: step('unclear'),
    partFound: step('partlyPaid'),
  },
  paying: { ...answers, ...partAnswers, unknown: step('unclear') },
  awaiting: { paid, declined, void: step('voiding') },
  unclear: { paid, declined, ...partAnswers },
  // A failed capture leaves an authorisation, which may still be captured by hand.
  failed: {
    ...editable,
    expire: step('failed', 'release'),
    void: step('voiding'),
    paid,
    doubted: step('unclear'),
    partFound: step('partlyPaid'),
  },
  closed: { deliver: step('closed'), reverse: step('reversing'), cancel: step('cancelled', 'return') },
  returning: { ...partReturns, returnUnknown: step('returnUnclear') },
  returnUnclear: partReturns,
  reversing: { ...reversals, reversalUnknown: step('reversalUnclear') },
  reversalUnclear: reversals,
  // A part that its terminal cannot give back goes back in cash.
  partlyReversed: {
    reverse: step('reversing'),
    cancel: step('cancelled', 'return'),
    reversed: reversals.reversed,
    someReversed: reversals.someReversed,
  },
  cancelled: {},
} as const satisfies Record<State, Partial<Record<Input, Step>>>;

/** The step for an input, or null where the state forbids it. */
export const next = (state: State, input: Input): Step | null =>
  (transitions[state] as Partial<Record<Input, Step>>)[input] ?? null;

const EXECUTED: ReadonlySet<State> = new Set([
  'partlyPaid',
  'returning',
  'returnUnclear',
  'paying',
  'awaiting',
  'unclear',
  'closed',
  'reversing',
  'reversalUnclear',
  'partlyReversed',
  'cancelled',
]);

/** True where money has moved or may have moved; the basket can no longer change. */
export const executed = (state: State): boolean => EXECUTED.has(state);

const UNSETTLED: ReadonlySet<State> = new Set([
  'preparing',
  'voiding',
  'paying',
  'unclear',
  'returning',
  'returnUnclear',
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
    case 'partlyPaid':
      return 'processing';
    case 'paying':
    case 'awaiting':
    case 'unclear':
    case 'returning':
    case 'returnUnclear':
    case 'reversing':
    case 'reversalUnclear':
    case 'partlyReversed':
      return 'pending';
    case 'secured':
    case 'closed':
      return closedStatus(intent, delivery);
    default:
      return state;
  }
}
