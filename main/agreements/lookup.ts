/** Finds the agreement and the documents that a caller names. */
import type { GeneralContract, TransferBalance } from '../wire/agreements.ts';
import type { AgreementInner } from '../world/agreements.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { Stored } from '../world/records.ts';
import type { World } from '../world/world.ts';

export type Agreement = Stored<GeneralContract, AgreementInner>;

/** By GCR_, PCR_ or `me`. Throws `notFound`, and `contractEnded` for a terminated agreement, which can only be read. */
export function agreementOf(world: Pick<World, 'agreements'>, principal: Principal, id: string): Agreement {
  const general = world.agreements.generalOf(principal.merchant, id);
  const agreement = general === null ? null : world.agreements.general.find(principal.merchant, general);
  if (!agreement) throw new BridgeError('notFound', `there is no contract ${id}`);
  if (agreement.inner.ended !== null)
    throw new BridgeError('contractEnded', `the contract ${id} was terminated at ${agreement.inner.ended}`);
  return agreement;
}

/** Inside a job: assigns an uploaded document to `taker`. Throws `notFound`. */
export function takeDocument(world: Pick<World, 'wallet'>, merchant: string, id: string, taker: string): void {
  if (!world.wallet.documents.find(merchant, id))
    throw new BridgeError('notFound', `there is no document.uploads ${id}`);
  world.wallet.documents.assign(merchant, id, taker);
}

/** Amounts taken under an agreement and not paid out yet, in minor units by currency. */
export function transferBalance(world: Pick<World, 'agreements'>, principal: Principal, id: string): TransferBalance {
  const { document, inner } = agreementOf(world, principal, id);
  const nothing = Object.fromEntries(inner.currencies.map(currency => [currency, 0]));
  return { id: document.id, balances: { ...nothing, ...world.agreements.balances(document.id) } };
}
