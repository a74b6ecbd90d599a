/**
 * Training in the shop's own surroundings: the demo shop takes over name, clock, articles and staff of the real database at
 * every start. The real database is only read, and no sale, card or amount is copied.
 */
import type { Database } from '../store/database.ts';
import { readElsewhere } from '../store/unlockedReading.ts';
import { demoIds } from '../world/demoIds.ts';

interface OwnShop {
  readonly merchant: { readonly name: string; readonly address: string };
  /** Its clock, language and what its receipts say; null in a shop of an older version. */
  readonly facts: string | null;
  readonly articles: readonly ArticleRow[];
  /** How the labels of its scales are read. */
  readonly prefixes: readonly { readonly prefix: string; readonly document: string }[];
  readonly staff: readonly StaffRow[];
}

interface ArticleRow {
  readonly position: number;
  readonly article_number: string;
  readonly ean: string;
  readonly document: string;
}

interface StaffRow {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly role: string;
  readonly pin_hash: string;
}

/** `real` is the data directory of the shop; without a shop in it the demo shop stays. */
export async function practiseInOwnShop(db: Database, real: string): Promise<void> {
  const own = readElsewhere(real, readShop);
  if (own) await db.write(() => takeOver(db, own));
}

// The merchant whose devices were created first is the shop, as everywhere.
const SHOP = `SELECT id, name, address FROM merchant
  ORDER BY id IS (SELECT merchant FROM smart_device ORDER BY number LIMIT 1) DESC LIMIT 1`;

type Rows = <Row>(sql: string) => Row[];

const hasTable = (rows: Rows, name: string): boolean =>
  rows(`SELECT 1 FROM sqlite_schema WHERE name = '${name}'`).length > 0;

/**
 * The sold articles: the catalogue of an upstream service, or the shop's own. A database of an older version has its own
 * alone.
 */
const articlesIn = (rows: Rows): string => (hasTable(rows, 'sold_article') ? 'sold_article' : 'article');

/** A person who is locked or has left does not train either. */
const presentIn = (rows: Rows): string =>
  rows("SELECT 1 FROM pragma_table_xinfo('staff') WHERE name = 'state'").length > 0 ? "AND state = 'active'" : '';

function readShop(rows: Rows): OwnShop | null {
  const [merchant] = rows<OwnShop['merchant']>(SHOP);
  const ofShop = `merchant = (SELECT id FROM (${SHOP}))`;
  if (!merchant) return null;
  return {
    merchant,
    facts: hasTable(rows, 'shop_facts')
      ? (rows<{ document: string }>(`SELECT document FROM shop_facts WHERE ${ofShop}`)[0]?.document ?? null)
      : null,
    articles: rows(`SELECT position, article_number, ean, document FROM ${articlesIn(rows)} WHERE ${ofShop}`),
    prefixes: hasTable(rows, 'ean_prefix') ? rows(`SELECT prefix, document FROM ean_prefix WHERE ${ofShop}`) : [],
    staff: rows(`SELECT id, username, name, role, pin_hash FROM staff WHERE ${ofShop} ${presentIn(rows)}`),
  };
}

/** Replaces name, articles and staff; where the shop has no articles or staff, those of the demo stay. */
function takeOver(db: Database, { merchant, facts, articles, prefixes, staff }: OwnShop): void {
  db.prepare('UPDATE merchant SET name = ?, address = ? WHERE id = ?').run(
    merchant.name,
    merchant.address,
    demoIds.merchant,
  );
  db.prepare('DELETE FROM shop_facts WHERE merchant = ?').run(demoIds.merchant);
  // The loyalty programme of the training is that of the demo.
  if (facts !== null)
    db.prepare("INSERT INTO shop_facts (merchant, document) VALUES (?, json_set(?, '$.loyalty', json('true')))").run(
      demoIds.merchant,
      facts,
    );
  if (articles.length > 0) replaceArticles(db, articles);
  if (staff.length > 0) replaceStaff(db, staff);
  db.prepare('DELETE FROM ean_prefix WHERE merchant = ?').run(demoIds.merchant);
  const insert = db.prepare('INSERT INTO ean_prefix (merchant, prefix, document) VALUES (?, ?, ?)');
  for (const { prefix, document } of prefixes) insert.run(demoIds.merchant, prefix, document);
}

function replaceArticles(db: Database, articles: OwnShop['articles']): void {
  // Their master data is made anew of what is sold.
  const master = (column: string) => `(SELECT ${column} FROM article_master WHERE merchant = ?)`;
  db.prepare(`DELETE FROM article_word WHERE article IN ${master('number')}`).run(demoIds.merchant);
  for (const table of ['article_code', 'article_picture'])
    db.prepare(`DELETE FROM ${table} WHERE article IN ${master('id')}`).run(demoIds.merchant);
  for (const table of ['article_master', 'article_state', 'article'])
    db.prepare(`DELETE FROM ${table} WHERE merchant = ?`).run(demoIds.merchant);
  const insert = db.prepare(
    'INSERT INTO article (merchant, position, article_number, ean, document) VALUES (?, ?, ?, ?, ?)',
  );
  for (const { position, article_number, ean, document } of articles)
    insert.run(demoIds.merchant, position, article_number, ean, document);
}

/** Replaces the staff and ends their sessions, because PINs may have changed. */
function replaceStaff(db: Database, staff: OwnShop['staff']): void {
  for (const table of ['token', 'sign_in'])
    db.prepare(`DELETE FROM ${table} WHERE staff IN (SELECT id FROM staff WHERE merchant = ?)`).run(demoIds.merchant);
  db.prepare('DELETE FROM staff WHERE merchant = ?').run(demoIds.merchant);
  const insert = db.prepare(
    'INSERT INTO staff (id, merchant, username, name, role, pin_hash) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const { id, username, name, role, pin_hash } of staff)
    insert.run(id, demoIds.merchant, username, name, role, pin_hash);
}
