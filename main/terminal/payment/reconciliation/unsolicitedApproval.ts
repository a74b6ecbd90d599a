/**
 * An approval that came after its command had ended as declined. The driver has refused it, so that the terminal takes it back; whether
 * the terminal did is known to its memory alone. The outcome is unknown again, and the terminal is asked.
 */
import type { TransactionFacts } from '../../../../drivers/index.ts';
import type { TransactionReport } from '../../../domain/evidence.ts';
import { approvedAfterwards } from '../../../domain/reconciliationTexts.ts';
import { matchOf } from '../../../domain/transactionMatch.ts';
import { partsOf } from '../../../sale/paidParts.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import type { IntentRow, Sale } from '../../../world/sales.ts';
import type { Arrival } from '../../../world/unsolicitedMessages.ts';
import type { World } from '../../../world/world.ts';
import { chargedAmountOf } from '../confirmedAmount.ts';
import { writeJournal } from '../intent.ts';
import { recordApprovalBeside, saleOfIntent } from '../outcome.ts';
import { reportOf } from '../transactionReport.ts';
import { recordLateDiscovery, showCases } from './lateDiscovery.ts';
import { reportsOfOthers } from './openCase.ts';

/** An approval that no command waited for, and when it came. */
export interface UnsolicitedApproval extends Arrival {
  readonly facts: TransactionFacts;
}

/** Of a message that has just come. */
export function arrivalNow({ clock, dayEnds, intents, running }: World, device: string): Arrival {
  const newest = intents.newestSent(device);
  const sign = newest && running.lastSign(device, newest.id);
  const last = newest && sign ? { intent: newest.id, age: clock.elapsed() - sign.at } : null;
  return { at: clock.now(), behind: dayEnds.newestIntent(device), last };
}

/** A terminal that approves later than this after a command means another one, ms. */
const LATE_AT_MOST = 15 * 60_000;

/** By the time that has passed where it is known: a clock may have been set. */
const isTooLate = ({ at, last }: Arrival, { id, endedAt, startedAt }: IntentRow): boolean =>
  (last?.intent === id ? last.age : at - (endedAt ?? startedAt)) > LATE_AT_MOST;

/**
 * Doubts the declined command that the approval is about. The terminal must not work on another command. `remove`: removes the kept
 * approval inside the job that settles it; false where that is done already.
 */
export async function doubtDeclined(
  world: World,
  slot: TerminalSlot,
  approval: UnsolicitedApproval,
  remove: () => boolean,
): Promise<void> {
  const intent = declinedBefore(world, slot, approval);
  if (!intent) return recordSecond(world, slot, approval, remove);
  const { facts } = approval;
  world.log('error', 'the terminal approved after it had declined', {
    intent: intent.id,
    receipt: facts.receiptNumber,
  });
  const doubt = await world.ledger.write(() => {
    if (world.intents.unsettled(slot.device) || !remove()) return 'none';
    if (world.intents.get(intent.id)?.state !== 'declined') return 'asked';
    writeJournal(world, intent, 'evidence', { event: 'unsolicitedApproval', facts });
    return reopen(world, intent, facts) ? 'reopened' : 'asked';
  });
  if (doubt === 'none') return;
  if (doubt === 'reopened') {
    world.running.noteSign(slot.device, intent.id, 'finishing', world.clock.elapsed());
    await world.recovery.settle(slot);
    return;
  }
  const last = await slot.terminal.lastTransaction();
  if (last.kind === 'found') await recordLateDiscovery(world, slot, { last });
}

/** The newest command that was declined when the approval came, and that fits it; each receipt is asked about once. */
function declinedBefore(
  world: Pick<World, 'clock' | 'intents'>,
  { device }: TerminalSlot,
  approval: UnsolicitedApproval,
): IntentRow | null {
  const { facts, behind } = approval;
  const intent = world.intents.declined(device, behind, RETRIES).find(one => fits(world, one, facts));
  if (!intent || isTooLate(approval, intent)) return null;
  const report = reportOf(facts, true, world.clock.now());
  const isOfOther = isReported(world, device, intent.snapshotBefore, report, intent.id);
  return isOfOther || wasDoubted(world, intent, facts) ? null : intent;
}

/**
 * The newest command has ended with an approval already: another one of its amount, under numbers of its own, is money that nobody asked
 * for, unless the terminal says that it does not keep it.
 */
async function recordSecond(
  world: World,
  slot: TerminalSlot,
  approval: UnsolicitedApproval,
  remove: () => boolean,
): Promise<void> {
  const { device } = slot;
  const { facts } = approval;
  const newest = world.intents.newestSent(device);
  const report = reportOf(facts, true, world.clock.now());
  const isSecond =
    newest?.state === 'approved' &&
    newest.original === null &&
    !isTooLate(approval, newest) &&
    fits(world, newest, facts) &&
    report.originalTrace === null &&
    !isReported(world, device, newest.snapshotBefore, report);
  const last = isSecond ? await slot.terminal.lastTransaction() : null;
  const isKept =
    last?.kind === 'unreachable' ||
    (last?.kind === 'found' &&
      last.approved &&
      OTHERS.has(matchOf(reportOf(last.facts, true, world.clock.now()), report)));
  const isCase = await world.ledger.write(() => {
    if (world.intents.unsettled(device) || !remove() || !newest || !isKept) return false;
    recordApprovalBeside(world, newest, facts, 'twice');
    return true;
  });
  if (!isCase) return;
  world.log('error', 'the terminal approved once more after the end of a command', {
    intent: newest?.id,
    receipt: facts.receiptNumber,
  });
  showCases(world, device);
}

/** So many commands may have been declined since, while the approval was on its way. */
const RETRIES = 5;

/** A serial line may deliver the answer to an earlier question late: it shows what the terminal had before the command. */
function isReported(
  world: Pick<World, 'intents'>,
  device: string,
  { last }: IntentRow['snapshotBefore'],
  report: TransactionReport,
  except?: string,
): boolean {
  const known = [...reportsOfOthers(world, device, except), ...(last && last !== 'none' ? [last] : [])];
  return known.some(other => OTHERS.has(matchOf(other, report)));
}

/** 0: the whole of the original transaction, whose amount is not known. A tip that the terminal reports may have been added. */
const fits = (world: Pick<World, 'intents' | 'clock'>, intent: IntentRow, facts: TransactionFacts): boolean =>
  (intent.amount === 0 || (facts.amount ?? intent.amount) === chargedAmountOf(world, intent, facts)) &&
  (facts.currency ?? intent.currency) === intent.currency;

const OTHERS: ReadonlySet<ReturnType<typeof matchOf>> = new Set(['certain', 'likely']);

const wasDoubted = ({ intents }: Pick<World, 'intents'>, { id }: IntentRow, facts: TransactionFacts): boolean =>
  intents.journal
    .ofIntent(id, 'evidence')
    .some(
      ({ data }) =>
        data.event === 'unsolicitedApproval' && (data.facts as TransactionFacts).receiptNumber === facts.receiptNumber,
    );

/**
 * Inside a job. False where the sale went on otherwise: then the command counts as denied, and what the terminal shows of it is a late
 * discovery.
 */
function reopen(world: World, intent: IntentRow, facts: TransactionFacts): boolean {
  const because = approvedAfterwards(reportOf(facts, true, world.clock.now()));
  const sale = intent.sale === null ? null : saleOfIntent(world, intent);
  if (sale && !waits(sale, intent)) {
    writeJournal(world, intent, 'verdict', { kind: 'didNotHappen', because, who: null });
    return false;
  }
  world.intents.reopen(intent.id, because, { person: false, facts });
  if (sale) world.saleSteps.advance(sale, 'doubted', 'an approval that came late');
  return true;
}

/** The sale has not been changed or paid otherwise since. */
const waits = (sale: Sale, { id, kind, amount, method }: IntentRow): boolean =>
  kind === 'payment' &&
  sale.state === 'failed' &&
  sale.method === method &&
  sale.document.basket_info.missing_sum === amount &&
  !partsOf(sale.document).some(part => part.id === id);
