/** Serial barcode scanners on disk. */
import type { Database } from './database.ts';

export interface ScannerRow {
  readonly id: string;
  readonly merchant: string;
  /** SDV_… of the till that gets the scans. */
  readonly till: string;
  readonly name: string;
  readonly path: string;
  /** JSON of the ids of a USB adapter; null for a plain port. */
  readonly adapter: string | null;
  readonly baud_rate: number;
  readonly prefix: string;
  readonly suffix: 'line' | 'tab' | 'etx' | 'pause';
  /** ms since 1970 */
  readonly created_at: number;
}

export interface ScannerStore {
  /** Of every shop. */
  everywhere(): readonly ScannerRow[];
  all(merchant: string): readonly ScannerRow[];
  find(merchant: string, id: string): ScannerRow | null;
  /** Inside a job: a new row, or the changed row of one. */
  put(row: ScannerRow): void;
  /** Inside a job. */
  remove(id: string): void;
}

export function createScanners(db: Database): ScannerStore {
  const everywhere = db.prepare<ScannerRow>('SELECT * FROM scanner ORDER BY id');
  const all = db.prepare<ScannerRow>('SELECT * FROM scanner WHERE merchant = ? ORDER BY created_at, id');
  const find = db.prepare<ScannerRow>('SELECT * FROM scanner WHERE id = ? AND merchant = ?');
  const put = db.prepare('INSERT OR REPLACE INTO scanner VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM scanner WHERE id = ?');
  return {
    everywhere: () => everywhere.all(),
    all: merchant => all.all(merchant),
    find: (merchant, id) => find.get(id, merchant) ?? null,
    put({ id, merchant, till, name, path, adapter, baud_rate, prefix, suffix, created_at }) {
      put.run(id, merchant, till, name, path, adapter, baud_rate, prefix, suffix, created_at);
    },
    remove: id => void remove.run(id),
  };
}
