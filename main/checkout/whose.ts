/** Who asks, and whose command it is: several tills may share a terminal. */
import { BridgeError } from '../errors.ts';
import type { Principal } from '../ports/people.ts';
import type { World } from '../ports/world.ts';

export const whoOf = ({ staff, client }: Principal): string => staff?.username ?? client;

/**
 * A cashier does not see whose customer stands at the terminal of another till. Managers and registers decide for every
 * till; what no till asked for is everybody's. Throws `paymentElsewhere`, which names the till.
 */
export function refuseOtherCashier(world: World, { device, role, merchant }: Principal, till: string | null): void {
  if (role !== 'cashier' || till === null || till === device) return;
  const description = world.devices.description(merchant, till);
  throw new BridgeError('paymentElsewhere', `this belongs to ${description ?? till}`, {
    extra: { holder: { till: { object: 'smart.devices', id: till, description } } },
  });
}
