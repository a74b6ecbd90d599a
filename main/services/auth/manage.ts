/** Checks who may manage, inside the job that changes something: rights may be taken away while a request is under way. */
import { type Accounts, isActive } from '../../store/accounts.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { missingRight, rightOf } from './rights.ts';

/** Inside a job. Throws `rightLost` for somebody who was locked, demoted or ended since the request was admitted. */
export function requireManage(
  accounts: Pick<Accounts, 'staffById' | 'client'>,
  { staff, client, role }: Principal,
): void {
  const held = accounts.client(client);
  const person = staff && accounts.staffById(staff.id);
  const isThere = held?.revoked_at === null && (staff === null || (person !== null && isActive(person)));
  const now = { staff, role: person?.role ?? role, scope: new Set(held?.scope.split(' ')) };
  if (!isThere || missingRight(now, MANAGE) !== null)
    throw new BridgeError(
      'rightLost',
      'the right to manage was taken away while this was under way; nothing was changed',
    );
}

/** Everything that is changed with `manage` asks at least for this. */
const MANAGE = rightOf('POST', '/bridge/v1/clients');
