/** Loyalty cards, their ledger and what open sales hold of them. A balance is always the sum of its rows. */
import type { MerchantCard } from '../api/transactions/contract.ts';
import { timestamp } from '../clock.ts';
import type { Campaign } from '../domain/campaigns.ts';
import type { Balances, LedgerEntry } from '../domain/loyalty.ts';
import type { CardRecord, HeldReservation, Loyalty } from '../ports.ts';
import type { Database } from './database.ts';

interface CardRow {
  readonly id: string;
  readonly merchant: string;
  readonly card: string;
  readonly card_group: string;
  readonly is_base_card: number;
  readonly stock_status: string;
  readonly lock_status: string;
  readonly passcode: number;
  readonly expiry_date: string | null;
  readonly last_usage: number | null;
  readonly last_charge: number | null;
  readonly cardnumber: string;
  readonly card_created: number;
  readonly display_name: string;
  readonly prefix: string;
}

interface ReservationRow {
  readonly sale: string;
  readonly merchant_card: string;
  readonly cash: number;
  readonly bonus: number;
  readonly state: 'held' | 'committed' | 'released';
}

export function createLoyalty(db: Database): Loyalty {
  const card = db.prepare<CardRow>(`SELECT m.*, c.cardnumber, c.created AS card_created, g.display_name, g.prefix
    FROM card c JOIN merchant_card m ON m.card = c.id JOIN card_group g ON g.id = m.card_group
    WHERE c.cardnumber = ? AND m.merchant = ?`);
  const balance = db
    .prepare<number>('SELECT coalesce(sum(amount), 0) FROM loyalty_entry WHERE merchant_card = ? AND account = ?')
    .pluck();
  const holds = db.prepare<{
    cash: number;
    bonus: number;
  }>(`SELECT coalesce(sum(cash), 0) AS cash, coalesce(sum(bonus), 0) AS bonus
    FROM reservation WHERE merchant_card = ? AND state = 'held'`);
  const held = db.prepare<ReservationRow>("SELECT * FROM reservation WHERE sale = ? AND state = 'held'");
  const latest = db.prepare<ReservationRow>('SELECT * FROM reservation WHERE sale = ? ORDER BY number DESC LIMIT 1');
  const hold = db.prepare(
    `INSERT INTO reservation (sale, merchant_card, cash, bonus, state, expires_at) VALUES (?, ?, ?, ?, 'held', ?)`,
  );
  const end = db.prepare("UPDATE reservation SET state = ? WHERE sale = ? AND state = 'held'");
  const entry = db.prepare(
    'INSERT INTO loyalty_entry (merchant_card, account, kind, amount, sale, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const used = db.prepare('UPDATE merchant_card SET last_usage = ? WHERE id = ?');
  const entries = db.prepare<
    LedgerEntry & { merchant_card: string }
  >(`SELECT merchant_card, account, kind, amount FROM loyalty_entry
    WHERE sale = ? ORDER BY number`);
  const campaigns = db.prepare<{ id: string; definition: string }>(
    'SELECT id, definition FROM campaign WHERE merchant = ? ORDER BY position',
  );

  function available(merchantCard: string): Balances {
    const open = holds.get(merchantCard) ?? { cash: 0, bonus: 0 };
    return {
      cash: (balance.get(merchantCard, 'cash') ?? 0) - open.cash,
      bonus: (balance.get(merchantCard, 'bonus') ?? 0) - open.bonus,
      points: balance.get(merchantCard, 'points') ?? 0,
    };
  }

  return {
    card(merchant, cardnumber) {
      const row = card.get(cardnumber, merchant);
      return row ? recordOf(row, available(row.id)) : null;
    },
    campaigns: merchant =>
      campaigns.all(merchant).map(({ id, definition }): Campaign => ({ id, ...JSON.parse(definition) })),
    available,
    held: sale => reservationOf(held.get(sale)),
    reservationOf: sale => reservationOf(latest.get(sale)),
    hold: ({ sale, merchantCard, cash, bonus, expiresAt }) => void hold.run(sale, merchantCard, cash, bonus, expiresAt),
    end: (sale, state) => void end.run(state, sale),
    book(merchantCard, sale, rows, at) {
      for (const { account, kind, amount } of rows) entry.run(merchantCard, account, kind, amount, sale, at);
      if (rows.length > 0) used.run(at, merchantCard);
    },
    entriesOf: sale =>
      entries.all(sale).map(({ merchant_card, ...row }) => ({ merchantCard: merchant_card, entry: row })),
  };
}

const reservationOf = (row: ReservationRow | undefined): HeldReservation | null =>
  row ? { sale: row.sale, merchantCard: row.merchant_card, cash: row.cash, bonus: row.bonus, state: row.state } : null;

const recordOf = (row: CardRow, balances: Balances): CardRecord => ({
  merchantcard: merchantCardOf(row, balances),
  cardGroupId: row.card_group,
  prefix: row.prefix,
  groupName: row.display_name,
});

function merchantCardOf(row: CardRow, { cash, bonus, points }: Balances): MerchantCard {
  const merchant = { object: 'general.merchants', id: row.merchant };
  const moment = (at: number | null) => (at === null ? null : timestamp(at));
  return {
    object: 'loyalty.merchantcards',
    id: row.id,
    merchant,
    created_for_merchant: merchant,
    created_for_store: null,
    card: { object: 'loyalty.cards', id: row.card, cardnumber: row.cardnumber, created: timestamp(row.card_created) },
    cardgroup: {
      object: 'loyalty.cardgroups',
      id: row.card_group,
      display_name: row.display_name,
      display_name_raw: row.display_name,
      stock_warn_limit: null,
      picture: null,
    },
    is_base_card: row.is_base_card === 1,
    points,
    cash_balance: cash,
    bonus_balance: bonus,
    balance: cash + bonus,
    last_usage: moment(row.last_usage),
    last_charge: moment(row.last_charge),
    stock_status: row.stock_status,
    lock_status: row.lock_status,
    passcode: row.passcode,
    expiry_date: row.expiry_date,
  };
}
