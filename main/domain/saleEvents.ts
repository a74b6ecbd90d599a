/** The facts about a sale that leave the shop: which transitions of its states make a record in the queue. */
import type { State } from './transaction.ts';

export type SaleEvent = 'closed' | 'cancelled' | 'delivered' | 'unknown' | 'notPaid' | 'notReversed';

type Events = Readonly<Partial<Record<State, Readonly<Partial<Record<State, SaleEvent>>>>>>;

/** Per new state, the states before it. What is not named moved no money, or says nothing that was not said before. */
const events: Events = {
  closed: {
    created: 'closed',
    processing: 'closed',
    preparing: 'closed',
    authorised: 'closed',
    secured: 'closed',
    challenged: 'closed',
    voiding: 'closed',
    partlyPaid: 'closed',
    paying: 'closed',
    awaiting: 'closed',
    unclear: 'closed',
    failed: 'closed',
    reversalUnclear: 'notReversed',
  },
  // An unknown part ends with its sale: closed, or nothing of it stays paid.
  created: { partlyPaid: 'notPaid', returning: 'notPaid', returnUnclear: 'notPaid' },
  processing: { partlyPaid: 'notPaid', returning: 'notPaid', returnUnclear: 'notPaid' },
  partlyReversed: { reversalUnclear: 'notReversed' },
  cancelled: {
    closed: 'cancelled',
    reversing: 'cancelled',
    reversalUnclear: 'cancelled',
    partlyReversed: 'cancelled',
    partlyPaid: 'notPaid',
  },
  unclear: { paying: 'unknown', failed: 'unknown' },
  reversalUnclear: { reversing: 'unknown' },
  returnUnclear: { returning: 'unknown' },
  failed: { unclear: 'notPaid' },
};

/** The event of a step from one state to another, or null where the step is nobody's business outside the shop. */
export function saleEventOf(from: State, to: State, isDelivery: boolean): SaleEvent | null {
  if (from === 'closed' && to === 'closed') return isDelivery ? 'delivered' : null;
  return events[to]?.[from] ?? null;
}

/**
 * Events that the upstream service has a call for. An unknown outcome waits for its end; a terminal operation or an
 * end-of-day would drive the terminal of the upstream service.
 */
const upstreamEvents: Readonly<Record<string, readonly string[]>> = {
  sale: ['closed', 'cancelled', 'delivered'],
  cardOperation: ['booked', 'created', 'changed'],
};

/** Played sales, which moved no real money, stay in the shop. */
export const goesUpstream = (kind: string, event: string, played: boolean): boolean =>
  !played && upstreamEvents[kind]?.includes(event) === true;
