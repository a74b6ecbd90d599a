/**
 * Passwords of the back office: argon2id (RFC 9106) with 19 MiB, two passes, one lane. Those of a demo are published, so nothing is
 * gained by making them slow.
 */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** The cost of a hash, by the form that stands before it. */
const COSTS = {
  a1: { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 },
  demo: { memory: 1024, passes: 1, parallelism: 1, tagLength: 32 },
} as const;
export type PasswordForm = keyof typeof COSTS;
const isForm = (text: string | undefined): text is PasswordForm => text !== undefined && Object.hasOwn(COSTS, text);

/** Hashes that are computed at once; each takes 19 MiB and a core for about 0.1 s. */
const AT_ONCE = 2;
/**
 * Hashes that may wait, and those of one address that run or wait; more are refused. Else guessing would
 * fill the memory, and one address could keep all others waiting.
 */
const MOST_WAITING = 100;
const MOST_OF_QUEUE = 10;

/** Lengths of a password, in characters. */
export const passwordLength = { least: 10, most: 200 } as const;

/** More passwords are checked at once than this server checks. */
export class TooManyPasswords extends Error {}

let running = 0;
const waiting: (() => void)[] = [];
/** Number of hashes that run or wait, by queue. */
const queued = new Map<string, number>();

async function inQueue<T>(queue: string, work: () => Promise<T>): Promise<T> {
  const count = queued.get(queue) ?? 0;
  if (count >= MOST_OF_QUEUE) throw new TooManyPasswords('too many passwords from one address are being checked');
  queued.set(queue, count + 1);
  try {
    return await work();
  } finally {
    const left = (queued.get(queue) ?? 1) - 1;
    if (left > 0) queued.set(queue, left);
    else queued.delete(queue);
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new TooManyPasswords('too many passwords are being checked');
    await new Promise<void>(done => waiting.push(done));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The place is handed over, so nobody who came later gets between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const keyOf = (password: string, nonce: Buffer, form: PasswordForm) =>
  inTurn(() => derive('argon2id', { message: password.normalize('NFC'), nonce, ...COSTS[form] }));

/** Form, salt and key, the last two base64url. */
export async function hashPassword(password: string, form: PasswordForm = 'a1'): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyOf(password, salt, form);
  return [form, salt.toString('base64url'), key.toString('base64url')].join('.');
}

/**
 * Takes the same time for a person without a password: `stored` null. `queue`: name of its queue, for example an address. Throws
 * `TooManyPasswords`.
 */
export async function passwordMatches(password: string, stored: string | null, queue: string): Promise<boolean> {
  const [form, salt = '', key = ''] = (stored ?? UNKNOWN).split('.');
  const expected = Buffer.from(key, 'base64url');
  const actual = await inQueue(queue, () =>
    keyOf(password, Buffer.from(salt, 'base64url'), isForm(form) ? form : 'a1'),
  );
  return isForm(form) && stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual);
}

const UNKNOWN = `a1.${Buffer.alloc(16).toString('base64url')}.${Buffer.alloc(32).toString('base64url')}`;
