/** The coupons of a basket: how much each takes off, and why one that takes nothing off stays whole. Pure. */

import { type BasketItem, BONUS_MARK } from './basket.ts';
import { type Campaign, type CampaignRefusal, campaignRefusal } from './campaigns.ts';
import { addUp, formatAmount, type Language } from './money.ts';

/** A coupon is a campaign that one basket may use once. */
export interface Coupon {
  readonly code: string;
  /** Null where only the service that owns the coupons knows it. */
  readonly campaign: Campaign | null;
}

/**
 * `nothingLeft`: other discounts have taken off all that this coupon could. `elsewhere`: the service that owns the coupons gave nothing.
 * `notApplied`: the sale was paid without `preTransaction`.
 */
export type UnusedBecause = CampaignRefusal | 'nothingLeft' | 'elsewhere' | 'notApplied';

/** How one coupon counts in the basket of a sale; amounts in minor units. */
export interface CouponUse {
  readonly code: string;
  readonly name: string;
  readonly name_en?: string;
  /** Null where the service that owns the coupons does not say which line belongs to which coupon. */
  readonly taken_off: number | null;
  /** Value of a coupon over an amount. The part of it that the basket does not use goes with the coupon. */
  readonly value?: number;
  /** Only of a coupon that takes nothing off: the sale does not use it up. */
  readonly unused_because?: UnusedBecause;
}

export interface CouponFacts {
  /** The lines with all discounts. */
  readonly items: readonly BasketItem[];
  readonly cardGroupId: string | null;
  /** Ms since 1970. */
  readonly now: number;
  /** The author of the coupon lines: this shop, the service that owns the coupons, or nobody. */
  readonly appliedBy: 'shop' | 'service' | 'nobody';
}

/** Each coupon with what it takes off these lines, in their order. */
export const couponUses = (coupons: readonly Coupon[], facts: CouponFacts): readonly CouponUse[] =>
  coupons.map(coupon => {
    const { code, campaign } = coupon;
    const taken = takenOff(coupon, facts);
    return {
      ...{ code, name: campaign?.name ?? code, taken_off: taken },
      ...(campaign?.nameEn ? { name_en: campaign.nameEn } : {}),
      ...(campaign?.effect.type === 'amount' ? { value: campaign.effect.amount } : {}),
      ...(taken === 0 ? { unused_because: reasonOf(coupon, facts) } : {}),
    };
  });

/** True for a coupon that the sale uses up when it is paid. */
export const isUsed = ({ taken_off }: CouponUse): boolean => taken_off !== 0;

const linesOf = (items: readonly BasketItem[], begin: string) =>
  items.filter(({ reference_id }) => reference_id?.startsWith(begin));

const takenBy = (source: string, items: readonly BasketItem[]): number =>
  addUp(linesOf(items, `${BONUS_MARK}${source}:`).map(({ quantity, priceOne }) => 0 - quantity * priceOne));

const takenOff = (coupon: Coupon, { items, appliedBy }: CouponFacts): number | null =>
  appliedBy === 'service' ? takenElsewhere(coupon, items) : takenBy(coupon.campaign?.id ?? coupon.code, items);

/** Another service names its lines as it likes: a line with the code is the coupon's, no discount at all is nothing, and the rest is open. */
function takenElsewhere({ code, campaign }: Coupon, items: readonly BasketItem[]): number | null {
  const named = [...new Set([code, campaign?.id ?? code])].map(source => takenBy(source, items));
  if (addUp(named) > 0) return addUp(named);
  return linesOf(items, BONUS_MARK).length > linesOf(items, `${BONUS_MARK}balance:`).length ? null : 0;
}

function reasonOf({ campaign }: Coupon, { items, cardGroupId, now, appliedBy }: CouponFacts): UnusedBecause {
  if (appliedBy === 'nobody') return 'notApplied';
  if (appliedBy === 'service' || campaign === null) return 'elsewhere';
  return campaignRefusal(campaign.condition, items, cardGroupId, now) ?? 'nothingLeft';
}

const REASONS: Readonly<Record<UnusedBecause, { readonly de: string; readonly en: string }>> = {
  cardGroup: { de: 'er gilt nur mit einer bestimmten Kundenkarte', en: 'it is only for certain loyalty cards' },
  notBegun: { de: 'er gilt noch nicht', en: 'it is not valid yet' },
  ended: { de: 'er ist abgelaufen', en: 'it has ended' },
  minBasketSum: { de: 'der Einkauf ist dafür zu klein', en: 'the basket is too small for it' },
  articles: { de: 'kein Artikel im Warenkorb gehört dazu', en: 'no article of the basket belongs to it' },
  minQuantity: { de: 'es sind zu wenige Artikel, für die er gilt', en: 'there are too few of its articles' },
  nothingLeft: { de: 'es ist nichts mehr übrig, was er abziehen könnte', en: 'nothing is left that it could take off' },
  notApplied: { de: 'er wurde vor dem Bezahlen nicht angewendet', en: 'it was not applied before the payment' },
  elsewhere: { de: 'der verbundene Dienst hat nichts abgezogen', en: 'the connected service has taken nothing off' },
};

/** The hint for customer and cashier; null where the coupon takes off all that it is worth. */
export function couponHint(use: CouponUse, currency: string): { readonly de: string; readonly en: string } | null {
  const { name, name_en = name, taken_off, value, unused_because: because } = use;
  if (because)
    return {
      de: `Coupon „${name}“ zieht nichts ab: ${REASONS[because].de}. Er bleibt gültig und wird nicht verbraucht.`,
      en: `Coupon “${name_en}” takes nothing off: ${REASONS[because].en}. It stays valid and is not used up.`,
    };
  if (taken_off === null || value === undefined || taken_off >= value) return null;
  const amounts = (language: Language) =>
    [taken_off, value, value - taken_off].map(amount => formatAmount(amount, currency, language));
  const [tookDe, ofDe, restDe] = amounts('de');
  const [tookEn, ofEn, restEn] = amounts('en');
  return {
    de: `Coupon „${name}“ zieht ${tookDe} von ${ofDe} ab. Mit dem Bezahlen ist er verbraucht, ${restDe} verfallen. Wer ihn aufheben will, nimmt ihn jetzt heraus.`,
    en: `Coupon “${name_en}” takes off ${tookEn} of ${ofEn}. Paying uses it up, and ${restEn} are lost. To keep it, take it out now.`,
  };
}
