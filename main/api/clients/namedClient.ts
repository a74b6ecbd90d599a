/** The client of the API that a request names, and what its caller may give away. */
import type { ClientRow } from '../../store/accounts.ts';
import { screenClientId } from '../../world/demoIds.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';

/** The client of our own screen, and those of other merchants, are not there. Throws `notFound`, `clientRevoked`. */
export function clientNamed({ masterData }: Services, { merchant }: Principal, id: string): ClientRow {
  const found = masterData.accounts.client(id);
  const client = orNotFound(found?.merchant === merchant && id !== screenClientId ? found : null, 'clients', id);
  if (client.revokedAt !== null) throw new BridgeError('clientRevoked', `${id} was ended at ${client.revokedAt}`);
  return client;
}

/**
 * Nobody gives a right away that she does not have; `manage` is the right of a manager, so an integrator does not give it.
 * Throws `scopeNotOwn`.
 */
export function requireOwnScopes({ scope, client, staff, role }: Principal, scopes: readonly string[]): void {
  const mayManage = staff === null || role === 'manager';
  const missing = scopes.filter(one => !scope.has(one) || (one === 'manage' && !mayManage));
  if (missing.length > 0)
    throw new BridgeError('scopeNotOwn', `scopes: ${staff?.name ?? client} does not have ${missing.join(', ')}`);
}
