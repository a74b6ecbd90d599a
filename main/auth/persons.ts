/** Who a person is, by username and PIN. */
import { TokenRefusal } from '../errors.ts';
import type { Accounts, StaffRow } from '../store/accounts.ts';
import type { Guesses } from './guesses.ts';
import { newToken, type Pins, plainPins } from './secrets.ts';

/** Throws `userLocked` and `userInvalid`; `merchant` null takes the staff of every merchant of this installation. */
export type FindPerson = (username: string, password: string, merchant: string | null) => Promise<StaffRow>;

export function createPersons(
  accounts: Accounts,
  guesses: Guesses,
  pins: Pins = plainPins,
  readOnly = false,
): FindPerson {
  /** A guess at an unknown name takes as long as one at a known name. */
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

  return async (username, password, merchant) => {
    if (guesses.locked('staff', username)) throw new TokenRefusal('userLocked');
    const found = accounts.staff(username);
    const staff = found && (merchant === null || found.merchant === merchant) ? found : null;
    const right = await pins.matches(password, staff?.pin_hash ?? (await nobodysPin()));
    const ending = await guesses.judge('staff', username, staff !== null && right);
    if (staff && ending === 'right') {
      if (!readOnly && pins.isOld(staff.pin_hash)) await renew(staff, password);
      return staff;
    }
    throw new TokenRefusal(ending === 'locked' ? 'userLocked' : 'userInvalid');
  };
}
