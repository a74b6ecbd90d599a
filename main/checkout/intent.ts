/** The intent to move money: born open and written before anything leaves, in the commit of the step it belongs to. */
import { newKey } from '../ids.ts';
import type { IntentRow, Sale } from '../ports/sales.ts';
import type { World } from '../ports/world.ts';

type About = Pick<IntentRow, 'party' | 'kind' | 'method' | 'amount'> &
  Partial<Pick<IntentRow, 'knownReceipt' | 'reverses'>>;

/** Inside a job. The id is also the key under which an acquirer books once. */
export function openIntent(world: World, sale: Sale, about: About): IntentRow {
  const intent: IntentRow = {
    knownReceipt: null,
    reverses: null,
    ...about,
    id: newKey(),
    sale: sale.id,
    merchant: sale.merchant,
    currency: sale.document.basket_info.currency,
    state: 'open',
    person: false,
    reason: null,
    facts: null,
    startedAt: world.clock.now(),
  };
  world.intents.open(intent);
  return intent;
}
