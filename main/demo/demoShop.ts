/** The demo shop: fixed, so that a reader can follow the README by copying and scripts can rely on it. */

import { createPins, pinCosts } from '../services/auth/pins.ts';
import type { Database } from '../store/database.ts';
import type { Merchants } from '../store/merchants.ts';
import { catalogue, type DemoArticle } from '../world/demoCatalogue.ts';
import { demoIds } from '../world/demoIds.ts';
import { seedAgreements, seedPlans, seedShops } from './agreements.ts';
import { seedDevices } from './devices.ts';
import { seedLoyalty } from './loyalty.ts';
import { seedPayments } from './payments.ts';
import { seedAccounts } from './signIns.ts';
import { seedWallet } from './wallet.ts';

/** Fills an empty database; a database with a merchant stays as it is. */
export async function seedDemo(db: Database, shop: Merchants, now: number): Promise<void> {
  if (shop.firstMerchant()) return;
  // Published PINs need no secrecy, and a demo starts quickly.
  const { hash } = createPins(pinCosts.demo, null);
  const [cashier, manager, passcode] = await Promise.all([hash('1111'), hash('9999'), hash('1234')]);
  await db.write(() => {
    seedMerchants(db);
    seedAgreements({ db, shop, now });
    seedPayments({ db, shop, now });
    seedWallet({ db, shop, now });
    seedShops({ db, now });
    seedPlans({ db, now });
    seedAccounts({ db, shop, now }, { cashier, manager });
    seedDevices({ db, shop, now });
    seedLoyalty({ db, shop, now }, passcode);
    for (const [position, article] of catalogue.entries())
      shop.putArticle(demoIds.merchant, position, articleOf(article));
  });
}

function seedMerchants(db: Database) {
  const merchant = db.prepare('INSERT INTO merchant (id, name, address, currency) VALUES (?, ?, ?, ?)');
  const address = JSON.stringify(['Marktplatz 1', '12345 Musterstadt']);
  merchant.run(demoIds.merchant, 'Demo-Café & Markt', address, 'EUR');
  merchant.run(demoIds.other, 'Anderer Laden', '[]', 'EUR');
  merchant.run(demoIds.noContract, 'Ohne Vertrag', '[]', 'EUR');
}

const articleOf = ({ articleNumber, ean, desc, price, tax, group, quickKey }: DemoArticle) => ({
  articleNumber,
  ean,
  desc: desc.de,
  descEn: desc.en,
  price,
  tax,
  group: group.map(({ id, desc: name, level }) => ({ id, desc: name.de, descEn: name.en, level })),
  quickKey,
});
