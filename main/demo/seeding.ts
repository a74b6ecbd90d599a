/** What the parts of the demo shop are seeded with. */
import type { Database } from '../store/database.ts';
import type { Merchants } from '../store/merchants.ts';

/** What the parts of the demo shop are seeded with; `merchants` come first. */
export interface Seeding {
  readonly db: Database;
  readonly shop: Merchants;
  readonly now: number;
}
