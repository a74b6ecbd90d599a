/** People who sign in with a PIN. Everything is for use inside a job; PINs come as hashes, and never stand in the log. */
import type { Texts } from '../domain/texts.ts';
import { isActive, type StaffRow } from '../store/accounts.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import { audited, type Change, type MasterData } from './masterData.ts';

export { pinFault } from '../domain/pinRules.ts';

export interface PersonFacts {
  readonly username: string;
  readonly name: string;
  readonly role: StaffRow['role'];
  /** Language of the screen after a sign-in; null: as the screen is set, left out: as it was. */
  readonly language?: StaffRow['language'];
}

type People = Pick<MasterData, 'accounts' | 'audit' | 'now'>;

/** Hash of somebody who has no PIN yet: no PIN matches it. */
export const NO_PIN = '';

const NEW = { language: null, pinChange: false, lockedAt: null, lockReason: null, leftAt: null } as const;

const shown = ({ username, name, role, language = null }: PersonFacts) => ({ username, name, role, language });
const entryOf = ({ id }: StaffRow) => ({ kind: 'person', subject: id }) as const;

/** Gives the id. `mustChange`: the first sign-in asks for a PIN of her own. */
export function addPerson(
  data: People,
  change: Change,
  person: PersonFacts,
  pinHash: string,
  mustChange = false,
): string {
  const { merchant } = change;
  const id = newId('USR');
  const created = timestamp(data.now());
  data.accounts.putStaff({ ...NEW, ...shown(person), id, merchant, created, pinHash, pinChange: mustChange });
  audited(data, change, { kind: 'person', subject: id, action: 'created', before: null, after: shown(person) });
  return id;
}

/** `pinHash` null: the PIN stays; another one ends the running sign-ins. */
export function changePerson(
  data: People,
  change: Change,
  before: StaffRow,
  person: PersonFacts,
  pinHash: string | null,
) {
  const after = shown({ ...person, language: person.language === undefined ? before.language : person.language });
  const pin = pinHash === null ? {} : { pinHash, pinChange: false };
  data.accounts.putStaff({ ...before, ...after, ...pin });
  if (pinHash !== null) data.accounts.endPerson(before.id);
  const entry = entryOf(before);
  if (JSON.stringify(shown(before)) !== JSON.stringify(after))
    audited(data, change, { ...entry, action: 'changed', before: shown(before), after });
  if (pinHash !== null) audited(data, change, { ...entry, action: 'pinReset', before: null, after: null });
}

/** By a manager. The running sign-ins of the person end, because somebody else may have known the PIN. */
export function resetPin(data: People, change: Change, person: StaffRow, pinHash: string, mustChange: boolean): void {
  data.accounts.putStaff({ ...person, pinHash, pinChange: mustChange });
  data.accounts.endPerson(person.id);
  audited(data, change, { ...entryOf(person), action: 'pinReset', before: null, after: { mustChange } });
}

/** By the person, who has just proved the old one. Her other sign-ins end; `session`: the one that stays. */
export function changeOwnPin(data: People, change: Change, person: StaffRow, pinHash: string, session = ''): void {
  data.accounts.putStaff({ ...person, pinHash, pinChange: false });
  data.accounts.endOthers(person.id, session);
  audited(data, change, { ...entryOf(person), action: 'pinChanged', before: null, after: null });
}

/** Ends the running sign-ins at once. */
export function lockPerson(data: People, change: Change, person: StaffRow, reason: string): void {
  data.accounts.putStaff({ ...person, lockedAt: timestamp(data.now()), lockReason: reason });
  data.accounts.endPerson(person.id);
  const [before, after] = [{ state: 'active' }, { state: 'locked' }];
  audited(data, change, { ...entryOf(person), action: 'locked', before, after, reason });
}

export function unlockPerson(data: People, change: Change, person: StaffRow, reason?: string): void {
  data.accounts.putStaff({ ...person, lockedAt: null, lockReason: null });
  const [before, after] = [{ state: 'locked', lockReason: person.lockReason }, { state: 'active' }];
  audited(data, change, { ...entryOf(person), action: 'unlocked', before, after, ...(reason ? { reason } : {}) });
}

/**
 * The person has left: no PIN is good any more, and the user name may be given again. The row stays, because sales and the audit
 * log name it.
 */
export function endPerson(data: People, change: Change, person: StaffRow, reason?: string): void {
  data.accounts.putStaff({ ...person, pinHash: NO_PIN, leftAt: timestamp(data.now()) });
  data.accounts.endPerson(person.id);
  audited(data, change, {
    ...{ ...entryOf(person), action: 'removed', before: shown(person), after: null },
    ...(reason ? { reason } : {}),
  });
}

/** The person is back, without a PIN until a manager sets one, and without the lock of then. */
export function returnPerson(data: People, change: Change, person: StaffRow, username: string): void {
  const back = { ...person, ...NEW, language: person.language, username, pinHash: NO_PIN };
  data.accounts.putStaff(back);
  audited(data, change, { ...entryOf(person), action: 'returned', before: null, after: shown(back) });
}

/** Somebody who may sign in and change people and settings. */
export const isWorkingManager = (person: StaffRow): boolean =>
  person.role === 'manager' && person.pinHash !== NO_PIN && isActive(person);

/** Before a manager is locked, demoted or leaves. Throws `lastManager`. */
export function requireOtherManager({ accounts }: Pick<People, 'accounts'>, person: StaffRow): void {
  if (!isWorkingManager(person)) return;
  const others = accounts.staffOf(person.merchant).filter(one => one.id !== person.id);
  if (!others.some(isWorkingManager))
    throw new BridgeError('lastManager', `${person.username} is the only manager who can sign in; nothing was changed`);
}

/** The member that a fault is about, for the form that was filled in. */
export interface FieldFault {
  readonly path: string;
  readonly texts: Texts;
}

/** The user name is somebody's already. Whoever has left has given it up. */
export function takenFault({ accounts }: Pick<People, 'accounts'>, username: string, self?: string): FieldFault | null {
  const found = accounts.staff(username);
  if (!found || found.id === self) return null;
  return {
    path: 'username',
    texts: { de: `Der Benutzername ${username} ist vergeben.`, en: `The user name ${username} is taken.` },
  };
}
