/** The record that a change of a loyalty card outside of a sale puts into the queue, in the commit of the change. */
import type { LedgerEntry } from '../domain/loyalty.ts';
import type { RecordEvent } from '../wire/office/records.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';

interface CardOperation {
  readonly event: RecordEvent & ('booked' | 'created' | 'changed');
  /** Id of the booking, else of the card. */
  readonly object: string;
  /** MCD_… */
  readonly card: string;
  /** Minor units; null where no money is concerned. */
  readonly amount: number | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Inside a job. Cards of one number go upstream in their order. */
export function queueCardOperation(
  world: Pick<World, 'devices' | 'queue'>,
  { merchant, device, staff }: Pick<Principal, 'merchant' | 'device' | 'staff'>,
  { event, object, card, amount, facts }: CardOperation,
): void {
  world.queue.append({
    ...{ kind: 'cardOperation', event, object, merchant, till: device, sum: amount, lane: card },
    currency: amount === null ? null : world.devices.merchant(merchant).currency,
    facts: { ...facts, card, cashier: staff?.name ?? null },
  });
}

/** Movements of a booking on each account of the card, as reports count them. */
export const movedBy = (entries: readonly LedgerEntry[]) => entries.map(({ account, amount }) => ({ account, amount }));
