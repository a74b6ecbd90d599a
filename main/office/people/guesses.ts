/**
 * Wrong passwords make the next attempt later (rule: domain/lockout.ts). Counted are the misses of a place at an account, of
 * all places at an account, and of a place at all accounts. A place has a few tries at each account that are always looked
 * at, whoever guesses at the same account or at the same place meanwhile: the right password gets through. A browser or an
 * address from which somebody has signed in before is counted by itself. docs/back-office-door.md has the figures.
 */
import {
  type Allowance,
  afterMiss,
  allowances,
  codeAllowance,
  type Failures,
  pauseLeft,
} from '../../domain/lockout.ts';
import type { Clock } from '../../world/clock.ts';
import { hashToken, newToken } from '../../world/secrets.ts';
import type { OfficeDatabase, Sql } from '../database/officeDatabase.ts';

const { here: HERE, elsewhere: ELSEWHERE, anybody: ANYBODY } = allowances.password;
/** How long a browser or an address stays known after the last sign-in, ms. */
export const PLACE_LIFE = 90 * 86_400_000;
/** Time after which a miss is forgotten, ms. */
const FORGET_AFTER = 86_400_000;

/** Where an attempt is made. */
export interface GuessPlace {
  readonly address: string;
  /** The mark that the browser keeps since somebody signed in with it; null without one. */
  readonly browser: string | null;
}

/** Somebody who is signed in is asked for the password once more: counted apart, so that neither disturbs the other. */
export const INSIDE = 'inside';

export interface Guess {
  readonly username: string;
  readonly place: GuessPlace | typeof INSIDE;
}

interface Counter {
  readonly name: string;
  readonly allowance: Allowance;
  /** Null: about no single account. */
  readonly account: string | null;
}

const nameOf = (kind: string, username: string, place: string) =>
  hashToken(`${kind} ${username.trim().toLowerCase()}\n${place}`);

const accountOf = (username: string) => nameOf('account', username, '');

/**
 * The counter of the place itself, and those that it shares with other places and accounts. `codes`: wrong codes beside the right
 * password, from all places together where the person has never signed in; null at the others.
 */
interface Counters {
  readonly own: Counter;
  readonly shared: readonly Counter[];
  readonly codes: Counter | null;
}

async function countersOf(sql: Sql, { username, place }: Guess, now: number): Promise<Counters> {
  const account = accountOf(username);
  const own = (name: string): Counter => ({ name, allowance: HERE, account });
  if (place === INSIDE) return { own: own(nameOf('inside', username, '')), shared: [], codes: null };
  const { address, browser } = place;
  if (browser !== null && (await isKnown(sql, nameOf('browser', username, browser), now)))
    return { own: own(nameOf('at browser', username, browser)), shared: [], codes: null };
  const here = own(nameOf('here', username, address));
  if (await isKnown(sql, nameOf('seen', username, address), now)) return { own: here, shared: [], codes: null };
  return {
    own: here,
    shared: [
      { name: nameOf('elsewhere', username, ''), allowance: ELSEWHERE, account },
      { name: nameOf('place', '', address), allowance: ANYBODY, account: null },
    ],
    codes: { name: nameOf('codes', username, ''), allowance: codeAllowance, account },
  };
}

async function isKnown(sql: Sql, name: string, now: number): Promise<boolean> {
  const rows = await sql.query('SELECT name FROM sign_in_place WHERE name = $1 AND seen > $2', [
    name,
    now - PLACE_LIFE,
  ]);
  return rows.length > 0;
}

async function keepKnown(sql: Sql, name: string, now: number): Promise<void> {
  await sql.query(
    'INSERT INTO sign_in_place (name, seen) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET seen = excluded.seen',
    [name, now],
  );
}

/** Keeps that a person has signed in with a browser. Gives what the browser keeps: what it sent, where that came from here. */
export async function rememberBrowser(
  database: OfficeDatabase,
  username: string,
  sent: string | null,
  now: number,
): Promise<string> {
  return database.transaction(async sql => {
    const isOurs = sent !== null && (await isKnown(sql, nameOf('browser', '', sent), now));
    const browser = isOurs ? sent : newToken();
    await keepKnown(sql, nameOf('browser', '', browser), now);
    await keepKnown(sql, nameOf('browser', username, browser), now);
    return browser;
  });
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

/** Milliseconds until an attempt is looked at; shared pauses count for those alone who have used up their own free tries. */
function waitAt({ own, shared }: Counters, rows: readonly Row[], now: number): number {
  const failures = failuresOf(rows, own.name);
  const counting = (failures?.count ?? 0) < own.allowance.free ? [own] : [own, ...shared];
  return Math.max(...counting.map(({ name }) => pauseLeft(failuresOf(rows, name), now)));
}

/**
 * The queue in which a password is checked: a known browser has one of its own, so that those who flood its address do not
 * keep it waiting.
 */
export async function queueOf(sql: Sql, { username, place }: Guess, now: number): Promise<string> {
  if (place === INSIDE) return nameOf('inside', username, '');
  const { address, browser } = place;
  if (browser === null) return address;
  const name = nameOf('browser', username, browser);
  return (await isKnown(sql, name, now)) ? name : address;
}

/** Seconds until an attempt is looked at again; 0 when it is looked at now. */
export async function waitOf(sql: Sql, guess: Guess, now: number): Promise<number> {
  const counters = await countersOf(sql, guess, now);
  const rows = await sql.query<Row>(READ, [[counters.own, ...counters.shared].map(({ name }) => name)]);
  return Math.ceil(waitAt(counters, rows, now) / 1000);
}

export type GuessResult = 'right' | 'wrong' | 'locked';

/** `code`: a one-time code that counts; its guesses are bounded for the person, from wherever they come. */
export type CodeResult = 'notNeeded' | 'wrong' | 'code' | 'recovery';

/** The parts that are judged. `code` and `accept` run inside the transaction of the judgement. */
export interface Attempt {
  readonly password: boolean;
  /** Asked whatever the password is, so that the time tells nothing about it. */
  code?(sql: Sql): Promise<CodeResult>;
  /** Opens what a right attempt opens; the code is used up by it. */
  accept?(sql: Sql): Promise<void>;
}

/**
 * Judges one guess after the other: of many sent at once only the free ones learn their result. During a pause of the codes the right
 * one is wrong, too: an answer of its own would say that the password is right.
 */
export function judge(
  database: OfficeDatabase,
  clock: Clock,
  guess: Guess,
  { password, code, accept }: Attempt,
): Promise<GuessResult> {
  return database.transaction(async sql => {
    const now = clock.now();
    const counters = await countersOf(sql, guess, now);
    const counted = [counters.own, ...counters.shared];
    const all = (counters.codes ? [...counted, counters.codes] : counted).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    );
    for (const { name, account } of all)
      await sql.query(
        `INSERT INTO sign_in_failure (name, account, count, blocked_until, at) VALUES ($1, $2, 0, 0, $3)
         ON CONFLICT (name) DO UPDATE SET name = excluded.name`,
        [name, account, now],
      );
    const rows = await sql.query<Row>(READ, [all.map(({ name }) => name)]);
    if (waitAt(counters, rows, now) > 0) return 'locked';
    const result = (await code?.(sql)) ?? 'notNeeded';
    const codesPause = counters.codes !== null && pauseLeft(failuresOf(rows, counters.codes.name), now) > 0;
    if (password && result !== 'wrong' && !(codesPause && result === 'code')) {
      await sql.query('DELETE FROM sign_in_failure WHERE name = $1', [counters.own.name]);
      const { place, username } = guess;
      if (place !== INSIDE) await keepKnown(sql, nameOf('seen', username, place.address), now);
      await accept?.(sql);
      return 'right';
    }
    for (const counter of all) {
      const before = failuresOf(rows, counter.name);
      const stays = counter === counters.codes && (!password || codesPause);
      const { count, blockedUntil } = stays && before ? before : afterMiss(before, now, counter.allowance);
      await sql.query('UPDATE sign_in_failure SET count = $2, blocked_until = $3, at = $4 WHERE name = $1', [
        counter.name,
        count,
        blockedUntil,
        now,
      ]);
    }
    return 'wrong';
  });
}

/** Ends every pause of an account: its password is a new one, and what was guessed before counts for nothing. */
export async function forgiveAccount(sql: Sql, username: string): Promise<void> {
  await sql.query('DELETE FROM sign_in_failure WHERE account = $1', [accountOf(username)]);
}

/** Forgets misses and places whose time has passed, and misses of a clock that ran ahead. */
export async function forgetGuesses(sql: Sql, now: number): Promise<void> {
  await sql.query('DELETE FROM sign_in_failure WHERE at < $1 OR at > $2', [now - FORGET_AFTER, now + FORGET_AFTER]);
  await sql.query('DELETE FROM sign_in_place WHERE seen < $1', [now - PLACE_LIFE]);
}
