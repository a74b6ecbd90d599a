/** The person who cancels a sale, and the till of that person, where the money moves. */
import { printable } from '../domain/receiptLayout.ts';
import { LONGEST_CANCEL_REASON } from '../wire/limits.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

type Cancellation = NonNullable<SmartTransaction['cancellation']>;

/** The reason that the body of a call names, as it can be printed; null where nothing of it can be seen. Throws `badInput` for a text that is none, or too long. */
export function cancellationReason(body: Readonly<Record<string, unknown>> | null | undefined): string | null {
  const reason = body?.reason ?? '';
  if (typeof reason !== 'string' || reason.trim().length > LONGEST_CANCEL_REASON)
    throw new BridgeError('badInput', `reason is a text of at most ${LONGEST_CANCEL_REASON} characters`);
  return printable(reason).trim() || null;
}

/** A sale with a receipt, as the step takes it that begins or ends its cancellation; any other sale stays as it is. */
export function cancelledBy(
  { clock }: Pick<World, 'clock'>,
  { staff, client, ownTill, device }: Principal,
  sale: Sale,
  reason: string | null = null,
): Sale {
  if (sale.receiptNumber === null) return sale;
  const till = ownTill ?? sale.till ?? device;
  // A step that goes on with a cancellation keeps its reason; one that the terminal refused has ended, and so has its reason.
  const why = reason ?? (sale.state === 'closed' ? null : sale.document.cancellation?.reason);
  const cancellation: Cancellation = {
    ...{ by: staff?.name ?? null, client, till, at: timestamp(clock.now()) },
    ...(why ? { reason: why } : {}),
  };
  return { ...sale, document: { ...sale.document, cancellation } };
}
