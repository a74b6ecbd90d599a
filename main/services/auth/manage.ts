/** Who may manage, looked at inside the job that changes something: rights may be taken away while a request is under way. */
import { type Accounts, isActive } from '../../store/accounts.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { needsOf } from './rights.ts';

const { roles, scopes } = needsOf('POST', '/bridge/v1/people');

/** Inside a job. Throws `rightLost` for somebody who was locked, demoted or ended since the request was admitted. */
export function requireManage(accounts: Pick<Accounts, 'staffById' | 'client'>, { staff, client }: Principal): void {
  const held = accounts.client(client);
  const person = staff && accounts.staffById(staff.id);
  const isClientGood = held?.revoked_at === null && scopes.some(scope => held.scope.split(' ').includes(scope));
  const isPersonGood = !staff || (person !== null && isActive(person) && roles.includes(person.role));
  if (!isClientGood || !isPersonGood)
    throw new BridgeError(
      'rightLost',
      'the right to manage was taken away while this was under way; nothing was changed',
    );
}
