/** What has been taken for a contract and not been paid out yet. */
import type { TransferBalance } from '../../wire/agreements.ts';
import type { Principal } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import { agreementOf } from './lookup.ts';

export function transferBalance(world: World, principal: Principal, id: string): TransferBalance {
  const { document, inner } = agreementOf(world, principal, id);
  const nothing = Object.fromEntries(inner.currencies.map(currency => [currency, 0]));
  return { id: document.id, balances: { ...nothing, ...world.agreements.balances(document.id) } };
}
