/** Numbers of own cards that would be taken for payment cards: they are masked everywhere, so nobody could use them. */
import { loyaltyCardsBy, maskCards } from '../../../drivers/masking/cardMask.ts';
import type { LoyaltyParts } from './parts.ts';

export const isMaskedNumber = ({ prefixes }: Pick<LoyaltyParts, 'prefixes'>, number: string): boolean =>
  maskCards(number, loyaltyCardsBy(prefixes)) !== number;

/** German, English. */
export const MASKED = [
  'Die Nummer sieht aus wie eine Zahlungskarte und würde überall verdeckt: bitte eine andere nehmen, oder ihre ersten Ziffern in der Einstellung loyaltyPrefixes nennen.',
  'The number looks like a payment card and would be masked everywhere: please take another one, or name its first digits in the setting loyaltyPrefixes.',
] as const;
