/**
 * setDelivery: records that the goods were shipped or fetched. The status stays one of the eight of the specification.
 */
import type { SmartTransaction } from '../wire/transactions.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import { saleOf } from './lookup.ts';
import { advance, type SaleStepWorld } from './transition.ts';

type Options = Readonly<Record<string, unknown>>;

/** The member with the time of delivery, by type of delivery. */
const WHEN: Readonly<Record<string, string>> = { shipping: 'shipped_at', collection: 'delivered_at' };

/**
 * Only after execution. The sent members are added to the stored `delivery_options`; a missing time is the time of the
 * call.
 */
export function setDelivery(
  world: SaleStepWorld,
  principal: Principal,
  id: string,
  body: Options | null | undefined,
): Promise<SmartTransaction> {
  return world.ledger.write(() => {
    const sale = saleOf(world, principal, id);
    const options: Options = { ...sale.document.delivery_options, ...sent(body) };
    const when = WHEN[String(options.type)];
    if (!when) throw new BridgeError('badInput', 'delivery_options.type must be shipping or collection');
    const delivery_options = { ...options, [when]: options[when] ?? timestamp(world.clock.now()) };
    return advance(world, sale, 'deliver', 'setDelivery', { delivery_options }).document;
  });
}

function sent(body: Options | null | undefined): Options {
  const options = body?.delivery_options;
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options as Options;
  throw new BridgeError('badInput', 'delivery_options is missing: {delivery_options: {type, …}}');
}
