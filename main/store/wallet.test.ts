/** The store of the wallet: which index finds what, and that a removed record is gone from every count. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll } from '../doubles/bridge.fixture.ts';
import { testWorld } from '../doubles/world.fixture.ts';
import { demoIds } from '../world/demoIds.ts';
import type { World } from '../world/world.ts';
import type { Database } from './database.ts';

let db: Database;
let world: World;
beforeAll(async () => {
  ({ db, world } = await testWorld());
});
afterAll(closeAll);

const plan = (sql: string) =>
  db
    .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => detail)
    .join();

describe('an index finds', () => {
  it.each([
    [
      'a customer by contact',
      'payment_customer',
      "merchant = 'm' AND inner ->> '$.fingerprint' = 'f' ORDER BY number LIMIT 1",
      'payment_customer_fingerprint',
    ],
    [
      'a container by details',
      'payment_container',
      "merchant = 'm' AND inner ->> '$.fingerprint' = 'f' ORDER BY number LIMIT 1",
      'payment_container_fingerprint',
    ],
    [
      'the containers of a customer',
      'payment_container',
      "merchant = 'm' AND query_customer = 'c' ORDER BY number",
      'payment_container_customer',
    ],
    [
      'tokens that wait',
      'payment_container',
      "query_token_status IN ('requested', 'inquiry', 'archivepending') ORDER BY number",
      'payment_container_waiting',
    ],
    ['a mandate form', 'payment_container', "inner ->> '$.mandate.secret' = 's'", 'payment_container_mandate'],
    ['documents nobody took', 'document_upload', 'expires <= 5', 'document_upload_expires'],
  ])('%s', (_, table, where, index) => {
    expect(plan(`SELECT id FROM ${table} WHERE ${where}`)).toContain(index);
  });
});

it('counts what is there, and forgets what is removed', async () => {
  const count = () =>
    db
      .prepare<number>("SELECT rows FROM row_count WHERE kind = 'payment.containers' AND merchant = ?")
      .pluck()
      .get(demoIds.merchant) ?? 0;
  const before = count();
  await world.ledger.write(() => world.wallet.containers.remove(demoIds.merchant, demoIds.companyContainer));
  expect(count()).toBe(before - 1);
  expect(world.wallet.containers.ofCustomer(demoIds.merchant, demoIds.payingCompany)).toEqual([]);
});
