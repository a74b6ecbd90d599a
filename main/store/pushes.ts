/** Notifications that wait to be delivered, and what became of them. */

import { newPushId } from '../ids.ts';
import type { Pushes } from '../ports.ts';
import type { Database } from './database.ts';

export function createPushes(db: Database, now: () => number): Pushes {
  const insert = db.prepare(
    'INSERT INTO push (id, merchant, url, target, type, object, created) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  return {
    queue: ({ merchant, url, target, type, id }) =>
      void insert.run(newPushId(), merchant, url, target, type, id, now()),
  };
}
