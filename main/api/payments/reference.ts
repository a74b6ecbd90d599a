/** How paths name a payment: by its id or by the older hash. */
import { BridgeError } from '../../world/errors.ts';
import type { World } from '../../world/world.ts';

/** PCI_…, or 404 where this merchant has none such. */
export function paymentId(world: World, merchant: string, reference: string): string {
  const id = world.payments.idOf(merchant, reference);
  if (id === null) throw new BridgeError('notFound', `there is no payment.transactions ${reference}`);
  return id;
}
