/** The reconciliation of an end-of-day with an unknown outcome: asks the terminal whether it took place, until it answers. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type DayEndDecision,
  type DayEndEvidence,
  type DayEndReconciliation,
  evidenceTexts,
  isOverdue,
  mayBeAtWork,
  type OpenDayEnd,
  reconcileDayEnd,
  type SentDayEnd,
} from '../../domain/dayEndReconciliation.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { dayEndVerdictCall } from '../../domain/saleOutcome.ts';
import { inSequence, type Texts } from '../../domain/texts.ts';
import { publishOutcome } from '../../sale/saleOutcome.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import { timestamp } from '../../world/clock.ts';
import type { DayEndRecord } from '../../world/dayEnds.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { noteAudit } from '../../world/requestContext.ts';
import type { World } from '../../world/world.ts';
import { repeatsTransactions } from '../payment/snapshotBefore.ts';
import { endContradiction } from './contradiction.ts';
import { advanceSale, announce, changeRecord, closeDay, currentRecord, saleOf } from './dayEndRecord.ts';
import {
  askTotals,
  comparedWithBefore,
  countedSums,
  entriesBy,
  entriesIn,
  isOfFormer,
  journalOf,
  machineOf,
  openSpan,
  printed,
  readable,
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

/** Asks once; `later` when it has to be asked again. The first of several callers writes the decision. */
export async function reconcileOnce(world: World, record: DayEndRecord): Promise<'settled' | 'later'> {
  const slot = world.devices.slot(record.document.device);
  const first = await evidenceOf(world, slot);
  // Before a person is called, everything is asked once more: on a line that was just cut an answer may belong to an earlier inquiry.
  const evidence = verdictOn(world, record, first).kind === 'person' ? await evidenceOf(world, slot) : first;
  const settled = await world.ledger.write(() => {
    const present = stillUnknown(world, record);
    return present ? settle(world, present, verdictOn(world, present, evidence)) : 'settled';
  });
  if (typeof settled === 'string') return settled;
  announce(world, settled);
  return settled.needsPerson || settled.document.state !== 'unknown' ? 'settled' : 'later';
}

/** Inside a job. A person who may decide while the terminal is asked again is called once. */
function settle(world: World, record: DayEndRecord, verdict: DayEndReconciliation): DayEndRecord | 'later' {
  if (verdict.kind !== 'askLater') return recordReconciliation(world, record, verdict);
  if (!verdict.callsPerson || record.document.needs_person) return 'later';
  return callPerson(world, record, verdict.because, false);
}

/** Inside a job. `isLast`: the terminal is not asked any more. */
function callPerson(world: World, record: DayEndRecord, reason: Texts, isLast: boolean): DayEndRecord {
  const sale = saleOf(world, record);
  if (sale) publishOutcome(world, sale, { person: true, dayEnd: record.document.id });
  return changeRecord(
    world,
    record,
    { reason, needs_person: true, next: dayEndVerdictCall(record.document.id) },
    isLast,
  );
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
  takesPlace: boolean,
): Promise<DayEnd> {
  const who = principal.staff?.name ?? principal.client;
  const because = { de: `entschieden von ${who}`, en: `decided by ${who}` };
  const decided = await world.ledger.write(() => {
    const record = world.dayEnds.find(principal.merchant, id);
    if (!record) throw new BridgeError('notFound', `there is no end-of-day ${id}`);
    const { state, needs_person: isDoubted = false } = record.document;
    if (state !== 'unknown' && !isDoubted)
      throw new BridgeError(
        'nothingToDecide',
        `the end-of-day is ${record.document.state}: there is nothing to decide`,
      );
    const after = { state: takesPlace ? 'tookPlace' : 'didNotTakePlace' } as const;
    noteAudit({ kind: 'verdict', subject: id, action: 'decided', before: { state: 'unknown' }, after });
    const ended = state === 'unknown' ? null : endContradiction(world, record, takesPlace, because);
    if (ended) return ended;
    return recordReconciliation(world, record, { kind: after.state, because });
  });
  announce(world, decided);
  return decided.document;
}

/** The answers of another machine say nothing about the day of the former machine. */
function verdictOn(world: World, record: DayEndRecord, answers: Answers): DayEndReconciliation {
  if (isOfFormer(world, record)) return EXCHANGED;
  const sent = sentOf(world, record);
  const day = askedDay(world, record);
  const evidence = { ...answers, mayBeAtWork: mayBeAtWork(sent, world.settings.waits), isOverdue: isOverdue(sent) };
  const verdict = reconcileDayEnd(day, evidence);
  const callsPerson = verdict.kind === 'askLater' ? verdict.callsPerson : verdict.kind === 'person';
  if (!callsPerson) return verdict;
  const { currency } = world.devices.merchant(record.merchant);
  return { ...verdict, because: inSequence(verdict.because, evidenceTexts(day, evidence, currency)) };
}

const sentOf = ({ clock, running }: Pick<World, 'clock' | 'running'>, { document }: DayEndRecord): SentDayEnd => ({
  now: clock.elapsed(),
  sign: running.lastSign(document.device, document.id),
  age: clock.now() - Date.parse(document.started),
});

function stillUnknown(world: Pick<World, 'dayEnds'>, { merchant, document }: DayEndRecord): DayEndRecord | null {
  const present = world.dayEnds.find(merchant, document.id);
  return present?.document.state === 'unknown' && !present.needsPerson ? present : null;
}

/** The evidence that the terminal itself gives; the rest of the evidence is time. */
type Answers = Pick<DayEndEvidence, 'requiresDayEnd' | 'now' | 'last'>;

const NO_ANSWER: Answers = { requiresDayEnd: false, now: 'away', last: null };

/** A terminal that is away, or no longer configured, gives no answer. */
async function evidenceOf(world: Pick<World, 'intents'>, slot: TerminalSlot | null): Promise<Answers> {
  if (!slot || slot.terminal.state === 'offline') return NO_ANSWER;
  const status = await slot.terminal.status();
  if (status.kind === 'unreachable' || status.kind === 'busy') return NO_ANSWER;
  if (status.kind === 'needs' && status.cure === 'endOfDay') return { ...NO_ANSWER, requiresDayEnd: true };
  const totals = await askTotals(slot);
  if (totals === 'later') return NO_ANSWER;
  const sums = readable(totals);
  if (sums) return { requiresDayEnd: false, now: countedSums(sums), last: null };
  return { requiresDayEnd: false, now: totals === null ? 'refused' : 'unreadable', last: await lastOf(world, slot) };
}

/**
 * The last transaction, for the person only: many terminals repeat it after an end-of-day, and some lose it without
 * one.
 */
async function lastOf(world: Pick<World, 'intents'>, slot: TerminalSlot): Promise<Answers['last']> {
  const last = await slot.terminal.lastTransaction();
  if (last.kind === 'none') return repeatsTransactions(world, slot) ? 'none' : null;
  return last.kind === 'found' ? (last.facts.receiptNumber ?? null) : null;
}

function askedDay(world: Pick<World, 'dayEnds' | 'devices'>, record: DayEndRecord): OpenDayEnd {
  const { device, id } = record.document;
  const later = { device, after: record.through, through: openSpan(world, device).through };
  const entries = entriesIn(world, spanOf(record));
  const since = entriesIn(world, later);
  const { totalsBefore } = record;
  const others = world.dayEnds.open(device).filter(({ document }) => document.id !== id);
  return {
    before: totalsBefore === 'unreadable' ? totalsBefore : totalsBefore && countedSums(totalsBefore),
    journal: journalOf(world, entries),
    later: journalOf(world, since),
    isLaterPlain: since.every(({ amount, commands }) => amount > 0 && commands === 1),
    isJournalSure: others.length === 0 && entries.every(({ receipt }) => receipt !== null),
    shared: world.devices.slot(device)?.shared !== false,
  };
}

/** Inside a job: writes the decision with all its effects. */
export function recordReconciliation(
  world: World,
  asked: DayEndRecord,
  { kind, because: reason }: DayEndDecision,
): DayEndRecord {
  // Several reconciliations may stand in one job; each begins where the previous one ended.
  const record = currentRecord(world, asked);
  if (kind === 'person') return callPerson(world, record, reason, true);
  const ended = timestamp(world.clock.now());
  if (kind === 'didNotTakePlace') {
    advanceSale(world, record, 'declined');
    const failed = { ...record.document, ...DECIDED, state: 'failed' as const, ended, reason };
    return changeRecord(world, record, printed(world, record.merchant, slipsOf(record), failed));
  }
  const found = comparedWithBefore(world, record, entriesBy(world, spanOf(record), machineOf(world, record)));
  const because = found.reason ? inSequence(reason, found.reason) : reason;
  const document = { ...record.document, ...DECIDED, ...found, ended, reason: because };
  const closed = changeRecord(world, record, printed(world, record.merchant, slipsOf(record), document));
  advanceSale(world, closed, 'paid', closed.document.receipt as readonly ReceiptLine[]);
  closeDay(world, closed);
  shortenLater(world, closed);
  return closed;
}

function failedToAsk(world: Pick<World, 'log'>, error: unknown): 'later' {
  world.log('error', 'whether an end-of-day took place could not be stored', { error: String(error) });
  return 'later';
}

const DECIDED = { needs_person: false, next: null } as const;

const EXCHANGED: DayEndDecision = {
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
