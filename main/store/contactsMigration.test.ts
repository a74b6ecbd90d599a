/** Customers that were stored with `null` for what their contact does not say are answered without it, and are still known by their contact. */
import { afterEach, expect, it } from 'vitest';
import { closeAll } from '../doubles/bridge.fixture.ts';
import { openDatabase } from './database.ts';
import { shopBefore } from './olderDatabase.fixture.ts';

afterEach(closeAll);

const merchant = `MRC_${'1'.repeat(30)}`;
const id = `PCU_${'1'.repeat(30)}`;
const before = {
  object: 'payment.customers',
  id,
  contact: { name: 'Nur', forename: 'Nur', surname: null, phone: null, address: { street: 'Nullweg', city: null } },
  created: '2026-01-01T00:00:00+00:00',
};

it('a stored contact loses its nulls, keeps everything else, and keeps its fingerprint', async () => {
  const older = shopBefore(671, db => {
    db.exec(`INSERT INTO merchant (id, name, address, currency) VALUES ('${merchant}', 'Laden', '[]', 'EUR')`);
    db.prepare('INSERT INTO payment_customer (id, merchant, inner, document) VALUES (?, ?, ?, ?)').run(
      ...[id, merchant, '{"fingerprint":"f1","used":true}', JSON.stringify(before)],
    );
  });
  const db = openDatabase(older);
  const stored = db.prepare<{ document: string; inner: string }>('SELECT document, inner FROM payment_customer').get();
  expect(JSON.parse(stored?.document ?? '')).toEqual({
    ...before,
    contact: { name: 'Nur', forename: 'Nur', address: { street: 'Nullweg' } },
  });
  expect(stored?.inner).toBe('{"fingerprint":"f1","used":true}');
  await db.close();
});
