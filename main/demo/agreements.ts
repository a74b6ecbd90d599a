/** Agreements, shops and plans of the demo merchants: one agreement allows every method, the other refuses some. */

import { newAgreement } from '../agreements/documents.ts';
import { newShop } from '../agreements/shops.ts';
import { createAgreements } from '../store/agreements.ts';
import { createShops } from '../store/shops.ts';
import { createSubscriptions } from '../store/subscriptions.ts';
import { contractMethods } from '../wire/limits.ts';
import type { Plan } from '../wire/subscriptions.ts';
import type { AgreementInner } from '../world/agreements.ts';
import { timestamp } from '../world/clock.ts';
import { demoIds } from '../world/demoIds.ts';
import type { Seeding } from './seeding.ts';

const AGREEMENTS = [
  {
    merchant: demoIds.merchant,
    general: demoIds.contract,
    payment: demoIds.paymentContract,
    terms: {
      recurring: true,
      uniqueOrderIds: false,
      methods: contractMethods,
      currencies: ['EUR', 'CHF', 'GBP', 'USD'],
    },
  },
  {
    merchant: demoIds.other,
    general: demoIds.otherContract,
    payment: demoIds.otherPaymentContract,
    terms: {
      recurring: false,
      uniqueOrderIds: true,
      methods: ['creditcard', 'debit', 'prepaid'],
      currencies: ['EUR'],
    },
  },
] as const;

export function seedAgreements({ db, shop, now }: Seeding): void {
  const agreements = createAgreements(db, { append: () => undefined });
  for (const [index, { merchant, general, payment, terms }] of AGREEMENTS.entries()) {
    const pair = newAgreement({
      general,
      payment,
      number: index + 1,
      created: timestamp(now),
      merchant: { id: merchant, name: shop.merchant(merchant).name },
      parent: null,
      project: null,
      approved: true,
      payIn: null,
      event: null,
    });
    agreements.general.insert(merchant, pair.general, { ...NOTHING_MORE, ...terms });
    agreements.payment.insert(merchant, pair.payment, { general });
  }
  db.prepare("INSERT INTO counter (name, value) VALUES ('general.contracts', ?)").run(AGREEMENTS.length);
}

const NOTHING_MORE: Omit<AgreementInner, 'recurring' | 'uniqueOrderIds' | 'methods' | 'currencies'> = {
  pushUrl: null,
  account: null,
  apikeyHash: null,
  ended: null,
  identification: null,
  iframe: {},
  onboarding: {},
};

const address = {
  street: 'Marktplatz',
  street_number: '1',
  postal_code: '12345',
  city: 'Musterstadt',
  country: 'DE',
} as const;

/** Monday to Saturday; days count from Sunday. */
const WORKDAYS = [1, 2, 3, 4, 5, 6].map(day => ({ open: { day, time: '0800' }, close: { day, time: '1830' } }));

const SHOPS = [
  { merchant: demoIds.merchant, id: demoIds.store, input: { name: 'Marktplatz', address, open_hours: WORKDAYS } },
  { merchant: demoIds.other, id: demoIds.otherStore, input: { name: 'Anderer Laden', address } },
] as const;

export function seedShops({ db, now }: Pick<Seeding, 'db' | 'now'>): void {
  const shops = createShops(db, { append: () => undefined });
  for (const { merchant, id, input } of SHOPS) {
    const { document, inner } = newShop(merchant, id, input, now, true);
    shops.insert(merchant, document, inner);
  }
}

const PLANS = [
  { merchant: demoIds.merchant, id: demoIds.plan, price: 1990 },
  { merchant: demoIds.other, id: demoIds.otherPlan, price: 500 },
] as const;

export function seedPlans({ db, now }: Pick<Seeding, 'db' | 'now'>): void {
  const { plans } = createSubscriptions(db, { append: () => undefined });
  for (const { merchant, id, price } of PLANS) plans.insert(merchant, planOf(merchant, id, price, timestamp(now)));
}

const planOf = (merchant: string, id: string, price: number, created: string): Plan => ({
  object: 'payment.plans',
  id,
  created,
  description: 'Kaffee im Abo',
  currency: 'EUR',
  status: 'active',
  payment_methods: ['creditcard', 'debit'],
  merchant: { object: 'general.merchants', id: merchant },
  billing_cycles: [
    { sequence: 1, interval: { unit: 'month', count: 1 }, tenure_type: 'regular', total_cycles: 0, price },
  ],
  product_type: 'physical',
});
