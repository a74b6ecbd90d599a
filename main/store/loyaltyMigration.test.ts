/** A shop whose cards were kept before loyalty had resources of its own goes on with the same balances. */
import type Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { closeAll } from '../doubles/bridge.fixture.ts';
import { openDatabase } from './database.ts';
import { createEventLog } from './events.ts';
import { createLoyalty } from './loyaltyCards.ts';
import { shopBefore } from './olderDatabase.fixture.ts';

afterEach(closeAll);

const id = (prefix: string, digit: string) => `${prefix}_${digit.repeat(30)}`;
const [merchant, group, card, merchantCard, sale] = [
  id('MRC', '1'),
  id('CRG', '1'),
  id('CRD', '1'),
  id('MCD', '1'),
  id('STX', '1'),
] as const;

/** One card, a sale on it, and its cancellation. */
const oldShop = (): string =>
  shopBefore(84, db =>
    db.exec(`
    INSERT INTO merchant SELECT '${merchant}', 'Laden', '[]', 'EUR'${columns(db, 'merchant') > 4 ? ', 1' : ''};
    INSERT INTO card_group VALUES ('${group}', '${merchant}', 'Alte Karte', '9276', 16);
    INSERT INTO card VALUES ('${card}', '9276004000000018', 1700000000000);
    INSERT INTO merchant_card VALUES ('${merchantCard}', '${merchant}', '${card}', '${group}', 1, 'active', 'unlocked', 0,
      NULL, 1700000000000, NULL);
    INSERT INTO smart_transaction (id, merchant, client, state, query_status, business_day, created, updated, document)
      VALUES ('${sale}', '${merchant}', 'c', 'cancelled', 'cancelled', '2026-01-01', 0, 0, '{}');
    INSERT INTO loyalty_entry (merchant_card, account, kind, amount, sale, at) VALUES
      ('${merchantCard}', 'cash', 'opening', 5000, NULL, 1700000000000),
      ('${merchantCard}', 'cash', 'spend', -700, '${sale}', 1700000001000),
      ('${merchantCard}', 'points', 'earn', 7, '${sale}', 1700000001000),
      ('${merchantCard}', 'cash', 'return', 700, '${sale}', 1700000002000),
      ('${merchantCard}', 'points', 'return', -7, '${sale}', 1700000002000);
    INSERT INTO reservation (sale, merchant_card, cash, bonus, state, expires_at)
      VALUES ('${sale}', '${merchantCard}', 700, 0, 'committed', 0);
    INSERT INTO campaign VALUES ('x', '${merchant}', 1, '{"name":"x","condition":{},"effect":{"type":"percent","percent":1}}');`),
  );

const columns = (db: Sqlite.Database, table: string) => (db.pragma(`table_info(${table})`) as unknown[]).length;

it('cards, balances, bookings and reservations stay, and cards are shown in the new shape', async () => {
  const db = openDatabase(oldShop());
  const loyalty = createLoyalty(db, createEventLog(db, Date.now));
  const found = loyalty.card(merchant, '9276004000000018');
  expect(found).toMatchObject({
    prefix: '9276',
    groupName: 'Alte Karte',
    limit: 0,
    merchantcard: { id: merchantCard, cash_balance: 5000, points: 0, balance: 5000, card: { id: card } },
  });
  expect(found?.merchantcard.last_usage).not.toBeNull();
  expect(loyalty.reservationOf(sale)).toMatchObject({ cash: 700, state: 'committed' });
  expect(loyalty.bookingsOf(sale)).toEqual([]);
  const bookings = db
    .prepare<{ action: string; document: string }>('SELECT * FROM loyalty_booking ORDER BY number')
    .all();
  expect(bookings.map(({ action }) => action)).toEqual(['opening', 'sale', 'cancel']);
  for (const { document } of bookings)
    expect(JSON.parse(document)).toMatchObject({ object: 'loyalty.transactions', merchantcard: { id: merchantCard } });
  const counts = db
    .prepare<{ kind: string; rows: number }>('SELECT kind, rows FROM row_count WHERE merchant = ?')
    .all(merchant);
  expect(Object.fromEntries(counts.map(({ kind, rows }) => [kind, rows]))).toMatchObject({
    'loyalty.merchantcards': 1,
    'loyalty.cards': 1,
    'loyalty.cardgroups': 1,
    'loyalty.transactions': 3,
    'smart.idents': 1,
  });
  await db.close();
});

it('what open sales hold stands beside the balance from the first start on', async () => {
  const [other, held] = [id('MCD', '2'), id('STX', '2')];
  const before = { object: 'loyalty.merchantcards', cash_balance: 4300, bonus_balance: 0, balance: 4300 };
  const directory = shopBefore(200, db =>
    db.exec(`
    INSERT INTO merchant (id, name, address, currency) VALUES ('${merchant}', 'Laden', '[]', 'EUR');
    INSERT INTO card_group (id, merchant, inner, document) VALUES
      ('${group}', '${merchant}', '{"prefix":"9276","length":16,"limit":0}',
       '{"id":"${group}","display_name":"Karte","balance_limit":null,"cancel_selected":false}');
    INSERT INTO card (id, merchant, inner, document, query_cardnumber) VALUES
      ('${card}', '${merchant}', '{}', '{"id":"${card}","cardnumber":"9276004000000018"}', '9276004000000018'),
      ('${id('CRD', '2')}', '${merchant}', '{}', '{"id":"${id('CRD', '2')}","cardnumber":"9276004000000026"}',
       '9276004000000026');
    INSERT INTO merchant_card (id, merchant, card, card_group, is_base_card, stock_status, lock_status, passcode, more,
        document, query_cardnumber) VALUES
      ('${merchantCard}', '${merchant}', '${card}', '${group}', 1, 'active', 'unlocked', 0, '{}',
       '${JSON.stringify({ ...before, id: merchantCard })}', '9276004000000018'),
      ('${other}', '${merchant}', '${id('CRD', '2')}', '${group}', 1, 'active', 'unlocked', 0, '{}',
       '${JSON.stringify({ ...before, id: other })}', '9276004000000026');
    INSERT INTO smart_transaction (id, merchant, client, state, query_status, business_day, created, updated, document)
      VALUES ('${held}', '${merchant}', 'c', 'processing', 'processing', '2026-01-01', 0, 0, '{}');
    INSERT INTO loyalty_booking (id, merchant, merchant_card, action, document)
      VALUES ('${id('LTX', '1')}', '${merchant}', '${merchantCard}', 'opening', '{}');
    INSERT INTO loyalty_entry (booking, merchant_card, account, kind, amount, sale, at)
      VALUES ('${id('LTX', '1')}', '${merchantCard}', 'cash', 'opening', 5000, NULL, 1700000000000);
    INSERT INTO reservation (sale, merchant_card, cash, bonus, state, expires_at)
      VALUES ('${held}', '${merchantCard}', 700, 0, 'held', 9000000000000);`),
  );
  const db = openDatabase(directory);
  const loyalty = createLoyalty(db, createEventLog(db, Date.now));
  expect(loyalty.merchantCard(merchant, merchantCard)?.merchantcard).toMatchObject({
    cash_balance: 5000,
    balance: 5000,
    cash_balance_reserved: 700,
    bonus_balance_reserved: 0,
    balance_reserved: 700,
  });
  expect(loyalty.merchantCard(merchant, other)?.merchantcard).toMatchObject({
    balance: 4300,
    cash_balance_reserved: 0,
    balance_reserved: 0,
  });
  await db.close();
});
