/** The record of an end-of-day: written before the command leaves, ended in one commit with its Smart Transaction. */
import { isDeepStrictEqual } from 'node:util';
import type { TerminalReceipt } from '../../../drivers/index.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { timestamp } from '../../world/clock.ts';
import type { DayEndRecord } from '../../world/dayEnds.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { slipLines, slipsOf } from './dayJournal.ts';

export interface DayEndDetails {
  readonly id: string;
  readonly merchant: string;
  readonly device: string;
  readonly till: string | null;
  /** The person who ran it; null for the schedule. */
  readonly staff: string | null;
  readonly transaction: string | null;
}

/** Inside a job. The record as known at the beginning; the journal's sums are added at the end. */
export function newRecord(
  world: Pick<World, 'clock' | 'dayEnds'>,
  about: DayEndDetails,
  more: Partial<DayEnd> = {},
): DayEndRecord {
  const { merchant, till, ...rest } = about;
  const after = world.dayEnds.last(about.device).through;
  return {
    merchant,
    till,
    needsPerson: false,
    after,
    askedAfter: after,
    through: world.dayEnds.newestIntent(about.device),
    closes: world.dayEnds.newestReceipt(merchant),
    totalsBefore: null,
    document: {
      ...rest,
      description: world.dayEnds.description(about.device),
      state: 'running',
      started: timestamp(world.clock.now()),
      ended: null,
      reason: null,
      terminal: null,
      journal: { count: 0, amount: 0, by_card_type: [], by_till: [] },
      differences: [],
      open_pre_authorisations: [],
      noted: [],
      receipt: [],
      ...more,
    },
  };
}

/** Inside a job: the stored record, with slips that have arrived meanwhile, and with the day as other records have left it. */
export const currentRecord = (world: Pick<World, 'dayEnds'>, record: DayEndRecord): DayEndRecord =>
  world.dayEnds.find(record.merchant, record.document.id) ?? record;

/** Inside a job: stores the new version; `announce` tells the screens after the commit. */
export function changeRecord(
  world: DayEndWorld,
  record: DayEndRecord,
  document: Partial<DayEnd>,
  needsPerson = false,
): DayEndRecord {
  const next = { ...record, needsPerson, document: { ...record.document, ...document } };
  world.dayEnds.save(next);
  if (tookPlace(record) ? !isDeepStrictEqual(publishedOf(record), publishedOf(next)) : tookPlace(next))
    queueDayEnd(world, next);
  return next;
}

/** Members of the world that a change of an end-of-day uses. */
export type DayEndWorld = Pick<World, 'dayEnds' | 'devices' | 'queue'>;

/** Does the record say that the day was closed? */
export const tookPlace = ({ document: { state } }: DayEndRecord): boolean => state === 'agrees' || state === 'differs';

/** The members of a closed day that the back office gets. */
const publishedOf = ({ closes, document: { device, state, transaction, terminal, journal } }: DayEndRecord) => ({
  ...{ device, state, transaction, closes, terminal, journal },
});

/** The record for the back office, in the commit of the outcome; of a day that was published otherwise before it is the correction. */
function queueDayEnd({ devices, queue }: DayEndWorld, record: DayEndRecord): void {
  const { merchant, till, document } = record;
  const { id, device, journal } = document;
  queue.append({
    ...{ kind: 'dayEnd', event: 'ended', object: id, merchant, till, lane: device },
    ...{ sum: journal.amount, currency: devices.merchant(merchant).currency },
    facts: publishedOf(record),
  });
}

export function announce(
  world: Pick<World, 'dayEndChanged'>,
  { merchant, document: { device, id, state } }: DayEndRecord,
): void {
  world.dayEndChanged(merchant, { device, id, state });
}

/** Inside a job: closes the day, with every receipt number given before it. */
export function closeDay(world: Pick<World, 'clock' | 'dayEnds'>, { document, closes }: DayEndRecord): void {
  const { device, transaction } = document;
  if (transaction) world.dayEnds.record({ device, sale: transaction, receiptNumber: closes, at: world.clock.now() });
}

/**
 * The slip is on disk before the terminal learns that it was printed: most terminals keep it no longer. A slip that arrives
 * after the outcome stands behind the comparison.
 */
export function keepSlip(
  world: DayEndWorld & Pick<World, 'ledger' | 'log' | 'settings'>,
  { merchant, document }: DayEndRecord,
  slip: TerminalReceipt,
): Promise<boolean> {
  return world.ledger
    .write(() => {
      const present = world.dayEnds.find(merchant, document.id);
      if (!present) throw new Error(`the end-of-day ${document.id} is gone`);
      const receipt = [...present.document.receipt, ...slipLines(world, [slip])];
      changeRecord(world, present, { receipt }, present.needsPerson);
    })
    .then(
      () => true,
      error => {
        world.log('error', 'a slip of an end-of-day could not be kept', { error: String(error) });
        return false;
      },
    );
}

/** Inside a job: advances its Smart Transaction, with the terminal's slips or, where there are none, the comparison. */
export function advanceSale(
  world: World,
  record: DayEndRecord,
  input: 'paid' | 'declined' | 'unknown',
  slips: readonly ReceiptLine[] = slipsOf(record),
): Sale | null {
  const sale = saleOf(world, record);
  if (!sale) return null;
  const lines = slips.length > 0 || input !== 'paid' ? slips : record.document.receipt;
  return world.saleSteps.advance(sale, input, 'endOfDay', { receipt: [...lines] as SmartTransaction['receipt'] });
}

export const saleOf = (world: Pick<World, 'ledger'>, { merchant, document }: DayEndRecord): Sale | null =>
  document.transaction === null ? null : world.ledger.sale(merchant, document.transaction);
