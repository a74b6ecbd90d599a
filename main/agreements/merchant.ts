/** The merchant as the API shows it. */
import type { GeneralMerchant } from '../wire/merchants.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';

/** By MRC_… or `me`. Throws `notFound` for another merchant. */
export function merchantOf(world: Pick<World, 'devices' | 'shops'>, principal: Principal, id: string): GeneralMerchant {
  if (id.toLowerCase() !== 'me' && id !== principal.merchant)
    throw new BridgeError('notFound', `there is no general.merchants ${id}`);
  return merchantDocument(world, principal.merchant);
}

/** Members of the world that the document of a merchant is made from. */
export interface MerchantFacts {
  readonly devices: Pick<World['devices'], 'merchant'>;
  readonly shops: Pick<World['shops'], 'defaultOf'>;
}

export function merchantDocument(world: MerchantFacts, merchant: string): GeneralMerchant {
  const { id, name, address } = world.devices.merchant(merchant);
  const store = world.shops.defaultOf(merchant);
  return {
    object: 'general.merchants',
    id,
    id_old: null,
    type: CHECKOUT_PROVIDER,
    companyname: name,
    user: { companyname: name, address: [...address] },
    parent: null,
    assigned_by: [],
    invited_by: [],
    legal_details: [],
    urls: [],
    store_name: name,
    store: store === null ? null : { object: 'general.stores', id: store },
  };
}

/** Type of merchant, as existing clients number the types. */
const CHECKOUT_PROVIDER = '64';
