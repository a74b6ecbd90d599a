/** The person who cancels a sale, and the till of that person, where the money moves. */
import type { SmartTransaction } from '../wire/transactions.ts';
import { timestamp } from '../world/clock.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

type Cancellation = NonNullable<SmartTransaction['cancellation']>;

/** A sale with a receipt, as the step takes it that begins or ends its cancellation; any other sale stays as it is. */
export function cancelledBy(
  { clock }: Pick<World, 'clock'>,
  { staff, client, ownTill, device }: Principal,
  sale: Sale,
): Sale {
  if (sale.receiptNumber === null) return sale;
  const till = ownTill ?? sale.till ?? device;
  const cancellation: Cancellation = { by: staff?.name ?? null, client, till, at: timestamp(clock.now()) };
  return { ...sale, document: { ...sale.document, cancellation } };
}
