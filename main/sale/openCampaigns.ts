/** Campaigns for everybody: their lines stand in an open sale whether or not a card is applied. */

import { bonusItems } from '../domain/campaigns.ts';
import { removeApplied } from '../domain/loyalty.ts';
import type { Sale, SaleDocument } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { isEnteredByBridge, itemsOf, sumBeyondBasket, withItems } from './document.ts';
import { isOtherCurrency } from './loyaltyBookings.ts';

/**
 * The document of a sale to which no card is applied, with the lines of the campaigns that ask for no card group. Lines and sums
 * change together. A sum that the lines do not add up to, another currency, and a sale that another bridge enters stay.
 */
export function withOpenCampaigns(world: Pick<World, 'clock' | 'devices' | 'loyalty'>, sale: Sale): SaleDocument {
  const { document, merchant } = sale;
  const items = itemsOf(document);
  const isOwnSum = 'sum_differs' in document.basket_info;
  if (items.length === 0 || isOwnSum || isEnteredByBridge(document) || isOtherCurrency(world, sale)) return document;
  const own = removeApplied(items);
  const lines = bonusItems(world.loyalty.campaigns(merchant), own, null, world.clock.now());
  if (lines.length === 0 && own.length === items.length) return document;
  return withItems(document, [...own, ...lines], sumBeyondBasket(document), null);
}
