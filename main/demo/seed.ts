/** The demo shop: fixed, so that a reader can follow the README by copying and scripts can rely on it. */
import { hashPin, hashToken, newToken } from '../auth/secrets.ts';
import { ledgerEntries } from '../domain/loyalty.ts';
import { fixedId } from '../ids.ts';
import type { Database } from '../store/database.ts';
import type { Shop } from '../store/shop.ts';
import { catalogue, type DemoArticle } from './catalogue.ts';
import { demoIds, screenClientId } from './ids.ts';

const SCOPE = 'smart loyalty payment general control';

const CARD_PREFIX = '9276';

const CARDS = [
  { number: '9276004000000018', cash: 5000, bonus: 0, points: 120 },
  { number: '9276004000000026', cash: 700, bonus: 300, points: 0 },
  { number: '9276004000000034', cash: 0, bonus: 0, points: 0 },
  { number: '9276004000000042', cash: 1000, bonus: 0, points: 0, lock: 'locked' },
  { number: '9276004000000059', cash: 1000, bonus: 0, points: 0, expiry: '2020-12-31' },
] as const satisfies readonly {
  number: string;
  cash: number;
  bonus: number;
  points: number;
  lock?: string;
  expiry?: string;
}[];

const COFFEE_CAMPAIGN = {
  name: '10 % auf Kaffee',
  condition: { cardGroups: [demoIds.baseGroup], articleGroups: ['coffee'] },
  effect: { type: 'percent', percent: 10 },
} as const;

/** Fills an empty database; one that holds a merchant already is left as it is. */
/** What the parts of the demo shop are seeded with; `merchants` come first. */
export interface Seeding {
  readonly db: Database;
  readonly shop: Shop;
  readonly now: number;
}

export async function seedDemo(db: Database, shop: Shop, now: number): Promise<void> {
  if (shop.firstMerchant()) return;
  const [cashier, manager] = await Promise.all([hashPin('1111'), hashPin('9999')]);
  await db.write(() => {
    seedMerchants(db);
    seedAccounts(db, cashier, manager);
    seedDevices(db, now);
    seedLoyalty(db, now);
    for (const [position, article] of catalogue.entries())
      shop.putArticle(demoIds.merchant, position, articleOf(article));
  });
}

function seedMerchants(db: Database) {
  const merchant = db.prepare('INSERT INTO merchant VALUES (?, ?, ?, ?, ?)');
  const address = JSON.stringify(['Marktplatz 1', '12345 Musterstadt']);
  merchant.run(demoIds.merchant, 'Demo-Café & Markt', address, 'EUR', 1);
  merchant.run(demoIds.other, 'Anderer Laden', '[]', 'EUR', 1);
  merchant.run(demoIds.noContract, 'Ohne Vertrag', '[]', 'EUR', 0);
  db.prepare('INSERT INTO store VALUES (?, ?, ?)').run(demoIds.store, demoIds.merchant, 'Marktplatz');
}

function seedAccounts(db: Database, cashierPin: string, managerPin: string) {
  const client = db.prepare('INSERT INTO client VALUES (?, ?, ?, ?, ?)');
  client.run('demo-client', demoIds.merchant, hashToken('demo-secret'), SCOPE, 0);
  client.run('other-client', demoIds.other, hashToken('other-secret'), SCOPE, 0);
  client.run('nocontract-client', demoIds.noContract, hashToken('nocontract-secret'), SCOPE, 0);
  client.run(screenClientId, demoIds.merchant, hashToken(newToken()), SCOPE, 1);
  const staff = db.prepare('INSERT INTO staff VALUES (?, ?, ?, ?, ?, ?)');
  staff.run(fixedId('USR', 'cashier'), demoIds.merchant, 'cashier@demo.example', 'Kasse', 'cashier', cashierPin);
  staff.run(fixedId('USR', 'manager'), demoIds.merchant, 'manager@demo.example', 'Leitung', 'manager', managerPin);
}

function seedDevices(db: Database, now: number) {
  const device = db.prepare('INSERT INTO device VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const { terminal, till, otherTerminal, otherTill, merchant, other, store } = demoIds;
  device.run(terminal, 1, merchant, store, 'zvt', 'virtual', null, 'Terminal 1', '60001234', null, now, now);
  device.run(
    till,
    2,
    merchant,
    store,
    'cashier',
    'tillbridge',
    '/vendor/demo/till/1',
    'Kasse 1',
    null,
    terminal,
    now,
    now,
  );
  device.run(otherTerminal, 3, other, null, 'zvt', 'virtual', null, 'Terminal', '60009999', null, now, now);
  device.run(
    otherTill,
    4,
    other,
    null,
    'cashier',
    'tillbridge',
    '/vendor/other/till/1',
    'Kasse',
    null,
    otherTerminal,
    now,
    now,
  );
}

function seedLoyalty(db: Database, now: number) {
  db.prepare('INSERT INTO card_group VALUES (?, ?, ?, ?, ?)').run(
    demoIds.baseGroup,
    demoIds.merchant,
    'Demo-Kundenkarte',
    CARD_PREFIX,
    16,
  );
  db.prepare('INSERT INTO campaign VALUES (?, ?, ?, ?)').run(
    'coffee10',
    demoIds.merchant,
    1,
    JSON.stringify(COFFEE_CAMPAIGN),
  );
  const card = db.prepare('INSERT INTO card VALUES (?, ?, ?)');
  const merchantCard = db.prepare('INSERT INTO merchant_card VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const entry = db.prepare(
    'INSERT INTO loyalty_entry (merchant_card, account, kind, amount, sale, at) VALUES (?, ?, ?, ?, NULL, ?)',
  );
  for (const row of CARDS) {
    const [cardId, id] = [fixedId('CRD', row.number), fixedId('MCD', row.number)];
    const lock = 'lock' in row ? row.lock : 'unlocked';
    const expiry = 'expiry' in row ? row.expiry : null;
    card.run(cardId, row.number, now);
    merchantCard.run(id, demoIds.merchant, cardId, demoIds.baseGroup, 1, 'active', lock, 0, expiry, null, null);
    const { cash, bonus, points } = row;
    for (const { account, kind, amount } of ledgerEntries({ type: 'opening', cash, bonus, points }))
      entry.run(id, account, kind, amount, now);
  }
}

const articleOf = ({ articleNumber, ean, desc, price, tax, group, quickKey }: DemoArticle) => ({
  articleNumber,
  ean,
  desc: desc.de,
  descEn: desc.en,
  price,
  tax,
  group: group.map(({ id, desc: name, level }) => ({ id, desc: name.de, level })),
  quickKey,
});
