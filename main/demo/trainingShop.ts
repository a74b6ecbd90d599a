/**
 * Training in the shop's own surroundings: the demo shop takes over the merchant's name, articles and staff from the real
 * database, anew at every start. Read only: nothing goes the other way, and no sale, card or amount comes with it.
 */
import { type Database, readElsewhere } from '../store/database.ts';
import { demoIds } from '../world/demoIds.ts';

interface OwnShop {
  readonly merchant: { readonly name: string; readonly address: string };
  readonly articles: readonly ArticleRow[];
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

/** `real`: the data directory of the shop itself. Without a shop in there it stays the demo shop. */
export async function practiseInOwnShop(db: Database, real: string): Promise<void> {
  const own = readElsewhere(real, readShop);
  if (own) await db.write(() => takeOver(db, own));
}

// The shop is the one whose devices were there first, as everywhere.
const SHOP = `SELECT id, name, address FROM merchant
  ORDER BY id IS (SELECT merchant FROM smart_device ORDER BY number LIMIT 1) DESC LIMIT 1`;

function readShop(rows: <Row>(sql: string) => Row[]): OwnShop | null {
  const [merchant] = rows<OwnShop['merchant']>(SHOP);
  const ofShop = `merchant = (SELECT id FROM (${SHOP}))`;
  if (!merchant) return null;
  return {
    merchant,
    articles: rows(`SELECT position, article_number, ean, document FROM article WHERE ${ofShop}`),
    staff: rows(`SELECT id, username, name, role, pin_hash FROM staff WHERE ${ofShop}`),
  };
}

/** What the shop has none of stays that of the demo, so that there is always something to sell and somebody to sell it. */
function takeOver(db: Database, { merchant, articles, staff }: OwnShop): void {
  db.prepare('UPDATE merchant SET name = ?, address = ? WHERE id = ?').run(
    merchant.name,
    merchant.address,
    demoIds.merchant,
  );
  if (articles.length > 0) replaceArticles(db, articles);
  if (staff.length > 0) replaceStaff(db, staff);
}

function replaceArticles(db: Database, articles: OwnShop['articles']): void {
  db.prepare('DELETE FROM article WHERE merchant = ?').run(demoIds.merchant);
  const insert = db.prepare(
    'INSERT INTO article (merchant, position, article_number, ean, document) VALUES (?, ?, ?, ?, ?)',
  );
  for (const { position, article_number, ean, document } of articles)
    insert.run(demoIds.merchant, position, article_number, ean, document);
}

/** Whoever is signed in for training signs in again: PINs may have changed. */
function replaceStaff(db: Database, staff: OwnShop['staff']): void {
  db.prepare('DELETE FROM token WHERE staff IN (SELECT id FROM staff WHERE merchant = ?)').run(demoIds.merchant);
  db.prepare('DELETE FROM staff WHERE merchant = ?').run(demoIds.merchant);
  const insert = db.prepare(
    'INSERT INTO staff (id, merchant, username, name, role, pin_hash) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const { id, username, name, role, pin_hash } of staff)
    insert.run(id, demoIds.merchant, username, name, role, pin_hash);
}
