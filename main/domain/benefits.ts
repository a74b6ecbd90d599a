/** The gain of a loyalty card from a basket, and the campaigns that are near. Pure; amounts in the smallest unit. */
import { type BasketItem, basketTotal, revenue, withoutBonus } from './basket.ts';
import { bonusCollected, type Campaign, campaignRefusal, matchingQuantity, pointsFactor } from './campaigns.ts';
import { pointsEarned } from './loyalty.ts';

export interface Earned {
  readonly points: number;
  /** Minor units. */
  readonly bonus: number;
}

/** The gain of the card when this basket is paid. `sum` counts for a sale without a basket. */
export function earnedBy(
  campaigns: readonly Campaign[],
  items: readonly BasketItem[],
  sum: number,
  cardGroupId: string,
  now: number,
): Earned {
  const sold = items.length > 0 ? revenue(items) : sum;
  const factor = pointsFactor(campaigns, items, cardGroupId, now);
  return { points: pointsEarned(sold, factor), bonus: bonusCollected(campaigns, items, cardGroupId, now) };
}

export interface NearCampaign {
  readonly name: string;
  /** Left out where `name` is for both languages. */
  readonly name_en?: string;
  /** Minor units of the basket, or a count of articles. */
  readonly missing: number;
  readonly of: 'sum' | 'articles';
}

/** Nobody buys twice as much for a discount: what is missing is at most what lies in the basket. */
const NEAR = 1;

/** Campaigns that lack only a little of this basket, the nearest first. */
export function nearCampaigns(
  campaigns: readonly Campaign[],
  basket: readonly BasketItem[],
  cardGroupId: string | null,
  now: number,
): readonly NearCampaign[] {
  const items = withoutBonus(basket);
  return campaigns
    .flatMap(({ name, nameEn, condition }): readonly (NearCampaign & { readonly share: number })[] => {
      const refusal = campaignRefusal(condition, items, cardGroupId, now);
      const has = refusal === 'minQuantity' ? matchingQuantity(condition, items) : basketTotal(items);
      const wants = refusal === 'minQuantity' ? condition.minQuantity : condition.minBasketSum;
      if ((refusal !== 'minQuantity' && refusal !== 'minBasketSum') || wants === undefined || has <= 0) return [];
      const missing = wants - has;
      const names = nameEn ? { name, name_en: nameEn } : { name };
      return [{ ...names, missing, of: refusal === 'minQuantity' ? 'articles' : 'sum', share: missing / has }];
    })
    .filter(({ share }) => share <= NEAR)
    .sort((a, b) => a.share - b.share)
    .map(({ share: _, ...near }) => near);
}
