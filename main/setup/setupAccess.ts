/**
 * Who may set a shop up: whoever sits at this machine and reads the one-time code, which is new at every start and good for one
 * window. The window gets a token for as long as this process runs.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { BridgeError } from '../world/errors.ts';
import { hashToken, newToken } from '../world/secrets.ts';

/** Letters and digits that nobody mistakes for each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 10;
/** Wrong codes that cost nothing; then the wait doubles with each, seconds. */
const FREE_MISSES = 5;
const FIRST_WAIT = 2;
const LONGEST_WAIT = 600;

export interface SetupAccess {
  /** As a person reads it: ABCDE-FGHJK. Null once it has been used. */
  readonly code: string | null;
  /** Gives the token of the set-up. Throws `setupCode` and `loginLocked`. */
  begin(code: string): string;
  /** Throws `setupToken`. */
  require(token: string | null): void;
  /** The shop is set up: neither code nor token is good any more. */
  end(): void;
}

/** `elapsed`: ms that nobody can set back. */
export function createSetupAccess(elapsed: () => number): SetupAccess {
  let code: string | null = newCode();
  let token: string | null = null;
  let misses = 0;
  let waitUntil = 0;

  function missed(): never {
    misses += 1;
    const wait = misses <= FREE_MISSES ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (misses - FREE_MISSES - 1));
    waitUntil = elapsed() + wait * 1000;
    throw new BridgeError(
      'setupCode',
      'the one-time code is not the one of this start',
      wait > 0 ? { retryAfter: wait } : {},
    );
  }

  return {
    get code() {
      return code === null ? null : `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
    },
    begin(given) {
      const rest = waitUntil - elapsed();
      if (rest > 0)
        throw new BridgeError('loginLocked', 'too many wrong codes', { retryAfter: Math.ceil(rest / 1000) });
      if (code === null || !isSame(plain(given), code)) missed();
      code = null;
      misses = 0;
      token = newToken();
      return token;
    },
    require(given) {
      if (given === null || token === null || !isSame(given, token))
        throw new BridgeError('setupToken', 'this is not the token of the set-up under way');
    },
    end() {
      code = null;
      token = null;
    },
  };
}

function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Blanks, hyphens and small letters are no mistake, and neither is O for 0 on paper: 0, O, 1 and I do not occur. */
const plain = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Hashes have one length, so the time tells nothing. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)));
