/**
 * The loyalty programme: groups, cards, customers, check-ins. A balance is always the sum of its ledger rows; a merchant
 * card's document is written anew in the commit that changes what it shows, so lists and idents tell the same.
 */

import type { Campaign } from '../domain/campaigns.ts';
import { loyaltyCardNumber } from '../domain/checkDigits.ts';
import type { Balances } from '../domain/loyalty.ts';
import { fold } from '../services/query/comparable.ts';
import type { Checkin } from '../wire/checkins.ts';
import type { CardGroup, Customer, LoyaltyCard } from '../wire/loyalty.ts';
import type { MerchantCard } from '../wire/transactions.ts';
import { timestamp } from '../world/clock.ts';
import { newCardDigits, newId } from '../world/ids.ts';
import type { CardChanges, CardGroupInner, CardRecord, CardSecrets, Loyalty } from '../world/loyalty.ts';
import type { Database } from './database.ts';
import { createLoyaltyLedger } from './loyaltyLedger.ts';
import { cardQueries, checkinQueries, customerQueries, groupQueries } from './loyaltyQueries.ts';
import { type ChangeLog, createRecords } from './records.ts';
import { createVouchers } from './vouchers.ts';

interface CardRow {
  readonly id: string;
  readonly merchant: string;
  readonly card: string;
  readonly card_group: string;
  readonly customer: string | null;
  readonly customer_since: number | null;
  readonly store: string | null;
  readonly is_base_card: number;
  readonly stock_status: string;
  readonly lock_status: string;
  readonly passcode: number;
  readonly expiry_date: string | null;
  readonly last_usage: number | null;
  readonly last_charge: number | null;
  readonly more: string;
  readonly card_document: string;
  readonly group_document: string;
  readonly customer_document: string | null;
}

interface Known {
  readonly document: string;
  readonly card_group: string;
  readonly inner: string;
  readonly group_document: string;
}

const COLUMNS = {
  stockStatus: 'stock_status',
  passcode: 'passcode',
  expiryDate: 'expiry_date',
  cardGroup: 'card_group',
} as const satisfies Partial<Record<keyof CardChanges, string>>;

export function createLoyalty(db: Database, events: ChangeLog): Loyalty {
  const { booked, reserved, ...ledger } = createLoyaltyLedger(db);
  const groups = createRecords<CardGroup, CardGroupInner>(db, events, {
    object: 'loyalty.cardgroups',
    queries: groupQueries,
  });
  const cards = createRecords<LoyaltyCard, CardSecrets>(db, events, { object: 'loyalty.cards', queries: cardQueries });
  const customers = createRecords<Customer>(db, events, { object: 'loyalty.customers', queries: customerQueries });
  const checkins = createRecords<Checkin>(db, events, { object: 'smart.checkins', queries: checkinQueries });

  const KNOWN = `SELECT m.document, m.card_group, g.inner, g.document AS group_document
    FROM merchant_card m JOIN card_group g ON g.id = m.card_group`;
  const byNumber = db.prepare<Known>(`${KNOWN} WHERE m.merchant = ? AND m.query_cardnumber = ?`);
  const byId = db.prepare<Known>(`${KNOWN} WHERE m.merchant = ? AND m.id = ?`);
  const bytes = db
    .prepare<Buffer>('SELECT CAST(document AS BLOB) FROM merchant_card WHERE id = ? AND merchant = ?')
    .pluck();
  const row = db.prepare<CardRow>(`SELECT m.*, c.document AS card_document, g.document AS group_document,
      u.document AS customer_document
    FROM merchant_card m JOIN card c ON c.id = m.card JOIN card_group g ON g.id = m.card_group
      LEFT JOIN loyalty_customer u ON u.id = m.customer
    WHERE m.id = ?`);
  const write = db.prepare('UPDATE merchant_card SET document = ? WHERE id = ?');
  const showCheckedIn = db.prepare(`UPDATE checkin SET document = json_set(document, '$.merchantcard', json(?))
    WHERE query_merchant_card = ?`);
  const insert =
    db.prepare(`INSERT INTO merchant_card (id, merchant, card, card_group, store, is_base_card, stock_status,
    lock_status, passcode, more, document, query_cardnumber) VALUES (?, ?, ?, ?, ?, 0, 'active', 'unlocked', 0, '{}', '', ?)`);
  const used = db.prepare(`UPDATE merchant_card SET last_usage = ?, last_charge = iif(?, ?, last_charge) WHERE id = ?`);
  const lock = db.prepare('UPDATE merchant_card SET lock_status = ?, lock_reason = ?, lock_note = ? WHERE id = ?');
  const assign = db.prepare('UPDATE merchant_card SET customer = ?, customer_since = ? WHERE id = ?');
  const addMore = db.prepare('UPDATE merchant_card SET more = json_patch(more, ?) WHERE id = ?');
  const columns = Object.entries(COLUMNS).map(([name, column]) => ({
    name: name as keyof typeof COLUMNS,
    set: db.prepare(`UPDATE merchant_card SET ${column} = ? WHERE id = ?`),
  }));
  const ofCustomer = db.prepare<string>('SELECT id FROM merchant_card WHERE customer = ?').pluck();
  const ofGroup = db.prepare<string>('SELECT id FROM merchant_card WHERE card_group = ?').pluck();
  const cardOf = db.prepare<string>('SELECT card FROM merchant_card WHERE id = ? AND merchant = ?').pluck();
  const taken = db.prepare<number>('SELECT 1 FROM card WHERE merchant = ? AND query_cardnumber = ?').pluck();
  const byCustomerNumber = db
    .prepare<string>('SELECT id FROM loyalty_customer WHERE merchant = ? AND query_customernumber = ?')
    .pluck();
  const checkedIn = db.prepare<string>('SELECT id FROM checkin WHERE query_merchant_card = ?').pluck();
  const locked = db.prepare<{ lock_reason: number | null; lock_note: string | null }>(
    'SELECT lock_reason, lock_note FROM merchant_card WHERE id = ?',
  );
  const campaigns = db.prepare<{ id: string; definition: string }>(
    'SELECT id, definition FROM campaign WHERE merchant = ? ORDER BY position',
  );

  /** Writes what the card shows now; its merchant, or null where there is no such card. */
  function show(id: string): string | null {
    const found = row.get(id);
    if (!found) return null;
    const document = JSON.stringify(merchantCardOf(found, booked(id), reserved(id)));
    write.run(document, id);
    showCheckedIn.run(document, id);
    return found.merchant;
  }

  function refresh(id: string, type: 'added' | 'changed' = 'changed') {
    const merchant = show(id);
    if (merchant !== null) events.append(merchant, 'loyalty.merchantcards', id, type);
  }

  function existing(merchant: string, id: string): CardRecord {
    const found = recordOf(byId.get(merchant, id));
    if (!found) throw new Error(`the card ${id} is gone`);
    return found;
  }

  function freeNumber(merchant: string, group: CardGroupInner): string {
    const { prefix, length } = group;
    const number = loyaltyCardNumber(prefix, newCardDigits(length - prefix.length - 1));
    return taken.get(merchant, number) === undefined ? number : freeNumber(merchant, group);
  }

  const loyalty: Loyalty = {
    ...ledger,
    ...createVouchers(db),
    groups: {
      ...groups,
      save(merchant, document, inner) {
        groups.save(merchant, document, inner);
        for (const id of ofGroup.all(document.id)) refresh(id);
      },
    },
    cards,
    customers,
    checkins,
    card: (merchant, cardnumber) => recordOf(byNumber.get(merchant, cardnumber)),
    merchantCard: (merchant, id) => recordOf(byId.get(merchant, id)),
    bytes: (merchant, id) => bytes.get(id, merchant),
    campaigns: merchant =>
      campaigns.all(merchant).map(({ id, definition }): Campaign => ({ id, ...JSON.parse(definition) })),
    hold(reservation) {
      ledger.hold(reservation);
      if (reservation.merchantCard) refresh(reservation.merchantCard);
    },
    end(sale, state) {
      const held = ledger.held(sale);
      ledger.end(sale, state);
      if (held?.merchantCard) refresh(held.merchantCard);
    },
    book(booking) {
      const id = ledger.book(booking);
      const { merchantCard, entries, at } = booking;
      const charged = entries.some(({ account, kind }) => kind === 'charge' && account === 'cash');
      if (booking.action !== 'opening') used.run(at, charged ? 1 : 0, at, merchantCard);
      refresh(merchantCard);
      return id;
    },
    describe(document) {
      const { id: merchant } = document.merchant;
      const before = ledger.booking(merchant, document.id)?.document;
      ledger.describe(document);
      events.append(merchant, 'loyalty.transactions', document.id, before?.id === document.id ? 'changed' : 'added');
    },
    issue(merchant, group, { at, store, secrets }) {
      const found = groups.find(merchant, group);
      if (!found) throw new Error(`the card group ${group} is gone`);
      const cardnumber = freeNumber(merchant, found.inner);
      const card = {
        object: 'loyalty.cards',
        id: newId('CRD'),
        cardnumber,
        created: timestamp(at),
        account: null,
      } as const;
      cards.insert(merchant, card, secrets);
      const id = newId('MCD');
      insert.run(id, merchant, card.id, group, store, cardnumber);
      refresh(id, 'added');
      return existing(merchant, id);
    },
    changeCard(merchant, id, changes) {
      for (const { name, set } of columns) if (changes[name] !== undefined) set.run(changes[name], id);
      if (changes.lock) lock.run(changes.lock.status, changes.lock.reason, changes.lock.note, id);
      if (changes.customer) assign.run(changes.customer.id, changes.customer.since, id);
      if (changes.more) addMore.run(JSON.stringify(changes.more), id);
      refresh(id);
      return existing(merchant, id);
    },
    lockOf(merchantCard) {
      const { lock_reason: reason = null, lock_note: note = null } = locked.get(merchantCard) ?? {};
      return { reason, note };
    },
    secrets(merchant, merchantCard) {
      const card = cardOf.get(merchantCard, merchant);
      return card === undefined ? {} : (cards.find(merchant, card)?.inner ?? {});
    },
    keepSecrets(merchant, merchantCard, secrets) {
      const card = cardOf.get(merchantCard, merchant);
      const found = card === undefined ? null : cards.find(merchant, card);
      if (found) cards.save(merchant, found.document, secrets);
    },
    customerByNumber: (merchant, customernumber) => byCustomerNumber.get(merchant, fold(customernumber)) ?? null,
    refreshCustomer(customer) {
      for (const id of ofCustomer.all(customer)) refresh(id);
    },
    checkinOf: merchantCard => checkedIn.get(merchantCard) ?? null,
  };

  const unwritten = db.prepare<string>("SELECT id FROM merchant_card WHERE document = ''").pluck().all();
  for (const id of unwritten) show(id);
  return loyalty;
}

function recordOf(row: Known | undefined): CardRecord | null {
  if (!row) return null;
  const group = JSON.parse(row.group_document) as CardGroup;
  const { prefix, limit } = JSON.parse(row.inner) as CardGroupInner;
  return {
    merchantcard: JSON.parse(row.document),
    cardGroupId: row.card_group,
    prefix,
    groupName: group.display_name,
    limit,
    balanceLimit: group.balance_limit,
    cancelSelected: group.cancel_selected,
  };
}

/** The one shape of a merchant card, wherever it appears: balances as they are booked, and what open sales hold of them. */
function merchantCardOf(row: CardRow, { cash, bonus, points }: Balances, held: Omit<Balances, 'points'>): MerchantCard {
  const merchant = { object: 'general.merchants', id: row.merchant };
  const moment = (at: number | null) => (at === null ? null : timestamp(at));
  const card = JSON.parse(row.card_document) as LoyaltyCard;
  const group = JSON.parse(row.group_document) as CardGroup;
  const more = JSON.parse(row.more) as Record<string, unknown>;
  return {
    object: 'loyalty.merchantcards',
    id: row.id,
    merchant,
    created_for_merchant: merchant,
    created_for_store: row.store === null ? null : { object: 'general.stores', id: row.store },
    card: { object: 'loyalty.cards', id: card.id, cardnumber: card.cardnumber, created: card.created },
    cardgroup: {
      object: 'loyalty.cardgroups',
      id: group.id,
      display_name: group.display_name,
      display_name_raw: group.display_name_raw,
      stock_warn_limit: group.stock_warn_limit,
      picture: group.picture,
    },
    is_base_card: row.is_base_card === 1,
    points,
    cash_balance: cash,
    bonus_balance: bonus,
    balance: cash + bonus,
    cash_balance_reserved: held.cash,
    bonus_balance_reserved: held.bonus,
    balance_reserved: held.cash + held.bonus,
    last_usage: moment(row.last_usage),
    last_charge: moment(row.last_charge),
    stock_status: row.stock_status,
    lock_status: row.lock_status,
    passcode: row.passcode,
    expiry_date: row.expiry_date,
    customer: row.customer_document === null ? null : JSON.parse(row.customer_document),
    customer_assignment_date: moment(row.customer_since),
    payment_container: more.payment_container ?? null,
    additional_data: more.additional_data ?? null,
  };
}
