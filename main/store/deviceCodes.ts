/** Devices that wait to be let in; of their codes only hashes. */
import { same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

export interface DeviceCodeRow {
  /** Hash of the device_code. */
  readonly hash: string;
  /** Hash of the user_code. */
  readonly userHash: string;
  readonly client: string;
  readonly merchant: string;
  readonly device: string;
  readonly state: 'waiting' | 'approved' | 'refused';
  readonly created: number;
  readonly expiresAt: number;
}

export interface DeviceCodes {
  byCode(hash: string): DeviceCodeRow | null;
  byUserCode(hash: string): DeviceCodeRow | null;
  // The rest is for use inside `write`.
  /** Replaces the code of a device: only its newest code is kept. */
  replace(row: Omit<DeviceCodeRow, 'state'>): void;
  /** False when somebody else has decided before. */
  decide(hash: string, state: 'approved' | 'refused', by: string): boolean;
  /** Uses up an approved code; false when it has been used. */
  take(hash: string): boolean;
  forgetExpired(now: number): void;
}

export function createDeviceCodes(db: Database): DeviceCodes {
  const codes = tableOf<DeviceCodeRow>(db, 'device_code', {
    ...same('hash', 'client', 'merchant', 'device', 'state', 'created'),
    userHash: 'user_hash',
    expiresAt: 'expires_at',
  });
  const add = codes.insert();
  const drop = db.prepare('DELETE FROM device_code WHERE device = ?');
  const decide = db.prepare("UPDATE device_code SET state = ?, decided_by = ? WHERE hash = ? AND state = 'waiting'");
  const take = db.prepare("DELETE FROM device_code WHERE hash = ? AND state = 'approved'");
  const forget = db.prepare('DELETE FROM device_code WHERE expires_at < ?');
  return {
    byCode: codes.one('hash = ?'),
    byUserCode: codes.one('user_hash = ?'),
    replace(row) {
      drop.run(row.device);
      add({ ...row, state: 'waiting' });
    },
    decide: (hash, state, by) => decide.run(state, by, hash).changes === 1,
    take: hash => take.run(hash).changes === 1,
    forgetExpired: now => void forget.run(now),
  };
}
