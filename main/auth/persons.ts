/** Who a person is, by username and PIN. */
import { TokenRefusal } from '../errors.ts';
import type { Accounts, StaffRow } from '../store/accounts.ts';
import type { Guesses } from './guesses.ts';
import type { Place } from './places.ts';
import { hashPin, newToken, pinMatches } from './secrets.ts';

/**
 * Throws `userLocked` and `userInvalid`; `merchant` null takes the staff of every merchant of this installation, and
 * without a place it is somebody who is inside already.
 */
export type FindPerson = (
  username: string,
  password: string,
  merchant: string | null,
  place?: Place,
) => Promise<StaffRow>;

export function createPersons(accounts: Accounts, guesses: Guesses): FindPerson {
  /** A guess at an unknown name takes as long as one at a known name, the first one included. */
  let nobody: Promise<string> | null = null;
  const nobodysPin = () => {
    nobody ??= hashPin(newToken());
    return nobody;
  };

  return async (username, password, merchant, place) => {
    const seconds = guesses.wait('staff', username, place);
    if (seconds > 0) throw new TokenRefusal('userLocked', seconds);
    const found = accounts.staff(username);
    const staff = found && (merchant === null || found.merchant === merchant) ? found : null;
    const unknown = await nobodysPin();
    const right = await pinMatches(password, staff?.pin_hash ?? unknown);
    const ending = await guesses.judge('staff', username, staff !== null && right, place);
    if (staff && ending === 'right') return staff;
    if (ending === 'locked') throw new TokenRefusal('userLocked', guesses.wait('staff', username, place));
    throw new TokenRefusal('userInvalid');
  };
}
