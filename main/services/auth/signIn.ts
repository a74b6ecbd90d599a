/** Joins the parts of signing in: persons, grants, tokens, known tills. */

import { isOver as isTermOver, SET_BACK } from '../../domain/expiry.ts';
import { FORGET_AFTER } from '../../domain/lockout.ts';
import { type Accounts, isActive, type StaffRow } from '../../store/accounts.ts';
import type { DeviceCodes } from '../../store/deviceCodes.ts';
import type { DeviceStore } from '../../store/devices.ts';
import type { DisplayStore } from '../../store/displays.ts';
import type { Clock } from '../../world/clock.ts';
import { TokenRefusal } from '../../world/errors.ts';
import { type Bearers, createBearers } from './bearer.ts';
import { ClientSecrets } from './clientSecrets.ts';
import { createDeviceGrant, type DeviceGrant } from './deviceGrant.ts';
import { createDisplayPairing, type DisplayPairing } from './displayPairing.ts';
import { createGrants, type Grants } from './grants.ts';
import { createGuesses } from './guesses.ts';
import { createIssuer, type IsOver, LIVES } from './issuer.ts';
import { createKnownTills, type KnownTills, TILL_LIFE } from './knownTills.ts';
import { createPersons, type FindPerson } from './persons.ts';
import { type Pins, plainPins } from './pins.ts';

export interface SignIn {
  readonly bearers: Bearers;
  readonly grants: Grants;
  readonly deviceGrant: DeviceGrant;
  readonly displayPairing: DisplayPairing;
  readonly person: FindPerson;
  readonly tills: KnownTills;
  /** The person as she is now; null for somebody who may not be here any more. */
  present(staff: string): StaffRow | null;
  /** Called after each commit that changed who may do what. */
  onAccountsChanged(listener: () => void): void;
  /** Inside a job: forgets tokens, codes and misses whose time has passed. */
  tidy(): void;
}

export interface SignInParts {
  readonly accounts: Accounts;
  readonly deviceCodes: DeviceCodes;
  readonly devices: DeviceStore;
  readonly displays: DisplayStore;
  readonly clock: Clock;
  /** A database that is opened for reading stores no presence. */
  readonly readOnly?: boolean;
  readonly pins?: Pins;
  /** A live shop wants the id or uuid of a till from `appuser`; in demo and training any device is its first till. */
  readonly live?: boolean;
  /** Minutes without a touch after which a screen locks itself; 0: never. */
  readonly lockAfter?: number;
  /** Digits of a PIN at most. */
  readonly longestPin?: number;
  /** Can the clock be right? What a clock that was ahead gave out is ended by a clock that can. */
  readonly isClockDoubted?: () => boolean;
}

/** Names and places whose misses are remembered. */
const MOST_FAILURES = 20_000;

export function createSignIn({
  accounts,
  deviceCodes,
  devices,
  displays,
  clock,
  pins = plainPins,
  readOnly = false,
  live = false,
  lockAfter = 0,
  longestPin,
  isClockDoubted,
}: SignInParts): SignIn {
  const isOver: IsOver = term => isTermOver(term, clock.now(), isClockDoubted);
  const bearers = createBearers(accounts, isOver, devices.firstTill, displays);
  const guesses = createGuesses(accounts, clock);
  const person = createPersons(accounts, guesses, pins, readOnly, longestPin);
  const [secrets, renews] = [new ClientSecrets(pins), live && !readOnly];
  const showOnline = (device: string) => {
    if (!readOnly) devices.showOnline(device, true);
  };
  const issuer = createIssuer(accounts, clock, showOnline, lockAfter * 60_000);
  const tillOf = (merchant: string, device: string | null) => {
    const till = device === null ? null : devices.tillByName(merchant, device);
    if (till === null && device !== null && live) throw new TokenRefusal('deviceUnknown');
    return till ?? devices.firstTill(merchant);
  };
  const ended = bearers.forget;
  return {
    bearers,
    person,
    tills: createKnownTills(accounts, clock),
    present(id) {
      const staff = accounts.staffById(id);
      return staff && isActive(staff) ? staff : null;
    },
    onAccountsChanged: accounts.onChanged,
    grants: createGrants({ accounts, clock, isOver, guesses, secrets, renews, person, issuer, tillOf, ended }),
    deviceGrant: createDeviceGrant({ accounts, codes: deviceCodes, devices, clock, isOver, guesses, issuer, ended }),
    displayPairing: createDisplayPairing({ accounts, displays, clock, guesses, ended }),
    tidy() {
      const now = clock.now();
      accounts.forgetExpired(now);
      const kinds = isClockDoubted?.() ? [] : (['access', 'refresh'] as const);
      for (const kind of kinds) accounts.forgetAhead(kind, now + LIVES[kind] + SET_BACK);
      accounts.forgetFailures(now - FORGET_AFTER);
      accounts.boundFailures(MOST_FAILURES);
      accounts.forgetPlaces(now - TILL_LIFE);
      accounts.mendTimes(now);
      deviceCodes.forgetExpired(now);
      devices.refreshTills(now);
    },
  };
}
