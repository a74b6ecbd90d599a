/** Counts guesses at secrets, PINs and codes, and stops those who guess too often. */
import type { Clock } from '../clock.ts';
import type { Accounts } from '../store/accounts.ts';
import { afterFailure, blocked, freeMisses, type Guessed } from './lockout.ts';
import { hashToken } from './secrets.ts';

export type Judgement = 'right' | 'wrong' | 'locked';

export interface Guesses {
  /** Whether no attempt is looked at for now. */
  locked(what: Guessed, whose: string): boolean;
  /** One guess after the other: of many sent at once only the free ones are told how they ended. */
  judge(what: Guessed, whose: string, right: boolean): Promise<Judgement>;
}

export function createGuesses(accounts: Accounts, clock: Clock): Guesses {
  const locked = (what: Guessed, whose: string) => blocked(accounts.failures(nameOf(what, whose)), clock.now());
  return {
    locked,
    judge: (what, whose, right) =>
      accounts.write(() => {
        if (locked(what, whose)) return 'locked';
        const [name, now] = [nameOf(what, whose), clock.now()];
        const failures = accounts.failures(name);
        if (right && failures) accounts.forgive(name);
        if (!right) accounts.setFailures(name, afterFailure(failures, now, freeMisses[what]), now);
        return right ? 'right' : 'wrong';
      }),
  };
}

/** Names come from outside and may be anything, a password typed into the wrong field included: only a hash is kept. */
const nameOf = (what: Guessed, whose: string) => hashToken(`${what} ${whose.toLowerCase()}`);
