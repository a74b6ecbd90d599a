/** Loyalty programmes of the demo merchants: groups, cards with balances, a customer, campaigns and vouchers. */

import { ledgerEntries } from '../domain/loyalty.ts';
import { bookingDocument } from '../sale/loyaltyBookingDocument.ts';
import { createLoyalty } from '../store/loyaltyCards.ts';
import { timestamp } from '../world/clock.ts';
import { demoIds } from '../world/demoIds.ts';
import { fixedId, type Prefix } from '../world/ids.ts';
import type { Loyalty } from '../world/loyalty.ts';
import type { Seeding } from './seeding.ts';

const GROUPS = [
  { id: demoIds.baseGroup, merchant: demoIds.merchant, name: 'Demo-Kundenkarte', prefix: '9276' },
  { id: demoIds.otherGroup, merchant: demoIds.other, name: 'Andere Kundenkarte', prefix: '8376' },
] as const;

interface DemoCard {
  readonly number: string;
  readonly cash: number;
  readonly bonus: number;
  readonly points: number;
  readonly lock?: 'locked';
  readonly expiry?: string;
  /** Level at which the card asks for the passcode of the demo. */
  readonly passcode?: number;
}

const CARDS: readonly DemoCard[] = [
  { number: '9276004000000018', cash: 5000, bonus: 0, points: 120 },
  { number: '9276004000000026', cash: 700, bonus: 300, points: 0 },
  { number: '9276004000000034', cash: 0, bonus: 0, points: 0 },
  { number: '9276004000000042', cash: 1000, bonus: 0, points: 0, lock: 'locked' },
  { number: '9276004000000059', cash: 1000, bonus: 0, points: 0, expiry: '2020-12-31' },
  { number: '9276004000000067', cash: 2000, bonus: 0, points: 50, passcode: 2 },
];

const OTHER_CARD: DemoCard = { number: '8376004000000019', cash: 2000, bonus: 0, points: 0 };

const CAMPAIGNS = [
  {
    id: 'coffee10',
    name: '10 % auf Kaffee',
    nameEn: '10 % off coffee',
    condition: { cardGroups: [demoIds.baseGroup], articleGroups: ['coffee'] },
    effect: { type: 'percent', percent: 10 },
  },
] as const;

/** The second voucher has expired. */
const VOUCHERS = [
  {
    code: '5000000000000017',
    name: 'Gutschein 5 EUR',
    nameEn: 'Coupon 5 EUR',
    condition: {},
    effect: { type: 'amount', amount: 500 },
  },
  {
    code: '5000000000000025',
    name: 'Gutschein von früher',
    nameEn: 'Old coupon',
    condition: { validTo: '2021-01-01T00:00:00+01:00' },
    effect: { type: 'amount', amount: 500 },
  },
] as const;

/** Takes no events: nobody listens while the demo shop is made. */
const quiet = { append: () => undefined };

/** `passcode` is the hash of the passcode that all demo cards share. */
export function seedLoyalty({ db, shop, now }: Seeding, passcode: string): void {
  const { groups, customers } = createLoyalty(db, quiet);
  for (const group of GROUPS)
    groups.insert(group.merchant, groupOf(group), { prefix: group.prefix, length: 16, limit: 0 });
  const campaign = db.prepare('INSERT INTO campaign (id, merchant, position, definition) VALUES (?, ?, ?, ?)');
  for (const [index, { id, ...definition }] of CAMPAIGNS.entries())
    campaign.run(id, demoIds.merchant, index + 1, JSON.stringify(definition));
  const voucher = db.prepare('INSERT INTO voucher (merchant, code, definition) VALUES (?, ?, ?)');
  for (const { code, ...definition } of VOUCHERS) voucher.run(demoIds.merchant, code, JSON.stringify(definition));
  customers.insert(demoIds.merchant, customerOf(now));
  for (const card of CARDS) insertCard({ db, shop, now }, demoIds.merchant, demoIds.baseGroup, card, passcode);
  insertCard({ db, shop, now }, demoIds.other, demoIds.otherGroup, OTHER_CARD, passcode);
  // Writes the documents of the cards.
  const loyalty = createLoyalty(db, quiet);
  for (const card of CARDS) openCard(loyalty, demoIds.merchant, card, now);
  openCard(loyalty, demoIds.other, OTHER_CARD, now);
  loyalty.changeCard(demoIds.merchant, fixedId('MCD', CARDS[0]?.number ?? ''), {
    customer: { id: demoIds.customer, since: now },
  });
}

const merchantOf = (id: string) => ({ object: 'general.merchants', id }) as const;

const groupOf = ({ id, merchant, name }: (typeof GROUPS)[number]) =>
  ({
    object: 'loyalty.cardgroups',
    id,
    merchant: merchantOf(merchant),
    display_name: name,
    display_name_raw: name,
    description: null,
    picture: null,
    stock_warn_limit: null,
    balance_limit: null,
    balance_expiry: false,
    cancel_selected: false,
  }) as const;

const customerOf = (now: number) =>
  ({
    object: 'loyalty.customers',
    id: demoIds.customer,
    merchant: merchantOf(demoIds.merchant),
    customernumber: '10001',
    note: null,
    contact: { forename: 'Demo', surname: 'Kundschaft', email: 'kundschaft@demo.example', name: 'Demo Kundschaft' },
    merchant_contact: {},
    account_contact: {},
    consent_for_communication: 'accepted',
    payment_container: null,
    additional_data: null,
    created: timestamp(now),
  }) as const;

function insertCard({ db, now }: Seeding, merchant: string, group: string, card: DemoCard, passcode: string) {
  const { number, lock = 'unlocked', expiry = null, passcode: level = 0 } = card;
  const id = fixedId('CRD', number);
  const document = { object: 'loyalty.cards', id, cardnumber: number, created: timestamp(now), account: null };
  db.prepare('INSERT INTO card (id, merchant, inner, document, query_cardnumber) VALUES (?, ?, ?, ?, ?)').run(
    id,
    merchant,
    JSON.stringify({ passcode }),
    JSON.stringify(document),
    number,
  );
  db.prepare(`INSERT INTO merchant_card (id, merchant, card, card_group, store, is_base_card, stock_status, lock_status,
    lock_reason, passcode, expiry_date, more, document, query_cardnumber)
    VALUES (?, ?, ?, ?, ?, 1, 'active', ?, ?, ?, ?, '{}', '', ?)`).run(
    fixedId('MCD', number),
    merchant,
    id,
    group,
    merchant === demoIds.merchant ? demoIds.store : null,
    lock,
    lock === 'locked' ? 1 : null,
    level,
    expiry,
    number,
  );
}

function openCard(loyalty: Loyalty, merchant: string, { number, cash, bonus, points }: DemoCard, at: number) {
  const merchantCard = fixedId('MCD' satisfies Prefix, number);
  const entries = ledgerEntries({ type: 'opening', cash, bonus, points });
  if (entries.length === 0) return;
  const id = loyalty.book({ merchantCard, sale: null, action: 'opening', reverses: null, entries, at });
  const card = loyalty.merchantCard(merchant, merchantCard)?.merchantcard;
  const facts = { action: 'opening', amount: cash + bonus, transId: null, receipt: [] } as const;
  if (card) loyalty.describe(bookingDocument(id, card, 'EUR', timestamp(at), facts));
}
