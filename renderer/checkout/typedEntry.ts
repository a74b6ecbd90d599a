/** Ends what was typed before an article with the act that it was typed for: digits and quantities never wait for the next customer. */

import type { BasketStore } from '../stores/basket.ts';
import { type EntryState, type EntryStore, isNumber } from '../stores/entry.ts';
import type { SessionStore } from '../stores/session.ts';
import { screenOf, type TillState, type TillStore } from '../stores/till.ts';

/** Digits in the search that nobody has used are gone after this time, ms. */
export const DIGITS_WAIT = 10_000;
/** A quantity stands beside the basket in large figures; it waits for an article for this time, ms. */
export const QUANTITY_WAITS = 30_000;

interface EntryParts {
  readonly entry: Pick<EntryStore, 'getState' | 'subscribe' | 'dropDigits' | 'dropQuantity'>;
  readonly basket: Pick<BasketStore, 'subscribe'>;
  readonly till: Pick<TillStore, 'subscribe'>;
  readonly session: Pick<SessionStore, 'subscribe'>;
  /** Drops digits that wait for the key after them. */
  readonly cancelKeys: () => void;
  readonly later: (run: () => void, delay: number) => () => void;
}

export function endTypedEntries({ entry, basket, till, session, cancelKeys, later }: EntryParts): void {
  let stopDigits = () => {};
  let stopQuantity = () => {};
  entry.subscribe((state, before) => {
    if (state.search !== before.search) {
      stopDigits();
      if (isNumber(state.search)) stopDigits = later(entry.dropDigits, DIGITS_WAIT);
    }
    if (state.quantity !== before.quantity || state.isRefused !== before.isRefused) {
      stopQuantity();
      if (state.quantity !== null || state.isRefused)
        stopQuantity = later(() => waitOrDrop(entry.getState()), QUANTITY_WAITS);
    }
  });
  /** A question about the article, as that for its price, keeps its quantity. */
  const waitOrDrop = ({ question, sheet }: EntryState) => {
    if (question === null && sheet === null) entry.dropQuantity();
    else stopQuantity = later(() => waitOrDrop(entry.getState()), QUANTITY_WAITS);
  };
  const drop = () => {
    entry.dropDigits();
    entry.dropQuantity();
  };
  // A scan, a tile or a change by hand has used the digits; the quantity counts for the article itself.
  basket.subscribe((state, before) => {
    if (state.rev !== before.rev) entry.dropDigits();
    if (state.customer !== before.customer) {
      drop();
      cancelKeys();
    }
  });
  till.subscribe((state, before) => {
    if (!isTendered(state, before)) return;
    drop();
    // Digits right before the dialog for cash are its amount.
    if (!state.cashOpen) cancelKeys();
  });
  session.subscribe((state, before) => {
    if (state.user?.username !== before.user?.username || state.state !== before.state) {
      drop();
      cancelKeys();
    }
  });
}

/** A tender was pressed, or another screen is there. */
function isTendered(state: TillState, before: TillState): boolean {
  const isNewDialog = (['partOpen', 'tipOpen', 'cashOpen'] as const).some(name => state[name] !== before[name]);
  return isNewDialog || state.busy !== before.busy || screenOf(state) !== screenOf(before);
}
