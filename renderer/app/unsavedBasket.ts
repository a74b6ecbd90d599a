/**
 * A basket that the bridge has not got yet outlives a reload of its page: it is kept in the browser until it is saved, and no longer.
 * Loaded after the first screen; what was scanned before that is kept then.
 */

import type { BridgeClient } from '../bridge/client.ts';
import { isStatus } from '../bridge/errors.ts';
import type { BasketStore } from '../stores/basket.ts';
import { contentOf, contentOfSale } from '../stores/basketFromSale.ts';
import type { BasketState } from '../stores/basketState.ts';
import { type BasketSync, EDITABLE, type UnsavedSale, unsavedName } from '../stores/basketSync.ts';
import type { NoticesStore } from '../stores/notices.ts';
import { isClosed } from '../stores/saleState.ts';
import type { TillStore } from '../stores/till.ts';
import { later } from './timers.ts';

interface KeptBasket extends Pick<BasketState, 'lines' | 'card' | 'extras' | 'payWithCard' | 'age'> {
  readonly sale: UnsavedSale;
}

interface KeepingParts {
  readonly basket: Pick<BasketStore, 'getState' | 'subscribe'>;
  readonly sync: Pick<BasketSync, 'unsaved'>;
  readonly till: Pick<TillStore, 'getState'>;
}

/** Keeps every change until it is saved. Returns a function that stops it. */
export function keepUnsaved({ basket, sync, till }: KeepingParts, storage: Pick<Storage, 'setItem' | 'removeItem'>) {
  const keep = () => {
    const sale = sync.unsaved();
    if (sale === null) return storage.removeItem(unsavedName(till));
    const { lines, card, extras, payWithCard, age } = basket.getState();
    const kept: KeptBasket = { sale, lines, card, extras, payWithCard, age };
    storage.setItem(unsavedName(till), JSON.stringify(kept));
  };
  if (sync.unsaved()) keep();
  return basket.subscribe((state, before) => {
    // In a task of its own, so that the screen shows the scan first; the save has begun by then.
    if (state.rev !== before.rev || isSaved(state, before)) later(keep, 0);
  });
}

const isSaved = (state: BasketState, before: BasketState): boolean =>
  state.sync.state === 'saved' && before.sync.state !== 'saved';

interface ResumingParts {
  readonly client: Pick<BridgeClient, 'sale'>;
  readonly basket: Pick<BasketStore, 'getState' | 'resume' | 'subscribe'>;
  readonly sync: Pick<BasketSync, 'resume'>;
  readonly till: Pick<TillStore, 'getState'>;
  readonly notices: Pick<NoticesStore, 'show'>;
  readonly storage: Pick<Storage, 'getItem' | 'removeItem'> | null;
}

/** Goes on with the basket that the page before kept, or says that it counts no more, because another window was faster. */
export async function resumeUnsaved(
  text: string,
  { client, basket, sync, till, notices, storage }: ResumingParts,
): Promise<void> {
  const name = unsavedName(till);
  // A scan meanwhile may have been kept in its place.
  const forget = () => {
    if (storage?.getItem(name) === text) storage.removeItem(name);
  };
  const { sale, ...kept }: KeptBasket = JSON.parse(text);
  const shown = till.getState().sale;
  const open = shown && !isClosed(shown) && shown.status !== 'cancelled' ? shown : null;
  if (open && contentOfSale(open) === contentOf(kept)) return forget();
  // The page before may have had no time to put its sale on the till.
  const own = open ?? (sale.id === null ? null : await saleOf(client, sale.id));
  const isOther =
    own !== null &&
    (own.id !== sale.id || !EDITABLE.has(own.status) || ![sale.written, sale.sent].includes(contentOfSale(own)));
  if (isOther || (open === null && basket.getState().lines.length > 0)) {
    // It is said once, not at every reload.
    forget();
    return notices.show('warn', ({ t }) => t('basket.changedElsewhere'));
  }
  sync.resume(sale, open?.id ?? null);
  basket.resume(kept);
  // It may be saved before this page keeps baskets of its own.
  const stop = basket.subscribe((state, before) => {
    if (!isSaved(state, before)) return;
    forget();
    stop();
  });
}

/** Null where the bridge knows it no more: the basket becomes a sale of its own. */
const saleOf = (client: Pick<BridgeClient, 'sale'>, id: string) =>
  client.sale(id).catch(error => {
    if (isStatus(error, 404)) return null;
    throw error;
  });
