/** Identifies a person by username and PIN. */

import type { Accounts, StaffRow } from '../../store/accounts.ts';
import { TokenRefusal } from '../../world/errors.ts';
import { newToken, type Pins, plainPins } from '../../world/secrets.ts';
import type { Guesses } from './guesses.ts';
import type { SignInPlace } from './signInPlaces.ts';

/**
 * Throws `userLocked` and `userInvalid`; `merchant` null takes the staff of every merchant of this installation, and
 * without a place it is somebody who is inside already.
 */
export type FindPerson = (
  username: string,
  password: string,
  merchant: string | null,
  place?: SignInPlace,
) => Promise<StaffRow>;

export function createPersons(
  accounts: Accounts,
  guesses: Guesses,
  pins: Pins = plainPins,
  readOnly = false,
): FindPerson {
  /** A guess at an unknown name takes as long as one at a known name, the first one included. */
  let nobody: Promise<string> | null = null;
  const nobodysPin = () => {
    nobody ??= pins.hash(newToken());
    return nobody;
  };

  /** Hashes of an older version are made anew while the PIN is known. */
  async function renew({ id, pin_hash }: StaffRow, pin: string): Promise<void> {
    const hash = await pins.hash(pin);
    await accounts.write(() => accounts.replacePin(id, pin_hash, hash));
  }

  return async (username, password, merchant, place) => {
    const seconds = guesses.wait('staff', username, place);
    if (seconds > 0) throw new TokenRefusal('userLocked', seconds);
    const found = accounts.staff(username);
    const staff = found && (merchant === null || found.merchant === merchant) ? found : null;
    const unknown = await nobodysPin();
    const right = await pins.matches(password, staff?.pin_hash ?? unknown);
    const ending = await guesses.judge('staff', username, staff !== null && right, place);
    if (staff && ending === 'right') {
      if (!readOnly && pins.isOld(staff.pin_hash)) await renew(staff, password);
      return staff;
    }
    if (ending === 'locked') throw new TokenRefusal('userLocked', guesses.wait('staff', username, place));
    throw new TokenRefusal('userInvalid');
  };
}
