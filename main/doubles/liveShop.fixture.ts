/**
 * A live shop for tests: rows as a set-up leaves them, in a directory that never had demo data. No payment processor
 * stands behind it, although its contract offers every method.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newAgreement } from '../agreements/documents.ts';
import { newShop } from '../agreements/shops.ts';
import { ledgerEntries } from '../domain/loyalty.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { createPins, pinCosts } from '../services/auth/pins.ts';
import { createAgreements } from '../store/agreements.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createDevices } from '../store/devices.ts';
import { createLoyalty } from '../store/loyaltyCards.ts';
import { createMerchants } from '../store/merchants.ts';
import { createShops } from '../store/shops.ts';
import { newDevice } from '../terminal/setup/deviceDocument.ts';
import { contractMethods } from '../wire/limits.ts';
import { timestamp } from '../world/clock.ts';
import { screenClientId } from '../world/demoIds.ts';
import { fixedId } from '../world/ids.ts';
import { hashToken, newToken } from '../world/secrets.ts';
import {
  type Client,
  type Settings,
  signedIn,
  startBridge,
  type TestBridge,
  temporaryDirectory,
} from './bridge.fixture.ts';
import { madeOnce } from './madeOnce.ts';

export const liveIds = {
  merchant: fixedId('MRC', 'liveshop'),
  contract: fixedId('GCR', 'liveshop'),
  paymentContract: fixedId('PCR', 'liveshop'),
  store: fixedId('STO', 'liveshop'),
  till: fixedId('SDV', 'livetill'),
  terminal: fixedId('SDV', 'liveterminal'),
  cardGroup: fixedId('CRG', 'liveshop'),
} as const;

/** Credentials of the client and of its people; the till is named by its uuid. */
export const liveClient = { client_id: 'shop-client', client_secret: 'shop-secret' } as const;
export const liveTill = '/vendor/shop/till/1';
const STAFF = { cashier: '2846', manager: '7391' } as const;
export const staffName = (role: keyof typeof STAFF) => `${role}@shop.example`;

/** With 50,00 EUR on it. */
export const liveCard = '7001000000000018';
export const liveArticle = '4000000000017';

let made: Promise<Buffer> | null = null;

/** A new directory with the live shop; it is made once for all processes of a run. */
export async function liveDirectory(): Promise<string> {
  made ??= madeOnce('live shop', make);
  const data = temporaryDirectory();
  writeFileSync(join(data, 'tillbridge.db'), await made);
  return data;
}

/** A bridge on a live shop, with a terminal twin. */
export async function startLiveShop(settings: Settings = {}): Promise<TestBridge> {
  const { data = await liveDirectory(), config } = settings;
  const connection = { type: 'tcp', host: '127.0.0.1', port: 1 } as const;
  const terminals = [{ protocol: 'twin', device: liveIds.terminal, connection }];
  return startBridge({ ...settings, data, config: { demo: false, terminals, ...config } });
}

/** A client of the live shop with every right, or one of its people at the till. */
export const liveSignIn = ({ ask }: TestBridge, role?: keyof typeof STAFF): Promise<Client> =>
  signedIn(ask, liveClient.client_id, liveClient.client_secret, role === undefined ? {} : livePerson(role));

/** The form fields by which a person signs in at the till. */
export const livePerson = (role: keyof typeof STAFF) => ({
  grant_type: 'appuser',
  username: staffName(role),
  password: STAFF[role],
  device: liveTill,
});

async function make(): Promise<Buffer> {
  const data = temporaryDirectory();
  const db = openDatabase(data, sqlFunctions);
  const { hash } = createPins(pinCosts.demo, null);
  const pins = { cashier: await hash(STAFF.cashier), manager: await hash(STAFF.manager) };
  const now = Date.now();
  await db.write(() => {
    db.prepare('INSERT INTO merchant VALUES (?, ?, ?, ?)').run(liveIds.merchant, 'Laden am Eck', '["Weg 1"]', 'EUR');
    seedContract(db, now);
    seedPeople(db, pins);
    seedPlaces(db, now);
    seedCard(db, now);
    createMerchants(db).putArticle(liveIds.merchant, 0, article);
  });
  await db.close();
  return readFileSync(join(data, 'tillbridge.db'));
}

const quiet = { append: () => undefined };

function seedContract(db: Database, now: number) {
  const { general, payment } = createAgreements(db, quiet);
  const { merchant } = liveIds;
  const pair = newAgreement({
    general: liveIds.contract,
    payment: liveIds.paymentContract,
    number: 1,
    created: timestamp(now),
    merchant: { id: merchant, name: 'Laden am Eck' },
    parent: null,
    project: null,
    approved: true,
    payIn: null,
    event: null,
  });
  general.insert(merchant, pair.general, {
    recurring: true,
    uniqueOrderIds: false,
    methods: contractMethods,
    currencies: ['EUR'],
    pushUrl: null,
    account: null,
    apikeyHash: null,
    ended: null,
    identification: null,
    iframe: {},
    onboarding: {},
  });
  payment.insert(merchant, pair.payment, { general: liveIds.contract });
  db.prepare("INSERT INTO counter VALUES ('general.contracts', 1)").run();
}

function seedPeople(db: Database, pins: Readonly<Record<keyof typeof STAFF, string>>) {
  const client = db.prepare('INSERT INTO client (id, merchant, secret_hash, scope, rotates) VALUES (?, ?, ?, ?, ?)');
  const { client_id, client_secret } = liveClient;
  client.run(client_id, liveIds.merchant, hashToken(client_secret), 'smart loyalty payment general', 0);
  client.run(screenClientId, liveIds.merchant, hashToken(newToken()), 'smart loyalty payment general manage', 1);
  const staff = db.prepare(
    'INSERT INTO staff (id, merchant, username, name, role, pin_hash) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const role of ['cashier', 'manager'] as const)
    staff.run(fixedId('USR', `live${role}`), liveIds.merchant, staffName(role), role, role, pins[role]);
}

function seedPlaces(db: Database, now: number) {
  const { merchant, store } = liveIds;
  const address = { street: 'Weg', street_number: '1', postal_code: '10115', city: 'Berlin', country: 'DE' };
  const place = newShop(merchant, store, { name: 'Laden am Eck', address }, now, true);
  createShops(db, quiet).insert(merchant, place.document, place.inner);
  const { devices, routings } = createDevices(db, quiet);
  const facts = { store: { object: 'general.stores' as const, id: store, name: 'Laden am Eck' }, contract: null };
  const at = { ...facts, now: timestamp(now) } as const;
  const terminal = { type: 'zvt', vendor: 'shop', description: 'Terminal 1', tid: '61000001' } as const;
  const till = { type: 'cashier', vendor: 'shop', description: 'Kasse 1' } as const;
  const both = [
    newDevice(liveIds.terminal, merchant, '', terminal, at),
    newDevice(liveIds.till, merchant, liveTill, till, at),
  ];
  const routing = { object: 'smart.routings', id: fixedId('SRT', 'liveshop') } as const;
  for (const device of both) devices.insert(merchant, { ...device, routing });
  routings.insert(merchant, {
    ...routing,
    merchant: { object: 'general.merchants', id: merchant },
    store: facts.store as never,
    description: 'Kasse 1',
    assign: both.map(({ object, id, type, description }) => ({ object, id, type, description })),
    created: timestamp(now),
    updated: timestamp(now),
  });
}

function seedCard(db: Database, now: number) {
  const { merchant, cardGroup } = liveIds;
  const of = { object: 'general.merchants', id: merchant } as const;
  const group = {
    object: 'loyalty.cardgroups',
    id: cardGroup,
    merchant: of,
    display_name: 'Kundenkarte',
    display_name_raw: 'Kundenkarte',
    description: null,
    picture: null,
    stock_warn_limit: null,
    balance_limit: null,
    balance_expiry: false,
    cancel_selected: false,
  } as const;
  createLoyalty(db, quiet).groups.insert(merchant, group, { prefix: liveCard.slice(0, 4), length: 16, limit: 0 });
  const card = fixedId('CRD', liveCard);
  const document = { object: 'loyalty.cards', id: card, cardnumber: liveCard, created: timestamp(now), account: null };
  db.prepare('INSERT INTO card (id, merchant, inner, document, query_cardnumber) VALUES (?, ?, ?, ?, ?)').run(
    card,
    merchant,
    '{"passcode":""}',
    JSON.stringify(document),
    liveCard,
  );
  const merchantCard = fixedId('MCD', liveCard);
  db.prepare(`INSERT INTO merchant_card (id, merchant, card, card_group, is_base_card, stock_status, lock_status,
    lock_reason, passcode, expiry_date, more, document, query_cardnumber)
    VALUES (?, ?, ?, ?, 1, 'active', 'unlocked', NULL, 0, NULL, '{}', '', ?)`).run(
    merchantCard,
    merchant,
    card,
    cardGroup,
    liveCard,
  );
  const entries = ledgerEntries({ type: 'opening', cash: 5000, bonus: 0, points: 0 });
  createLoyalty(db, quiet).book({ merchantCard, sale: null, action: 'opening', reverses: null, entries, at: now });
}

const article = {
  articleNumber: '1',
  ean: liveArticle,
  desc: 'Kaffee',
  descEn: 'Coffee',
  price: 290,
  tax: 19,
  group: [],
  quickKey: false,
};
