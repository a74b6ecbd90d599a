/** Sessions: a token of 32 random bytes, of which the database keeps the SHA-256 alone. */
import type { Clock } from '../../world/clock.ts';
import { hashToken, newToken } from '../../world/secrets.ts';
import type { Vault } from '../../world/vault.ts';
import type { OfficeDatabase, Sql } from '../database/officeDatabase.ts';
import { addAudit } from './audit.ts';
import { forgetGuesses, type GuessPlace, judge, queueOf, waitOf } from './guesses.ts';
import { passwordLength, passwordMatches } from './passwords.ts';
import { factorAttempt, isFactorRequired } from './secondFactor.ts';

/** How long a session lasts, seconds: a working day. */
export const SESSION_SECONDS = 12 * 3600;

export interface OpenedSession {
  readonly token: string;
  readonly person: string;
  readonly merchant: string;
}

export type SignInResult =
  | { readonly kind: 'signedIn'; readonly session: OpenedSession }
  | { readonly kind: 'wrong' }
  /** Seconds until the next attempt is looked at. */
  | { readonly kind: 'locked'; readonly wait: number };

interface SignInAttempt {
  readonly username: string;
  readonly password: string;
  /** Of the app or for recovery; empty: none was typed. */
  readonly code?: string | undefined;
  readonly place: GuessPlace;
  /** As it calls itself. */
  readonly browser?: string | undefined;
}

interface Known {
  readonly id: string;
  readonly merchant: string;
  readonly password_hash: string | null;
  readonly locked: boolean;
}

/** Checks a password, and the code of a second factor with it: the answer does not say which of them is wrong. Throws `TooManyPasswords`. */
export async function signIn(
  database: OfficeDatabase,
  clock: Clock,
  vault: Vault,
  { username, password, code = '', place, browser = '' }: SignInAttempt,
): Promise<SignInResult> {
  const guess = { username, place };
  const wait = await waitOf(database, guess, clock.now());
  if (wait > 0) return { kind: 'locked', wait };
  const [known] = await database.query<Known>(
    'SELECT id, merchant, password_hash, locked FROM person WHERE lower(username) = lower($1)',
    [username.trim()],
  );
  const hash = known && !known.locked ? known.password_hash : null;
  const queue = await queueOf(database, guess, clock.now());
  const right = await passwordMatches(password.slice(0, passwordLength.most), hash, queue);
  const factor = factorAttempt({ vault, now: clock.now() }, known?.id ?? '', code);
  const opened: OpenedSession[] = [];
  const result = await judge(database, clock, guess, {
    password: right,
    // A password that was changed, and a person who was locked meanwhile, open nothing.
    code: async sql => {
      const result = await factor.judge(sql);
      return (await hashIn(sql, known?.id ?? '')) === hash ? result : 'wrong';
    },
    accept: async sql => {
      if (!known) return;
      const proof = await factor.use(sql);
      const facts = { place: place.address, by: 'password', ...(proof ? { factor: proof.kind } : {}) };
      const limited = proof === null && (await isFactorRequired(sql, known.id));
      opened.push(await openSessionIn(sql, clock.now(), known, facts, { browser, limited }));
    },
  });
  if (result === 'locked') return { kind: 'locked', wait: Math.max(1, await waitOf(database, guess, clock.now())) };
  const [session] = opened;
  if (session) return { kind: 'signedIn', session };
  if (known) await noteFailure(database, clock, known, { place: place.address, ...(right ? { factor: 'wrong' } : {}) });
  return { kind: 'wrong' };
}

/** Null for a person who is locked or has no password. */
async function hashIn(sql: Sql, person: string): Promise<string | null> {
  const [row] = await sql.query<{ readonly hash: string | null }>(
    'SELECT password_hash AS hash FROM person WHERE id = $1 AND NOT locked',
    [person],
  );
  return row?.hash ?? null;
}

const noteFailure = (
  database: OfficeDatabase,
  clock: Clock,
  { id, merchant }: Known,
  facts: Readonly<Record<string, unknown>>,
) =>
  database.transaction(sql =>
    addAudit(sql, { merchant, person: null, action: 'signInRefused', facts: { of: id, ...facts }, at: clock.now() }),
  );

/** Opens a session with a token that nobody has seen before: whatever a browser sent with the sign-in counts for nothing. */
export const openSession = (
  database: OfficeDatabase,
  clock: Clock,
  person: SessionOwner,
  facts: Readonly<Record<string, unknown>>,
  browser = '',
): Promise<OpenedSession> =>
  database.transaction(sql => openSessionIn(sql, clock.now(), person, facts, { browser, limited: false }));

interface SessionOwner {
  readonly id: string;
  readonly merchant: string;
}

async function openSessionIn(
  sql: Sql,
  now: number,
  { id, merchant }: SessionOwner,
  facts: Readonly<Record<string, unknown>>,
  { browser, limited }: Pick<NewSession, 'browser' | 'limited'>,
): Promise<OpenedSession> {
  await forgetEnded(sql, now);
  const token = await addSession(sql, now, { person: id, place: String(facts.place ?? ''), browser, limited });
  await addAudit(sql, { merchant, person: id, action: 'signIn', facts, at: now });
  return { token, person: id, merchant };
}

interface NewSession {
  readonly person: string;
  readonly place: string;
  readonly browser: string;
  /** Good for setting up a second factor alone. */
  readonly limited: boolean;
}

/** Inside a transaction. Gives its token. */
export async function addSession(
  sql: Sql,
  now: number,
  { person, place, browser, limited }: NewSession,
): Promise<string> {
  const token = newToken();
  const [begun, expires] = [now, now + SESSION_SECONDS * 1000].map(time => new Date(time).toISOString());
  await sql.query(
    `INSERT INTO session (hash, person, begun, expires, place, browser, limited)
     VALUES ($1, $2, $3::timestamptz, $4::timestamptz, $5, $6, $7)`,
    [hashToken(token), person, begun, expires, place, browser.slice(0, LONGEST_NAME), limited],
  );
  return token;
}

/** Of the name that a browser gives itself, characters. */
const LONGEST_NAME = 300;

/** A session as its person sees it. `own`: the one that asks. */
export interface SessionView {
  /** The beginning of the hash of its token, which opens nothing. */
  readonly id: string;
  readonly begun: string;
  readonly place: string;
  readonly browser: string;
  readonly own: boolean;
}

const ID = 'left(hash, 16)';

/** The sessions of a person that have not ended, the newest first. */
export async function sessionsOf(
  sql: Sql,
  person: string,
  token: string,
  now: number,
): Promise<readonly SessionView[]> {
  const rows = await sql.query<Omit<SessionView, 'begun'> & { readonly begun: string }>(
    `SELECT ${ID} AS id, round(extract(epoch FROM begun) * 1000)::bigint AS begun, place, browser, hash = $2 AS own
       FROM session WHERE person = $1 AND expires > $3::timestamptz ORDER BY session.begun DESC, hash LIMIT 1000`,
    [person, hashToken(token), new Date(now).toISOString()],
  );
  return rows.map(row => ({ ...row, begun: new Date(Number(row.begun)).toISOString() }));
}

/** Ends one other session of a person; false where there is none of this id. */
export async function closeSessionOf(sql: Sql, person: string, id: string, token: string): Promise<boolean> {
  const ended = await sql.query(
    `DELETE FROM session WHERE person = $1 AND ${ID} = $2 AND hash <> $3 RETURNING person`,
    [person, id, hashToken(token)],
  );
  return ended.length > 0;
}

async function forgetEnded(sql: Sql, now: number): Promise<void> {
  await sql.query('DELETE FROM session WHERE expires < $1::timestamptz', [new Date(now).toISOString()]);
  await forgetGuesses(sql, now);
}

export async function closeSession(sql: Sql, token: string): Promise<void> {
  await sql.query('DELETE FROM session WHERE hash = $1', [hashToken(token)]);
}

/** Ends the sessions of a person, except the one whose token is named. */
export async function closeSessionsOf(sql: Sql, person: string, except: string | null = null): Promise<void> {
  await sql.query('DELETE FROM session WHERE person = $1 AND hash <> $2', [person, except ? hashToken(except) : '']);
}
