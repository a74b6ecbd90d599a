/** The cards that a customer may present to the virtual terminal. Payment cards have no number that could leak. */

export interface Card {
  /** For a list on a screen. */
  readonly about: string;
  /** BMP 8A. */
  readonly cardType: number;
  readonly cardName: string;
  readonly aid: string;
  readonly lastFour: string;
  /** Tag 1F12: 00 stripe, 01 chip, 02 contactless. */
  readonly technology: 0 | 1 | 2;
  /** The check of the card holder. */
  readonly check: 'none' | 'pin' | 'signature';
  /** Row of the end-of-day totals. */
  readonly total: 'girocard' | 'mastercard' | 'visa' | 'amex' | 'other';
  /** Result code of a card that does not work. */
  readonly fault?: number;
  /** The data that read card (ZVT 06 C0) sends. */
  readonly read?: CardData;
  /** A customer card, no payment card. */
  readonly customer?: true;
}

export interface CardData {
  /** Serial number of a contactless card, hex. */
  readonly uid?: string;
  /** Number of a customer card on its stripe (track 2) or in its barcode; no payment card begins with these digits. */
  readonly track2?: string;
  readonly barcode?: string;
  /** The token that stands for the number of a payment card (tag 1F14), hex. */
  readonly token?: string;
}

const girocard = {
  cardType: 5,
  cardName: 'girocard',
  aid: 'A00000035910100280',
  lastFour: '4281',
  total: 'girocard',
} as const;
const maestro = {
  cardType: 46,
  cardName: 'Maestro',
  aid: 'A0000000043060',
  lastFour: '0417',
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
const amex = { cardType: 8, cardName: 'AMEX', aid: 'A00000002501', lastFour: '1008', total: 'amex' } as const;
const customer = {
  cardType: 0,
  cardName: 'Kundenkarte',
  aid: '',
  lastFour: '',
  total: 'other',
  check: 'none',
  customer: true,
} as const;

export const cards = {
  'girocard-contactless': {
    ...girocard,
    about: 'girocard, held against the reader',
    technology: 2,
    check: 'none',
    read: { uid: '00000004A1B2C3D4E5F6', token: '8D3A5C7E9F1B2D4C' },
  },
  'girocard-chip': {
    ...girocard,
    about: 'girocard, put in, with PIN',
    technology: 1,
    check: 'pin',
    read: { token: '8D3A5C7E9F1B2D4C' },
  },
  'maestro-chip': { ...maestro, about: 'Maestro, put in, with PIN', technology: 1, check: 'pin' },
  visa: {
    ...visa,
    about: 'Visa, held against the reader',
    technology: 2,
    check: 'none',
    read: { uid: '00000000000A1B2C3D4E', token: '5B7D9E2F4A6C8B0D' },
  },
  'visa-chip': { ...visa, about: 'Visa, put in, with PIN', technology: 1, check: 'pin' },
  'visa-signature': { ...visa, about: 'Visa, put in, the customer signs', technology: 1, check: 'signature' },
  mastercard: { ...mastercard, about: 'Mastercard, held against the reader', technology: 2, check: 'none' },
  'mastercard-chip': { ...mastercard, about: 'Mastercard, put in, with PIN', technology: 1, check: 'pin' },
  'mastercard-signature': {
    ...mastercard,
    about: 'Mastercard, put in, the customer signs',
    technology: 1,
    check: 'signature',
  },
  amex: { ...amex, about: 'American Express, held against the reader', technology: 2, check: 'none' },
  unreadable: { ...girocard, about: 'a card that cannot be read', technology: 1, check: 'none', fault: 0x64 },
  expired: { ...visa, about: 'an expired Visa', technology: 1, check: 'none', fault: 0x78 },
  'loyalty-stripe': {
    ...customer,
    about: 'a customer card with a stripe',
    technology: 0,
    read: { track2: '9276004000000018DF' },
  },
  'loyalty-barcode': {
    ...customer,
    about: 'a customer card with a barcode',
    technology: 0,
    read: { barcode: '9276004000000018' },
  },
  'loyalty-contactless': {
    ...customer,
    about: 'a contactless customer card',
    technology: 2,
    read: { uid: '000000000004C0FFEE01' },
  },
} as const satisfies Record<string, Card>;

export type CardName = keyof typeof cards;

/** The PIN of every card. */
export const RIGHT_PIN = '1234';
