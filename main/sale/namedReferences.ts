/** Contracts and the device that a sale names: each exists and can be used, or the sale is refused. */
import { idIn } from '../wallet/references.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { SaleDocument } from '../world/sales.ts';
import type { World } from '../world/world.ts';

const CONTRACTS = ['contract', 'provider_contract'] as const;

/**
 * `before`: the sale before a change, whose references stay as they are. Throws `notFound` for an unknown contract or device,
 * `contractEnded`, and `otherDevice` for a device at which the caller does not stand.
 */
export function checkReferences(
  world: Pick<World, 'agreements' | 'devices'>,
  principal: Principal,
  document: SaleDocument,
  before: SaleDocument | null,
): void {
  const idAt = (of: SaleDocument | null, name: string) =>
    idIn((of as Readonly<Record<string, unknown>> | null)?.[name]);
  const named = (name: string) => (idAt(document, name) === idAt(before, name) ? null : idAt(document, name));
  for (const name of CONTRACTS) {
    const id = named(name);
    if (id !== null && !world.agreements.find(principal.merchant, id))
      throw new BridgeError('notFound', `${name}: there is no contract ${id}`, { extra: { member: `${name}.id` } });
  }
  const device = named('device_source');
  if (device !== null) checkDevice(world, principal, device);
}

/** The till of the token, or the terminal that belongs to it. */
function checkDevice({ devices }: Pick<World, 'devices'>, { merchant, device: till }: Principal, id: string): void {
  if (id === till) return;
  const extra = { member: 'device_source.id' };
  if (!devices.owned(merchant, id))
    throw new BridgeError('notFound', `device_source: there is no device ${id}`, { extra });
  if (devices.terminalFor(merchant, till)?.device === id) return;
  throw new BridgeError('otherDevice', `device_source: ${id} is not ${till}, the till of this token`, { extra });
}
