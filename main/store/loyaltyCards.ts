/** The loyalty programme: card groups, cards, customers, check-ins, campaigns and vouchers. */

import { DEFAULT_EXPIRY } from '../domain/balanceExpiry.ts';
import type { Campaign } from '../domain/campaigns.ts';
import { loyaltyCardNumber } from '../domain/checkDigits.ts';
import { silentActions } from '../domain/loyaltyActions.ts';
import { withoutIdentifier } from '../domain/productCode.ts';
import { fold } from '../query/comparable.ts';
import type { Checkin } from '../wire/checkins.ts';
import type { CardGroup, Customer, LoyaltyCard } from '../wire/loyalty.ts';
import { timestamp } from '../world/clock.ts';
import { newCardDigits, newId } from '../world/ids.ts';
import type { CardChanges, CardGroupInner, CardRecord, CardSecrets, Loyalty } from '../world/loyalty.ts';
import type { Database } from './database.ts';
import { STORE_OF_TILL } from './devices.ts';
import { createLoyaltyLedger, type LoyaltyLedger } from './loyaltyLedger.ts';
import { cardQueries, checkinQueries, customerQueries, groupQueries } from './loyaltyQueries.ts';
import { createCardDocuments, type RefreshCard } from './merchantCardDocument.ts';
import { type ChangeLog, createRecords } from './records.ts';
import { remembered } from './rememberedReads.ts';
import { OPAQUE_PARAMETER } from './statement.ts';

/** A balance is always the sum of its ledger rows. */
export function createLoyalty(db: Database, events: ChangeLog): Loyalty {
  const ledger = createLoyaltyLedger(db);
  const refresh = createCardDocuments(db, events, ledger);
  const resources = createResources(db, events, refresh);
  const lookups = createLookups(db);
  return {
    ...resources,
    ...lookups,
    ...createCustomerLookups(db, refresh),
    ...createBookings(db, events, ledger, refresh),
    ...createIssue(db, resources, lookups, refresh),
    ...createCardChanges(db, lookups, refresh),
    ...createSecrets(db, resources),
    ...createVouchers(db),
    ...createMerges(db, refresh),
  };
}

type Resources = Pick<Loyalty, 'groups' | 'cards' | 'customers' | 'checkins'>;

function createResources(db: Database, events: ChangeLog, refresh: RefreshCard): Resources {
  const groups = createRecords<CardGroup, CardGroupInner>(db, events, {
    object: 'loyalty.cardgroups',
    queries: groupQueries,
  });
  const ofGroup = db.prepare<string>('SELECT id FROM merchant_card WHERE card_group = ?').pluck();
  return {
    groups: {
      ...groups,
      save(merchant, document, inner) {
        const before = groups.find(merchant, document.id)?.document;
        groups.save(merchant, document, inner);
        // Cards show some facts of their group: a change of the others is no matter of fifty thousand documents.
        if (before && shownOnCards(before) === shownOnCards(document)) return;
        for (const id of ofGroup.all(document.id)) refresh(id);
      },
    },
    cards: createRecords<LoyaltyCard, CardSecrets>(db, events, { object: 'loyalty.cards', queries: cardQueries }),
    customers: createRecords<Customer>(db, events, { object: 'loyalty.customers', queries: customerQueries }),
    checkins: createRecords<Checkin>(db, events, { object: 'smart.checkins', queries: checkinQueries }),
  };
}

const shownOnCards = ({ display_name, display_name_raw, stock_warn_limit, picture }: CardGroup): string =>
  JSON.stringify([display_name, display_name_raw, stock_warn_limit, picture]);

/** A card together with its group. */
interface CardWithGroup {
  readonly document: string;
  readonly card_group: string;
  readonly inner: string;
  readonly group_document: string;
  readonly merged_into: string | null;
  readonly lock_status: string;
}

const CARD_WITH_GROUP = `SELECT m.document, m.card_group, m.merged_into, m.lock_status, g.inner, g.document AS group_document
  FROM merchant_card m JOIN card_group g ON g.id = m.card_group`;

type Lookups = Pick<Loyalty, 'card' | 'merchantCard' | 'bytes' | 'campaigns' | 'lockOf' | 'checkinOf' | 'cardsOfGroup'>;

function createLookups(db: Database): Lookups {
  const byNumber = db.prepare<CardWithGroup>(
    `${CARD_WITH_GROUP} WHERE m.merchant = ${OPAQUE_PARAMETER} AND m.query_cardnumber = ${OPAQUE_PARAMETER}`,
  );
  const byId = db.prepare<CardWithGroup>(
    `${CARD_WITH_GROUP} WHERE m.merchant = ${OPAQUE_PARAMETER} AND m.id = ${OPAQUE_PARAMETER}`,
  );
  const bytes = db
    .prepare<Buffer>('SELECT CAST(document AS BLOB) FROM merchant_card WHERE id = ? AND merchant = ?')
    .pluck();
  const campaigns = db.prepare<{ id: string; definition: string }>(
    'SELECT id, definition FROM campaign WHERE merchant = ? ORDER BY position',
  );
  const lock = db.prepare<{ lock_reason: number | null; lock_note: string | null }>(
    'SELECT lock_reason, lock_note FROM merchant_card WHERE id = ?',
  );
  const ofGroup = db.prepare<{ number: number; id: string }>(
    'SELECT number, id FROM merchant_card WHERE card_group = ? AND number > ? ORDER BY number LIMIT ?',
  );
  const checkin = db.prepare<string>('SELECT id FROM checkin WHERE query_merchant_card = ?').pluck();
  return {
    card(merchant, cardnumber) {
      const row = byNumber.get(merchant, fold(withoutIdentifier(cardnumber)));
      const leads = row?.merged_into && row.lock_status !== 'locked';
      return recordOf(leads ? byId.get(merchant, row.merged_into) : row);
    },
    merchantCard: (merchant, id) => recordOf(byId.get(merchant, id)),
    bytes: (merchant, id) => bytes.get(id, merchant),
    campaigns: remembered(db, 'campaign', (merchant: string): readonly Campaign[] =>
      campaigns.all(merchant).map(({ id, definition }) => ({ id, ...JSON.parse(definition) })),
    ),
    lockOf(merchantCard) {
      const { lock_reason: reason = null, lock_note: note = null } = lock.get(merchantCard) ?? {};
      return { reason, note };
    },
    checkinOf: merchantCard => checkin.get(merchantCard) ?? null,
    cardsOfGroup: (group, after, limit) => ofGroup.all(group, after, limit),
  };
}

function recordOf(row: CardWithGroup | undefined): CardRecord | null {
  if (!row) return null;
  const group = JSON.parse(row.group_document) as CardGroup;
  const { prefix, limit, expiry, voucher = false } = JSON.parse(row.inner) as CardGroupInner;
  return {
    merchantcard: JSON.parse(row.document),
    cardGroupId: row.card_group,
    prefix,
    groupName: group.display_name,
    limit,
    balanceLimit: group.balance_limit,
    cancelSelected: group.cancel_selected,
    isVoucher: voucher,
    balanceExpiry: group.balance_expiry ? (expiry ?? DEFAULT_EXPIRY) : null,
  };
}

function createCustomerLookups(
  db: Database,
  refresh: RefreshCard,
): Pick<Loyalty, 'customerByNumber' | 'cardsOfCustomer' | 'refreshCustomer'> {
  const byNumber = db
    .prepare<string>('SELECT id FROM loyalty_customer WHERE merchant = ? AND query_customernumber = ?')
    .pluck();
  const cardsOf = db.prepare<string>('SELECT id FROM merchant_card WHERE customer = ?').pluck();
  return {
    customerByNumber: (merchant, customernumber) => byNumber.get(merchant, fold(customernumber)) ?? null,
    cardsOfCustomer: customer => cardsOf.all(customer),
    refreshCustomer(customer) {
      for (const id of cardsOf.all(customer)) refresh(id);
    },
  };
}

const SILENT: ReadonlySet<string> = new Set(silentActions);

/** The ledger, with the document of the card written anew whenever its balances or reservations change. */
function createBookings(
  db: Database,
  events: ChangeLog,
  { booked: _booked, reserved: _reserved, ...ledger }: LoyaltyLedger,
  refresh: RefreshCard,
): Omit<LoyaltyLedger, 'booked' | 'reserved' | 'heldCards'> {
  const markUsed = db.prepare(
    'UPDATE merchant_card SET last_usage = ?, last_charge = iif(?, ?, last_charge) WHERE id = ?',
  );
  return {
    ...ledger,
    hold(reservation) {
      ledger.hold(reservation);
      if (reservation.merchantCard) refresh(reservation.merchantCard);
    },
    end(sale, state) {
      const held = ledger.heldCards(sale);
      ledger.end(sale, state);
      for (const card of held) refresh(card);
    },
    book(booking) {
      const id = ledger.book(booking);
      const { merchantCard, entries, at } = booking;
      const isCharge = entries.some(({ account, kind }) => kind === 'charge' && account === 'cash');
      if (!SILENT.has(booking.action)) markUsed.run(at, isCharge ? 1 : 0, at, merchantCard);
      refresh(merchantCard);
      return id;
    },
    describe(document) {
      const { id: merchant } = document.merchant;
      const before = ledger.booking(merchant, document.id)?.document;
      ledger.describe(document);
      events.append(merchant, 'loyalty.transactions', document.id, before?.id === document.id ? 'changed' : 'added');
    },
  };
}

function existing({ merchantCard }: Pick<Loyalty, 'merchantCard'>, merchant: string, id: string): CardRecord {
  const found = merchantCard(merchant, id);
  if (!found) throw new Error(`the card ${id} is gone`);
  return found;
}

/** Issues new cards with a free number of their group. */
function createIssue(
  db: Database,
  { groups, cards }: Resources,
  lookups: Lookups,
  refresh: RefreshCard,
): Pick<Loyalty, 'issue'> {
  const insert =
    db.prepare(`INSERT INTO merchant_card (id, merchant, card, card_group, store, is_base_card, stock_status,
    lock_status, passcode, more, document, query_cardnumber) VALUES (?, ?, ?, ?, ${STORE_OF_TILL}, 0, 'active', 'unlocked', 0, '{}', '', ?)`);
  const taken = db.prepare<number>('SELECT 1 FROM card WHERE merchant = ? AND query_cardnumber = ?').pluck();

  function freeNumber(merchant: string, group: CardGroupInner): string {
    const { prefix, length } = group;
    const number = loyaltyCardNumber(prefix, newCardDigits(length - prefix.length - 1));
    return taken.get(merchant, number) === undefined ? number : freeNumber(merchant, group);
  }

  return {
    issue(merchant, group, { at, till, secrets, cardnumber: given }) {
      const found = groups.find(merchant, group);
      if (!found) throw new Error(`the card group ${group} is gone`);
      const cardnumber = given ?? freeNumber(merchant, found.inner);
      const created = timestamp(at);
      const card = { object: 'loyalty.cards', id: newId('CRD'), cardnumber, created, account: null } as const;
      cards.insert(merchant, card, secrets);
      const id = newId('MCD');
      insert.run(id, merchant, card.id, group, till, merchant, fold(cardnumber));
      refresh(id, 'added');
      return existing(lookups, merchant, id);
    },
  };
}

/** Changes that are one column of the row each. */
const CHANGED_COLUMNS = {
  stockStatus: 'stock_status',
  passcode: 'passcode',
  expiryDate: 'expiry_date',
  cardGroup: 'card_group',
} as const satisfies Partial<Record<keyof CardChanges, string>>;

function createCardChanges(db: Database, lookups: Lookups, refresh: RefreshCard): Pick<Loyalty, 'changeCard'> {
  const lock = db.prepare('UPDATE merchant_card SET lock_status = ?, lock_reason = ?, lock_note = ? WHERE id = ?');
  const assign = db.prepare('UPDATE merchant_card SET customer = ?, customer_since = ? WHERE id = ?');
  const addMore = db.prepare('UPDATE merchant_card SET more = json_patch(more, ?) WHERE id = ?');
  const setters = Object.entries(CHANGED_COLUMNS).map(([name, column]) => ({
    name: name as keyof typeof CHANGED_COLUMNS,
    set: db.prepare(`UPDATE merchant_card SET ${column} = ? WHERE id = ?`),
  }));
  return {
    changeCard(merchant, id, changes) {
      for (const { name, set } of setters) if (changes[name] !== undefined) set.run(changes[name], id);
      if (changes.lock) lock.run(changes.lock.status, changes.lock.reason, changes.lock.note, id);
      if (changes.customer) assign.run(changes.customer.id, changes.customer.since, id);
      if (changes.more) addMore.run(JSON.stringify(changes.more), id);
      refresh(id);
      return existing(lookups, merchant, id);
    },
  };
}

/** The codes of a merchant card are those of its card. */
function createSecrets(db: Database, { cards }: Resources): Pick<Loyalty, 'secrets' | 'keepSecrets'> {
  const cardOf = db.prepare<string>('SELECT card FROM merchant_card WHERE id = ? AND merchant = ?').pluck();
  return {
    secrets(merchant, merchantCard) {
      const card = cardOf.get(merchantCard, merchant);
      return card === undefined ? {} : (cards.find(merchant, card)?.inner ?? {});
    },
    keepSecrets(merchant, merchantCard, secrets) {
      const card = cardOf.get(merchantCard, merchant);
      const found = card === undefined ? null : cards.find(merchant, card);
      if (found) cards.save(merchant, found.document, secrets);
    },
  };
}

/** Cards that were merged: one step always leads to the card that counts. */
function createMerges(db: Database, refresh: RefreshCard): Pick<Loyalty, 'finalCard' | 'mergedFrom' | 'markMerged'> {
  const into = db.prepare<string | null>('SELECT merged_into FROM merchant_card WHERE id = ?').pluck();
  const from = db.prepare<string>('SELECT id FROM merchant_card WHERE merged_into = ? ORDER BY number').pluck();
  const mark = db.prepare('UPDATE merchant_card SET merged_into = ? WHERE id = ? OR merged_into = ?');
  return {
    finalCard: card => into.get(card) ?? card,
    mergedFrom: card => from.all(card),
    markMerged(old, card) {
      mark.run(card, old, old);
      refresh(old);
    },
  };
}

/** Vouchers: each takes its value off one basket, once. */
function createVouchers(db: Database): Pick<Loyalty, 'voucher' | 'holdVoucher' | 'endVouchers'> {
  const byCode = db.prepare<{ code: string; definition: string; sale: string | null; lock_note: string | null }>(
    'SELECT code, definition, sale, lock_note FROM voucher WHERE merchant = ? AND code = ?',
  );
  const hold = db.prepare('UPDATE voucher SET sale = ? WHERE merchant = ? AND code = ? AND sale IS NULL');
  const redeem = db.prepare('UPDATE voucher SET redeemed = 1, redeemed_at = ? WHERE sale = ?');
  const free = db.prepare('UPDATE voucher SET sale = NULL, redeemed = 0, redeemed_at = NULL WHERE sale = ?');
  return {
    voucher(merchant, code) {
      const row = byCode.get(merchant, code);
      if (!row) return null;
      const campaign = { id: `voucher-${code}`, ...JSON.parse(row.definition) };
      return { code: row.code, sale: row.sale, campaign, isLocked: row.lock_note !== null };
    },
    holdVoucher: (merchant, code, sale) => void hold.run(sale, merchant, code),
    endVouchers: (sale, state, at) => void (state === 'redeemed' ? redeem.run(at ?? null, sale) : free.run(sale)),
  };
}
