/** A late discovery: the terminal keeps a transaction that a person had decided to be not carried out; the money counts. */
import type { TransactionReport } from '../../../domain/evidence.ts';
import { CLOCK_TOLERANCE, lastTransactionReport } from '../../../domain/lastTransactionWitness.ts';
import { likeness } from '../../../domain/likeness.ts';
import { newReceipt } from '../../../domain/reconciliationTexts.ts';
import type { Decision } from '../../../wire/events.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import type { FoundTransaction } from '../../../world/recovery.ts';
import type { IntentRow, Sale } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { writeJournal } from '../intent.ts';
import { queueOperation } from '../operationRecord.ts';
import { cardClosing, markUndecided, saleOfIntent } from '../outcome.ts';
import { showLateApproval } from '../screenView.ts';
import { reportOf } from '../transactionReport.ts';
import { openCaseOf } from './openCase.ts';
import { decisionOn, evidenceShown } from './records.ts';

/**
 * `last`: the transaction that the terminal has just repeated. Its sale becomes paid, and stays on the till as a late approval
 * until a person keeps it or takes it back. A sale that was paid otherwise stays as it is: the end-of-day names the receipt.
 */
export async function recordLateDiscovery(world: World, slot: TerminalSlot, last: FoundTransaction): Promise<void> {
  const intent = world.intents.newestSent(slot.device);
  const report = reportOf(last.facts, last.approved, world.clock.now());
  const denial = intent && denialOf(world, intent);
  if (!denial || !isOfIntent(world, slot, intent, report)) return;
  await world.ledger.write(() => {
    if (denialOf(world, world.intents.get(intent.id) ?? intent)) applyDiscovery(world, intent, last, report, denial);
  });
  showLateApproval(world, slot.device);
}

/** A person's decision that the command was not carried out, while it counts. */
function denialOf(world: Pick<World, 'intents'>, intent: IntentRow): Decision | null {
  const decision = intent.state === 'declined' ? decisionOn(world, intent) : null;
  return decision?.happened === false ? decision : null;
}

/** At a shared terminal nobody knows who has paid; a report that was on the person's screen has been decided about. */
function isOfIntent(
  world: Pick<World, 'clock' | 'intents'>,
  slot: TerminalSlot,
  intent: IntentRow,
  report: TransactionReport,
): boolean {
  const { last: shown } = evidenceShown(world, intent);
  if (slot.shared || (typeof shown === 'object' && likeness(shown, report) !== 'no')) return false;
  return lastTransactionReport(openCaseOf(world, slot, intent), report, null)?.says === 'happened';
}

function applyDiscovery(
  world: World,
  intent: IntentRow,
  last: FoundTransaction,
  report: TransactionReport,
  denial: Decision,
): void {
  const sale = intent.sale === null ? null : saleOfIntent(world, intent);
  const due = sale === null || isDue(sale, intent);
  if (due && isBefore(report, intent, denial.at)) overruleAndClose(world, intent, sale, last, report);
  else noteDiscovery(world, intent, report);
}

function overruleAndClose(
  world: World,
  intent: IntentRow,
  sale: Sale | null,
  last: FoundTransaction,
  report: TransactionReport,
): void {
  const because = newReceipt(report);
  const { facts, receipts } = last;
  writeJournal(world, intent, 'verdict', {
    kind: 'happened',
    because,
    evidence: { idle: true, last: report },
    who: null,
  });
  const slips = sale === null && receipts.length > 0 ? { slips: receipts } : {};
  world.intents.overrule(intent.id, { reason: because, facts, ...slips });
  if (!sale) {
    queueOperation(world, intent, 'approved', facts);
    return;
  }
  const closed = world.saleSteps.close(sale, cardClosing(world, intent, { facts, receipts }));
  markUndecided(world, intent, 'late', closed);
}

/**
 * A customer whose payment was called not paid may pay the same amount again, also at the keys of the terminal. Only a
 * transaction that certainly happened before the decision is the decided one, by clocks compared at an earlier result.
 */
const isBefore = ({ at }: TransactionReport, { snapshotBefore: { behind } }: IntentRow, decided: number): boolean =>
  at !== null && behind !== null && at + behind < decided - CLOCK_TOLERANCE;

/** The sale has been neither changed nor paid otherwise since then. */
const isDue = ({ state, document }: Sale, { kind, amount, currency }: IntentRow): boolean =>
  kind === 'payment' &&
  state === 'failed' &&
  document.basket_info.missing_sum === amount &&
  document.basket_info.currency === currency;

/** Notes the discovery once: the terminal repeats the transaction until it carries out another one. */
function noteDiscovery(
  world: Pick<World, 'clock' | 'intents' | 'log'>,
  intent: IntentRow,
  report: TransactionReport,
): void {
  if (world.intents.journal.ofIntent(intent.id, 'late').length > 0) return;
  writeJournal(world, intent, 'late', { state: 'found', last: report });
  world.log('error', 'the terminal has carried out what a person said was not', {
    intent: intent.id,
    sale: intent.sale,
    receipt: report.receipt,
  });
}
