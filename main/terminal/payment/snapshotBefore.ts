/** The snapshot of a terminal before a command leaves: with it the reconciliation sees afterwards which transaction is new. */
import type { LastTransaction, Outcome, PaymentTerminal } from '../../../drivers/index.ts';
import type { TerminalSnapshot, TransactionReport, TurnoverSum } from '../../domain/evidence.ts';
import { isFloored, PRE_AUTHORISATION_KINDS, RECEIPT_NUMBERS, snapshotFromReceipt } from '../../domain/evidence.ts';
import { transactionCount } from '../../domain/transactionCount.ts';
import { matchOf } from '../../domain/transactionMatch.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Shown } from '../../world/recovery.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { refuseDiscovered } from './discoveredPayment.ts';
import { REPORTS, reportsOfOthers } from './reconciliation/openCase.ts';
import { cannotRepeat, mayAnswerLater } from './terminalErrors.ts';
import { reportByIntent, reportOf } from './transactionReport.ts';

/** How long the last snapshot stands for a new inquiry, ms. */
const FRESH = 60_000;

/** A snapshot, and its version when the terminal was asked (`RunningPayments.snapshotVersion`). */
export interface SnapshotTaken {
  readonly snapshot: TerminalSnapshot;
  readonly version: number;
}

/**
 * Asks the terminal, unless its last snapshot is fresh, nobody else works at it, and it is known to repeat its transactions. Throws
 * `paymentFound` for a command that takes money while a payment that was called not paid stands there. `sale`: of the command.
 */
export async function takeSnapshot(
  world: World,
  slot: TerminalSlot,
  kind: IntentRow['kind'],
  sale: string | null = null,
): Promise<SnapshotTaken> {
  const version = world.running.snapshotVersion(slot.device);
  const last = world.running.lastSnapshot(slot.device);
  refuseDiscovered(world, slot, kind, null, sale);
  const age = world.running.snapshotAge(slot.device, world.clock.elapsed());
  const isRecent = last?.repeats === true && !slot.shared && age < FRESH;
  // A terminal may not repeat a tip: then only the totals can vote.
  const isEnough = isRecent && !mayShowDenied(world, slot) && (kind !== 'tip' || last.totals !== null);
  const snapshot = isEnough ? last : await askForSnapshot(world, slot, kind, version, last?.behind ?? null);
  if (!isEnough && !showsLast(snapshot)) await refuseFound(world, slot, kind, { totals: snapshot.totals });
  if (!PRE_AUTHORISATION_KINDS.has(kind)) return { version, snapshot };
  return { version, snapshot: { ...snapshot, open: await askTwice(slot, () => openPreAuthorisationsOf(slot)) } };
}

/** Throws `paymentFound`, and `terminalUnsettled` where a person has to decide first about any other command that the terminal shows. */
async function refuseFound(world: World, slot: TerminalSlot, kind: IntentRow['kind'], shown: Shown): Promise<void> {
  const found = await world.recovery.discover(slot, shown);
  refuseDiscovered(world, slot, kind, found, null);
  if (found?.needsPerson) await world.recovery.settleFirst(slot);
}

/** True where the terminal itself reported its last transaction. */
const showsLast = ({ last }: TerminalSnapshot): boolean => last !== null && last !== 'none' && last.amount !== null;

/** How long after a denial the terminal is asked before every command, ms: it may show the payment after all. */
const DOUBTED = 15 * 60_000;

/** A clock that was set meanwhile ends no doubt: the time that has passed since the last sign of the command counts, too. */
const mayShowDenied = (
  { intents, clock, running }: Pick<World, 'clock' | 'intents' | 'running'>,
  { device }: TerminalSlot,
) =>
  intents.denied(device, REPORTS).some(({ intent: { id, endedAt } }) => {
    const sign = running.lastSign(device, id);
    const isRecent = sign !== null && clock.elapsed() - sign.at < DOUBTED;
    return isRecent || Math.abs(clock.now() - (endedAt ?? 0)) < DOUBTED;
  });

async function askForSnapshot(
  world: World,
  slot: TerminalSlot,
  kind: IntentRow['kind'],
  version: number,
  behind: number | null,
): Promise<TerminalSnapshot> {
  const stored = snapshotFromReceipt(slot.shared ? null : world.intents.lastReceipt(slot.device), world.clock.now());
  const attempts = world.intents.attempts(slot.device);
  const known = { attempts, behind, repeats: repeatsTransactions(world, slot) };
  if (!slot.terminal.features.has('lastTransaction')) return { ...stored, ...known };
  const last = await askTwice(slot, () => lastTransactionOf(slot));
  const at = world.clock.now();
  if (last === null) return { ...stored, ...known };
  if (last.kind === 'unreachable') {
    // A terminal that answers, but repeats no transaction, still reports its totals.
    const answers = cannotRepeat(last.reason, slot.terminal.condition);
    const totals = answers ? await askTwice(slot, () => totalsOf(slot)) : stored.totals;
    if (last.dayEnd === undefined) return { ...stored, ...known, totals };
    // The terminal has done nothing since, and its numbers may begin again: a transaction that it repeats afterwards is a newer one.
    return { ...stored, ...known, totals, last: 'none', counter: null, dayEnd: last.dayEnd };
  }
  if (last.kind === 'found') await refuseFound(world, slot, kind, { last });
  const report: TransactionReport | 'none' = last.kind === 'none' ? 'none' : reportOf(last.facts, last.approved, at);
  const snapshot: TerminalSnapshot = {
    ...known,
    repeats: known.repeats || last.kind === 'found',
    last: report,
    totals: await askTwice(slot, () => totalsOf(slot)),
    open: null,
    counter: counterOf(world, slot, report),
    at,
  };
  // If the terminal has worked meanwhile, one part of the snapshot may be older than that work and the other part newer.
  if (world.running.snapshotVersion(slot.device) === version)
    world.running.keepSnapshot(slot.device, snapshot, world.clock.elapsed());
  return snapshot;
}

/**
 * Inside the job that writes the intent: another till may have used the terminal since the snapshot was taken. The snapshot
 * after that command counts; where there is none, the caller begins anew (`terminalBusy`).
 */
export function currentSnapshot(
  { running }: Pick<World, 'running'>,
  slot: TerminalSlot,
  taken: SnapshotTaken,
): TerminalSnapshot {
  const { shared, terminal } = slot;
  return { ...newestSnapshot(running, slot, taken), shared, terminal: terminal.terminalId ?? null };
}

function newestSnapshot(
  running: World['running'],
  { device, description }: TerminalSlot,
  { snapshot, version }: SnapshotTaken,
): TerminalSnapshot {
  if (running.snapshotVersion(device) === version) return snapshot;
  const last = running.lastSnapshot(device);
  if (last && snapshot.open === null) return last;
  throw new BridgeError('terminalBusy', `${description} has worked for another till meanwhile`);
}

/** Has this very machine ever repeated a last transaction? A snapshot is stored with the next command. */
export function repeatsTransactions({ intents }: Pick<World, 'intents'>, { device, terminal }: TerminalSlot): boolean {
  const before = intents.newestSent(device)?.snapshotBefore;
  return before?.repeats === true && (before.terminal ?? null) === (terminal.terminalId ?? null);
}

/** The highest receipt number in use; a declined transaction may have used a number that the terminal does not repeat. */
function counterOf(
  world: Pick<World, 'intents'>,
  { device }: TerminalSlot,
  last: TransactionReport | 'none',
): number | null {
  const highest = world.intents.lastReceipt(device);
  if (last === 'none') return null;
  // The terminal may have carried out many commands since then that it does not repeat.
  const older = last.receipt === null ? null : world.intents.byReceipt(device, last.receipt, 0);
  const known = [...reportsOfOthers(world, device), ...(older ? [reportByIntent(older)] : [])];
  const isKnown = known.some(report => matchOf(report, last) !== 'no');
  return isKnown && !isAhead(last.receipt, highest) ? highest : last.receipt;
}

/** True for a number that comes after the highest reported number: a decline without a number has used it. */
const isAhead = (receipt: number | null, highest: number | null): boolean =>
  receipt !== null && highest !== null && (receipt - highest + RECEIPT_NUMBERS) % RECEIPT_NUMBERS < RECEIPT_NUMBERS / 2;

async function lastTransactionOf({ terminal }: TerminalSlot): Promise<LastTransaction | 'later'> {
  const last = await terminal.lastTransaction();
  return last.kind === 'unreachable' && mayAnswerLater(last.reason) ? 'later' : last;
}

/** The totals since the last end-of-day; null when the terminal does not report them, `later` when it may do so later. */
export async function totalsOf({ terminal }: TerminalSlot): Promise<TurnoverSum | null | 'later'> {
  if (!terminal.features.has('turnoverTotals')) return null;
  const done = await terminal.perform({ do: 'turnoverTotals' });
  if (done.kind !== 'done') return mayAnswerLater(done.reason) ? 'later' : null;
  return done.totals ? { amount: done.totals.amount, count: transactionCount(done.totals.byCardType) } : null;
}

/** Receipt numbers of all open pre-authorisations; null and `later` as above. */
export async function openPreAuthorisationsOf({ terminal }: TerminalSlot): Promise<readonly number[] | null | 'later'> {
  const open = await terminal.openPreAuthorisations();
  if (open.kind === 'found') return open.complete ? open.receiptNumbers : null;
  return mayAnswerLater(open.reason) ? 'later' : null;
}

/** How long a terminal whose line broke at a question is waited for before it is asked once more, ms. */
const BACK_WITHIN = 4000;

/**
 * Without the answer only a person could decide afterwards: where the line breaks, the terminal is asked once more as soon as it
 * is back. A terminal that was away already is not waited for, because no payment can be sent to it either.
 */
async function askTwice<T>({ terminal }: TerminalSlot, ask: () => Promise<T | 'later'>): Promise<T | null> {
  let wasThere = terminal.state !== 'offline';
  const forget = terminal.onState(state => {
    wasThere ||= state === 'ready' || state === 'busy';
  });
  const first = await ask();
  forget();
  const answer = first === 'later' && wasThere && (await isBack(terminal)) ? await ask() : first;
  return answer === 'later' ? null : answer;
}

async function isBack(terminal: PaymentTerminal): Promise<boolean> {
  if (terminal.state === 'closed') return false;
  if (terminal.state !== 'offline' && terminal.state !== 'connecting') return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = terminal.onState(state => (state === 'ready' || state === 'busy' ? resolve(true) : undefined));
  const timer = setTimeout(() => resolve(false), BACK_WITHIN);
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}

/** Not every terminal repeats the other kinds as its last transaction. */
const REPEATED: ReadonlySet<IntentRow['kind']> = new Set(['payment', 'reversal', 'refund']);

/** The snapshot once a command has ended; null when the terminal has to be asked before the next command. */
export function snapshotAfter(intent: IntentRow, outcome: Outcome, now: number): TerminalSnapshot | null {
  const { snapshotBefore: before, kind, amount } = intent;
  if (outcome.kind === 'unknown' || !REPEATED.has(kind)) return null;
  if (outcome.kind === 'notSent') return isReported(before) ? before : null;
  const report = reportOf(outcome.facts, outcome.kind === 'approved', now);
  const numbers = numbersAfter(intent, outcome.kind, report.receipt);
  if (outcome.kind === 'declined') return isReported(before) ? { ...before, ...numbers } : null;
  const isAsSent = report.amount === null || report.amount === amount;
  const totals = isAsSent ? totalsAfter(before.totals, kind, amount) : null;
  // Without the totals that it reports a result that the terminal loses afterwards would be denied by the last transaction alone.
  if (before.totals !== null && totals === null) return null;
  return {
    ...before,
    ...numbers,
    last: report,
    dayEnd: null,
    totals,
    open: null,
    behind: report.at === null ? before.behind : now - report.at,
    at: now,
  };
}

/**
 * A terminal may report a reversal under the number of its original, and take back under one more number what it did not
 * approve in the end.
 */
function numbersAfter(
  { snapshotBefore: { attempts }, original }: Pick<IntentRow, 'snapshotBefore' | 'original'>,
  ended: 'approved' | 'declined',
  receipt: number | null,
): Partial<TerminalSnapshot> {
  if (receipt === null || receipt === original?.receipt) return { attempts: attempts + 1 };
  return { counter: receipt, attempts: ended === 'approved' ? 0 : 1 };
}

/** True when the terminal itself reported the last transaction, and not only its number was stored. */
const isReported = ({ last }: TerminalSnapshot): boolean => last === 'none' || (last !== null && last.amount !== null);

/** Only a payment moves the totals in the same way at every model; refunds, reversals and tips do not. */
function totalsAfter(totals: TurnoverSum | null, kind: IntentRow['kind'], amount: number): TurnoverSum | null {
  // How far a floored sum is below zero is not known, so the next sum cannot be known either.
  if (totals === null || isFloored(totals) || kind !== 'payment') return null;
  return { count: totals.count === null ? null : totals.count + 1, amount: totals.amount + amount };
}
