/** Cash goes into the drawer of a till, so whoever moves cash stands at one that is known. */
import { BridgeError } from './errors.ts';
import type { Principal } from './people.ts';
import type { World } from './world.ts';

/**
 * An API client stands at the till that it is bound to, or at the only one of the shop. Throws `tillNotNamed` where the shop has
 * several and nobody said which drawer is meant: the money would be missing there, and be too much here.
 */
export function requireDrawer(
  { zReports }: Pick<World, 'zReports'>,
  { merchant, staff, ownTill }: Pick<Principal, 'merchant' | 'staff' | 'ownTill'>,
): void {
  if (staff !== null || ownTill !== null) return;
  const tills = zReports.tills().filter(one => one.merchant === merchant);
  if (tills.length > 1)
    throw new BridgeError(
      'tillNotNamed',
      `the shop has ${tills.length} tills, and this client stands at none of them; no cash was booked`,
    );
}
