/** Sessions: a token of 32 random bytes, of which the database keeps the SHA-256 alone. */
import type { Clock } from '../../world/clock.ts';
import { hashToken, newToken } from '../../world/secrets.ts';
import type { OfficeDatabase, Sql } from '../database/officeDatabase.ts';
import { addAudit } from './audit.ts';
import { forgetGuesses, type GuessPlace, judge, queueOf, waitOf } from './guesses.ts';
import { passwordLength, passwordMatches } from './passwords.ts';

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

/** Checks a password. Throws `TooManyPasswords`. */
export async function signIn(
  database: OfficeDatabase,
  clock: Clock,
  { username, password, place, browser = '' }: SignInAttempt,
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
  const result = await judge(database, clock, guess, right);
  if (result === 'locked') return { kind: 'locked', wait: Math.max(1, await waitOf(database, guess, clock.now())) };
  if (result === 'wrong' || !known) {
    if (known) await noteFailure(database, clock, known, place.address);
    return { kind: 'wrong' };
  }
  return {
    kind: 'signedIn',
    session: await openSession(database, clock, known, { place: place.address, by: 'password' }, browser),
  };
}

const noteFailure = (database: OfficeDatabase, clock: Clock, { id, merchant }: Known, place: string) =>
  database.transaction(sql =>
    addAudit(sql, { merchant, person: null, action: 'signInRefused', facts: { of: id, place }, at: clock.now() }),
  );

/** Opens a session with a token that nobody has seen before: whatever a browser sent with the sign-in counts for nothing. */
export function openSession(
  database: OfficeDatabase,
  clock: Clock,
  { id, merchant }: { readonly id: string; readonly merchant: string },
  facts: Readonly<Record<string, unknown>>,
  browser = '',
): Promise<OpenedSession> {
  const token = newToken();
  return database.transaction(async sql => {
    const now = clock.now();
    await forgetEnded(sql, now);
    await sql.query(
      `INSERT INTO session (hash, person, begun, expires, place, browser)
       VALUES ($1, $2, $3::timestamptz, $4::timestamptz, $5, $6)`,
      [
        ...[hashToken(token), id, new Date(now).toISOString(), new Date(now + SESSION_SECONDS * 1000).toISOString()],
        ...[String(facts.place ?? ''), browser.slice(0, LONGEST_NAME)],
      ],
    );
    await addAudit(sql, { merchant, person: id, action: 'signIn', facts, at: now });
    return { token, person: id, merchant };
  });
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
