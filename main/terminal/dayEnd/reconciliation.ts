/** The reconciliation of an end-of-day with an unknown outcome: asks the terminal whether it took place, until it answers. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TerminalStatus } from '../../../drivers/terminal.ts';
import {
  type DayEndEvidence,
  type DayEndReconciliation,
  type OpenDayEnd,
  reconcileDayEnd,
} from '../../domain/dayEndReconciliation.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import { timestamp } from '../../world/clock.ts';
import type { DayEndRecord } from '../../world/dayEnds.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import { repeatsTransactions } from '../payment/snapshotBefore.ts';
import { advanceSale, announce, changeRecord, closeDay, currentRecord, saleOf } from './dayEndRecord.ts';
import {
  askTotals,
  comparedDay,
  countedSums,
  entriesBy,
  entriesIn,
  isOfFormer,
  journalOf,
  machineOf,
  openSpan,
  printed,
  slipsOf,
  spanOf,
} from './dayJournal.ts';
import { shortenLater } from './laterDayEnds.ts';

/** At the start: an end-of-day that ran when the bridge was stopped has an unknown outcome. */
export function resumeDayEnds(world: World): Promise<void> {
  return world.ledger.write(() => {
    for (const record of world.dayEnds.allOpen().filter(({ document }) => document.state === 'running'))
      markInterrupted(world, record);
  });
}

/** Inside a job. */
export function markInterrupted(world: World, record: DayEndRecord): void {
  const journal = journalOf(world, entriesBy(world, spanOf(record), machineOf(world, record)));
  const unknown = changeRecord(world, record, { state: 'unknown', reason: INTERRUPTED, journal });
  if (saleOf(world, unknown)?.state === 'paying') advanceSale(world, unknown, 'unknown');
}

/** Asks once; `later` when the terminal cannot be asked now. The first of several callers writes the decision. */
export async function reconcileOnce(world: World, record: DayEndRecord): Promise<'settled' | 'later'> {
  const slot = world.devices.slot(record.document.device);
  if (!slot) return 'later';
  const status = await slot.terminal.status();
  if (status.kind === 'unreachable' || status.kind === 'busy') return 'later';
  const evidence = await evidenceOf(world, slot, status);
  if (evidence === 'later') return 'later';
  const settled = await world.ledger.write(() => {
    const present = stillUnknown(world, record);
    return present && recordReconciliation(world, present, verdictOn(world, present, evidence));
  });
  if (settled) announce(world, settled);
  return 'settled';
}

/** Asks until the outcome is known, a person has to decide, or `timeout` ms have passed. */
export async function reconcileWithin(world: World, record: DayEndRecord, timeout: number): Promise<DayEndRecord> {
  const end = performance.now() + timeout;
  for (let wait = 100; ; wait = Math.min(2 * wait, 2000)) {
    const settled = await reconcileOnce(world, record).catch(error => failedToAsk(world, error));
    const present = world.dayEnds.find(record.merchant, record.document.id) ?? record;
    if (settled === 'settled' || performance.now() + wait > end) return present;
    await pause(wait, undefined, { ref: false });
  }
}

/** Decides by a person who has looked at the terminal's slips. Throws `notFound`, and `nothingToDecide` where nothing is undecided. */
export async function decideByPerson(
  world: World,
  principal: Principal,
  id: string,
  tookPlace: boolean,
): Promise<DayEnd> {
  const who = principal.staff?.name ?? principal.client;
  const because = { de: `entschieden von ${who}`, en: `decided by ${who}` };
  const decided = await world.ledger.write(() => {
    const record = world.dayEnds.find(principal.merchant, id);
    if (!record) throw new BridgeError('notFound', `there is no end-of-day ${id}`);
    if (record.document.state !== 'unknown')
      throw new BridgeError(
        'nothingToDecide',
        `the end-of-day is ${record.document.state}: there is nothing to decide`,
      );
    return recordReconciliation(world, record, { kind: tookPlace ? 'tookPlace' : 'didNotTakePlace', because });
  });
  announce(world, decided);
  return decided.document;
}

/** The answers of another machine say nothing about the day of the former machine. */
const verdictOn = (
  world: Pick<World, 'dayEnds' | 'devices'>,
  record: DayEndRecord,
  evidence: DayEndEvidence,
): DayEndReconciliation => (isOfFormer(world, record) ? EXCHANGED : reconcileDayEnd(askedDay(world, record), evidence));

function stillUnknown(world: Pick<World, 'dayEnds'>, { merchant, document }: DayEndRecord): DayEndRecord | null {
  const present = world.dayEnds.find(merchant, document.id);
  return present?.document.state === 'unknown' && !present.needsPerson ? present : null;
}

async function evidenceOf(
  world: Pick<World, 'intents'>,
  slot: TerminalSlot,
  status: TerminalStatus,
): Promise<DayEndEvidence | 'later'> {
  const demandsDayEnd = status.kind === 'needs' && status.cure === 'endOfDay';
  if (demandsDayEnd) return { demandsDayEnd, now: null, last: null };
  const totals = await askTotals(slot);
  if (totals === 'later') return 'later';
  if (totals) return { demandsDayEnd, now: countedSums(totals), last: null };
  const last = await slot.terminal.lastTransaction();
  if (last.kind === 'unreachable') return 'later';
  const none = repeatsTransactions(world, slot) ? 'none' : null;
  return { demandsDayEnd, now: null, last: last.kind === 'none' ? none : (last.facts.receiptNumber ?? null) };
}

function askedDay(world: Pick<World, 'dayEnds' | 'devices'>, record: DayEndRecord): OpenDayEnd {
  const { device } = record.document;
  const later = { device, after: record.through, through: openSpan(world, device).through };
  const receipts = [...world.dayEnds.receipts(spanOf(record))];
  return {
    before: record.totalsBefore && countedSums(record.totalsBefore),
    journal: journalOf(world, entriesIn(world, spanOf(record))),
    later: journalOf(world, entriesIn(world, later)),
    knownReceipt: receipts.at(-1) ?? null,
    shared: world.devices.slot(device)?.shared !== false,
  };
}

/** Inside a job: writes the decision with all its effects. */
export function recordReconciliation(
  world: World,
  asked: DayEndRecord,
  { kind, because: reason }: DayEndReconciliation,
): DayEndRecord {
  // Of several reconciliations in one job, each begins where the previous one ended.
  const record = currentRecord(world, asked);
  if (kind === 'person') return changeRecord(world, record, { reason }, true);
  const ended = timestamp(world.clock.now());
  if (kind === 'didNotTakePlace') {
    advanceSale(world, record, 'declined');
    const failed = { ...record.document, state: 'failed' as const, ended, reason };
    return changeRecord(world, record, printed(world, record.merchant, slipsOf(record), failed));
  }
  const document = { ...record.document, ...comparedWithBefore(world, record), ended, reason };
  const closed = changeRecord(world, record, printed(world, record.merchant, slipsOf(record), document));
  advanceSale(world, closed, 'paid', closed.document.receipt as readonly ReceiptLine[]);
  closeDay(world, closed);
  shortenLater(world, closed);
  return closed;
}

/** The totals before are those of the machine that stood there then. */
function comparedWithBefore(world: Pick<World, 'dayEnds'>, record: DayEndRecord): Partial<DayEnd> {
  const span = spanOf(record);
  const entries = entriesBy(world, span, machineOf(world, record));
  if (!record.totalsBefore) return { state: 'differs', journal: journalOf(world, entries) };
  return comparedDay(world, span, entries, record.totalsBefore);
}

function failedToAsk(world: Pick<World, 'log'>, error: unknown): 'later' {
  world.log('error', 'whether an end-of-day took place could not be stored', { error: String(error) });
  return 'later';
}

const EXCHANGED: DayEndReconciliation = {
  kind: 'person',
  because: {
    de: 'An diesem Platz antwortet jetzt ein anderes Terminal. Bitte am früheren nachsehen.',
    en: 'Another terminal answers at this place now. Please look at the former one.',
  },
};
const INTERRUPTED = {
  de: 'Die Bridge wurde während des Kassenschnitts beendet.',
  en: 'The bridge was stopped during the end-of-day.',
} as const;
