/** Orders of many cards or vouchers at once, and files of them. A batch is checked here and made part by part by its runner. */
import { loyaltyCardNumber } from '../../domain/checkDigits.ts';
import type { BatchInner, BatchOrder } from '../../store/loyaltyManagement.ts';
import type { Batch, CardRange, ManyVouchers } from '../../wire/loyaltyManagement.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import type { Change } from '../masterData.ts';
import { isMaskedNumber, MASKED } from './ownNumbers.ts';
import { fault, type LoyaltyParts, refuseFaults, requireOwnBalances } from './parts.ts';
import { refuseVoucherFaults } from './vouchers.ts';

/** Inside a job: stores the batch. Gives it. */
export function beginBatch(parts: LoyaltyParts, change: Change, order: BatchOrder, facts: Partial<Batch>): Batch {
  const { merchant, actor } = change;
  const batch: Batch = {
    ...{ object: 'loyalty.batches', id: newId('LCB'), kind: order.kind, state: 'running' },
    ...{ created: timestamp(parts.world.clock.now()), ended: null, by: actor.name },
    ...{ total: 0, done: 0, unchanged: 0, faulty: 0, faults: [], first: null, last: null, problem: null },
    opening: { cash: 0, bonus: 0, points: 0 },
    ...facts,
  };
  const inner: BatchInner = { actor, till: actor.till, order };
  parts.tables.batches.insert(merchant, batch, inner);
  return batch;
}

/** Inside a job: consecutive numbers, all of them free. */
export function orderRange(parts: LoyaltyParts, change: Change, range: CardRange): Batch {
  const { merchant } = change;
  const group = parts.world.loyalty.groups.find(merchant, range.cardgroup);
  if (!group) refuseFaults([fault('cardgroup', 'Diese Kartengruppe gibt es nicht.', 'There is no such card group.')]);
  const { prefix: own = '', length = 16 } = group?.inner ?? {};
  const { prefix = own, first = 1, count } = range;
  if (!prefix.startsWith(own))
    refuseFaults([
      fault('prefix', `Die Nummern der Gruppe beginnen mit ${own}.`, `The numbers of the group begin with ${own}.`),
    ]);
  const digits = length - prefix.length - 1;
  if (digits < 1 || first + count - 1 >= 10 ** digits)
    throw new BridgeError(
      'cardNumbersUsedUp',
      `behind ${prefix} there is room for ${10 ** Math.max(0, digits)} numbers`,
    );
  const complete = { ...range, prefix, first, count };
  const [low, high] = [numberOf(complete, length, first), numberOf(complete, length, first + count - 1)];
  if (isMaskedNumber(parts, low) || isMaskedNumber(parts, high)) refuseFaults([fault('prefix', ...MASKED)]);
  const taken = parts.tables.cardNumbersBetween(merchant, low, high);
  if (taken > 0)
    refuseFaults([
      fault(
        'first',
        `${taken} Nummern zwischen ${low} und ${high} sind schon vergeben.`,
        `${taken} numbers between ${low} and ${high} are taken already.`,
      ),
    ]);
  return beginBatch(
    parts,
    change,
    { kind: 'cardRange', range: complete, next: first },
    { total: count, first: low, last: high },
  );
}

/** The card number with this serial number. */
export const numberOf = ({ prefix = '' }: CardRange, length: number, serial: number): string =>
  loyaltyCardNumber(prefix, String(serial).padStart(length - prefix.length - 1, '0'));

/** Inside a job. */
export function orderVouchers(parts: LoyaltyParts, change: Change, vouchers: ManyVouchers): Batch {
  requireOwnBalances(parts, 'vouchers');
  refuseVoucherFaults(parts, change.merchant, vouchers);
  return beginBatch(parts, change, { kind: 'vouchers', vouchers }, { total: vouchers.count });
}

/** Inside a job: the file is made into cards from now on. */
export function applyFile(parts: LoyaltyParts, merchant: string, id: string, skipFaulty: boolean): void {
  const batch = batchOf(parts, merchant, id);
  if (!isFile(batch.kind) || batch.state !== 'preview')
    throw new BridgeError('batchState', `the batch ${id} is ${batch.state}`);
  if (batch.faulty > 0 && !skipFaulty)
    throw new BridgeError('cardFile', `${batch.faulty} lines cannot be imported`, { extra: { faults: batch.faults } });
  const { order } = batchRow(parts, merchant, id).inner;
  if ('chosen' in order && order.chosen)
    parts.data.importChoices.keep(merchant, LIST_OF[order.kind], order.chosen.head, order.chosen.choice);
  parts.tables.batches.save(merchant, { ...batch, state: 'running' });
}

const LIST_OF = { cardFile: 'cards', voucherFile: 'vouchers' } as const;
const isFile = (kind: Batch['kind']): kind is keyof typeof LIST_OF => kind in LIST_OF;

/** Inside a job: what is made stays, the rest is not made. */
export function stopBatch(parts: LoyaltyParts, merchant: string, id: string): void {
  const batch = batchOf(parts, merchant, id);
  if (batch.state !== 'preview' && batch.state !== 'running')
    throw new BridgeError('batchState', `the batch ${id} is ${batch.state}`);
  endBatch(parts, merchant, batch, batch.state === 'preview' ? 'discarded' : 'stopped');
}

export function discardBatch(parts: LoyaltyParts, merchant: string, id: string): void {
  endBatch(parts, merchant, batchOf(parts, merchant, id), 'discarded');
}

/** Inside a job. */
export function endBatch(parts: LoyaltyParts, merchant: string, batch: Batch, state: Batch['state']): void {
  parts.tables.dropLines(batch.id);
  parts.tables.batches.save(merchant, { ...batch, state, ended: timestamp(parts.world.clock.now()) });
}

export const batchOf = (parts: LoyaltyParts, merchant: string, id: string): Batch =>
  batchRow(parts, merchant, id).document;

function batchRow({ tables }: LoyaltyParts, merchant: string, id: string) {
  const found = tables.batches.find(merchant, id);
  if (!found) throw new BridgeError('notFound', `there is no loyalty.batches ${id}`);
  return found;
}
