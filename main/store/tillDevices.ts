/** Scales and scanners at the serial ports of tills, on disk. */
import { type ColumnTable, same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

export interface TillDeviceRow {
  readonly id: string;
  readonly merchant: string;
  /** SDV_… of the till that it stands at. */
  readonly till: string;
  readonly name: string;
  readonly path: string;
  /** JSON of the ids of a USB adapter; null for a plain port. */
  readonly adapter: string | null;
  /** ms since 1970 */
  readonly createdAt: number;
}

export interface TillDeviceStore<Row extends TillDeviceRow> {
  /** The devices of every shop. */
  everywhere(): readonly Row[];
  all(merchant: string): readonly Row[];
  find(merchant: string, id: string): Row | null;
  /** Inside a job: a new row, or the changed row of one. */
  put(row: Row): void;
  /** Inside a job. */
  remove(id: string): void;
}

/** The columns that every kind of device has. */
export const tillDeviceColumns = {
  ...same('id', 'merchant', 'till', 'name', 'path', 'adapter'),
  createdAt: 'created_at',
} as const;

export function createTillDevices<Row extends TillDeviceRow>(
  db: Database,
  name: string,
  columns: ColumnTable<Row>,
): TillDeviceStore<Row> {
  const devices = tableOf<Row>(db, name, columns);
  const find = devices.one('id = ? AND merchant = ?');
  const remove = db.prepare(`DELETE FROM ${name} WHERE id = ?`);
  return {
    everywhere: devices.all('TRUE ORDER BY id'),
    all: devices.all('merchant = ? ORDER BY created_at, id'),
    find: (merchant, id) => find(id, merchant),
    put: devices.put('id'),
    remove: id => void remove.run(id),
  };
}
