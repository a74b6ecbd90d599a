/** The cards a customer may present to the virtual terminal. Their numbers are masked: there is nothing to leak. */

export interface Card {
  /** BMP 8A. */
  readonly cardType: number;
  readonly cardName: string;
  readonly aid: string;
  readonly lastFour: string;
  /** Tag 1F12: 01 chip, 02 contactless. */
  readonly technology: 1 | 2;
  /** How the holder is checked. */
  readonly check: 'none' | 'pin' | 'signature';
  /** Row of the end-of-day totals. */
  readonly total: 'girocard' | 'mastercard' | 'visa';
  /** Result code when the card itself is the problem. */
  readonly fault?: number;
}

const girocard = {
  cardType: 5,
  cardName: 'girocard',
  aid: 'A00000035910100280',
  lastFour: '4281',
  total: 'girocard',
} as const;
const visa = { cardType: 10, cardName: 'Visa', aid: 'A0000000031010', lastFour: '1006', total: 'visa' } as const;
const mastercard = {
  cardType: 6,
  cardName: 'Mastercard',
  aid: 'A0000000041010',
  lastFour: '8074',
  total: 'mastercard',
} as const;

export const cards = {
  'girocard-contactless': { ...girocard, technology: 2, check: 'none' },
  'girocard-chip': { ...girocard, technology: 1, check: 'pin' },
  visa: { ...visa, technology: 2, check: 'none' },
  'visa-chip': { ...visa, technology: 1, check: 'pin' },
  mastercard: { ...mastercard, technology: 2, check: 'none' },
  'mastercard-chip': { ...mastercard, technology: 1, check: 'pin' },
  'mastercard-signature': { ...mastercard, technology: 1, check: 'signature' },
  unreadable: { ...girocard, technology: 1, check: 'none', fault: 0x64 },
  expired: { ...visa, technology: 1, check: 'none', fault: 0x78 },
} as const satisfies Record<string, Card>;

export type CardName = keyof typeof cards;

/** The PIN of every card. */
export const RIGHT_PIN = '1234';
