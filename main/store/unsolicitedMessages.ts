/** Messages of terminals about money that no command waited for, until they are settled. */
import type { UnsolicitedMessage, UnsolicitedMessages } from '../world/unsolicitedMessages.ts';
import type { Database } from './database.ts';
import { OPAQUE_PARAMETER } from './statement.ts';

interface Row {
  readonly number: number;
  readonly at: number;
  readonly message: string;
}

/** Messages of an older version say only when they came. */
const OLDER = { behind: Number.MAX_SAFE_INTEGER, last: null };

export function createUnsolicitedMessages(db: Database): UnsolicitedMessages {
  const insert = db.prepare('INSERT INTO unsolicited_message (device, at, message) VALUES (?, ?, ?)');
  const ofDevice = db.prepare<Row>(
    `SELECT number, at, message FROM unsolicited_message WHERE device = ${OPAQUE_PARAMETER} ORDER BY number`,
  );
  const devices = db.prepare<string>('SELECT DISTINCT device FROM unsolicited_message').pluck();
  const remove = db.prepare('DELETE FROM unsolicited_message WHERE number = ?');
  return {
    add: (device, { at, ...message }) => void insert.run(device, at, JSON.stringify(message)),
    waiting: device =>
      ofDevice.all(device).map(({ number, at, message }) => ({
        number,
        message: { ...OLDER, at, ...JSON.parse(message) } as UnsolicitedMessage,
      })),
    devices: () => devices.all(),
    remove: number => remove.run(number).changes === 1,
  };
}
