/** The till at which cash moves, the person who moves it, and what stands at the head of every slip. */
import type { SlipPlace } from '../domain/cashSlip.ts';
import { withoutCardNumbers } from '../domain/pan.ts';
import { localTime, writtenDate } from '../world/clock.ts';
import { requireDrawer } from '../world/drawerTill.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';

/** Members of the world that the cash book uses. */
export type CashWorld = Pick<
  World,
  | 'businessDay'
  | 'cashBook'
  | 'clock'
  | 'dayEnds'
  | 'devices'
  | 'figures'
  | 'ledger'
  | 'printing'
  | 'queue'
  | 'settings'
  | 'zReports'
>;

export interface CashPerson {
  readonly id: string | null;
  readonly name: string;
}

export const personOf = ({ staff, client }: Principal): CashPerson =>
  staff ? { id: staff.id, name: staff.name } : { id: null, name: client };

/**
 * The named till, else the one at which the person stands. Throws `notFound`, `cashElsewhere` for a cashier of another till, and
 * `tillNotNamed` for a client that stands nowhere.
 */
export function cashTill(
  world: Pick<World, 'dayEnds' | 'devices' | 'zReports'>,
  principal: Principal,
  named?: string,
): string {
  const { merchant, device, role } = principal;
  if (named === undefined) requireDrawer(world, principal);
  const till = named ?? device;
  if (till === null) throw new BridgeError('notFound', 'this merchant has no till');
  const isTerminal = world.dayEnds.terminals().some(({ id }) => id === till);
  if (!world.devices.owned(merchant, till) || isTerminal) throw new BridgeError('notFound', `there is no till ${till}`);
  if (role === 'cashier' && till !== device)
    throw new BridgeError('cashElsewhere', `${till} is another till; no cash was booked`);
  return till;
}

/** Without what surrounds it, and without card numbers. Throws `cashReasonMissing`. */
export function reasonOf(text: string): string {
  const reason = withoutCardNumbers(text.replace(/\s+/g, ' ').trim());
  if (reason === '') throw new BridgeError('cashReasonMissing', 'reason: say what the cash is for; nothing was booked');
  return reason;
}

export function slipPlace(world: CashWorld, merchant: string, till: string, person: string): SlipPlace {
  const { name, address, currency } = world.devices.merchant(merchant);
  const at = new Date(world.clock.now());
  return {
    shop: [name, ...address],
    till: world.devices.description(merchant, till) ?? till,
    date: writtenDate(at, world.settings.language),
    time: localTime(at),
    person,
    currency,
  };
}
