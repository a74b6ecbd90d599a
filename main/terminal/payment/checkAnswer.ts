/** The check of the terminal's answer against the command: another amount, another currency, or an earlier transaction. */
import type { Approvals, Outcome, Reason, TransactionFacts } from '../../../drivers/index.ts';
import { hasTrace, type TransactionReport } from '../../domain/evidence.ts';
import { isNewTip } from '../../domain/tipVote.ts';
import { matchOf } from '../../domain/transactionMatch.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { chargedAmountOf } from './confirmedAmount.ts';
import { originalReport } from './originalTransaction.ts';
import { REPORTS } from './reconciliation/openCase.ts';
import { reportByIntent, reportOf } from './transactionReport.ts';

/**
 * Makes an answer unknown that does not fit the command: another amount (a partial approval, or more without a reported tip),
 * another currency, or the repeated report of an earlier transaction. The terminal is then asked again, and where that does not
 * help a person decides. A serial terminal repeats, after a cut line, its answer to the previous question.
 */
export function checkAnswer(world: Pick<World, 'intents' | 'clock'>, intent: IntentRow, outcome: Outcome): Outcome {
  if (outcome.kind !== 'approved' && outcome.kind !== 'unknown') return outcome;
  const { facts, alsoApproved: _all, ...answer } = outcome;
  const own = approvalsOf(outcome).filter(one => !isRepeated(world, intent, one));
  const fitting = own.find(one => deviation(world, intent, one) === null) ?? own[0];
  // A repeated report belongs to the other command: none of its facts and slips are kept for this command.
  if (!fitting)
    return {
      kind: 'unknown',
      reason: doubt(`receipt ${facts.receiptNumber} was reported once more`),
      facts: {},
      receipts: [],
    };
  const others = own.filter(one => one !== fitting);
  const approvals: Approvals = { facts: fitting, ...(others.length > 0 ? { alsoApproved: others } : {}) };
  const text = answer.kind === 'approved' ? deviation(world, intent, fitting) : null;
  // Only a sale can show a surplus that somebody keeps or takes back.
  const severalTimes = others.length > 0 && (intent.kind !== 'payment' || intent.sale === null);
  const because = text ?? (severalTimes ? 'the terminal approved more than once' : null);
  return because === null || answer.kind === 'unknown'
    ? { ...answer, ...approvals }
    : { ...answer, ...approvals, kind: 'unknown', reason: doubt(because) };
}

/** The approvals that the terminal reported while the command ran. */
const approvalsOf = ({ facts, alsoApproved = [] }: Approvals): readonly TransactionFacts[] => [facts, ...alsoApproved];

const doubt = (text: string): Reason => ({ code: 'garbled', text });

/** How the approval deviates from the command; null when it fits. */
function deviation(world: Pick<World, 'intents' | 'clock'>, intent: IntentRow, facts: TransactionFacts): string | null {
  const { amount, currency, kind, original } = intent;
  if ((facts.currency ?? currency) !== currency)
    return `the terminal approved ${facts.currency} instead of ${currency}`;
  const { originalTraceNumber: reversed } = facts;
  const meant = originalReport(world, intent);
  if (kind === 'reversal' && reversed && meant?.trace != null && !hasTrace(meant, reversed))
    return `the terminal took back trace ${reversed} instead of ${meant.trace}`;
  // The reconciliation does not take such a report for the command, either.
  if (original === null && reversed && reversed !== facts.traceNumber)
    return `the terminal took back trace ${reversed} instead of carrying out the ${kind}`;
  if (kind === 'release' || amount === 0) return null;
  const approved = facts.amount ?? amount;
  const whole = kind === 'tip' ? amount + (original?.amount ?? 0) : amount;
  const wanted = [amount, whole, chargedAmountOf(world, intent, facts)];
  return wanted.includes(approved) ? null : `the terminal approved ${approved} instead of ${amount}`;
}

/**
 * True when the report equals that of another command, or the snapshot before this command. A command that refers to another
 * transaction may come back under the number of that transaction, but not with its time; a tip also with its time, but with a
 * sum that has grown.
 */
function isRepeated(world: Pick<World, 'intents' | 'clock'>, intent: IntentRow, facts: TransactionFacts): boolean {
  const { kind, id, device } = intent;
  const { last } = intent.snapshotBefore;
  const report = reportOf(facts, true, world.clock.now());
  if (isNewTip(intent, report)) return false;
  const before = last === null || last === 'none' ? [] : [last];
  const others = () => world.intents.reportsLike(device, REPORTS, report).filter(other => other.id !== id);
  const isSame = (other: TransactionReport) =>
    matchOf(other, report) === 'certain' &&
    (INDEPENDENT.has(kind) || (report.time !== null && report.time === other.time));
  return before.some(isSame) || others().some(other => isSame(reportByIntent(other)));
}

/** Kinds that refer to no other transaction. */
const INDEPENDENT: ReadonlySet<IntentRow['kind']> = new Set(['payment', 'refund', 'preAuthorisation']);
