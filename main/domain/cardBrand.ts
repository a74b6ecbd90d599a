/** The brand of a payment card as one code, whatever a terminal calls the card. Pure. */

export const cardBrands = [
  'girocard',
  'maestro',
  'mastercard',
  'visa',
  'visa_electron',
  'vpay',
  'amex',
  'diners',
  'discover',
  'jcb',
  'unionpay',
  'bancontact',
  'dankort',
  'cartes_bancaires',
  'interac',
  'postcard',
  'alipay',
  'wechat',
  'bluecode',
  'other',
] as const;
export type CardBrand = (typeof cardBrands)[number];

/** Names as terminals print them; the first match counts, so a longer name stands before a shorter one. */
const NAMES: readonly (readonly [RegExp, CardBrand])[] = [
  [/girocard|geldkarte|^giro\b|\bec[- ]?(cash|karte|card)\b|\beaps\b/, 'girocard'],
  [/maestro/, 'maestro'],
  [/master ?card|^mc\b/, 'mastercard'],
  [/v[ -]?pay/, 'vpay'],
  [/visa[ /]?dankort|dankort/, 'dankort'],
  [/electron/, 'visa_electron'],
  [/visa/, 'visa'],
  [/american express|amex/, 'amex'],
  [/diners/, 'diners'],
  [/discover/, 'discover'],
  [/\bjcb\b/, 'jcb'],
  [/union ?pay|\bcup\b/, 'unionpay'],
  [/bancontact/, 'bancontact'],
  [/cartes? bancaires?|^cb$/, 'cartes_bancaires'],
  [/interac\b/, 'interac'],
  [/post(finance|card)/, 'postcard'],
  [/alipay/, 'alipay'],
  [/wechat/, 'wechat'],
  [/blue ?code/, 'bluecode'],
];

/** Card types of ZVT (BMP 8A, tag 41), for terminals that name the card in their own words. */
const TYPES: Readonly<Record<number, CardBrand>> = {
  2: 'girocard',
  5: 'girocard',
  6: 'mastercard',
  7: 'girocard',
  8: 'amex',
  10: 'visa',
  11: 'visa_electron',
  12: 'diners',
  13: 'vpay',
  14: 'jcb',
  30: 'girocard',
  46: 'maestro',
  69: 'postcard',
  87: 'bancontact',
  97: 'alipay',
  107: 'alipay',
  196: 'dankort',
  197: 'dankort',
  198: 'unionpay',
  232: 'discover',
  245: 'amex',
  260: 'bluecode',
  261: 'wechat',
};

/** The name of the card counts before its type: a debit Mastercard is reported as type Maestro, too. Null: nothing is known of the card. */
export function cardBrand(name: string | null | undefined, type?: number | null): CardBrand | null {
  const words =
    name
      ?.trim()
      .toLowerCase()
      .replaceAll(/[_\s]+/g, ' ') ?? '';
  const named = NAMES.find(([pattern]) => pattern.test(words))?.[1];
  const typed = type == null ? undefined : TYPES[type];
  return named ?? typed ?? (words === '' && type == null ? null : 'other');
}
