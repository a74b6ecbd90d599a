/** Prices that were changed by hand: what they gave away or added, and who set them. Neither is set off against the other. */
import { isJsonObject } from './jsonObject.ts';
import { isAmount } from './money.ts';

/** Minor units, signed like the event that counts them; one of both is 0. */
export interface PriceChange {
  /** The person who set the price; empty where nobody is named. */
  readonly person: string;
  /** The amount that a lower price gave away. */
  readonly lowered: number;
  /** The amount that a higher price added. */
  readonly raised: number;
}

/**
 * The price changes of `facts.corrections` of a sale that was closed (`sign` 1) or cancelled (-1). With goods that come back
 * (`returned`) goes what their price gave away or added. Earlier versions recorded a raised price as a change below zero.
 */
export function priceChangesOf(
  facts: Readonly<Record<string, unknown>>,
  cashier: string,
  sign: 1 | -1,
): readonly PriceChange[] {
  const list = Array.isArray(facts.corrections) ? facts.corrections : [];
  return list.flatMap(raw => {
    const { kind, amount, person, returned } = isJsonObject(raw) ? raw : {};
    if ((kind !== 'priceChange' && kind !== 'priceRaise') || !isAmount(amount) || amount === 0) return [];
    const changed = Math.abs(amount) * (returned === true ? -sign : sign);
    const isRaise = kind === 'priceRaise' || amount < 0;
    return [
      {
        person: typeof person === 'string' ? person : cashier,
        lowered: isRaise ? 0 : changed,
        raised: isRaise ? changed : 0,
      },
    ];
  });
}
