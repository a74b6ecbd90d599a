/**
 * Access to the first set-up: for the person who sits at this machine and reads the one-time code, which is new at
 * every start and good for one window. The window gets a token for as long as this process runs.
 */
import { timingSafeEqual } from 'node:crypto';
import { afterMiss, allowances, type Failures, secondsLeft } from '../domain/lockout.ts';
import { BridgeError } from '../world/errors.ts';
import { hashToken, newToken } from '../world/secrets.ts';
import { newCode, plainCode, shownCode } from './setupCode.ts';

export interface SetupAccess {
  /** As a person reads it: ABCDE-FGHJK. Null once it has been used. */
  readonly code: string | null;
  /** Gives the token of the set-up; the token of another window is void. Throws `setupCode` and `loginLocked`. */
  begin(code: string): string;
  /** Throws `setupToken`. */
  require(token: string | null): void;
  /** The shop is set up: neither code nor token is good any more. */
  end(): void;
}

/** The code that somebody made while the bridge runs. */
export interface KeptCode {
  /** Null where there is none. */
  hash(): string | null;
  remove(): void;
}

const NO_CODE: KeptCode = { hash: () => null, remove: () => undefined };

/** `elapsed`: ms that nobody can set back. */
export function createSetupAccess(elapsed: () => number, kept: KeptCode = NO_CODE): SetupAccess {
  let code: string | null = newCode();
  let token: string | null = null;
  let failures: Failures | null = null;
  // It was made for an earlier start.
  kept.remove();

  function missed(): never {
    const retryAfter = secondsLeft(failures, elapsed());
    if (retryAfter > 0) throw new BridgeError('loginLocked', 'too many wrong codes', { retryAfter });
    failures = afterMiss(failures, elapsed(), allowances.code.here);
    const wait = secondsLeft(failures, elapsed());
    throw new BridgeError(
      'setupCode',
      'the one-time code is not the one of this start',
      wait > 0 ? { retryAfter: wait } : {},
    );
  }

  /** A code that was made meanwhile ends the one of the start. */
  function isGood(given: string): boolean {
    const good = kept.hash() ?? (code === null ? null : hashToken(code));
    return good !== null && isSame(hashToken(given), good);
  }

  return {
    get code() {
      return code === null ? null : shownCode(code);
    },
    begin(given) {
      if (!isGood(plainCode(given))) missed();
      code = null;
      kept.remove();
      failures = null;
      token = newToken();
      return token;
    },
    require(given) {
      if (given === null || token === null || !isSame(hashToken(given), hashToken(token)))
        throw new BridgeError('setupToken', 'this is not the token of the set-up under way');
    },
    end() {
      code = null;
      token = null;
      kept.remove();
    },
  };
}

/** Hashes have one length, so the time tells nothing. */
const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
