/** API clients and staff of the demo shop. */

import { demoIds, screenClientId } from '../world/demoIds.ts';
import { fixedId } from '../world/ids.ts';
import { hashToken, newToken } from '../world/secrets.ts';
import type { Seeding } from './seeding.ts';

const SCOPE = 'smart loyalty payment general control manage';

/** Published with the demo, so that a receiver can be written against it; a shop makes its own. */
export const DEMO_PUSH_SECRET = 'whsec_dGlsbGJyaWRnZS1kZW1vLXB1c2gtc2VjcmV0LTAwMDE=';

export interface PinHashes {
  readonly cashier: string;
  readonly manager: string;
}

export function seedAccounts({ db }: Seeding, pins: PinHashes): void {
  const { merchant, other, noContract } = demoIds;
  const client = db.prepare('INSERT INTO client (id, merchant, secret_hash, scope, rotates) VALUES (?, ?, ?, ?, ?)');
  client.run('demo-client', merchant, hashToken('demo-secret'), SCOPE, 0);
  client.run('other-client', other, hashToken('other-secret'), SCOPE, 0);
  client.run('nocontract-client', noContract, hashToken('nocontract-secret'), SCOPE, 0);
  db.prepare('INSERT INTO push_secret (merchant, client, secret, since) VALUES (?, ?, ?, 0)').run(
    ...[merchant, 'demo-client', DEMO_PUSH_SECRET],
  );
  client.run(screenClientId, merchant, hashToken(newToken()), SCOPE, 1);
  const staff = db.prepare(
    'INSERT INTO staff (id, merchant, username, name, role, pin_hash) VALUES (?, ?, ?, ?, ?, ?)',
  );
  staff.run(fixedId('USR', 'cashier'), merchant, 'cashier@demo.example', 'Kasse', 'cashier', pins.cashier);
  staff.run(fixedId('USR', 'manager'), merchant, 'manager@demo.example', 'Leitung', 'manager', pins.manager);
}
