/**
 * Changes of master data: one commit in which the right is looked at once more, because it may be taken away while a request is
 * under way, and which the audit log is part of. `If-Match` is held against the stored version at the start of the same job (`etag.ts`).
 */
import type { Change } from '../masterData/masterData.ts';
import { missingRight, rightOf } from '../services/auth/rights.ts';
import { type Accounts, isActive } from '../store/accounts.ts';
import { actorOf } from '../world/audit.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { Services } from './services.ts';

export const changeOf = (principal: Principal): Change => ({ merchant: principal.merchant, actor: actorOf(principal) });

/** Runs `job` in one commit and gives what it gives. Throws `rightLost`. */
export function change<T>(
  { masterData }: Pick<Services, 'masterData'>,
  principal: Principal,
  job: (change: Change) => T,
): Promise<T> {
  const { accounts } = masterData;
  return accounts.write(() => {
    requireManage(accounts, principal);
    return job(changeOf(principal));
  });
}

/** Inside a job. Throws `rightLost` for somebody who was locked, demoted or ended since the request was admitted. */
export function requireManage(
  accounts: Pick<Accounts, 'staffById' | 'client'>,
  { staff, client, role }: Principal,
): void {
  const held = accounts.client(client);
  const person = staff && accounts.staffById(staff.id);
  const isThere = held?.revokedAt === null && (staff === null || (person !== null && isActive(person)));
  const now = { staff, role: person?.role ?? role, scope: new Set(held?.scope.split(' ')) };
  if (!isThere || missingRight(now, MANAGE) !== null)
    throw new BridgeError(
      'rightLost',
      'the right to manage was taken away while this was under way; nothing was changed',
    );
}

/** Everything that is changed with `manage` asks at least for this. */
const MANAGE = rightOf('POST', '/bridge/v1/clients');
