/**
 * The document of a merchant card, written anew in the commit that changes what it shows, so that lists, idents and
 * check-ins show the same balances.
 */

import type { Balances } from '../domain/loyalty.ts';
import type { CardGroup, LoyaltyCard } from '../wire/loyalty.ts';
import type { MerchantCard } from '../wire/transactions.ts';
import { timestamp } from '../world/clock.ts';
import type { Database } from './database.ts';
import type { LoyaltyLedger } from './loyaltyLedger.ts';
import type { ChangeLog } from './records.ts';
import { OPAQUE_PARAMETER } from './statement.ts';

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

/** Writes the document of a card inside a job and appends the change to the log. */
export type RefreshCard = (id: string, type?: 'added' | 'changed') => void;

/** Cards that an older version left without a document get theirs at once. */
export function createCardDocuments(
  db: Database,
  events: ChangeLog,
  { booked, reserved }: Pick<LoyaltyLedger, 'booked' | 'reserved'>,
): RefreshCard {
  const row = db.prepare<CardRow>(`SELECT m.*, c.document AS card_document, g.document AS group_document,
      u.document AS customer_document
    FROM merchant_card m JOIN card c ON c.id = m.card JOIN card_group g ON g.id = m.card_group
      LEFT JOIN loyalty_customer u ON u.id = m.customer
    WHERE m.id = ${OPAQUE_PARAMETER}`);
  const write = db.prepare('UPDATE merchant_card SET document = ? WHERE id = ?');
  const writeCheckin = db.prepare(`UPDATE checkin SET document = json_set(document, '$.merchantcard', json(?))
    WHERE query_merchant_card = ?`);

  /** Gives the merchant of the card; null where there is no such card. */
  function rewrite(id: string): string | null {
    const found = row.get(id);
    if (!found) return null;
    const document = JSON.stringify(merchantCardOf(found, booked(id), reserved(id)));
    write.run(document, id);
    writeCheckin.run(document, id);
    return found.merchant;
  }

  const unwritten = db.prepare<string>("SELECT id FROM merchant_card WHERE document = ''").pluck().all();
  for (const id of unwritten) rewrite(id);
  return (id, type = 'changed') => {
    const merchant = rewrite(id);
    if (merchant !== null) events.append(merchant, 'loyalty.merchantcards', id, type);
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
