/** Cards and card groups written as the upstream service says them. */
import { fold } from '../query/comparable.ts';
import type { CardGroup, LoyaltyCard } from '../wire/loyalty.ts';
import type { CardContent, DownCards, DownTable } from '../world/down.ts';
import type { CardGroupInner, CardSecrets } from '../world/loyalty.ts';
import type { Database } from './database.ts';
import { createLoyaltyLedger } from './loyaltyLedger.ts';
import { cardQueries, groupQueries } from './loyaltyQueries.ts';
import { createCardDocuments } from './merchantCardDocument.ts';
import { type ChangeLog, createRecords } from './records.ts';

const COLUMNS = 'card_group AS cardgroup, customer, stock_status, lock_status, passcode, expiry_date';

export function createDownCards(db: Database, events: ChangeLog): DownCards {
  const refresh = createCardDocuments(db, events, createLoyaltyLedger(db));
  const cards = createRecords<LoyaltyCard, CardSecrets>(db, events, { object: 'loyalty.cards', queries: cardQueries });
  const groups = createRecords<CardGroup, CardGroupInner>(db, events, {
    object: 'loyalty.cardgroups',
    queries: groupQueries,
  });
  const content = db.prepare<CardContent>(`SELECT ${COLUMNS} FROM merchant_card WHERE id = ? AND merchant = ?`);
  const byNumber = db
    .prepare<string>('SELECT id FROM merchant_card WHERE merchant = ? AND query_cardnumber = ?')
    .pluck();
  const insert = db.prepare(`INSERT INTO merchant_card (id, merchant, card, card_group, customer, stock_status,
    lock_status, passcode, expiry_date, is_base_card, more, document, query_cardnumber) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '{}', '', ?)`);
  const write = db.prepare(`UPDATE merchant_card SET card_group = ?, customer = ?, stock_status = ?, lock_status = ?,
    passcode = ?, expiry_date = ? WHERE id = ?`);
  const finder = (table: DownTable) => db.prepare<number>(`SELECT 1 FROM ${table} WHERE id = ?`).pluck();
  const taken = {
    ...{ card: finder('card'), merchant_card: finder('merchant_card'), card_group: finder('card_group') },
    ...{ loyalty_customer: finder('loyalty_customer'), store: finder('store') },
  };
  const ofGroup = db.prepare<{ number: number; id: string }>(
    'SELECT number, id FROM merchant_card WHERE card_group = ? AND number > ? ORDER BY number LIMIT ?',
  );
  const values = ({ cardgroup, customer, stock_status, lock_status, passcode, expiry_date }: CardContent) =>
    [cardgroup, customer, stock_status, lock_status, passcode, expiry_date] as const;

  return {
    cardOf: (merchant, id) => content.get(id, merchant) ?? null,
    byNumber: (merchant, cardnumber) => byNumber.get(merchant, fold(cardnumber)) ?? null,
    insert(merchant, { id, card, cardnumber, created, isBase, ...rest }) {
      cards.insert(merchant, { object: 'loyalty.cards', id: card, cardnumber, created, account: null }, {});
      insert.run(id, merchant, card, ...values(rest), isBase ? 1 : 0, fold(cardnumber));
      refresh(id, 'added');
    },
    write(id, changed) {
      write.run(...values(changed), id);
      refresh(id);
    },
    isFree: (table, id) => taken[table].get(id) === undefined,
    saveGroup: (merchant, document, inner) =>
      groups.save(merchant, document as CardGroup, inner as CardGroupInner | undefined),
    refreshCards(group, after, limit) {
      const rows = ofGroup.all(group, after, limit);
      for (const { id } of rows) refresh(id);
      return rows.length < limit ? null : (rows.at(-1)?.number ?? null);
    },
  };
}
