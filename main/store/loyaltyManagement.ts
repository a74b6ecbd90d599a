/**
 * Records of the managers of a loyalty programme: settings of groups, campaigns, vouchers, batches, and the progress of
 * the expiry of balances.
 */

import type { Campaign } from '../domain/campaigns.ts';
import type { FileChoice } from '../domain/fileChoice.ts';
import { fold } from '../query/comparable.ts';
import type { QueryDeclaration } from '../query/declaration.ts';
import type { LoyaltyTransaction } from '../wire/loyalty.ts';
import type { Batch, CardRange, ManyVouchers, Voucher } from '../wire/loyaltyManagement.ts';
import type { AuditActor } from '../world/audit.ts';
import type { Records } from '../world/records.ts';
import type { Database } from './database.ts';
import { type ChangeLog, createRecords } from './records.ts';

/** A view over the groups: few rows. */
export const groupSettingsQueries = {
  table: 'card_group_settings',
  order: 'number',
  fields: { id: { type: 'id', column: 'id' } },
} as const satisfies QueryDeclaration;

export const campaignQueries = {
  table: 'campaign',
  fields: { id: { type: 'id', column: 'id' }, position: { type: 'number', column: 'position' } },
} as const satisfies QueryDeclaration;

export const voucherQueries = {
  table: 'voucher',
  fields: {
    id: { type: 'id', column: 'id' },
    code: { type: 'text', column: 'query_code' },
    state: { type: 'text', column: 'query_state' },
    sale: { type: 'id', column: 'sale' },
  },
} as const satisfies QueryDeclaration;

export const batchQueries = {
  table: 'loyalty_batch',
  fields: { id: { type: 'id', column: 'id' }, state: { type: 'text', column: 'query_state' } },
} as const satisfies QueryDeclaration;

/** The things that a batch makes, with the number of the next one. */
export type BatchOrder =
  | { readonly kind: 'cardRange'; readonly range: CardRange; readonly next: number }
  | {
      readonly kind: 'cardFile' | 'voucherFile';
      readonly next: number;
      /** Columns that a person chose: they are kept once the file is applied. */
      readonly chosen?: { readonly head: readonly string[]; readonly choice: FileChoice } | null;
    }
  | { readonly kind: 'vouchers'; readonly vouchers: ManyVouchers };

export interface BatchInner {
  readonly actor: AuditActor;
  /** SDV_… of the till at which it was asked for. */
  readonly till: string | null;
  readonly order: BatchOrder;
}

export interface BatchLine<T> {
  readonly line: number;
  readonly content: T;
}

export interface LoyaltyTables {
  groupBytes(merchant: string, id: string): Buffer | undefined;
  groupHasCards(group: string): boolean;
  merchantsWithGroups(): readonly string[];
  hasCardNumber(merchant: string, cardnumber: string): boolean;
  /** How many card numbers between these two, of one length, are taken. */
  cardNumbersBetween(merchant: string, low: string, high: string): number;
  /** Also groups that stand in articles alone, as those of a shop that was not set up here do. */
  hasArticleGroup(merchant: string, id: string): boolean;
  campaign(merchant: string, id: string): Campaign | null;
  campaignBytes(merchant: string, id: string): Buffer | undefined;
  /** Inside a job: the campaign takes this place, from 1; the others keep their order. */
  moveCampaign(merchant: string, id: string, position: number): void;
  voucher(merchant: string, id: string): Voucher | null;
  voucherBytes(merchant: string, id: string): Buffer | undefined;
  hasVoucher(merchant: string, code: string): boolean;
  /** Vouchers that can be used, or are locked, by code, behind `after`. */
  unusedVouchers(merchant: string, after: string, limit: number): readonly Voucher[];
  // Inside a job.
  insertVoucher(merchant: string, id: string, code: string, definition: object, created: number): void;
  changeVoucher(merchant: string, id: string, definition: object): void;
  lockVoucher(merchant: string, id: string, note: string | null): void;
  /** Bookings of a card and of the cards merged into it, newest first, as the text of a list answer. */
  history(merchant: string, card: string, count: number, offset: number): { count: number; data: LoyaltyTransaction[] };
  readonly batches: Records<Batch, BatchInner>;
  /** Batches of every merchant that are not at their end. */
  runningBatches(): readonly { readonly merchant: string; readonly id: string }[];
  addLine(batch: string, line: number, content: object): void;
  lines<T>(batch: string, after: number, limit: number): readonly BatchLine<T>[];
  dropLines(batch: string): void;
  /** YYYY-MM-DD up to which balances have expired; null: never looked at. */
  expiredTo(merchant: string): string | null;
  keepExpiredTo(merchant: string, day: string): void;
}

export function createLoyaltyManagement(db: Database, events: ChangeLog): LoyaltyTables {
  return {
    ...createGroupViews(db),
    ...createCampaigns(db),
    ...createVouchers(db),
    ...createBatches(db, events),
    ...createExpiryDays(db),
    ...createCardHistory(db),
  };
}

const bytesIn = (db: Database, table: string) =>
  db.prepare<Buffer>(`SELECT CAST(document AS BLOB) FROM ${table} WHERE id = ? AND merchant = ?`).pluck();

function createGroupViews(
  db: Database,
): Pick<
  LoyaltyTables,
  'groupBytes' | 'groupHasCards' | 'merchantsWithGroups' | 'hasCardNumber' | 'cardNumbersBetween'
> {
  const merchants = db.prepare<string>('SELECT DISTINCT merchant FROM card_group').pluck();
  const number = db
    .prepare<number>('SELECT EXISTS (SELECT 1 FROM card WHERE merchant = ? AND query_cardnumber = ?)')
    .pluck();
  const between = db
    .prepare<number>(`SELECT count(*) FROM card WHERE merchant = ? AND query_cardnumber BETWEEN ? AND ?
      AND length(query_cardnumber) = length(?)`)
    .pluck();
  const bytes = bytesIn(db, 'card_group_settings');
  const cards = db.prepare<number>('SELECT EXISTS (SELECT 1 FROM merchant_card WHERE card_group = ?)').pluck();
  return {
    groupBytes: (merchant, id) => bytes.get(id, merchant),
    groupHasCards: group => cards.get(group) === 1,
    merchantsWithGroups: () => merchants.all(),
    hasCardNumber: (merchant, cardnumber) => number.get(merchant, fold(cardnumber)) === 1,
    cardNumbersBetween: (merchant, low, high) => between.get(merchant, low, high, low) ?? 0,
  };
}

function createCampaigns(
  db: Database,
): Pick<LoyaltyTables, 'campaign' | 'campaignBytes' | 'hasArticleGroup' | 'moveCampaign'> {
  const bytes = bytesIn(db, 'campaign');
  const definition = db
    .prepare<string>("SELECT json_set(definition, '$.id', id) FROM campaign WHERE merchant = ? AND id = ?")
    .pluck();
  const order = db.prepare<string>('SELECT id FROM campaign WHERE merchant = ? ORDER BY position, rowid').pluck();
  const group = db
    .prepare<number>(`SELECT EXISTS (SELECT 1 FROM article_group WHERE merchant = ? AND id = ?) OR EXISTS (
      SELECT 1 FROM article a, json_each(a.document, '$.group') g WHERE a.merchant = ? AND g.value ->> 'id' = ?)`)
    .pluck();
  const place = db.prepare('UPDATE campaign SET position = ? WHERE merchant = ? AND id = ? AND position <> ?');
  return {
    hasArticleGroup: (merchant, id) => group.get(merchant, id, merchant, id) === 1,
    campaignBytes: (merchant, id) => bytes.get(id, merchant),
    campaign(merchant, id) {
      const text = definition.get(merchant, id);
      return text === undefined ? null : JSON.parse(text);
    },
    moveCampaign(merchant, id, position) {
      const others = order.all(merchant).filter(other => other !== id);
      others.splice(position - 1, 0, id);
      for (const [index, one] of others.entries()) place.run(index + 1, merchant, one, index + 1);
    },
  };
}

function createVouchers(
  db: Database,
): Pick<
  LoyaltyTables,
  'voucher' | 'voucherBytes' | 'hasVoucher' | 'unusedVouchers' | 'insertVoucher' | 'changeVoucher' | 'lockVoucher'
> {
  const bytes = bytesIn(db, 'voucher');
  const has = db.prepare<number>('SELECT EXISTS (SELECT 1 FROM voucher WHERE merchant = ? AND code = ?)').pluck();
  const insert = db.prepare('INSERT INTO voucher (id, merchant, code, definition, created) VALUES (?, ?, ?, ?, ?)');
  const change = db.prepare('UPDATE voucher SET definition = ? WHERE id = ? AND merchant = ?');
  const open = db
    .prepare<string>(`SELECT document FROM voucher
      WHERE merchant = ? AND code > ? AND query_state IN ('open', 'locked') ORDER BY code LIMIT ?`)
    .pluck();
  const lock = db.prepare('UPDATE voucher SET lock_note = ? WHERE id = ? AND merchant = ?');
  return {
    voucherBytes: (merchant, id) => bytes.get(id, merchant),
    voucher(merchant, id) {
      const text = bytes.get(id, merchant);
      return text === undefined ? null : JSON.parse(text.toString());
    },
    unusedVouchers: (merchant, after, limit) => open.all(merchant, after, limit).map(text => JSON.parse(text)),
    hasVoucher: (merchant, code) => has.get(merchant, code) === 1,
    insertVoucher: (merchant, id, code, definition, created) =>
      void insert.run(id, merchant, code, JSON.stringify(definition), created),
    changeVoucher: (merchant, id, definition) => void change.run(JSON.stringify(definition), id, merchant),
    lockVoucher: (merchant, id, note) => void lock.run(note, id, merchant),
  };
}

function createBatches(
  db: Database,
  events: ChangeLog,
): Pick<LoyaltyTables, 'batches' | 'runningBatches' | 'addLine' | 'lines' | 'dropLines'> {
  const running = db.prepare<{ merchant: string; id: string }>(
    "SELECT merchant, id FROM loyalty_batch WHERE query_state = 'running' ORDER BY number",
  );
  const add = db.prepare('INSERT INTO loyalty_batch_line (batch, line, document) VALUES (?, ?, ?)');
  const read = db.prepare<{ line: number; document: string }>(
    'SELECT line, document FROM loyalty_batch_line WHERE batch = ? AND line > ? ORDER BY line LIMIT ?',
  );
  const drop = db.prepare('DELETE FROM loyalty_batch_line WHERE batch = ?');
  return {
    batches: createRecords<Batch, BatchInner>(db, events, { object: 'loyalty.batches', queries: batchQueries }),
    runningBatches: () => running.all(),
    addLine: (batch, line, content) => void add.run(batch, line, JSON.stringify(content)),
    lines: <T>(batch: string, after: number, limit: number) =>
      read.all(batch, after, limit).map(({ line, document }) => ({ line, content: JSON.parse(document) as T })),
    dropLines: batch => void drop.run(batch),
  };
}

function createCardHistory(db: Database): Pick<LoyaltyTables, 'history'> {
  const cards = `(SELECT id FROM merchant_card WHERE merchant = ? AND id = ?
    UNION ALL SELECT m.id FROM merchant_card m JOIN merchant_card o ON o.id = m.merged_into WHERE o.merchant = ? AND o.id = ?)`;
  const total = db.prepare<number>(`SELECT count(*) FROM loyalty_booking WHERE merchant_card IN ${cards}`).pluck();
  const page = db
    .prepare<string>(
      `SELECT document FROM loyalty_booking WHERE merchant_card IN ${cards} ORDER BY number DESC LIMIT ? OFFSET ?`,
    )
    .pluck();
  return {
    history(merchant, card, count, offset) {
      const named = [merchant, card, merchant, card];
      const data = page.all(...named, count, offset).map(text => JSON.parse(text) as LoyaltyTransaction);
      return { count: total.get(...named) ?? 0, data };
    },
  };
}

function createExpiryDays(db: Database): Pick<LoyaltyTables, 'expiredTo' | 'keepExpiredTo'> {
  const read = db.prepare<string>('SELECT day FROM balance_expiry_day WHERE merchant = ?').pluck();
  const keep = db.prepare(`INSERT INTO balance_expiry_day (merchant, day)
    VALUES (?, ?) ON CONFLICT DO UPDATE SET day = excluded.day`);
  return {
    expiredTo: merchant => read.get(merchant) ?? null,
    keepExpiredTo: (merchant, day) => void keep.run(merchant, day),
  };
}
