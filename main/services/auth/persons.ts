/** Identifies a person by username and PIN. */

import { LONGEST_PIN } from '../../domain/lockout.ts';
import { readProductCode } from '../../domain/productCode.ts';
import { type Accounts, isActive, type StaffRow } from '../../store/accounts.ts';
import { TokenRefusal } from '../../world/errors.ts';
import { newToken } from '../../world/secrets.ts';
import type { Guesses } from './guesses.ts';
import { type Pins, plainPins } from './pins.ts';
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
  longestPin = LONGEST_PIN,
): FindPerson {
  /** A guess at an unknown name takes as long as one at a known name, the first one included. */
  let nobody: Promise<string> | null = null;
  const nobodysPin = () => {
    nobody ??= pins.hash(newToken());
    return nobody;
  };

  /** Hashes of an older version are made anew while the PIN is known. */
  async function renew(staff: StaffRow, pin: string): Promise<StaffRow> {
    const { id, pinHash } = staff;
    const hash = await pins.hash(pin);
    await accounts.write(() => accounts.replacePin(id, pinHash, hash));
    return { ...staff, pinHash: hash };
  }

  return async (username, password, merchant, place, mayChange = false) => {
    // A slow scanner at the field of a PIN: nobody's guess, so it locks nobody out.
    if (password.length > LONGEST_PIN) throw new TokenRefusal('userInvalid');
    const found = accounts.staff(username);
    const staff = found && (merchant === null || found.merchant === merchant) ? found : null;
    const unknown = await nobodysPin();
    const hash = staff?.pinHash || unknown;
    const isScan = password.length > longestPin || readProductCode(password).kind === 'gtin';
    const what = isScan ? 'scan' : 'staff';
    const target = { what, who: username, version: staff?.pinHash, place } as const;
    const ending = await guesses.attempt(target, async () => (await pins.matches(password, hash)) && hash !== unknown);
    if (staff && ending === 'right') {
      // A caller who knows the PIN may know why it does not help; nobody else learns that there is such a person.
      if (!isActive(staff)) throw new TokenRefusal('userBlocked');
      if (staff.pinChange && !mayChange) throw new TokenRefusal('pinChangeNeeded');
      return !readOnly && pins.isOld(staff.pinHash) ? renew(staff, password) : staff;
    }
    // The pause after scans is none for a PIN, so the screen must not wait for its end.
    if (ending === 'locked' && !isScan) throw new TokenRefusal('userLocked', guesses.wait(target));
    throw new TokenRefusal('userInvalid');
  };
}
