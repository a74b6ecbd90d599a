/** Customers, payment instruments and uploaded documents on disk. */

import type { QueryDeclaration } from '../query/declaration.ts';
import type { PaymentContainer } from '../wire/containers.ts';
import type { PaymentCustomer } from '../wire/customers.ts';
import type { ContainerInner, CustomerInner, Documents, Issue, Issues, Wallet } from '../world/wallet.ts';
import type { Database } from './database.ts';
import { type ChangeLog, createRecords } from './records.ts';

/** Fields that a list of customers finds by index. */
export const customerQueries = {
  table: 'payment_customer',
  fields: {
    id: { type: 'id', column: 'id' },
    'contact.email': { type: 'text', column: 'query_email' },
    'contact.surname': { type: 'text', column: 'query_surname' },
    'contact.companyname': { type: 'text', column: 'query_companyname' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

/** Fields that a list of containers finds by index. */
export const containerQueries = {
  table: 'payment_container',
  fields: {
    id: { type: 'id', column: 'id' },
    type: { type: 'text', column: 'query_type' },
    'customer.id': { type: 'id', column: 'query_customer' },
    'token_status.status': { type: 'text', column: 'query_token_status' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

export const createWallet = (db: Database, events: ChangeLog): Wallet => ({
  customers: customersOf(db, events),
  containers: containersOf(db, events),
  documents: documentsOf(db),
  issues: issuesOf(db),
});

function customersOf(db: Database, events: ChangeLog): Wallet['customers'] {
  const kind = { object: 'payment.customers', queries: customerQueries };
  return {
    ...createRecords<PaymentCustomer, CustomerInner>(db, events, kind),
    byFingerprint: fingerprints(db, customerQueries.table),
    markUsed: marks(db, customerQueries.table),
  };
}

function containersOf(db: Database, events: ChangeLog): Wallet['containers'] {
  const kind = { object: 'payment.containers', queries: containerQueries };
  const { table } = containerQueries;
  const ofCustomer = db
    .prepare<string>(`SELECT id FROM ${table} WHERE merchant = ? AND query_customer = ? ORDER BY number`)
    .pluck();
  const merchantOf = db.prepare<string>(`SELECT merchant FROM ${table} WHERE id = ?`).pluck();
  const waiting = db.prepare<{ id: string; merchant: string }>(
    `SELECT id, merchant FROM ${table}
     WHERE query_token_status IN ('requested', 'inquiry', 'archivepending') ORDER BY number`,
  );
  const byMandate = db.prepare<{ id: string; merchant: string }>(
    `SELECT id, merchant FROM ${table} WHERE inner ->> '$.mandate.secret' = ?`,
  );
  return {
    ...createRecords<PaymentContainer, ContainerInner>(db, events, kind),
    byFingerprint: fingerprints(db, table),
    markUsed: marks(db, table),
    ofCustomer: (merchant, customer) => ofCustomer.all(merchant, customer),
    merchantOf: id => merchantOf.get(id) ?? null,
    waiting: () => waiting.all(),
    byMandateSecret: hash => byMandate.get(hash) ?? null,
  };
}

function fingerprints(db: Database, table: string) {
  const find = db
    .prepare<string>(
      `SELECT id FROM ${table} WHERE merchant = ? AND inner ->> '$.fingerprint' = ? ORDER BY number LIMIT 1`,
    )
    .pluck();
  return (merchant: string, fingerprint: string) => find.get(merchant, db.vault.index(fingerprint)) ?? null;
}

/** Nothing anybody can read changes, so no change is logged. */
function marks(db: Database, table: string) {
  const mark = db.prepare(
    `UPDATE ${table} SET inner = json_set(inner, '$.used', json('true'))
     WHERE id = ? AND merchant = ? AND inner ->> '$.used' IS NULL`,
  );
  return (merchant: string, id: string) => void mark.run(id, merchant);
}

function documentsOf(db: Database): Documents {
  const row = db.prepare<{ document: string; content: Buffer; assigned: string | null; expires: number | null }>(
    'SELECT document, content, assigned, expires FROM document_upload WHERE id = ? AND merchant = ?',
  );
  // The length of a value stands before it: the contents are not read.
  const kept = db.prepare<{ count: number; bytes: number }>(
    'SELECT count(*) AS count, coalesce(sum(length(content)), 0) AS bytes FROM document_upload WHERE merchant = ?',
  );
  const ofSender = db.prepare<{ bytes: number }>(
    `SELECT coalesce(sum(length(content)), 0) AS bytes FROM document_upload
     WHERE merchant = ? AND sender = ? AND expires IS NOT NULL`,
  );
  const insert = db.prepare(
    'INSERT INTO document_upload (id, merchant, sender, document, content, expires) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const assign = db.prepare('UPDATE document_upload SET assigned = ?, expires = NULL WHERE id = ? AND merchant = ?');
  const release = db.prepare(
    'UPDATE document_upload SET assigned = NULL, expires = ? WHERE id = ? AND merchant = ? AND assigned = ?',
  );
  const forget = db.prepare('DELETE FROM document_upload WHERE expires <= ?');
  return {
    find(merchant, id) {
      const found = row.get(id, merchant);
      return found
        ? { ...found, content: db.vault.openBytes(found.content), document: JSON.parse(found.document) }
        : null;
    },
    kept: merchant => kept.get(merchant) ?? { count: 0, bytes: 0 },
    freeBytesOf: (merchant, sender) => ofSender.get(merchant, sender)?.bytes ?? 0,
    insert: (merchant, sender, document, content, expiresAt) =>
      void insert.run(document.id, merchant, sender, JSON.stringify(document), db.vault.sealBytes(content), expiresAt),
    assign: (merchant, id, to) => void assign.run(to, id, merchant),
    release: (merchant, id, from, at) => void release.run(at, id, merchant, from),
    forgetExpired: now => forget.run(now).changes,
  };
}

function issuesOf(db: Database): Issues {
  const row = db.prepare<Issue & { closed: number | null }>(
    'SELECT merchant, kind, object, document, at, closed FROM service_issue WHERE number = ? AND merchant = ?',
  );
  const insert = db.prepare('INSERT INTO service_issue (merchant, kind, object, document, at) VALUES (?, ?, ?, ?, ?)');
  const close = db.prepare('UPDATE service_issue SET closed = ? WHERE number = ?');
  return {
    find(merchant, number) {
      const found = row.get(number, merchant);
      return found ? { ...found, closed: found.closed !== null } : null;
    },
    open: ({ merchant, kind, object, document, at }) =>
      Number(insert.run(merchant, kind, object, document, at).lastInsertRowid),
    close: (number, at) => void close.run(at, number),
  };
}
