/** One touch for the basket on the screen and the one that waits. Loaded with the dialogs. */

import { isEmpty } from '../stores/emptyBasket.ts';
import type { Checkout } from './checkout.ts';
import type { CheckoutParts } from './parts.ts';

interface Parts extends Pick<CheckoutParts, 'basket' | 'entry' | 'till'> {
  readonly checkout: Pick<Checkout, 'baskets'>;
}

/**
 * Parks the basket on the screen without a note, or takes the only basket that waits, unless it waits for another till. With none or
 * several, and where they cannot be read, the list opens.
 */
export async function parkOrTake({ basket, entry, till, checkout: { baskets } }: Parts): Promise<void> {
  if (!isEmpty(basket.getState())) return void (await baskets.park('', null));
  const { data } = await baskets.list().catch(() => ({ data: [] }));
  // Something may have been scanned or taken meanwhile.
  if (!isEmpty(basket.getState())) return;
  const [only, ...others] = data;
  const own = till.getState().device?.id;
  const isOurs = only && others.length === 0 && (only.for_till === null || only.for_till.id === own);
  if (isOurs) await baskets.take(only.id);
  else entry.open({ name: 'parked' });
}
