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

/** A card that people have already gets no other number: the setting that lets it be is said as it is written. */
export function maskedCard(number: string): readonly [de: string, en: string] {
  const setting = `loyaltyPrefixes (TILLBRIDGE_LOYALTY_PREFIXES='["${number.slice(0, 6)}"]')`;
  return [
    `Die Nummer sieht aus wie eine Zahlungskarte und würde überall verdeckt: bitte die ersten Ziffern dieser Karten in der Einstellung ${setting} nennen und die Bridge neu starten.`,
    `The number looks like a payment card and would be masked everywhere: please name the first digits of these cards in the setting ${setting}, and start the bridge again.`,
  ];
}
