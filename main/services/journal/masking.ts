/** What the journal asks of the database to know what it may show. */

import type { Database } from '../../store/database.ts';
import type { Masking } from './entries.ts';

export function createMasking(db: Database, isLoyaltyCard: Masking['isLoyaltyCard']): Masking {
  const merchant = db.prepare<string>('SELECT merchant FROM client WHERE id = ?').pluck();
  return { isLoyaltyCard, merchantOf: client => merchant.get(client) ?? null };
}
