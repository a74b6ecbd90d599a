/** Identifies a person by username and PIN. */

import { type Accounts, isActive, type StaffRow } from '../../store/accounts.ts';
import { TokenRefusal } from '../../world/errors.ts';
import { newToken, type Pins, plainPins } from '../../world/secrets.ts';
import type { Guesses } from './guesses.ts';
import type { SignInPlace } from './signInPlaces.ts';

/**
 * Throws `userLocked` and `userInvalid`, and only with the right PIN `userBlocked` and `pinChangeNeeded`, which `mayChange`
 * lets pass. `merchant` null takes the staff of every merchant of this installation, and without a place it is somebody who is
 * inside already.
 */
export type FindPerson = (
  username: string,
  password: string,
  merchant: string | null,
  place?: SignInPlace,
  mayChange?: boolean,
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
  async function renew(staff: StaffRow, pin: string): Promise<StaffRow> {
    const { id, pin_hash } = staff;
    const hash = await pins.hash(pin);
    await accounts.write(() => accounts.replacePin(id, pin_hash, hash));
    return { ...staff, pin_hash: hash };
  }

  return async (username, password, merchant, place, mayChange = false) => {
    const found = accounts.staff(username);
    const staff = found && (merchant === null || found.merchant === merchant) ? found : null;
    const unknown = await nobodysPin();
    const hash = staff?.pin_hash || unknown;
    const target = { what: 'staff', who: username, version: staff?.pin_hash, place } as const;
    const ending = await guesses.attempt(target, async () => (await pins.matches(password, hash)) && hash !== unknown);
    if (staff && ending === 'right') {
      // A caller who knows the PIN may know why it does not help; nobody else learns that there is such a person.
      if (!isActive(staff)) throw new TokenRefusal('userBlocked');
      if (staff.pin_change === 1 && !mayChange) throw new TokenRefusal('pinChangeNeeded');
      return !readOnly && pins.isOld(staff.pin_hash) ? renew(staff, password) : staff;
    }
    if (ending === 'locked') throw new TokenRefusal('userLocked', guesses.wait(target));
    throw new TokenRefusal('userInvalid');
  };
}
