/** What the journal asks of the database to know what it may show. */
import type { Masking } from '../journal/entries.ts';
import type { Database } from './database.ts';

export function createMasking(db: Database, isLoyaltyCard: Masking['isLoyaltyCard']): Masking {
  const merchant = db.prepare<string>('SELECT merchant FROM client WHERE id = ?').pluck();
  return { isLoyaltyCard, merchantOf: client => merchant.get(client) ?? null };
}
