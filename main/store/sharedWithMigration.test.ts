/** A shop that paired its terminals before anybody was asked who else pays there. */
import { afterEach, expect, it } from 'vitest';
import { closeAll } from '../doubles/bridge.fixture.ts';
import { openDatabase } from './database.ts';
import { shopBefore } from './olderDatabase.fixture.ts';
import { createTerminals } from './terminals.ts';

afterEach(closeAll);

const oldShop = (): string =>
  shopBefore(240, db => {
    for (const [device, shared] of [
      ['SDV_1', 0],
      ['SDV_2', 1],
    ])
      db.exec(`INSERT INTO paired_terminal (device, merchant, protocol, connection, options, shared, hand_over, paired_at)
        VALUES ('${device}', 'MRC_1', 'zvt', '{"type":"tcp","host":"192.0.2.1","port":20007}', '{}', ${shared}, 0, 1700000000000)`);
  });

it('what was never said is not answered, and what was said stays', async () => {
  const db = openDatabase(oldShop());
  expect(createTerminals(db).all()).toMatchObject([
    { device: 'SDV_1', sharedWith: null },
    { device: 'SDV_2', sharedWith: 'others' },
  ]);
  await db.close();
});
