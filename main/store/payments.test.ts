import type Sqlite from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, ok, startBridge } from '../doubles/bridge.fixture.ts';
import type { PaymentTransaction } from '../wire/payments.ts';
import { demoIds } from '../world/demoIds.ts';
import { fixedId } from '../world/ids.ts';
import { hashToken } from '../world/secrets.ts';
import { openDirectory } from './directory.ts';
import { shopBefore } from './olderDatabase.fixture.ts';

afterAll(closeAll);

const path = '/api/v2/Payment/Transactions';

describe('payments on disk', () => {
  it('are found by index, whatever is asked for', async () => {
    const bridge = await startBridge();
    for (const where of [
      'merchant = ? AND position <= 5 ORDER BY position DESC LIMIT 10',
      'merchant = ? AND query_trans_id = 1',
      "merchant = ? AND query_hash = 'a'",
      "merchant = ? AND query_order_id = 'a'",
      'merchant = ? AND query_amount BETWEEN 1 AND 2',
      'merchant = ? AND query_created > 5',
      'merchant = ? AND query_incoming > 5',
      'merchant = ? AND due = 1',
      'merchant = ? AND accrual = 1',
      "merchant = ? AND specific = 'prepaid' ORDER BY number DESC LIMIT 10",
      "inner ->> '$.order.sale' = 'STX' AND merchant = ?",
      'merchant = ? AND id IN (SELECT payment FROM payment_parent WHERE trans_id = 5)',
    ]) {
      const plan = bridge
        .rows<{ detail: string }>(
          `EXPLAIN QUERY PLAN SELECT id FROM payment_transaction WHERE ${where}`,
          demoIds.merchant,
        )
        .map(({ detail }) => detail)
        .join('\n');
      expect(plan, where).not.toMatch(/SCAN|TEMP B-TREE/);
    }
  });

  it('of the first version become Payment Transactions that can be read and given back', async () => {
    const id = fixedId('PCI', 'old');
    const data = shopBefore(60, db => paidByDebit(db, id));
    openDirectory(data, 'demo', () => null);
    const bridge = await startBridge({ data, config: { terminals: [] } });
    const client = await bridge.client();
    const read = () => client.ask<PaymentTransaction>('GET', `${path}/${id}`).then(ok);
    expect(await read()).toMatchObject({ amount: 900, status: 111, trans_id: 7, product_id: 16 });
    expect((await client.ask('GET', `/api/v2/Payment/Svcdebits/${id}`)).status).toBe(200);
    const list = ok(await client.ask<{ count: number }>('GET', `${path}?q=trans_id:7`));
    expect(list.count).toBe(1);
    ok(await client.ask('POST', `${path}/${id}/cancel`, { body: { reduce_amount_by: 400 } }));
    expect((await read()).details.amount).toBe(500);
    expect((await client.ask('POST', `${path}/${id}/cancel`, { body: { reduce_amount_by: 501 } })).status).toBe(500);
  });
});

const SALE = { object: 'smart.transactions', basket: { products: [] }, basket_info: { sum: 900, currency: 'EUR' } };

/** A merchant, a client, and a sale paid by debit. */
function paidByDebit(db: Sqlite.Database, id: string): void {
  const { merchant } = demoIds;
  const sale = fixedId('STX', 'old');
  const [demoHash, document] = [
    hashToken('demo-secret'),
    JSON.stringify({ ...SALE, id: sale, transactions: [{ id }] }),
  ];
  db.prepare("INSERT INTO merchant VALUES (?, 'Laden', '[]', 'EUR', 1)").run(merchant);
  // A shop that has a device is not filled with demo data.
  db.prepare(
    "INSERT INTO device (id, position, merchant, type, description, created, updated) VALUES (?, 1, ?, 'cashier', 'Kasse', 0, 0)",
  ).run(fixedId('SDV', 'old'), merchant);
  db.prepare("INSERT INTO client VALUES ('demo-client', ?, ?, 'smart payment general', 0)").run(merchant, demoHash);
  db.prepare(`INSERT INTO smart_transaction (id, merchant, client, state, method, business_day, created, updated, query_status, document)
    VALUES (?, ?, 'demo-client', 'closed', 'debit', '2026-01-01', 0, 0, 'ok', ?)`).run(sale, merchant, document);
  const payment = {
    object: 'payment.transactions',
    id,
    trans_id: 7,
    transaction_hash: 'abcdefghij0123456789',
    amount: 900,
    currency: 'EUR',
    created: '2026-01-01T10:00:00+01:00',
    updated: '2026-01-01T10:00:00+01:00',
    status: 111,
    acquirer_key: 'k1',
  };
  db.prepare('INSERT INTO payment (id, merchant, sale, document) VALUES (?, ?, ?, ?)').run(
    id,
    merchant,
    sale,
    JSON.stringify(payment),
  );
}
