/**
 * The audit log: who read or changed what. Each row carries the SHA-256 of the row before, so a row that is changed or
 * taken away later breaks the chain; the head of a merchant's chain is locked while a row is added.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../domain/canonicalJson.ts';
import type { OfficeDatabase, Sql } from '../database/officeDatabase.ts';

export interface AuditEntry {
  readonly merchant: string;
  /** Null: nobody was signed in. */
  readonly person: string | null;
  readonly action: string;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Ms since 1970. */
  readonly at: number;
}

interface ChainedRow {
  readonly merchant: string;
  readonly number: number;
  readonly at: number;
  readonly person: string | null;
  readonly action: string;
  readonly facts: string;
}

const hashOf = (before: string, { merchant, number, at, person, action, facts }: ChainedRow): string =>
  createHash('sha256')
    .update(before)
    .update(canonicalJson([merchant, number, at, person, action, facts]))
    .digest('hex');

/** Inside a transaction: the row is part of it. */
export async function addAudit(sql: Sql, { merchant, person, action, facts, at }: AuditEntry): Promise<void> {
  await sql.query(`INSERT INTO audit_head (merchant, number, hash) VALUES ($1, 0, '') ON CONFLICT DO NOTHING`, [
    merchant,
  ]);
  const [head] = await sql.query<{ number: number; hash: string }>(
    'SELECT number, hash FROM audit_head WHERE merchant = $1 FOR UPDATE',
    [merchant],
  );
  if (!head) throw new Error(`the audit log of ${merchant} has no head`);
  const row = { merchant, number: head.number + 1, at, person, action, facts: canonicalJson(facts) };
  const hash = hashOf(head.hash, row);
  await sql.query(
    'INSERT INTO audit (merchant, number, at, person, action, facts, hash) VALUES ($1, $2, $3::timestamptz, $4, $5, $6, $7)',
    [merchant, row.number, new Date(at).toISOString(), person, action, row.facts, hash],
  );
  await sql.query('UPDATE audit_head SET number = $2, hash = $3 WHERE merchant = $1', [merchant, row.number, hash]);
}

/** In a transaction of its own, for what was read. */
export const audit = (database: OfficeDatabase, entry: AuditEntry): Promise<void> =>
  database.transaction(sql => addAudit(sql, entry));

export interface AuditCheck {
  readonly ok: boolean;
  /** Rows that were checked. */
  readonly rows: number;
  /** Number of the first row that does not fit; null where all fit. */
  readonly broken: number | null;
  /** Hash of the newest row: kept elsewhere, it shows that rows at the end were taken away together with the head. */
  readonly head: string;
}

/** Computes the chain of a merchant anew, row after row. */
export async function checkAudit(sql: Sql, merchant: string): Promise<AuditCheck> {
  const [head] = await sql.query<{ number: number; hash: string }>(
    'SELECT number, hash FROM audit_head WHERE merchant = $1',
    [merchant],
  );
  let [rows, before] = [0, ''];
  const stored = sql.stream<ChainedRow & { hash: string }>(
    `SELECT merchant, number, round(extract(epoch FROM at) * 1000)::bigint AS at, person, action, facts, hash
       FROM audit WHERE merchant = $1 ORDER BY number`,
    [merchant],
  );
  for await (const row of stored) {
    const hash = hashOf(before, row);
    if (row.number !== rows + 1 || row.hash !== hash) return { ok: false, rows, broken: rows + 1, head: before };
    [rows, before] = [row.number, hash];
  }
  const isWhole = rows === (head?.number ?? 0) && before === (head?.hash ?? '');
  return { ok: isWhole, rows, broken: isWhole ? null : rows + 1, head: before };
}
