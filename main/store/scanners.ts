/** Serial barcode scanners on disk. */
import type { Scanner } from '../wire/scanners.ts';
import { same, tableOf } from './columns.ts';
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
  readonly baudRate: Scanner['baudRate'];
  readonly prefix: string;
  readonly suffix: Scanner['suffix'];
  /** ms since 1970 */
  readonly createdAt: number;
}

export interface ScannerStore {
  /** The scanners of every shop. */
  everywhere(): readonly ScannerRow[];
  all(merchant: string): readonly ScannerRow[];
  find(merchant: string, id: string): ScannerRow | null;
  /** Inside a job: a new row, or the changed row of one. */
  put(row: ScannerRow): void;
  /** Inside a job. */
  remove(id: string): void;
}

export function createScanners(db: Database): ScannerStore {
  const scanners = tableOf<ScannerRow>(db, 'scanner', {
    ...same('id', 'merchant', 'till', 'name', 'path', 'adapter', 'prefix', 'suffix'),
    baudRate: 'baud_rate',
    createdAt: 'created_at',
  });
  const find = scanners.one('id = ? AND merchant = ?');
  const remove = db.prepare('DELETE FROM scanner WHERE id = ?');
  return {
    everywhere: scanners.all('TRUE ORDER BY id'),
    all: scanners.all('merchant = ? ORDER BY created_at, id'),
    find: (merchant, id) => find(id, merchant),
    put: scanners.put('id'),
    remove: id => void remove.run(id),
  };
}
