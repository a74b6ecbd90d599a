/** The articles that move money instead of selling something; the bridge knows them by their EAN. */

import type { Article } from '../../main/wire/catalogue.ts';

const article = (ean: string, desc: string, descEn: string): Article => ({
  ...{ articleNumber: ean, ean, desc, descEn },
  ...{ price: 0, tax: 0, group: [], quickKey: false },
});

export const cardArticles = {
  charge: article('2900000000018', 'Aufladung Kundenkarte', 'Card top-up'),
  discharge: article('2900000000117', 'Guthaben von der Karte', 'Balance off the card'),
  voucher: article('2900000000216', 'Gutschein', 'Voucher'),
  payOut: article('2900000000315', 'Bar ausgezahlt', 'Paid out in cash'),
} as const;
