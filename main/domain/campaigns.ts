/**
 * Campaigns: discounts and point factors as data. A campaign that applies puts coupon lines into the basket, one for
 * each tax rate it touches, and always computes on the articles' own prices less the discounts that a person gave on them,
 * never on what another campaign left.
 */

import { discountOf } from './adjustments.ts';
import {
  type BasketItem,
  basketTotal,
  bonusItem,
  cardArticle,
  inGroup,
  type LineName,
  nextId,
  revenue,
  withoutBonus,
} from './basket.ts';
import { addUp, distribute, percentOf } from './money.ts';
import { codeKey } from './productCode.ts';
import { grossByRate } from './tax.ts';

export interface Campaign {
  /** Becomes part of the coupon lines' `reference_id`; `balance` is taken by the card's bonus balance. */
  readonly id: string;
  /** Text of the coupon line. */
  readonly name: string;
  /** The same in English; left out or empty: `name` is for both languages. */
  readonly nameEn?: string | null;
  /** Other names for the line of a certain tax rate. */
  readonly nameByTax?: Readonly<Record<number, string>>;
  readonly nameByTaxEn?: Readonly<Record<number, string>>;
  readonly condition: CampaignCondition;
  readonly effect: CampaignEffect;
  /** `best`: of all campaigns that say so, only the one that takes the most off counts. Left out: it adds to the others. */
  readonly overlap?: 'add' | 'best';
}

/**
 * Conditions of a campaign; all stated conditions must hold. Without conditions the campaign applies to every sale of
 * the merchant.
 */
export interface CampaignCondition {
  /** Ids of card groups, one of which the card must belong to; not stated for any customer, with or without a card. */
  readonly cardGroups?: readonly string[];
  /** Article numbers or EANs, and ids of article groups: a line matches when one of them does. None: every article. */
  readonly articles?: readonly string[];
  readonly articleGroups?: readonly string[];
  /** Minimum number of matching articles. */
  readonly minQuantity?: number;
  /** Minimum total of the basket, before the discounts of the bridge. */
  readonly minBasketSum?: number;
  /** ISO 8601 timestamps: from this instant on, and before that one. */
  readonly validFrom?: string;
  readonly validTo?: string;
}

export type CampaignEffect =
  | { readonly type: 'percent'; readonly percent: number }
  /** Once per basket, never more than the matching articles cost. */
  | { readonly type: 'amount'; readonly amount: number }
  | { readonly type: 'pointsFactor'; readonly factor: number }
  /** Credited to the card's bonus balance when the sale is executed: a share of what the matching articles cost. */
  | { readonly type: 'collect'; readonly percent: number };

/**
 * The coupon lines that the campaigns add to this basket, in the order of the campaigns and, within one, of the tax
 * rates from high to low. Lines of ours that the basket already holds have no influence. All discounts on one tax rate
 * together never exceed what the lines of that rate cost: what comes later in the list gets the rest.
 *
 * `now` is in milliseconds since 1970; `cardGroupId` is null without a card.
 */
export function bonusItems(
  campaigns: readonly Campaign[],
  basket: readonly BasketItem[],
  cardGroupId: string | null,
  now: number,
): readonly BasketItem[] {
  const items = withoutBonus(basket);
  const given = withBestAlone(applicable(campaigns, items, cardGroupId, now), items);
  // Most sales: nothing is added up for them.
  if (given.length === 0) return [];
  const room = roomIn(items);
  const lines: BasketItem[] = [];
  const firstId = nextId(items);
  for (const campaign of given) {
    for (const [rate, discount] of discounts(campaign, items, room)) {
      room.set(rate, (room.get(rate) ?? 0) - discount);
      lines.push(bonusItem(firstId + lines.length, campaign.id, nameOf(campaign, rate), rate, discount));
    }
  }
  return lines;
}

/** Gross sum of each tax rate, lines that load a card left out: no discount goes beyond it. */
const roomIn = (items: readonly BasketItem[]): Map<number, number> =>
  new Map(grossByRate(items.filter(item => cardArticle(item) === null)));

/**
 * Keeps, of the campaigns that exclude each other, the one that takes the most off, the first of equals; all others
 * stay.
 */
function withBestAlone(campaigns: readonly Campaign[], items: readonly BasketItem[]): readonly Campaign[] {
  const rivals = campaigns.filter(campaign => campaign.overlap === 'best' && isDiscount(campaign));
  if (rivals.length < 2) return campaigns;
  const room = roomIn(items);
  const takenOff = (campaign: Campaign) => addUp(discounts(campaign, items, room).map(([, discount]) => discount));
  const best = rivals.reduce((most, one) => (takenOff(one) > takenOff(most) ? one : most));
  return campaigns.filter(campaign => campaign.overlap !== 'best' || campaign === best || !isDiscount(campaign));
}

const isDiscount = ({ effect }: Campaign): boolean => effect.type === 'percent' || effect.type === 'amount';

/** The best points factor among the campaigns that apply; 1 when none does. */
export function pointsFactor(
  campaigns: readonly Campaign[],
  basket: readonly BasketItem[],
  cardGroupId: string | null,
  now: number,
): number {
  const found = applicable(campaigns, withoutBonus(basket), cardGroupId, now);
  return Math.max(1, ...found.map(({ effect }) => (effect.type === 'pointsFactor' ? effect.factor : 1)));
}

/** The bonus that a sale adds to the card, at most the revenue of the sale. */
export function bonusCollected(
  campaigns: readonly Campaign[],
  basket: readonly BasketItem[],
  cardGroupId: string | null,
  now: number,
): number {
  const items = withoutBonus(basket);
  const shares = applicable(campaigns, items, cardGroupId, now).map(({ condition, effect }) =>
    effect.type === 'collect' ? percentOf(Math.max(0, basketTotal(matching(condition, items))), effect.percent) : 0,
  );
  return Math.min(addUp(shares), Math.max(0, revenue(basket)));
}

const applicable = (
  campaigns: readonly Campaign[],
  items: readonly BasketItem[],
  cardGroupId: string | null,
  now: number,
) => campaigns.filter(({ condition }) => holds(condition, items, cardGroupId, now));

/** Reasons why a campaign gives nothing to a basket. */
export type CampaignRefusal = 'cardGroup' | 'notBegun' | 'ended' | 'minBasketSum' | 'articles' | 'minQuantity';

/** The first condition that does not hold; null where the campaign applies. `now` in ms since 1970. */
export function campaignRefusal(
  condition: CampaignCondition,
  basket: readonly BasketItem[],
  cardGroupId: string | null,
  now: number,
): CampaignRefusal | null {
  const items = withoutBonus(basket);
  const { cardGroups, minQuantity = 1, minBasketSum, validFrom, validTo } = condition;
  if (validTo && now >= Date.parse(validTo)) return 'ended';
  if (validFrom && now < Date.parse(validFrom)) return 'notBegun';
  if (cardGroups && (cardGroupId === null || !cardGroups.includes(cardGroupId))) return 'cardGroup';
  const quantity = matchingQuantity(condition, items);
  if (quantity < 1) return 'articles';
  if (quantity < minQuantity) return 'minQuantity';
  return minBasketSum !== undefined && basketTotal(items) < minBasketSum ? 'minBasketSum' : null;
}

const holds = (...facts: Parameters<typeof campaignRefusal>): boolean => campaignRefusal(...facts) === null;

/** How many articles of a basket a condition counts. */
export const matchingQuantity = (condition: CampaignCondition, items: readonly BasketItem[]): number =>
  addUp(matching(condition, items).map(item => item.quantity));

/** Only articles earn discounts: no coupons, shipping or sub-transactions, and nothing that loads a card. */
function matching({ articles = [], articleGroups = [] }: CampaignCondition, items: readonly BasketItem[]) {
  const every = articles.length === 0 && articleGroups.length === 0;
  const keys = new Set(articles.filter(article => article !== '').map(codeKey));
  const named = (item: BasketItem) =>
    (keys.size > 0 && [item.ean, item.articleNumber].some(code => code !== '' && keys.has(codeKey(code)))) ||
    articleGroups.some(group => inGroup(item, group));
  return items.filter(item => item.item_type === 'article' && cardArticle(item) === null && (every || named(item)));
}

/** Discounts by hand on these lines; their coupons have the tax rate of the line. */
function manualDiscountsOn(lines: readonly BasketItem[], items: readonly BasketItem[]): readonly BasketItem[] {
  const keys = new Set(lines.map(({ reference_id }) => reference_id));
  return items.filter(item => keys.has(discountOf(item)?.line ?? ''));
}

/** True for a line that a campaign with this condition counts. */
export const isCounted = (condition: CampaignCondition, item: BasketItem): boolean =>
  matching(condition, [item]).length > 0;

/** The discount of one campaign for each tax rate, between one unit and the rest that is left to discount. */
function discounts({ condition, effect }: Campaign, items: readonly BasketItem[], room: ReadonlyMap<number, number>) {
  const lines = matching(condition, items);
  const byHand = new Map(grossByRate(manualDiscountsOn(lines, items)));
  const costs = grossByRate(lines)
    .map(([rate, gross]) => [rate, gross + (byHand.get(rate) ?? 0)] as const)
    .filter(([, gross]) => gross > 0);
  const limits = costs.map(([rate, gross]) => Math.max(0, Math.min(gross, room.get(rate) ?? 0)));
  const wanted = wantedDiscounts(effect, costs, limits);
  return costs
    .map(([rate], index) => [rate, Math.min(wanted[index] ?? 0, limits[index] ?? 0)] as const)
    .filter(([, discount]) => discount > 0);
}

function wantedDiscounts(
  effect: CampaignEffect,
  costs: readonly (readonly [rate: number, gross: number])[],
  limits: readonly number[],
): readonly number[] {
  switch (effect.type) {
    case 'percent':
      return costs.map(([, gross]) => percentOf(gross, effect.percent));
    case 'amount':
      return distribute(Math.max(0, Math.min(effect.amount, addUp(limits))), limits);
    case 'pointsFactor':
    case 'collect':
      return [];
  }
}

const nameOf = ({ name, nameEn, nameByTax, nameByTaxEn }: Campaign, rate: number): LineName => ({
  desc: nameByTax?.[rate] ?? name,
  desc_en: nameByTaxEn?.[rate] ?? nameEn ?? '',
});
