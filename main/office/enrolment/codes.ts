/** Enrolment codes: one bridge enrols with one of them, within a day, into the store it was made for. */
import { createHash, randomInt } from 'node:crypto';
import { isOver } from '../../domain/expiry.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Sql } from '../database/officeDatabase.ts';

/** Base32 without the digits and letters that are confused when read aloud: 0, 1, I and O. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 10;
/** ms */
export const CODE_HOLDS = 24 * 3_600_000;
/** Wrong tries with one code that is held, after which it is worthless. */
const MOST_FAILURES = 5;

/** Makes a code for a store and so many installations; it is shown once and kept as a hash. `now` in ms since 1970. */
export async function makeCode(sql: Sql, store: string, madeBy: string | null, now: number, uses = 1): Promise<string> {
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  await keepCode(sql, { code, store, madeBy, now, expires: now + CODE_HOLDS, uses });
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

export interface CodeFacts {
  readonly code: string;
  readonly store: string;
  readonly madeBy: string | null;
  /** ms since 1970 */
  readonly now: number;
  readonly expires: number;
  /** Null: any number, in the demo only. */
  readonly uses: number | null;
}

export async function keepCode(sql: Sql, { code, store, madeBy, now, expires, uses }: CodeFacts): Promise<void> {
  await sql.query(
    `INSERT INTO enrolment_code (hash, store, made, made_by, expires, uses_left) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (hash) DO UPDATE SET expires = excluded.expires`,
    [hashOf(code), store, new Date(now).toISOString(), madeBy, new Date(expires).toISOString(), uses],
  );
}

interface CodeRow {
  readonly hash: string;
  readonly store: string;
  readonly made: Date;
  readonly expires: Date;
  readonly uses_left: number | null;
  readonly failures: number;
}

/** Inside a transaction: uses the code up and gives its store. Throws `officeCode`, the same for every reason. */
export async function spendCode(sql: Sql, code: string, now: number): Promise<string> {
  const [row] = await sql.query<CodeRow>(
    'SELECT hash, store, made, expires, uses_left, failures FROM enrolment_code WHERE hash = $1 FOR UPDATE',
    [hashOf(code)],
  );
  const isDue = row && !isOver({ issuedAt: row.made.getTime(), expiresAt: row.expires.getTime() }, now);
  const holds = isDue && row.uses_left !== 0 && row.failures < MOST_FAILURES;
  if (!holds) throw new BridgeError('officeCode', 'the code is wrong, used or expired');
  if (row.uses_left !== null)
    await sql.query('UPDATE enrolment_code SET uses_left = uses_left - 1 WHERE hash = $1', [row.hash]);
  return row.store;
}

/** Counts a try that had the right code and a wrong key: after five of them the code is worthless. */
export async function countFailure(sql: Sql, code: string): Promise<void> {
  await sql.query('UPDATE enrolment_code SET failures = failures + 1 WHERE hash = $1', [hashOf(code)]);
}

/** Small letters, spaces and dashes are as good: people type it. */
const hashOf = (code: string): string =>
  createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest('hex');
