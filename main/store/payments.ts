/** Payment Transactions on disk, with their operations at the acquirer and the pages their payers have to pass. */

import type { QueryDeclaration } from '../query/declaration.ts';
import type { PaymentTransaction } from '../wire/payments.ts';
import type { MerchantPayout } from '../wire/payouts.ts';
import type { PaymentInner, PaymentOperation } from '../world/paymentOrder.ts';
import type { Challenge, IncomingTransfer, Payments } from '../world/payments.ts';
import type { Records } from '../world/records.ts';
import { same, tableOf } from './columns.ts';
import type { Database } from './database.ts';
import { salesInParts } from './openSales.ts';
import { type ChangeLog, createRecords } from './records.ts';
import { openedText, sealedText } from './sealedJson.ts';
import { shortened, whole } from './shortPayments.ts';
import { OPAQUE_PARAMETER } from './statement.ts';

/** Fields that a list of Payment Transactions finds by index. */
export const paymentQueries = {
  table: 'payment_transaction',
  position: 'position',
  fields: {
    id: { type: 'id', column: 'id' },
    trans_id: { type: 'number', column: 'query_trans_id' },
    transaction_hash: { type: 'text', column: 'query_hash' },
    order_id: { type: 'text', column: 'query_order_id' },
    status: { type: 'number', column: 'query_status' },
    'details.status_simple': { type: 'number', column: 'query_simple' },
    amount: { type: 'number', column: 'query_amount' },
    product_id: { type: 'number', column: 'query_product' },
    created: { type: 'timestamp', column: 'query_created' },
    incoming_payment_date: { type: 'timestamp', column: 'query_incoming' },
    'parents.trans_id': { type: 'number', link: { table: 'payment_parent', key: 'payment', column: 'trans_id' } },
  },
} as const satisfies QueryDeclaration;

/** Fields that a list of a method-specific resource finds by index: a view of the same payments. */
export const specificQueries = (path: string): QueryDeclaration => ({
  table: path,
  order: 'number',
  fields: {
    id: { type: 'id', column: 'id' },
    trans_id: { type: 'number', column: 'query_trans_id' },
    transaction_hash: { type: 'text', column: 'query_hash' },
    order_id: { type: 'text', column: 'query_order_id' },
    amount: { type: 'number', column: 'query_amount' },
  },
});

/** Fields that a list of transfers to the merchant finds by index. */
export const merchantPayoutQueries = {
  table: 'merchant_payout',
  fields: {
    id: { type: 'id', column: 'id' },
    date: { type: 'timestamp', column: 'query_date' },
    amount: { type: 'number', column: 'query_amount' },
    simple_status_id: { type: 'number', column: 'query_status' },
  },
} as const satisfies QueryDeclaration;

export function createPayments(db: Database, events: ChangeLog): Payments {
  const records = createPaymentRecords(db, events);
  const column = 'SELECT id FROM payment_transaction WHERE merchant = ?';
  const byHash = db.prepare<string>(`${column} AND query_hash = ?`).pluck();
  const byNumber = db.prepare<string>(`${column} AND query_trans_id = ?`).pluck();
  const ordered = db
    .prepare<number>(`SELECT EXISTS (SELECT 1 FROM payment_transaction
      WHERE merchant = ? AND query_order_id = lower(?) AND document ->> 'order_id' = ? AND specific IS NOT NULL)`)
    .pluck();
  const detail = db
    .prepare<Buffer>(
      'SELECT CAST(detail AS BLOB) FROM payment_transaction WHERE id = ? AND merchant = ? AND method = ?',
    )
    .pluck();
  const ofSale = db
    .prepare<string>(
      `SELECT id FROM payment_transaction WHERE inner ->> '$.order.sale' = ${OPAQUE_PARAMETER} AND merchant = ${OPAQUE_PARAMETER} ORDER BY number`,
    )
    .pluck();
  // The plus keeps SQLite from walking the index of the day.
  const foreign = db
    .prepare<string>(
      `SELECT id FROM payment_transaction WHERE method = 'cashless_direct' AND merchant = ? AND document ->> '$.tid' = ?
       AND document ->> '$.card_payment.trace' = ? AND +query_created >= ? AND document ->> '$.demo' = 0 LIMIT 1`,
    )
    .pluck();
  // A sale that is paid in part has no Payment Transaction before it is closed.
  const foreignPart = db
    .prepare<string>(
      `SELECT sale.id FROM smart_transaction AS sale, json_each(sale.document, '$.parts') AS part
       WHERE ${salesInParts('sale.state')} AND sale.merchant = ?
         AND part.value ->> '$.method' = 'cashless_direct' AND part.value ->> '$.amount' > 0
         AND part.value ->> '$.card.tid' = ? AND part.value ->> '$.card.trace' = ?
         AND sale.document ->> '$.is_demo' = 0 LIMIT 1`,
    )
    .pluck();
  const unpaid = db
    .prepare<string>(`SELECT id FROM payment_transaction WHERE merchant = ? AND due = 1
      AND document ->> 'currency' = ? ORDER BY number`)
    .pluck();
  const funding = db.prepare<{ currency: string; count: number; amount: number }>(
    `SELECT document ->> 'currency' AS currency, count(*) AS count, sum(inner ->> '$.money.captured') AS amount
     FROM payment_transaction WHERE merchant = ? AND accrual = 1 AND inner ->> '$.money.stage' = 'captured' GROUP BY 1`,
  );
  const reserve = db.prepare('INSERT INTO payout_reference (merchant, reference) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const locked = db
    .prepare<string>(`SELECT id FROM payment_transaction
      WHERE merchant = ? AND accrual = 1 AND inner ->> '$.contract' = ? ORDER BY number`)
    .pluck();
  return {
    ...records,
    detail: (merchant, id, method) => detail.get(id, merchant, method),
    funding: merchant => funding.all(merchant),
    unpaid: (merchant, currency) => unpaid.all(merchant, currency),
    reserveReference: (merchant, reference) => reserve.run(merchant, reference).changes === 1,
    payouts: createRecords<MerchantPayout>(db, events, { object: 'payment.payouts', queries: merchantPayoutQueries }),
    locked: (merchant, contract) => locked.all(merchant, contract),
    ofSale: (merchant, sale) => ofSale.all(sale, merchant),
    cardPaymentUsed: (merchant, tid, trace, since) =>
      foreign.get(merchant, tid, trace, since) ?? foreignPart.get(merchant, tid, trace) ?? null,
    idOf(merchant, reference) {
      if (/^PCI_/i.test(reference)) return reference.toUpperCase();
      return byHash.get(merchant, reference.toLowerCase()) ?? null;
    },
    byTransId: (merchant, number) => byNumber.get(merchant, number) ?? null,
    orderIdTaken: (merchant, orderId) => ordered.get(merchant, orderId, orderId) === 1,
    operations: createOperations(db),
    challenges: createChallenges(db),
    transfers: createTransfers(db),
  };
}

function createPaymentRecords(db: Database, events: ChangeLog): Records<PaymentTransaction, PaymentInner> {
  const rows = createRecords<PaymentTransaction, ReturnType<typeof shortened>>(db, events, {
    object: 'payment.transactions',
    queries: paymentQueries,
  });
  const read = ({ document, inner }: ReturnType<typeof rows.all>[number]) => ({
    document,
    inner: whole(document, inner),
  });
  return {
    ...rows,
    find(merchant, id) {
      const found = rows.find(merchant, id);
      return found && read(found);
    },
    all: merchant => rows.all(merchant).map(read),
    insert: (merchant, document, inner) => rows.insert(merchant, document, inner && shortened(inner)),
    insertFirst: (merchant, document, inner) => rows.insertFirst(merchant, document, inner && shortened(inner)),
    save: (merchant, document, inner) => rows.save(merchant, document, inner && shortened(inner)),
  };
}

function createOperations(db: Database): Payments['operations'] {
  const sealed = <Value>(column: string) => ({
    column,
    write: (value: Value) => sealedText(db.vault, value),
    read: (stored: string): Value => openedText(db.vault, stored),
  });
  const operations = tableOf<PaymentOperation>(db, 'payment_operation', {
    ...same('id', 'payment', 'merchant', 'kind', 'amount', 'currency', 'state'),
    request: sealed('request'),
    facts: sealed('facts'),
    startedAt: 'started_at',
  });
  const insert = operations.insert();
  const end = db.prepare(
    "UPDATE payment_operation SET state = 'ended', answer = ?, ended_at = ? WHERE id = ? AND state = 'open'",
  );
  const asking = new Set<string>();
  return {
    beingAsked: asking,
    open(operation) {
      // From its commit on it is this process's own: nobody may take it for one that a crash left open.
      db.afterCommit(() => void asking.add(operation.id));
      insert({ ...operation, state: 'open' });
    },
    end: (id, answer, at) => end.run(JSON.stringify(answer), at, id).changes === 1,
    get: operations.one('id = ?'),
    ofPayment: operations.all('payment = ? ORDER BY number'),
    openOf: operations.one("payment = ? AND state = 'open'"),
    allOpen: operations.all("state = 'open' ORDER BY number"),
  };
}

function createChallenges(db: Database): Payments['challenges'] {
  const challenges = tableOf<Challenge>(db, 'payment_challenge', {
    ...same('id', 'payment', 'merchant', 'state'),
    expiresAt: 'expires_at',
  });
  const insert = challenges.insert();
  const end = db.prepare("UPDATE payment_challenge SET state = ? WHERE id = ? AND state = 'open'");
  return {
    open: challenge => insert({ ...challenge, state: 'open' }),
    end: (id, state) => end.run(state, id).changes === 1,
    get: challenges.one('id = ?'),
    openOf: challenges.one("payment = ? AND state = 'open'"),
    overdue: challenges.all("state = 'open' AND expires_at <= ?"),
  };
}

function createTransfers(db: Database): Payments['transfers'] {
  const insert = db.prepare<number>(`INSERT INTO incoming_transfer
    (merchant, amount, currency, purpose, iban, bic, owner, received, payment) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    RETURNING number`);
  const SELECT = `SELECT number, merchant, amount, currency, purpose, iban, bic, owner, received, payment
    FROM incoming_transfer`;
  const byNumber = db.prepare<IncomingTransfer>(`${SELECT} WHERE merchant = ? AND number = ?`);
  const unassigned = db.prepare<IncomingTransfer>(`${SELECT} WHERE merchant = ? AND payment IS NULL ORDER BY number`);
  const assign = db.prepare('UPDATE incoming_transfer SET payment = ? WHERE number = ? AND payment IS NULL');
  return {
    add: ({ merchant, amount, currency, purpose, iban, bic, owner, received, payment }) =>
      insert.pluck().get(merchant, amount, currency, purpose, iban, bic, owner, received, payment) ?? 0,
    find: (merchant, number) => byNumber.get(merchant, number) ?? null,
    unassigned: merchant => unassigned.all(merchant),
    assign: (number, payment) => assign.run(payment, number).changes === 1,
  };
}
