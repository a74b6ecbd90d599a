/** People who sign in with a PIN. Everything is for use inside a job; PINs come as hashes, and never stand in the log. */
import type { StaffRow } from '../store/accounts.ts';
import { newId } from '../world/ids.ts';
import { audited, type Change, type MasterData } from './masterData.ts';

export interface PersonFacts {
  readonly username: string;
  readonly name: string;
  readonly role: StaffRow['role'];
}

/** Hash of somebody who has no PIN yet: no PIN matches it. */
export const NO_PIN = '';

/** What is wrong with a PIN, in words; null where nothing is. */
export function pinFault(pin: string): { readonly de: string; readonly en: string } | null {
  if (/^\d{4,12}$/.test(pin)) return null;
  return { de: 'Eine PIN hat 4 bis 12 Ziffern.', en: 'A PIN has 4 to 12 digits.' };
}

const shown = ({ username, name, role }: PersonFacts) => ({ username, name, role });

/** Gives the id. */
export function addPerson(data: MasterData, change: Change, person: PersonFacts, pinHash: string): string {
  const { merchant } = change;
  const id = newId('USR');
  data.accounts.putStaff({ ...shown(person), id, merchant, pin_hash: pinHash });
  audited(data, change, { kind: 'person', subject: id, action: 'created', before: null, after: shown(person) });
  return id;
}

/** `pinHash` null: the PIN stays. */
export function changePerson(
  data: MasterData,
  change: Change,
  before: StaffRow,
  person: PersonFacts,
  pinHash: string | null,
) {
  data.accounts.putStaff({ ...before, ...shown(person), pin_hash: pinHash ?? before.pin_hash });
  const entry = { kind: 'person', subject: before.id } as const;
  if (JSON.stringify(shown(before)) !== JSON.stringify(shown(person)))
    audited(data, change, { ...entry, action: 'changed', before: shown(before), after: shown(person) });
  if (pinHash !== null) audited(data, change, { ...entry, action: 'pinReset', before: null, after: null });
}
