/** The refusal of a payment card where the card of the shop, an article or a sale is asked for. */
import { isMaskedCard } from '../../drivers/masking/cardMask.ts';
import { BridgeError } from './errors.ts';

export const paymentCardRefused = (): BridgeError =>
  new BridgeError(
    'paymentCard',
    'the number is that of a payment card; if it is a loyalty card of the shop, name its first digits in loyaltyPrefixes',
  );

/** Throws `paymentCard` for what was the number of a payment card until the door cut it. */
export function refusePaymentCard(identifier: string | null | undefined): void {
  if (identifier && isMaskedCard(identifier)) throw paymentCardRefused();
}
