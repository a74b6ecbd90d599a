/** A person had said that it was not carried out, and the terminal shows it all the same: the money counts, and it is told. */
import type { TransactionReport } from '../../../domain/evidence.ts';
import { CLOCK_TOLERANCE, lastTransactionReport, likeness } from '../../../domain/lastTransactionWitness.ts';
import { newReceipt } from '../../../domain/reconciliationTexts.ts';
import { close } from '../../../sale/close.ts';
import type { Decision } from '../../../wire/events.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import type { IntentRow, Sale } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { writeJournal } from '../intent.ts';
import { cardClosing, markLate, saleOfIntent } from '../outcome.ts';
import { showLateApproval } from '../screenView.ts';
import { reportOf } from '../transactionReport.ts';
import type { FoundTransaction } from './lookupResult.ts';
import { openCaseOf } from './openCase.ts';
import { decisionOn, evidenceShown } from './records.ts';

/**
 * `last`: what a terminal that was just asked keeps. Its sale is paid, and stays on the till as a late approval until
 * somebody keeps it or takes it back. A sale that has gone another way stays as it is: the end-of-day names the receipt.
 */
export async function recordLateDiscovery(world: World, slot: TerminalSlot, last: FoundTransaction): Promise<void> {
  const intent = world.intents.newestSent(slot.device);
  const told = reportOf(last.facts, last.approved, world.clock.now());
  const denial = intent && denialOf(world, intent);
  if (!denial || !isIts(world, slot, intent, told)) return;
  await world.ledger.write(() => {
    if (denialOf(world, world.intents.get(intent.id) ?? intent)) overrule(world, intent, last, told, denial);
  });
  showLateApproval(world, slot.device);
}

/** A person's word that it was not carried out, while that is what counts. */
function denialOf(world: World, intent: IntentRow): Decision | null {
  const decision = intent.state === 'declined' ? decisionOn(world, intent) : null;
  return decision?.happened === false ? decision : null;
}

/** Of a terminal that others use, too, nobody can say whose it is; whoever had it on the screen has said that it is not. */
function isIts(world: World, slot: TerminalSlot, intent: IntentRow, told: TransactionReport): boolean {
  const { last: seen } = evidenceShown(world, intent);
  if (slot.shared || (typeof seen === 'object' && likeness(seen, told) !== 'no')) return false;
  return lastTransactionReport(openCaseOf(world, slot, intent), told, null)?.says === 'happened';
}

function overrule(
  world: World,
  intent: IntentRow,
  last: FoundTransaction,
  told: TransactionReport,
  denial: Decision,
): void {
  const sale = intent.sale === null ? null : saleOfIntent(world, intent);
  const due = sale === null || isDue(sale, intent);
  if (due && isBefore(told, intent, denial.at)) carryOut(world, intent, sale, last, told);
  else tell(world, intent, told);
}

function carryOut(
  world: World,
  intent: IntentRow,
  sale: Sale | null,
  last: FoundTransaction,
  told: TransactionReport,
): void {
  const because = newReceipt(told);
  const { facts, receipts } = last;
  writeJournal(world, intent, 'verdict', {
    kind: 'happened',
    because,
    evidence: { idle: true, last: told },
    who: null,
  });
  const slips = sale === null && receipts.length > 0 ? { slips: receipts } : {};
  world.intents.overrule(intent.id, { reason: because, facts, ...slips });
  if (!sale) return;
  close(world, sale, cardClosing(world, intent, { facts, receipts }));
  markLate(world, intent, 'late');
}

/**
 * Whoever was told that it is not paid may pay the same amount again, at the keys of the terminal as well: only what
 * certainly happened before somebody said so is what it was said of, by clocks that were compared at an earlier result.
 */
const isBefore = ({ at }: TransactionReport, { snapshotBefore: { behind } }: IntentRow, decided: number): boolean =>
  at !== null && behind !== null && at + behind < decided - CLOCK_TOLERANCE;

/** Nothing was changed or paid otherwise since. */
const isDue = ({ state, document }: Sale, { kind, amount, currency }: IntentRow): boolean =>
  kind === 'payment' &&
  state === 'failed' &&
  document.basket_info.missing_sum === amount &&
  document.basket_info.currency === currency;

/** Once: the terminal shows it until it has done something else. */
function tell(world: World, intent: IntentRow, told: TransactionReport): void {
  if (world.intents.journal.ofIntent(intent.id, 'late').length > 0) return;
  writeJournal(world, intent, 'late', { state: 'found', last: told });
  world.log('error', 'the terminal has carried out what a person said was not', {
    intent: intent.id,
    sale: intent.sale,
    receipt: told.receipt,
  });
}
