/** Devices that wait to be let in; of their codes only hashes. */
import type { Database } from './database.ts';

export interface DeviceCodeRow {
  /** Of the device_code. */
  readonly hash: string;
  /** Of the user_code. */
  readonly user_hash: string;
  readonly client: string;
  readonly merchant: string;
  readonly device: string;
  readonly state: 'waiting' | 'approved' | 'refused';
  readonly created: number;
  readonly expires_at: number;
}

export interface DeviceCodes {
  byCode(hash: string): DeviceCodeRow | null;
  byUserCode(hash: string): DeviceCodeRow | null;
  // The rest is for use inside `write`.
  /** Of a device only its newest code is kept. */
  replace(row: Omit<DeviceCodeRow, 'state'>): void;
  /** False when somebody else has decided before. */
  decide(hash: string, state: 'approved' | 'refused', by: string): boolean;
  /** Uses up an approved code; false when it has been used. */
  take(hash: string): boolean;
  forgetExpired(now: number): void;
}

export function createDeviceCodes(db: Database): DeviceCodes {
  const byCode = db.prepare<DeviceCodeRow>('SELECT * FROM device_code WHERE hash = ?');
  const byUserCode = db.prepare<DeviceCodeRow>('SELECT * FROM device_code WHERE user_hash = ?');
  const drop = db.prepare('DELETE FROM device_code WHERE device = ?');
  const add =
    db.prepare(`INSERT INTO device_code (hash, user_hash, client, merchant, device, state, created, expires_at)
    VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?)`);
  const decide = db.prepare("UPDATE device_code SET state = ?, decided_by = ? WHERE hash = ? AND state = 'waiting'");
  const take = db.prepare("DELETE FROM device_code WHERE hash = ? AND state = 'approved'");
  const forget = db.prepare('DELETE FROM device_code WHERE expires_at < ?');
  return {
    byCode: hash => byCode.get(hash) ?? null,
    byUserCode: hash => byUserCode.get(hash) ?? null,
    replace({ hash, user_hash, client, merchant, device, created, expires_at }) {
      drop.run(device);
      add.run(hash, user_hash, client, merchant, device, created, expires_at);
    },
    decide: (hash, state, by) => decide.run(state, by, hash).changes === 1,
    take: hash => take.run(hash).changes === 1,
    forgetExpired: now => void forget.run(now),
  };
}
