/**
 * An answer about money that came after the end of its command, or under a name that no command has (O.P.I.). Nobody can refuse it: an
 * approval is money, and a person decides about it. An answer that contradicts the end of its command is kept, so that no later word
 * of the terminal decides, also after a restart.
 */
import type { LateAnswer, TransactionFacts } from '../../../../drivers/index.ts';
import { approvedAfterwards, SAID_TWO_THINGS } from '../../../domain/reconciliationTexts.ts';
import { matchOf } from '../../../domain/transactionMatch.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import type { IntentRow } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { writeJournal } from '../intent.ts';
import { markContradicted, recordApprovalBeside } from '../outcome.ts';
import { reportByIntent, reportOf } from '../transactionReport.ts';
import { doubtApproval, isPaymentOfSale } from './doubtedCommand.ts';
import { applyDiscovery, showCases } from './lateDiscovery.ts';
import { REPORTS } from './openCase.ts';

/** Effect of a late answer. `none` also where it stays for later. */
type Effect = 'none' | 'case' | 'unknown';

/**
 * Opens the case that the answer gives reason for. It does not while the terminal works on a command, or another outcome of the terminal
 * is unknown: then the answer stays for later. `remove`: removes it inside the job that settles it; false where that is done already.
 */
export async function settleLateAnswer(
  world: World,
  slot: TerminalSlot,
  answer: LateAnswer,
  remove: () => boolean,
): Promise<void> {
  const effect = await world.ledger.write((): Effect => {
    const named = commandNamed(world, slot, answer.facts);
    const unsettled = world.intents.unsettled(slot.device);
    // One outcome of a terminal is unknown at a time.
    const about = named ?? world.intents.newestSent(slot.device);
    const isOfOther = unsettled !== null && unsettled.id !== about?.id;
    if (unsettled?.state === 'open' || isOfOther || !remove()) return 'none';
    return named ? ofCommand(world, slot, named, answer) : ofNobody(world, slot, answer);
  });
  if (effect === 'case') showCases(world, slot.device);
  if (effect === 'unknown') await world.recovery.askNow(slot);
}

/** The command of this reference; an approval beside it has the same reference, and is newer. */
function commandNamed(
  { intents }: Pick<World, 'intents'>,
  { device }: TerminalSlot,
  { reference }: TransactionFacts,
): IntentRow | null {
  if (reference === undefined) return null;
  const row = intents.reports(device, REPORTS).findLast(({ facts }) => facts?.reference === reference);
  return row ? intents.get(row.id) : null;
}

function ofCommand(world: World, slot: TerminalSlot, intent: IntentRow, answer: LateAnswer): Effect {
  switch (intent.state) {
    case 'approved':
      return ofApproved(world, intent, answer);
    case 'declined':
      return answer.says === 'approved' ? ofDeclined(world, slot, intent, answer) : 'none';
    case 'unknown':
      return ofUnknown(world, intent, answer);
    default:
      return 'none';
  }
}

function ofApproved(world: World, intent: IntentRow, { says, facts }: LateAnswer): Effect {
  const isSaid = says === 'approved';
  if (isSaid && isReported(world, intent.device, facts)) return 'none';
  if (isSaid && isOther(intent.facts ?? {}, facts)) {
    recordApprovalBeside(world, intent, facts, 'twice');
    return 'case';
  }
  keepAnswer(world, intent, { says, facts }, true);
  world.log('error', 'the terminal contradicts its approval', { intent: intent.id, sale: intent.sale, says });
  if (isPaymentOfSale(intent)) return markContradicted(world, intent) ? 'case' : 'none';
  // The person sees what the terminal says now.
  return doubtApproval(world, intent, SAID_TWO_THINGS) ? 'unknown' : 'none';
}

/** The sale waits for a person, or the money is a surplus of what has become of the sale since. */
function ofDeclined(world: World, slot: TerminalSlot, intent: IntentRow, { says, facts }: LateAnswer): Effect {
  const report = reportOf(facts, true, world.clock.now());
  const because = approvedAfterwards(report);
  keepAnswer(world, intent, { says, facts }, true);
  writeJournal(world, intent, 'verdict', { kind: 'didNotHappen', because, who: null });
  const last = { kind: 'found', approved: true, resultCode: 0, facts, receipts: [] } as const;
  applyDiscovery(world, slot, { last, report, intent, isCertain: false, because });
  return 'case';
}

/** An approval is evidence that no silence of the terminal outweighs. */
function ofUnknown(world: World, intent: IntentRow, { says, facts }: LateAnswer): Effect {
  const { facts: known } = intent;
  const wasApproved = known?.amount !== undefined;
  if (says !== 'approved' && !wasApproved) return 'none';
  if (says === 'approved' && wasApproved && !isOther(known, facts)) return 'none';
  if (says === 'approved' && !wasApproved) world.intents.report(intent.id, { ...known, ...facts });
  const further = says === 'approved' && wasApproved ? { alsoApproved: [facts] } : {};
  keepAnswer(world, intent, { says, facts, ...further }, says !== 'approved');
  return 'unknown';
}

/** No command has this name. An approval is money all the same, and stands beside the newest command of the terminal. */
function ofNobody(world: World, { device }: TerminalSlot, { says, facts }: LateAnswer): Effect {
  if (says !== 'approved' || isReported(world, device, facts)) return 'none';
  const newest = world.intents.newestSent(device);
  world.log('error', 'the terminal approved under a name that no command has', {
    device,
    receipt: facts.receiptNumber,
  });
  if (!newest) return 'none';
  if (newest.state === 'unknown') {
    // The person who decides about the newest command sees both answers, and the decision makes this answer a case.
    keepAnswer(world, newest, { says, facts, alsoApproved: [facts] }, false);
    return 'unknown';
  }
  recordApprovalBeside(world, newest, facts, 'foreign');
  return 'case';
}

/** The same approval has been reported before: terminals send an answer again. */
const isReported = ({ intents, clock }: Pick<World, 'intents' | 'clock'>, device: string, facts: TransactionFacts) => {
  const report = reportOf(facts, true, clock.now());
  return intents
    .reports(device, REPORTS)
    .some(row => row.state === 'approved' && SAME.has(matchOf(reportByIntent(row), report)));
};

const SAME: ReadonlySet<ReturnType<typeof matchOf>> = new Set(['certain', 'likely']);

/** Another receipt or trace number: money of its own. */
const isOther = (known: TransactionFacts, facts: TransactionFacts): boolean =>
  differ(known.receiptNumber, facts.receiptNumber) || differ(known.traceNumber, facts.traceNumber);

const differ = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

/** Inside a job. `contradicts`: no further word of the terminal about this command decides. */
function keepAnswer(world: World, intent: IntentRow, answer: object, contradicts: boolean): void {
  writeJournal(world, intent, 'evidence', { event: 'lateAnswer', ...answer, ...(contradicts ? { contradicts } : {}) });
}
