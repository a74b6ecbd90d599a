/** What a terminal had told before a command leaves, so that afterwards one can say what is new. */
import type { LastTransaction, Outcome } from '../../../drivers/terminal.ts';
import type { TerminalSnapshot, TransactionReport, TurnoverSum } from '../../domain/evidence.ts';
import { likeness, PRE_AUTHORISATION_KINDS } from '../../domain/lastTransactionWitness.ts';
import { snapshotFromReceipt } from '../../domain/reconciliation.ts';
import { isFloored } from '../../domain/totalsWitness.ts';
import { transactionCount } from '../../domain/transactionCount.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import { outsideRequest } from '../../world/requestContext.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { recordLateDiscovery } from './reconciliation/lateDiscovery.ts';
import { reportsOfOthers } from './reconciliation/openCase.ts';
import { cannotRepeat, mayAnswerLater } from './terminalErrors.ts';
import { reportByIntent, reportOf } from './transactionReport.ts';

/** As long as this the terminal's own last word is taken for what it would say now, ms. */
const FRESH = 60_000;

/** What was told, and how many turns had been taken at the terminal when it was asked. */
export interface SnapshotTaken {
  readonly snapshot: TerminalSnapshot;
  readonly version: number;
}

/** Asks the terminal, unless it was heard a moment ago, nobody else works at it, and it is known to repeat what it did. */
export async function takeSnapshot(world: World, slot: TerminalSlot, kind: IntentRow['kind']): Promise<SnapshotTaken> {
  const turn = world.running.snapshotVersion(slot.device);
  const word = world.running.lastSnapshot(slot.device);
  const recent = word?.repeats === true && !slot.shared && Math.abs(world.clock.now() - word.at) < FRESH;
  // A tip need not be what the terminal repeats, and then its sums are the only witness.
  const fresh = recent && (kind !== 'tip' || word.totals !== null);
  const baseline = fresh ? word : await asked(world, slot, turn, word?.behind ?? null);
  return {
    version: turn,
    snapshot: PRE_AUTHORISATION_KINDS.has(kind)
      ? { ...baseline, open: await again(slot, () => openPreAuthorisationsOf(slot)) }
      : baseline,
  };
}

async function asked(world: World, slot: TerminalSlot, turn: number, behind: number | null): Promise<TerminalSnapshot> {
  const stored = snapshotFromReceipt(slot.shared ? null : world.intents.lastReceipt(slot.device), world.clock.now());
  const attempts = world.intents.attempts(slot.device);
  const known = { attempts, behind, repeats: repeatsTransactions(world, slot) };
  if (!slot.terminal.features.has('lastTransaction')) return { ...stored, ...known };
  const last = await again(slot, () => lastOf(slot));
  const at = world.clock.now();
  if (last === null) return { ...stored, ...known };
  if (last.kind === 'unreachable') {
    // One that answers, and repeats no transaction, still tells its sums.
    const isAll = cannotRepeat(last.reason, slot.terminal.condition);
    const totals = isAll ? await again(slot, () => totalsOf(slot)) : stored.totals;
    return { ...stored, ...known, totals };
  }
  // Found out about an earlier command: nothing that the request at hand has done.
  if (last.kind === 'found') await outsideRequest(() => recordLateDiscovery(world, slot, last));
  const told: TransactionReport | 'none' = last.kind === 'none' ? 'none' : reportOf(last.facts, last.approved, at);
  const totals = await again(slot, () => totalsOf(slot));
  const repeats = known.repeats || last.kind === 'found';
  const baseline: TerminalSnapshot = {
    ...known,
    repeats,
    last: told,
    totals,
    open: null,
    counter: counterOf(world, slot, told),
    at,
  };
  // Half of it may be from before, and half from after, what somebody else did meanwhile.
  if (world.running.snapshotVersion(slot.device) === turn) world.running.keepSnapshot(slot.device, baseline);
  return baseline;
}

/**
 * Inside the job that opens the intent: another till may have used the terminal since it was asked. What that one told
 * at its end counts; where it told nothing one begins anew (`terminalBusy`).
 */
export function currentSnapshot(world: World, slot: TerminalSlot, heard: SnapshotTaken): TerminalSnapshot {
  const { shared, terminal } = slot;
  return { ...unchanged(world, slot, heard), shared, terminal: terminal.terminalId ?? null };
}

function unchanged(
  world: World,
  slot: TerminalSlot,
  { snapshot: baseline, version: turn }: SnapshotTaken,
): TerminalSnapshot {
  if (world.running.snapshotVersion(slot.device) === turn) return baseline;
  const word = world.running.lastSnapshot(slot.device);
  if (word && baseline.open === null) return word;
  throw new BridgeError('terminalBusy', `${slot.description} has worked for another till meanwhile`);
}

/** Has this very machine ever told a last transaction? What was told to one command is written with the next. */
export function repeatsTransactions(world: World, { device, terminal }: TerminalSlot): boolean {
  const before = world.intents.newestSent(device)?.snapshotBefore;
  return before?.repeats === true && (before.terminal ?? null) === (terminal.terminalId ?? null);
}

/** A declined transaction may have used a number that the terminal does not repeat any more. */
function counterOf(world: World, slot: TerminalSlot, last: TransactionReport | 'none'): number | null {
  const highest = world.intents.lastReceipt(slot.device);
  if (last === 'none') return null;
  // Many commands may have come since that it does not repeat.
  const older = last.receipt === null ? null : world.intents.byReceipt(slot.device, last.receipt, 0);
  const known = [...reportsOfOthers(world, slot.device), ...(older ? [reportByIntent(older)] : [])];
  return known.some(one => likeness(one, last) !== 'no') ? highest : last.receipt;
}

async function lastOf({ terminal }: TerminalSlot): Promise<LastTransaction | 'later'> {
  const last = await terminal.lastTransaction();
  return last.kind === 'unreachable' && mayAnswerLater(last.reason) ? 'later' : last;
}

/** The sums since the last end-of-day; null when it does not tell them, `later` when it may do so another time. */
export async function totalsOf({ terminal }: TerminalSlot): Promise<TurnoverSum | null | 'later'> {
  if (!terminal.features.has('turnoverTotals')) return null;
  const done = await terminal.perform({ do: 'turnoverTotals' });
  if (done.kind !== 'done') return mayAnswerLater(done.reason) ? 'later' : null;
  return done.totals ? { amount: done.totals.amount, count: transactionCount(done.totals.byCardType) } : null;
}

/** Receipt numbers of all of them; null and `later` as above. */
export async function openPreAuthorisationsOf({ terminal }: TerminalSlot): Promise<readonly number[] | null | 'later'> {
  const open = await terminal.openPreAuthorisations();
  if (open.kind === 'found') return open.complete ? open.receiptNumbers : null;
  return mayAnswerLater(open.reason) ? 'later' : null;
}

/**
 * Without it only a person could tell afterwards: where the line breaks meanwhile, it is asked once more. Nobody waits for a
 * terminal that is away.
 */
async function again<T>({ terminal }: TerminalSlot, ask: () => Promise<T | 'later'>): Promise<T | null> {
  const told = await ask();
  const settled = told === 'later' && terminal.state !== 'offline' ? await ask() : told;
  return settled === 'later' ? null : settled;
}

/** Not every terminal repeats the others as its last transaction. */
const REPEATED: ReadonlySet<IntentRow['kind']> = new Set(['payment', 'reversal', 'refund']);

/** The terminal's last word once a command has ended; null when it has to be asked before the next one. */
export function snapshotAfter(
  { snapshotBefore: baseline, kind, amount }: IntentRow,
  outcome: Outcome,
  now: number,
): TerminalSnapshot | null {
  if (outcome.kind === 'unknown' || !REPEATED.has(kind)) return null;
  if (outcome.kind === 'notSent') return isTold(baseline) ? baseline : null;
  const told = reportOf(outcome.facts, outcome.kind === 'approved', now);
  const number = told.receipt === null ? { attempts: baseline.attempts + 1 } : { counter: told.receipt, attempts: 0 };
  if (outcome.kind === 'declined') return isTold(baseline) ? { ...baseline, ...number } : null;
  const behind = told.at === null ? baseline.behind : now - told.at;
  return {
    ...baseline,
    ...number,
    last: told,
    totals: told.amount === null || told.amount === amount ? added(baseline.totals, kind, amount) : null,
    open: null,
    behind,
    at: now,
  };
}

/** By the terminal itself, and not only kept as a number. */
const isTold = ({ last }: TerminalSnapshot): boolean => last === 'none' || (last !== null && last.amount !== null);

/** How other commands, and tips, move the totals differs from model to model. */
function added(totals: TurnoverSum | null, kind: IntentRow['kind'], amount: number): TurnoverSum | null {
  // How far a floored sum is below nothing is not known, so neither is where it goes from there.
  if (totals === null || isFloored(totals) || kind !== 'payment') return null;
  return { count: totals.count === null ? null : totals.count + 1, amount: totals.amount + amount };
}
