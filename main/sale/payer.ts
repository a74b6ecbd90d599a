/** Payer and payment instrument of a sale: in full where the input names an id, otherwise as they were sent. */

import { isJsonObject } from '../domain/jsonObject.ts';
import { storeContainer } from '../wallet/containers.ts';
import { BridgeError } from '../world/errors.ts';
import type { World } from '../world/world.ts';

/** The Payment Customer, or the part that a caller sends: `{}`, a contact, an id. */
export function customerOf(world: Pick<World, 'wallet'>, merchant: string, sent: unknown): unknown {
  if (Array.isArray(sent)) return {};
  if (!isJsonObject(sent)) return null;
  const id = idIn(sent);
  if (id === null) return 'contact' in sent && Array.isArray(sent.contact) ? { ...sent, contact: {} } : sent;
  const known = world.wallet.customers.find(merchant, id);
  if (!known) throw new BridgeError('notFound', `there is no payment.customers ${id}`);
  return known.document;
}

/** The Payment Container by its id; details are stored as a new container, and the sale keeps only masked data. */
export function containerOf(
  world: Pick<World, 'agreements' | 'clock' | 'wallet'>,
  merchant: string,
  sent: unknown,
  customer: unknown,
): unknown {
  if (Array.isArray(sent)) return {};
  if (!isJsonObject(sent)) return null;
  const id = idIn(sent);
  if (id !== null) return containerReference(world, merchant, id);
  if (!('private' in sent) && !('token' in sent)) return withoutDetails(sent);
  const owner = isJsonObject(customer) ? idIn(customer) : null;
  const kept = storeContainer(world, merchant, sent, owner, { allowCard: true, path: 'container.' });
  return containerReference(world, merchant, kept.document.id);
}

function containerReference(world: Pick<World, 'wallet'>, merchant: string, id: string) {
  const known = world.wallet.containers.find(merchant, id);
  if (!known) throw new BridgeError('notFound', `there is no payment.containers ${id}`);
  const { type, token_status = null } = known.document as { type: string; token_status?: unknown };
  return { object: 'payment.containers', id, type, token_status };
}

/** Members that describe a container without its details: type, owner, purpose. */
const withoutDetails = ({ type, customer, customer_id, merchant_id, request_token, notification_url }: Sent) =>
  Object.fromEntries(
    Object.entries({ type, customer, customer_id, merchant_id, request_token, notification_url }).filter(
      ([, value]) => value !== undefined,
    ),
  );

type Sent = Readonly<Record<string, unknown>>;

const idIn = ({ id }: Sent): string | null => (typeof id === 'string' && id !== '' ? id : null);
