/**
 * The second factor of a person: one-time codes of an app, and ten recovery codes. It is begun with the password, counts once a code
 * has confirmed it, and each code is taken once. Every change of it ends the sessions that were opened before.
 */
import { randomBytes } from 'node:crypto';
import { SET_BACK } from '../../domain/expiry.ts';
import { ConfigRefusal } from '../../world/config.ts';
import { hashToken } from '../../world/secrets.ts';
import { createVault, noVault, type Vault } from '../../world/vault.ts';
import type { OfficeDatabase, Sql } from '../database/officeDatabase.ts';
import type { CodeResult } from './guesses.ts';
import { base32, isOneTimeCode, SECRET_BYTES, stepAt, stepsOf } from './oneTimeCodes.ts';

/** How long a set-up that was begun waits for its first code, ms. */
export const SET_UP_LIFE = 600_000;
/** Wrong codes after which a set-up has to be begun anew, which asks for the password. */
const MOST_MISSES = 5;

const RECOVERY_CODES = 10;
/** 120 bits: found by no trying, so a quick hash keeps them (ASVS 6.5.2). Base32 has neither 0 nor 1, and letters of one case. */
const RECOVERY_BYTES = 15;

/** Parts of the program that a second factor needs. */
export interface FactorKeeping {
  readonly vault: Vault;
  /** Ms since 1970. */
  readonly now: number;
}

/** Without a key secrets lie in the database as they are. */
export const vaultOf = ({ key = null }: { readonly key?: string | null }): Vault =>
  key === null ? noVault : createVault(key);

/**
 * Inside a transaction, after the counters of guesses: sign-ins of a person and changes of her password, factor and rights take
 * turns, so that no session is opened by what ends meanwhile, or without a factor that begins.
 */
export const lockPerson = async (sql: Sql, person: string): Promise<void> =>
  void (await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [person]));

export interface Factor {
  readonly secret: string;
  /** Ms since 1970. */
  readonly since: number;
  readonly lastStep: number;
}

/** Null where the person has none that counts. */
export async function factorOf(sql: Sql, person: string): Promise<Factor | null> {
  const [factor] = await sql.query<Factor>(
    `SELECT secret, round(extract(epoch FROM since) * 1000)::bigint AS since, last_step AS "lastStep"
       FROM second_factor WHERE person = $1`,
    [person],
  );
  return factor ?? null;
}

/** The use of a code: a step of time, or one recovery code. */
export type Proof =
  | { readonly kind: 'code'; readonly step: number }
  | { readonly kind: 'recovery'; readonly hash: string };

/** Changes nothing, and asks the same of the database for every code. Null: the code proves nothing. */
async function proofOf(
  sql: Sql,
  { vault, now }: FactorKeeping,
  person: string,
  { secret, lastStep }: Factor,
  code: string,
): Promise<Proof | null> {
  const typed = code.replaceAll(/[\s-]/g, '').toUpperCase();
  const hash = hashToken(typed);
  const kept = await sql.query('SELECT hash FROM recovery_code WHERE person = $1 AND hash = $2', [person, hash]);
  const steps = stepsOf(Buffer.from(vault.open(secret), 'base64url'), typed, now);
  // A step that lies far ahead was taken by a clock that ran ahead: it refuses nothing, else nobody could sign in for years.
  const taken = lastStep > stepAt(now + SET_BACK) ? 0 : lastStep;
  const step = steps.findLast(each => each > taken);
  if (isOneTimeCode(typed)) return step === undefined ? null : { kind: 'code', step };
  return kept.length > 0 ? { kind: 'recovery', hash } : null;
}

/** The code is good for nothing from now on. */
async function spendProof(sql: Sql, person: string, proof: Proof): Promise<void> {
  if (proof.kind === 'code')
    await sql.query('UPDATE second_factor SET last_step = $2 WHERE person = $1', [person, proof.step]);
  else await sql.query('DELETE FROM recovery_code WHERE person = $1 AND hash = $2', [person, proof.hash]);
}

const NONE: Factor = { secret: Buffer.alloc(SECRET_BYTES).toString('base64url'), since: 0, lastStep: 0 };

/** The second factor in one attempt: judged first, in the same time whether there is one or not, and used up where the attempt is right. */
export function factorAttempt(keeping: FactorKeeping, person: string, code: string) {
  let proof: Proof | null = null;
  return {
    async judge(sql: Sql): Promise<CodeResult> {
      await lockPerson(sql, person);
      const factor = await factorOf(sql, person);
      const found = await proofOf(sql, keeping, person, factor ?? NONE, code);
      if (factor === null) return 'notNeeded';
      proof = found;
      return proof?.kind ?? 'wrong';
    },
    /** Null where the person has no second factor. */
    async use(sql: Sql): Promise<Proof | null> {
      if (proof) await spendProof(sql, person, proof);
      return proof;
    },
  };
}

/** Inside a transaction. Gives the secret that the app has to keep; what was begun before is forgotten. */
export async function beginSetUp(
  sql: Sql,
  { vault, now }: FactorKeeping,
  person: string,
  session: string,
): Promise<Buffer> {
  const secret = randomBytes(SECRET_BYTES);
  await sql.query(
    `INSERT INTO second_factor_set_up (person, session, secret, expires) VALUES ($1, $2, $3, $4::timestamptz)
     ON CONFLICT (person) DO UPDATE
       SET session = excluded.session, secret = excluded.secret, expires = excluded.expires, misses = 0`,
    [person, session, vault.seal(secret.toString('base64url')), new Date(now + SET_UP_LIFE).toISOString()],
  );
  return secret;
}

/**
 * Inside a transaction. The app's first code makes the factor count. Gives the recovery codes; `gone`: nothing was begun in this
 * session, or it took too long or too many codes.
 */
export async function confirmSetUp(
  sql: Sql,
  { vault, now }: FactorKeeping,
  person: string,
  session: string,
  code: string,
): Promise<readonly string[] | 'gone' | 'wrong'> {
  await lockPerson(sql, person);
  const [begun] = await sql.query<{ readonly secret: string }>(
    `SELECT secret FROM second_factor_set_up
      WHERE person = $1 AND session = $2 AND expires > $3::timestamptz AND misses < $4`,
    [person, session, new Date(now).toISOString(), MOST_MISSES],
  );
  if (!begun) return 'gone';
  const secret = Buffer.from(vault.open(begun.secret), 'base64url');
  const step = stepsOf(secret, code.replaceAll(/\s/g, ''), now).at(-1);
  if (step === undefined) {
    await sql.query('UPDATE second_factor_set_up SET misses = misses + 1 WHERE person = $1', [person]);
    return 'wrong';
  }
  await dropFactor(sql, person);
  await sql.query('INSERT INTO second_factor (person, secret, since, last_step) VALUES ($1, $2, $3::timestamptz, $4)', [
    ...[person, begun.secret],
    ...[new Date(now).toISOString(), step],
  ]);
  return makeRecoveryCodes(sql, person);
}

/** Inside a transaction. Those made before are good for nothing any more. */
export async function makeRecoveryCodes(sql: Sql, person: string): Promise<readonly string[]> {
  await sql.query('DELETE FROM recovery_code WHERE person = $1', [person]);
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)));
  await sql.query('INSERT INTO recovery_code (hash, person) SELECT unnest($2::text[]), $1', [
    person,
    codes.map(hashToken),
  ]);
  return codes.map(code => (code.match(/.{6}/g) ?? []).join('-'));
}

export async function countRecoveryCodes(sql: Sql, person: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM recovery_code WHERE person = $1',
    [person],
  );
  return row?.count ?? 0;
}

/** Inside a transaction. False where there was none. */
export async function endFactor(sql: Sql, person: string): Promise<boolean> {
  await lockPerson(sql, person);
  return dropFactor(sql, person);
}

async function dropFactor(sql: Sql, person: string): Promise<boolean> {
  await sql.query('DELETE FROM recovery_code WHERE person = $1', [person]);
  await sql.query('DELETE FROM second_factor_set_up WHERE person = $1', [person]);
  return (await sql.query('DELETE FROM second_factor WHERE person = $1 RETURNING person', [person])).length > 0;
}

/** Ids of the people who have one that counts. */
export async function peopleWithFactor(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ person: string }>('SELECT person FROM second_factor');
  return new Set(rows.map(({ person }) => person));
}

/** The chain wants a second factor of this person. */
export async function isFactorRequired(sql: Sql, person: string): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM person JOIN merchant ON merchant.id = person.merchant
      WHERE person.id = $1 AND person.role = ANY(merchant.second_factor)`,
    [person],
  );
  return rows.length > 0;
}

/** Somebody of this back office types codes, or has to set them up: the sign-in asks everybody for one. */
export async function areCodesInUse(sql: Sql): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM second_factor UNION ALL SELECT 1 FROM merchant WHERE second_factor <> '{}' LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Seals what was kept before the back office had a key. Throws ConfigRefusal where the key is missing or another one: every person
 * with a second factor would else be refused with the right code.
 */
export async function sealSecrets(database: OfficeDatabase, vault: Vault): Promise<void> {
  await database.query('DELETE FROM second_factor_set_up');
  const rows = await database.query<{ person: string; secret: string }>('SELECT person, secret FROM second_factor');
  for (const { person, secret } of rows) {
    if (!isReadable(vault, secret))
      throw new ConfigRefusal(
        'The second factors of this back office are sealed with a key that is missing or another one: set TILLBRIDGE_OFFICE_KEY to the one of before, or end them one by one with reset-factor USERNAME.',
      );
    const sealed = vault.seal(secret);
    if (sealed !== secret)
      await database.query('UPDATE second_factor SET secret = $2 WHERE person = $1', [person, sealed]);
  }
}

function isReadable(vault: Vault, secret: string): boolean {
  try {
    return Buffer.from(vault.open(secret), 'base64url').length === SECRET_BYTES;
  } catch {
    return false;
  }
}
