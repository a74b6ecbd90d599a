/** Shop scales on disk. */
import type { ShopScale } from '../wire/scales.ts';
import { same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

export interface ScaleRow {
  readonly id: string;
  readonly merchant: string;
  /** SDV_… of the till that weighs with it. */
  readonly till: string;
  readonly name: string;
  readonly path: string;
  /** JSON of the ids of a USB adapter; null for a plain port. */
  readonly adapter: string | null;
  readonly protocol: ShopScale['protocol'];
  /** ms since 1970 */
  readonly createdAt: number;
}

export interface ScaleStore {
  /** The scales of every shop. */
  everywhere(): readonly ScaleRow[];
  all(merchant: string): readonly ScaleRow[];
  find(merchant: string, id: string): ScaleRow | null;
  /** Inside a job: a new row, or the changed row of one. */
  put(row: ScaleRow): void;
  /** Inside a job. */
  remove(id: string): void;
}

export function createScales(db: Database): ScaleStore {
  const scales = tableOf<ScaleRow>(db, 'scale', {
    ...same('id', 'merchant', 'till', 'name', 'path', 'adapter', 'protocol'),
    createdAt: 'created_at',
  });
  const find = scales.one('id = ? AND merchant = ?');
  const remove = db.prepare('DELETE FROM scale WHERE id = ?');
  return {
    everywhere: scales.all('TRUE ORDER BY id'),
    all: scales.all('merchant = ? ORDER BY created_at, id'),
    find: (merchant, id) => find(id, merchant),
    put: scales.put('id'),
    remove: id => void remove.run(id),
  };
}
