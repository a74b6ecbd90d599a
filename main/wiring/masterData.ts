/** The parts of the store that changes of master data work with. */

import type { LoyaltyParts } from '../masterData/loyalty/parts.ts';
import type { MasterData } from '../masterData/masterData.ts';
import type { World } from '../world/world.ts';
import type { Tables } from './tables.ts';

export function masterDataOf(tables: Tables, now: () => number): MasterData {
  const {
    merchants,
    shopStore,
    agreements,
    shops,
    devices,
    terminals,
    accounts,
    loyalty,
    audit,
    queue,
    sales,
    articles,
    importChoices,
  } = tables;
  return {
    ...{ merchants, shopStore, agreements, shops, devices, terminals, accounts, loyalty, audit, articles, queue, now },
    importChoices,
    nextNumber: sales.nextNumber,
  };
}

/** `prefixes`: first digits of own cards that would be taken for payment cards. */
export const loyaltyPartsOf = (tables: Tables, world: World, prefixes: readonly string[]): LoyaltyParts => ({
  ...{ world, prefixes, tables: tables.loyaltyManagement },
  data: masterDataOf(tables, world.clock.now),
});
