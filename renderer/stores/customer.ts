/**
 * State that belongs to one customer and ends with the customer. Every member of every store that a sale touches is named here, so that
 * nobody adds one without saying whether the next customer may see it.
 */

import type { StoreApi } from 'zustand/vanilla';
import type { BasketStore } from './basket.ts';
import type { BasketState } from './basketState.ts';
import type { EntryState, EntryStore } from './entry.ts';
import type { NoticesState, NoticesStore } from './notices.ts';
import type { ScannerState, ScannerStore } from './scanner.ts';
import type { TillState, TillStore } from './till.ts';

/** `customer`: begins again with every customer. `stays`: belongs to the till, or only counts. */
type Owner = 'customer' | 'stays';

type Owners<State> = Readonly<Record<keyof State, Owner>>;

interface OwnersOfStores {
  readonly basket: Owners<BasketState>;
  readonly till: Owners<TillState>;
  readonly entry: Owners<EntryState>;
  readonly notices: Owners<NoticesState>;
  readonly scanner: Owners<ScannerState>;
}

export const owners: OwnersOfStores = {
  basket: {
    rev: 'stays',
    customer: 'stays',
    lines: 'customer',
    card: 'customer',
    // A new card, coupons, and the tip.
    extras: 'customer',
    refused: 'customer',
    payWithCard: 'customer',
    cardRejected: 'customer',
    // With what the customer is near to, and the hints of coupons.
    applied: 'customer',
    parts: 'customer',
    selected: 'customer',
    age: 'customer',
    undo: 'customer',
    hit: 'customer',
    sync: 'customer',
  },
  till: {
    device: 'stays',
    sale: 'customer',
    payment: 'customer',
    decision: 'customer',
    reason: 'customer',
    busy: 'customer',
    answerLost: 'customer',
    stopRequested: 'customer',
    askedAbout: 'customer',
    failure: 'customer',
    failureSeen: 'customer',
    cashOpen: 'customer',
    partOpen: 'customer',
    tipOpen: 'customer',
    giveBack: 'customer',
    declined: 'customer',
    customerOpen: 'customer',
    customerCode: 'customer',
    refusedReversal: 'customer',
    reply: 'customer',
    askingTerminal: 'customer',
  },
  entry: {
    quantity: 'customer',
    isRefused: 'customer',
    // Digits that were typed outside every field stand here, too.
    search: 'customer',
    enquiry: 'customer',
    question: 'customer',
    sheet: 'customer',
    busy: 'customer',
    parked: 'stays',
  },
  notices: {
    notice: 'customer',
    announcement: 'customer',
    flash: 'stays',
  },
  scanner: {
    // Its code was meant for the basket of that customer.
    slow: 'customer',
  },
};

export interface CustomerStores {
  readonly basket: BasketStore;
  readonly till: TillStore;
  readonly entry: EntryStore;
  readonly notices: NoticesStore;
  readonly scanner: ScannerStore;
}

/** Ends the customer: nothing of what is named above reaches the next one. A message about a device stays until somebody has read it. */
export function endCustomer({ basket, till, entry, notices, scanner }: CustomerStores): void {
  basket.reset();
  beginAgain(till, owners.till);
  beginAgain(entry, owners.entry);
  beginAgain(scanner, owners.scanner);
  notices.clear();
}

type Begins<State> = Pick<StoreApi<State>, 'getInitialState' | 'setState'>;

function beginAgain<State extends object>(store: Begins<State>, of: Owners<State>): void {
  const members = Object.entries(store.getInitialState()) as [keyof State, State[keyof State]][];
  store.setState(Object.fromEntries(members.filter(([name]) => of[name] === 'customer')) as Partial<State>);
}
