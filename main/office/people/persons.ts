/** People of the back office, as the chain lists, makes, changes and locks them. */
import type { Language } from '../../domain/money.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { isEasyPassword } from './easyPasswords.ts';
import { forgiveAccount } from './guesses.ts';
import { hashPassword, type PasswordForm, passwordLength } from './passwords.ts';
import type { OfficeRole } from './principal.ts';
import { factorOf, lockPerson, peopleWithFactor } from './secondFactor.ts';
import { closeSessionsOf } from './sessions.ts';

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly role: OfficeRole;
  /** Null: all stores of the region, or of the merchant. */
  readonly store: string | null;
  /** Null: no region. */
  readonly region: string | null;
  readonly language: Language;
  readonly morning_mail: boolean;
  readonly locked: boolean;
  /** False: signs in through OpenID Connect alone. */
  readonly has_password: boolean;
  /** Codes of an app beside the password. */
  readonly second_factor: boolean;
}

type PersonRow = Omit<Person, 'second_factor'>;

const COLUMNS =
  'id, username, name, role, store, region, language, morning_mail, locked, password_hash IS NOT NULL AS has_password';

export async function personsOf(sql: Sql, merchant: string): Promise<readonly Person[]> {
  const rows = await sql.query<PersonRow>(
    `SELECT ${COLUMNS} FROM person WHERE merchant = $1 ORDER BY lower(username)`,
    [merchant],
  );
  const withFactor = await peopleWithFactor(sql);
  return rows.map(row => ({ ...row, second_factor: withFactor.has(row.id) }));
}

/** Null for a person of another merchant, too. */
export async function personOf(sql: Sql, merchant: string, id: string): Promise<Person | null> {
  const [person] = await sql.query<PersonRow>(`SELECT ${COLUMNS} FROM person WHERE merchant = $1 AND id = $2`, [
    merchant,
    id,
  ]);
  return person ? { ...person, second_factor: (await factorOf(sql, id)) !== null } : null;
}

export interface NewPerson {
  readonly merchant: string;
  readonly username: string;
  readonly name: string;
  readonly role: OfficeRole;
  readonly store?: string | null;
  readonly region?: string | null;
  readonly language?: Language;
  readonly morning_mail?: boolean;
  readonly password?: string | null;
  /** Of the hash. */
  readonly form?: PasswordForm;
}

/** Throws `BridgeError` where the store is another merchant's, the name is taken, or the password is too short or too easy. */
export async function addPerson(sql: Sql, person: NewPerson): Promise<Person> {
  const { merchant, username, name, role, store = null, region = null, language = 'de', morning_mail = false } = person;
  await checkPlace(sql, merchant, { role, store, region });
  const hash = await hashOf(person.password ?? null, await namesOf(sql, merchant, person), person.form);
  const [added] = await sql.query<PersonRow>(
    `INSERT INTO person (id, merchant, username, name, role, store, password_hash, language, morning_mail, region)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (lower(username)) DO NOTHING RETURNING ${COLUMNS}`,
    [newId('USR'), merchant, username.trim(), name, role, store, hash, language, morning_mail, region],
  );
  if (!added) throw new BridgeError('alreadyAssigned', `the username ${username} is taken`, { http: 409 });
  return { ...added, second_factor: false };
}

export type PersonChange = Partial<
  Pick<Person, 'name' | 'role' | 'store' | 'region' | 'language' | 'morning_mail' | 'locked'>
>;

/** Throws `notFound` for a person of another merchant. Sessions end where rights change, or the person is locked. */
export async function changePerson(sql: Sql, merchant: string, id: string, change: PersonChange): Promise<Person> {
  await lockPerson(sql, id);
  const before = await personOf(sql, merchant, id);
  if (!before) throw new BridgeError('notFound', `there is no person ${id}`);
  const after = { ...before, ...change };
  await checkPlace(sql, merchant, after);
  await sql.query(
    `UPDATE person SET name = $3, role = $4, store = $5, language = $6, morning_mail = $7, locked = $8, region = $9
      WHERE merchant = $1 AND id = $2`,
    [merchant, id, after.name, after.role, after.store, after.language, after.morning_mail, after.locked, after.region],
  );
  await checkChain(sql, merchant);
  const isElsewhere = after.store !== before.store || after.region !== before.region;
  if (after.locked || after.role !== before.role || isElsewhere) await closeSessionsOf(sql, id);
  return after;
}

/** Sets a password; pauses after wrong guesses end, and so do the sessions of the person, except the one whose token is named. */
export async function setPassword(sql: Sql, id: string, password: string, except: string | null): Promise<void> {
  const [person] = await sql.query<Pick<Person, 'username' | 'name'> & { readonly merchant: string }>(
    'SELECT username, name, merchant FROM person WHERE id = $1',
    [id],
  );
  if (!person) return;
  const hash = await hashOf(password, await namesOf(sql, person.merchant, person));
  await forgiveAccount(sql, person.username);
  await lockPerson(sql, id);
  await sql.query('UPDATE person SET password_hash = $2 WHERE id = $1', [id, hash]);
  await closeSessionsOf(sql, id, except);
}

/** Words that whoever guesses knows of a person. */
async function namesOf(sql: Sql, merchant: string, { username, name }: Pick<Person, 'username' | 'name'>) {
  const [chain] = await sql.query<{ readonly name: string }>('SELECT name FROM merchant WHERE id = $1', [merchant]);
  return [username, name, chain?.name ?? '', 'tillbridge'];
}

async function hashOf(password: string | null, names: readonly string[], form?: PasswordForm): Promise<string | null> {
  if (password === null) return null;
  const { least, most } = passwordLength;
  if (password.length < least || password.length > most)
    throw new BridgeError('badInput', `a password has ${least} to ${most} characters`, { http: 400 });
  if (await isEasyPassword(password, names))
    throw new BridgeError('passwordEasy', 'the password is one of those tried first');
  return hashPassword(password, form);
}

async function checkPlace(
  sql: Sql,
  merchant: string,
  { role, store, region }: Pick<Person, 'role' | 'store' | 'region'>,
): Promise<void> {
  const fault = placeFault({ role, store, region });
  if (fault !== null) throw new BridgeError('badInput', fault, { http: 400 });
  if (store === null && region === null) return;
  const found = await sql.query('SELECT id FROM store WHERE merchant = $1 AND (id = $2 OR region = $3) LIMIT 1', [
    merchant,
    store,
    region,
  ]);
  if (found.length === 0)
    throw new BridgeError(
      'notFound',
      store === null ? `no store is of the region ${region}` : `there is no store ${store}`,
    );
}

function placeFault({ role, store, region }: Pick<Person, 'role' | 'store' | 'region'>): string | null {
  if (store !== null && region !== null) return 'a person has a store or a region, not both';
  if (role === 'store' && store === null && region === null)
    return 'a person of the role store needs a store or a region';
  if (role === 'chain' && (store !== null || region !== null))
    return 'a person of the role chain sees every store and names none';
  return null;
}

async function checkChain(sql: Sql, merchant: string): Promise<void> {
  const left = await sql.query(`SELECT id FROM person WHERE merchant = $1 AND role = 'chain' AND NOT locked LIMIT 1`, [
    merchant,
  ]);
  if (left.length === 0)
    throw new BridgeError('badInput', 'the last person of the role chain cannot be locked or changed', { http: 400 });
}
