/** Articles and cards for tests. */

import type { CardView } from '../../main/wire/cardLookup.ts';
import type { Article } from '../../main/wire/catalogue.ts';

/** `number` tells them apart; amounts in cents. */
export const article = (number: number, price = 100): Article => ({
  articleNumber: String(number),
  ean: String(4_000_000_000_000 + number),
  desc: `Artikel ${number}`,
  descEn: `Article ${number}`,
  price,
  tax: 19,
  group: [{ id: 'coffee', desc: 'Kaffee', descEn: 'Coffee', level: 1 }],
  quickKey: false,
});

export const card = (number: string, cash = 500, refusal: CardView['refusal'] = null): CardView => ({
  merchantcard: {
    object: 'loyalty.merchantcards',
    id: 'MCD_1',
    merchant: { object: 'general.merchants', id: 'MRC_1' },
    created_for_merchant: { object: 'general.merchants', id: 'MRC_1' },
    created_for_store: null,
    card: { object: 'loyalty.cards', id: 'CRD_1', cardnumber: number, created: '2026-01-01T00:00:00+00:00' },
    cardgroup: {
      object: 'loyalty.cardgroups',
      id: 'CRG_1',
      display_name: 'Base',
      display_name_raw: 'Base',
      stock_warn_limit: null,
      picture: null,
    },
    is_base_card: true,
    points: 0,
    cash_balance: cash,
    bonus_balance: 0,
    balance: cash,
    cash_balance_reserved: 0,
    bonus_balance_reserved: 0,
    balance_reserved: 0,
    last_usage: null,
    last_charge: null,
    stock_status: 'active',
    lock_status: 'unlocked',
    passcode: 0,
    expiry_date: null,
  },
  refusal,
});
