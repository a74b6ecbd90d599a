/** Extras of a basket beside articles and a card: a new card, coupons, a tip. Pure; amounts in the smallest unit. */

import type { IdentInput, SmartTransaction } from '../../main/wire/transactions.ts';

/** A coupon that takes something off this basket. */
export interface UsedCoupon {
  readonly code: string;
  readonly name: string;
}

export interface BasketExtras {
  /** The group of which a new card is made when the sale is paid. */
  readonly newCard: { readonly id: string; readonly name: string } | null;
  readonly coupons: readonly UsedCoupon[];
  /** Part of the sum, paid with it. */
  readonly tip: number;
  /** The customer has been asked for a tip. */
  readonly tipAsked: boolean;
}

export const noExtras: BasketExtras = { newCard: null, coupons: [], tip: 0, tipAsked: false };

/** The card of a sale, as its customer presented it. */
interface PresentedCard {
  readonly number: string;
  /** Id of the check-in of its customer, where nobody has scanned the card. */
  readonly checkin?: string | undefined;
}

/** The idents of a sale; a new card is made only where no card is presented. */
export function identsFrom(card: PresentedCard | null, { newCard, coupons }: BasketExtras): readonly IdentInput[] {
  const presented = card
    ? [card.checkin === undefined ? { type: 'card', value: card.number } : { type: 'checkin', value: card.checkin }]
    : [];
  const made = newCard && !card ? [{ type: 'create_card', value: newCard.id }] : [];
  return [...presented, ...made, ...coupons.map(({ code }) => ({ type: 'voucher', value: code }))];
}

/** The extras that a sale of the bridge holds. */
export function extrasFromSale({ idents, basket_info }: SmartTransaction): BasketExtras {
  const asked = idents.find(({ type, valid, merchantcard }) => type === 'create_card' && valid && !merchantcard);
  const tip = basket_info.gratuity ?? 0;
  return {
    newCard: asked ? { id: asked.value, name: asked.name } : null,
    coupons: idents
      .filter(({ type, valid }) => type === 'voucher' && valid)
      .map(({ value: code, name }) => ({ code, name })),
    tip,
    tipAsked: tip > 0,
  };
}

/** Text that is equal for equal extras; empty for none. */
export const extrasText = ({ newCard, coupons, tip }: BasketExtras): string =>
  newCard || coupons.length > 0 || tip > 0
    ? JSON.stringify([newCard?.id ?? null, coupons.map(({ code }) => code), tip])
    : '';
