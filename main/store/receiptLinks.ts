/** Receipts as a file behind a link. The link itself is nowhere stored: whoever reads the database cannot open one. */
import { SET_BACK } from '../domain/expiry.ts';
import type { Database } from './database.ts';

export interface NewReceiptLink {
  readonly hash: string;
  readonly merchant: string;
  readonly sale: string;
  /** ms since 1970 */
  readonly created: number;
  readonly expires: number;
  readonly pdf: Uint8Array;
}

export interface StoredReceipt {
  readonly receiptNumber: number | null;
  readonly pdf: Buffer;
}

export interface ReceiptLinkStore {
  /** Null for a link that is not known, one that has expired, and one of a clock that was far ahead. */
  find(hash: string, now: number): StoredReceipt | null;
  /** Links of a sale that are good now. */
  count(sale: string, now: number): number;
  // The rest is for use inside `write`.
  add(link: NewReceiptLink): void;
  prune(now: number): void;
}

export function createReceiptLinks({ prepare }: Pick<Database, 'prepare'>): ReceiptLinkStore {
  const find = prepare<StoredReceipt>(`SELECT s.receipt_number AS receiptNumber, l.pdf FROM receipt_link l
    JOIN smart_transaction s ON s.id = l.sale WHERE l.hash = ? AND l.expires > ? AND l.created <= ?`);
  const count = prepare<number>('SELECT count(*) FROM receipt_link WHERE sale = ? AND expires > ?').pluck();
  const add = prepare(
    'INSERT INTO receipt_link (hash, merchant, sale, created, expires, pdf) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const prune = prepare('DELETE FROM receipt_link WHERE expires <= ? OR created > ?');
  return {
    find: (hash, now) => find.get(hash, now, now + SET_BACK) ?? null,
    count: (sale, now) => count.get(sale, now) ?? 0,
    add: ({ hash, merchant, sale, created, expires, pdf }) =>
      void add.run(hash, merchant, sale, created, expires, Buffer.from(pdf)),
    prune: now => void prune.run(now, now + SET_BACK),
  };
}
