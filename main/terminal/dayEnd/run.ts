/**
 * The run of an end-of-day: blockers, the record on disk, the exchange with the terminal, then the comparison with the journal.
 * One run at a time for each terminal.
 */
import type { Feature, Task, TaskOutcome } from '../../../drivers/index.ts';
import type { ReceiptReport } from '../../domain/dayEndComparison.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { newSale } from '../../sale/basket.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { timestamp } from '../../world/clock.ts';
import type { DayEndRecord } from '../../world/dayEnds.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import type { Principal } from '../../world/people.ts';
import { noteChange, outsideRequest } from '../../world/requestContext.ts';
import type { World } from '../../world/world.ts';
import { type Deadline, deadlineOf } from '../payment/deadline.ts';
import { busyError } from '../payment/preconditions.ts';
import { reasonTexts } from '../payment/terminalErrors.ts';
import {
  type Obstacles,
  obstaclesOf,
  refuse,
  stoppingBlockers,
  undecidedApprovals,
  withNote,
  workAtTerminal,
} from './blockers.ts';
import { watchDayEnds } from './contradiction.ts';
import {
  advanceSale,
  announce,
  changeRecord,
  closeDay,
  currentRecord,
  keepSlip,
  newRecord,
  saleOf,
} from './dayEndRecord.ts';
import {
  askTotals,
  comparedDay,
  comparedWithBefore,
  entriesIn,
  journalOf,
  notComparable,
  openSpan,
  printed,
  readable,
  slipLines,
  slipsOf,
  spanOf,
} from './dayJournal.ts';
import { reconcileEarlier } from './earlierDayEnds.ts';
import { lookUpReceipts, receiptsOnSlip } from './receiptLookup.ts';
import { reconcileWithin } from './reconciliation.ts';

/** The caller, and whether it uses the operation of the specification. */
export interface DayEndRequest {
  readonly principal: Principal;
  readonly wire: boolean;
  /** The schedule runs it, and nobody waits for the answer. */
  readonly scheduled?: true;
  /** Options of the command; none when left out. */
  readonly choice?: Choice;
}

type Choice = Omit<Extract<Task, { do: 'endOfDay' }>, 'do'>;

/**
 * Blocks until the terminal has finished (at most for `answerWithin`: then it is answered as it is), and after a broken line
 * until the outcome is known or its time has passed. The till that already runs it gets the answer of that run. Throws
 * `dayEndRunning`, `dayEndBlocked` (for the specification also `terminalBusy` and the like), `terminalCannot` for an option
 * that the terminal does not have, and `serviceFailed` when the terminal refused.
 */
export async function runDayEnd(world: World, slot: TerminalSlot, asked: DayEndRequest): Promise<DayEnd> {
  const deadline = deadlineOf(world);
  const id = newKey();
  const work = runWithin(world, slot, asked, id, deadline);
  // Nobody waits for the answer of the schedule.
  if (asked.scheduled) return work;
  // The call may have joined an end-of-day of an earlier one.
  const shown = () => world.running.service(slot.device)?.id ?? id;
  return deadline.answer(work, () => documentOf(world, asked.principal.merchant, shown()));
}

async function runWithin(
  world: World,
  slot: TerminalSlot,
  asked: DayEndRequest,
  id: string,
  deadline: Deadline,
): Promise<DayEnd> {
  refuseChoice(slot, asked.choice ?? {});
  const before = joined(world, slot, asked, deadline);
  if (before) return before;
  // An outcome that can be reconciled at once blocks nothing; the remaining blockers are named below.
  await world.recovery.settleFirst(slot).catch(() => undefined);
  // The last chance to see what was called not carried out: many terminals forget it with their day.
  await world.recovery.lookAgain(slot);
  for (const open of world.dayEnds.open(slot.device).filter(({ needsPerson }) => !needsPerson))
    await outsideRequest(() => reconcileWithin(world, open, 0));
  const obstacles = await obstaclesOf(world, slot);
  const meanwhile = joined(world, slot, asked, deadline);
  if (meanwhile) return meanwhile;
  const stops = stoppingBlockers([...obstacles.blockers, ...workAtTerminal(world, slot)]);
  if (stops.length > 0) refuse(slot, [...new Map(stops.map(one => [one.kind, one])).values()], asked.wire);
  const written = Promise.withResolvers<string>();
  const ended = performed(world, slot, asked, obstacles, { id, deadline, written: written.resolve });
  ended.catch(written.reject);
  const answer = ended.then(record => transactionOf(world, record));
  const running = { till: asked.principal.device, id, written: written.promise, answer };
  world.running.beginService(slot.device, { kind: 'endOfDay', ...running });
  await answer;
  return documentOf(world, asked.principal.merchant, id);
}

/** The Smart Transaction that carries the terminal's slip. */
export function transactionOf(world: Pick<World, 'ledger'>, record: DayEndRecord): SmartTransaction {
  const sale = saleOf(world, record);
  if (!sale) throw new Error(`the Smart Transaction of the end-of-day ${record.document.id} is gone`);
  return sale.document;
}

/** The answer of the running end-of-day for the till that runs it; any other till gets an error that names the till. */
function joined(
  world: Pick<World, 'dayEnds' | 'running'>,
  slot: TerminalSlot,
  { principal }: DayEndRequest,
  deadline: Deadline,
): Promise<DayEnd> | null {
  const service = world.running.service(slot.device);
  if (service?.kind !== 'endOfDay') return null;
  const { till = null, id = '', written, answer } = service;
  if (till === principal.device) {
    written.then(
      () => deadline.join(),
      () => undefined,
    );
    return answer.then(() => documentOf(world, principal.merchant, id));
  }
  const who = till === null ? 'the schedule' : world.dayEnds.description(till) || till;
  throw new BridgeError('dayEndRunning', `${slot.description}: ${who} is running the end-of-day`, {
    extra: { till, day_end: id },
  });
}

function documentOf(world: Pick<World, 'dayEnds'>, merchant: string, id: string): DayEnd {
  const found = world.dayEnds.find(merchant, id);
  if (!found) throw new Error(`the end-of-day ${id} is gone`);
  return found.document;
}

/** An end-of-day with the call that begins it; `written`: its record is on disk, with the id of its Smart Transaction. */
interface Begun {
  readonly id: string;
  readonly deadline: Deadline;
  readonly written: (sale: string) => void;
}

async function performed(
  world: World,
  slot: TerminalSlot,
  asked: DayEndRequest,
  obstacles: Obstacles,
  { id, deadline, written }: Begun,
): Promise<DayEndRecord> {
  const before = await totalsBefore(slot);
  // Asked before the end-of-day, because many terminals delete their receipts with it.
  const sums = readable(before);
  const reports = sums ? await lookUpReceipts(world, slot, openSpan(world, slot.device), sums) : [];
  const begun = await begin(world, slot, asked, withNote(obstacles, before), id, before, deadline);
  announce(world, begun);
  written(transactionOf(world, begun).id);
  watchDayEnds(world, asked.principal.merchant, slot);
  const noteSign = () => world.running.noteSign(slot.device, id, 'sent', world.clock.elapsed());
  noteSign();
  const service = await atTerminal(world, slot, asked, begun);
  noteSign();
  const ended = await world.ledger.write(() => end(world, begun, service, reports));
  announce(world, ended);
  if (service.kind === 'failed') throw failed(world, ended, service);
  if (service.kind === 'unknown') return reconcileWithin(world, ended, world.settings.outcomeTimeout);
  if (!service.totals || sums) return ended;
  const named = await explained(world, slot, ended, service);
  announce(world, named);
  return named;
}

function refuseChoice({ terminal, description }: TerminalSlot, { details, mode }: Choice): void {
  const needed: readonly Feature[] = [
    ...(details === undefined ? [] : (['dayEndDetails'] as const)),
    ...(mode === undefined ? [] : (['dayEndMode'] as const)),
  ];
  const missing = needed.find(one => !terminal.features.has(one));
  if (missing) throw new BridgeError('terminalCannot', `${description} has no ${missing}`);
}

/** Tells the terminal that the schedule runs it, where it has such a mode. */
const byItself = ({ terminal }: TerminalSlot, { scheduled }: DayEndRequest): Choice =>
  scheduled && terminal.features.has('dayEndMode') ? { mode: 'automatic' } : {};

async function atTerminal(
  world: Pick<World, 'dayEnds' | 'devices' | 'ledger' | 'log' | 'queue' | 'settings'>,
  slot: TerminalSlot,
  asked: DayEndRequest,
  begun: DayEndRecord,
): Promise<TaskOutcome> {
  const perform = (choice: Choice) =>
    slot.terminal
      .perform({ do: 'endOfDay', ...choice }, { onSlip: slip => keepSlip(world, begun, slip) })
      .catch(error => broken(world, error));
  const choice = asked.choice ?? byItself(slot, asked);
  const first = await perform(choice);
  // Refused for a mode that nobody had chosen: nothing has happened, and the terminal may know the plain command.
  const isForWords =
    first.kind === 'failed' && !asked.choice && choice.mode && !slot.terminal.features.has('dayEndMode');
  return isForWords ? perform({}) : first;
}

/** Without totals that can be read only a person could decide about a line that breaks later: the terminal is asked once more. */
async function totalsBefore(slot: TerminalSlot): Promise<DayEndRecord['totalsBefore']> {
  const first = await askTotals(slot);
  const isAskedAgain = first === 'unreadable' || (first === 'later' && slot.terminal.state !== 'offline');
  const totals = isAskedAgain ? await askTotals(slot) : first;
  return totals === 'later' ? null : totals;
}

/** The record is on disk before the first byte of the command leaves. */
function begin(
  world: World,
  slot: TerminalSlot,
  { principal, scheduled, wire }: DayEndRequest,
  { blockers, preAuthorisations }: Obstacles,
  id: string,
  before: DayEndRecord['totalsBefore'],
  deadline: Deadline,
): Promise<DayEndRecord> {
  return world.ledger.write(() => {
    deadline.begin();
    // Without `refuseBusy`: the running task is this end-of-day.
    const payment = world.intents.unsettled(slot.device);
    if (payment) throw busyError(world, slot, payment);
    // A till has paid while the terminal was asked, or a late approval was discovered.
    const waiting = undecidedApprovals(world, slot);
    if (waiting.length > 0) refuse(slot, waiting, wire);
    const sale = newSale(world, principal, { product: 'endOfDay' });
    world.ledger.insert(sale);
    world.saleSteps.advance(sale, 'pay', 'endOfDay');
    const staff = scheduled ? null : (principal.staff?.name ?? principal.client);
    const about = { id, merchant: principal.merchant, device: slot.device, till: principal.device, staff };
    const noted = { open_pre_authorisations: [...preAuthorisations], noted: [...blockers] };
    const record = { ...newRecord(world, { ...about, transaction: sale.id }, noted), totalsBefore: before };
    world.dayEnds.insert(record);
    noteChange({ merchant: principal.merchant, object: 'terminal.dayEnds', id, type: 'added' });
    return record;
  });
}

/** Inside a job: writes the outcome with all its effects. An earlier end-of-day may have been decided about meanwhile. */
function end(world: World, asked: DayEndRecord, service: TaskOutcome, reports: readonly ReceiptReport[]): DayEndRecord {
  const begun = currentRecord(world, asked);
  const slips = slipsWith(world, begun, service.receipts);
  const ended = service.kind === 'unknown' ? null : timestamp(world.clock.now());
  if (service.kind !== 'done') {
    const state = service.kind;
    const reason = reasonTexts(service.reason);
    const document = { ...begun.document, state, ended, reason, ...journalIn(world, begun) };
    const known =
      service.kind === 'unknown' ? { ...begun, totalsBefore: reportedBy(service) ?? begun.totalsBefore } : begun;
    const record = changeRecord(world, known, printed(world, begun.merchant, slips, document));
    advanceSale(world, record, state === 'failed' ? 'declined' : 'unknown');
    return record;
  }
  if (service.totals) reconcileEarlier(world, begun, service.totals);
  const record = currentRecord(world, begun);
  const document = {
    ...record.document,
    ended,
    ...found(world, record, service, [...reports, ...receiptsOnSlip(service.receipts)]),
  };
  const closed = changeRecord(world, record, printed(world, record.merchant, slips, document));
  advanceSale(world, closed, 'paid');
  closeDay(world, closed);
  return closed;
}

/** The totals that came before the line broke are newer than those asked for before; they do not say that the day was closed. */
function reportedBy({
  totals,
  unreadableTotals,
}: Extract<TaskOutcome, { kind: 'unknown' }>): DayEndRecord['totalsBefore'] {
  if (totals) return { ...totals, atEnd: true };
  return unreadableTotals ? 'unreadable' : null;
}

/** The slips of the outcome, unless more slips were kept before: a driver that fails returns none. */
function slipsWith(
  world: Pick<World, 'settings'>,
  begun: DayEndRecord,
  receipts: TaskOutcome['receipts'],
): readonly ReceiptLine[] {
  const kept = slipsOf(begun);
  const came = slipLines(world, receipts);
  return came.length < kept.length ? kept : came;
}

/** Where the terminal reports no totals with its end-of-day, those directly before count. */
function found(
  world: Pick<World, 'dayEnds' | 'devices'>,
  record: DayEndRecord,
  { totals, unreadableTotals }: Extract<TaskOutcome, { kind: 'done' }>,
  reports: readonly ReceiptReport[],
): Partial<DayEnd> {
  const span = spanOf(record);
  const entries = entriesIn(world, span);
  if (totals) return comparedDay(world, span, entries, totals, reports);
  if (unreadableTotals) return notComparable(world, entries);
  return comparedWithBefore(world, record, entries, reports);
}

const journalIn = (world: Pick<World, 'dayEnds' | 'devices'>, record: DayEndRecord): Pick<DayEnd, 'journal'> => ({
  journal: journalOf(world, entriesIn(world, spanOf(record))),
});

/** A terminal that reports its totals only now is asked afterwards for the receipts of a difference. */
async function explained(
  world: Pick<World, 'dayEnds' | 'devices' | 'ledger' | 'queue' | 'settings'>,
  slot: TerminalSlot,
  ended: DayEndRecord,
  { totals }: Extract<TaskOutcome, { kind: 'done' }>,
): Promise<DayEndRecord> {
  if (!totals) return ended;
  const reports = await lookUpReceipts(world, slot, spanOf(ended), totals);
  if (reports.length === 0) return ended;
  return world.ledger.write(() => {
    // An earlier end-of-day may have been decided about meanwhile, and more slips may have arrived.
    const present = currentRecord(world, ended);
    const span = spanOf(present);
    const document = { ...present.document, ...comparedDay(world, span, entriesIn(world, span), totals, reports) };
    return changeRecord(world, present, printed(world, present.merchant, slipsOf(present), document));
  });
}

function failed(
  world: Pick<World, 'ledger'>,
  record: DayEndRecord,
  { reason }: Extract<TaskOutcome, { kind: 'failed' }>,
): BridgeError {
  const { receipt } = transactionOf(world, record);
  // A terminal that works for somebody has refused nothing: it is asked again when it is free.
  const key = reason.code === 'busy' ? 'terminalBusy' : 'serviceFailed';
  return new BridgeError(key, `terminal: ${reason.text}`, { extra: { receipt, day_end: record.document.id } });
}

/** A driver throws only by a defect; then nobody knows how far the command got. */
function broken(world: Pick<World, 'log'>, error: unknown): TaskOutcome {
  world.log('error', 'the terminal driver failed', { error: String(error) });
  return { kind: 'unknown', reason: { code: 'lineLost', text: 'the driver failed' }, receipts: [] };
}
