/** Asks somebody who is signed in for the password, and for a code of the second factor: an open screen is not enough. */
import type { FastifyRequest } from 'fastify';
import { BridgeError, TokenRefusal } from '../../../world/errors.ts';
import type { Vault } from '../../../world/vault.ts';
import type { Sql } from '../../database/officeDatabase.ts';
import { type Attempt, INSIDE, judge, queueOf, waitOf } from '../../people/guesses.ts';
import { passwordLength, passwordMatches } from '../../people/passwords.ts';
import { factorAttempt } from '../../people/secondFactor.ts';
import type { Reading } from './signedIn.ts';
import { refuseMany } from './token.ts';

/** Guarded like a sign-in: whoever finds an open screen does not get to guess the password. */
export async function checkPassword(reading: Reading, request: FastifyRequest, password: string): Promise<void> {
  if (!(await isRight(reading, request, password)))
    throw new BridgeError('passwordBefore', 'the password of before is not right');
}

/** Password and code together: the answer does not say which of them is wrong. The code is used up. */
export async function checkProof(
  reading: Reading & { readonly vault: Vault },
  request: FastifyRequest,
  { before, code }: { readonly before: string; readonly code: string },
): Promise<void> {
  const keeping = { vault: reading.vault, now: reading.clock.now() };
  const factor = factorAttempt(keeping, request.person.person, code);
  const attempt = { code: factor.judge, accept: async (sql: Sql) => void (await factor.use(sql)) };
  if (!(await isRight(reading, request, before, attempt)))
    throw new BridgeError('secondFactorWrong', 'the password or the code is not right');
}

async function isRight(
  { database, clock }: Reading,
  request: FastifyRequest,
  password: string,
  attempt: Omit<Attempt, 'password'> = {},
): Promise<boolean> {
  const { person, username } = request.person;
  const guess = { username, place: INSIDE } as const;
  const wait = await waitOf(database, guess, clock.now());
  if (wait > 0) throw new TokenRefusal('userLocked', wait);
  const [known] = await database.query<{ password_hash: string | null }>(
    'SELECT password_hash FROM person WHERE id = $1',
    [person],
  );
  const queue = await queueOf(database, guess, clock.now());
  const right = await refuseMany(() =>
    passwordMatches(password.slice(0, passwordLength.most), known?.password_hash ?? null, queue),
  );
  const result = await judge(database, clock, guess, { ...attempt, password: right });
  if (result === 'locked') throw new TokenRefusal('userLocked', await waitOf(database, guess, clock.now()));
  return result === 'right';
}
