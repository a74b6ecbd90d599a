/** What the journal asks of the database to know what it may show. */
import type { Masking } from '../journal/entries.ts';
import type { Database } from './database.ts';

/** Shorter prefixes would take in payment cards. */
const SHORTEST_PREFIX = 4;

export function createMasking(db: Database): Masking {
  const prefixes = db.prepare<string>('SELECT DISTINCT prefix FROM card_group WHERE length(prefix) >= ?').pluck();
  const merchant = db.prepare<string>('SELECT merchant FROM client WHERE id = ?').pluck();
  let known: readonly string[] = [];
  let readAt = -1;
  return {
    isLoyaltyCard(digits) {
      if (readAt !== db.commits()) known = prefixes.all(SHORTEST_PREFIX);
      readAt = db.commits();
      return known.some(prefix => digits.startsWith(prefix));
    },
    merchantOf: client => merchant.get(client) ?? null,
  };
}
