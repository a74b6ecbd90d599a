/**
 * Wrong passwords make the next attempt later (rule: domain/lockout.ts), counted for a person at a place, for a person at
 * all places where that person has never signed in, and for a place whoever is guessed at.
 */
import { afterFailure, blocked, type Failures } from '../../domain/lockout.ts';
import type { Clock } from '../../world/clock.ts';
import { hashToken } from '../../world/secrets.ts';
import type { OfficeDatabase, Sql } from '../database/officeDatabase.ts';

/** Misses without a pause. */
const FREE = { here: 3, elsewhere: 20, place: 30 } as const;
/** How long a place stays known after the last sign-in, ms. */
const PLACE_LIFE = 90 * 86_400_000;
/** Time after which a miss is forgotten, ms. */
const FORGET_AFTER = 86_400_000;

interface Counter {
  readonly name: string;
  readonly free: number;
}

const nameOf = (kind: string, username: string, place: string) =>
  hashToken(`${kind} ${username.trim().toLowerCase()}\n${place}`);

async function countersOf(sql: Sql, username: string, place: string, now: number): Promise<readonly Counter[]> {
  const known = await sql.query('SELECT name FROM sign_in_place WHERE name = $1 AND seen > $2', [
    nameOf('seen', username, place),
    now - PLACE_LIFE,
  ]);
  const here = { name: nameOf('here', username, place), free: FREE.here };
  if (known.length > 0) return [here];
  return [
    here,
    { name: nameOf('elsewhere', username, ''), free: FREE.elsewhere },
    { name: nameOf('place', '', place), free: FREE.place },
  ];
}

interface Row {
  readonly name: string;
  readonly count: number;
  readonly until: number;
}

const failuresOf = (rows: readonly Row[], name: string): Failures | null => {
  const row = rows.find(each => each.name === name);
  return row ? { count: row.count, blockedUntil: row.until } : null;
};

const READ = 'SELECT name, count, blocked_until AS until FROM sign_in_failure WHERE name = ANY($1::text[])';

/** Seconds until an attempt is looked at again; 0 when it is looked at now. */
export async function waitOf(sql: Sql, username: string, place: string, now: number): Promise<number> {
  const counters = await countersOf(sql, username, place, now);
  const rows = await sql.query<Row>(READ, [counters.map(({ name }) => name)]);
  return Math.max(0, Math.ceil((Math.max(0, ...rows.map(({ until }) => until)) - now) / 1000));
}

export type GuessResult = 'right' | 'wrong' | 'locked';

/** Judges one guess after the other: of many sent at once only the free ones learn their result. */
export function judge(
  database: OfficeDatabase,
  clock: Clock,
  { username, place, right }: { readonly username: string; readonly place: string; readonly right: boolean },
): Promise<GuessResult> {
  return database.transaction(async sql => {
    const now = clock.now();
    const counters = await countersOf(sql, username, place, now);
    const names = counters.map(({ name }) => name).toSorted();
    for (const name of names)
      await sql.query(
        `INSERT INTO sign_in_failure (name, count, blocked_until, at) VALUES ($1, 0, 0, $2)
         ON CONFLICT (name) DO UPDATE SET name = excluded.name`,
        [name, now],
      );
    const rows = await sql.query<Row>(READ, [names]);
    if (counters.some(({ name }) => blocked(failuresOf(rows, name), now))) return 'locked';
    if (right) {
      await sql.query('DELETE FROM sign_in_failure WHERE name = $1', [nameOf('here', username, place)]);
      await sql.query(
        'INSERT INTO sign_in_place (name, seen) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET seen = excluded.seen',
        [nameOf('seen', username, place), now],
      );
      return 'right';
    }
    for (const { name, free } of counters) {
      const { count, blockedUntil } = afterFailure(failuresOf(rows, name), now, free);
      await sql.query('UPDATE sign_in_failure SET count = $2, blocked_until = $3, at = $4 WHERE name = $1', [
        name,
        count,
        blockedUntil,
        now,
      ]);
    }
    return 'wrong';
  });
}

/** Forgets misses and places whose time has passed. */
export async function forgetGuesses(sql: Sql, now: number): Promise<void> {
  await sql.query('DELETE FROM sign_in_failure WHERE at < $1', [now - FORGET_AFTER]);
  await sql.query('DELETE FROM sign_in_place WHERE seen < $1', [now - PLACE_LIFE]);
}
