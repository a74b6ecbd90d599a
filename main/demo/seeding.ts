/** Parameters with which the parts of the demo shop are made. */
import type { Database } from '../store/database.ts';
import type { Merchants } from '../store/merchants.ts';

/** Database, shop and time; `merchants` are made first. */
export interface Seeding {
  readonly db: Database;
  readonly shop: Merchants;
  readonly now: number;
}
