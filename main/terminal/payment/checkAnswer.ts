/** What the terminal answered, held against what it was asked for. */
import type { Outcome, Reason, TransactionFacts } from '../../../drivers/terminal.ts';
import type { TransactionReport } from '../../domain/evidence.ts';
import { likeness } from '../../domain/lastTransactionWitness.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { chargedAmountOf } from './confirmedAmount.ts';
import { reportsOfOthers } from './reconciliation/openCase.ts';
import { reportOf } from './transactionReport.ts';

/**
 * A terminal that approves another amount than it was asked for (a partial approval, or more without a word about it), or
 * another currency, or that tells an earlier transaction once more, is asked again, and where that does not help a person
 * decides. A serial terminal also repeats, after a cut, its answer to the question before.
 */
export function checkAnswer(world: World, intent: IntentRow, outcome: Outcome): Outcome {
  if (outcome.kind !== 'approved' && outcome.kind !== 'unknown') return outcome;
  const { facts } = outcome;
  // Whatever it tells belongs to the other one: nothing of it may be kept for this.
  if (isRepeated(world, intent, facts))
    return {
      kind: 'unknown',
      reason: doubt(`receipt ${facts.receiptNumber} was told once more`),
      facts: {},
      receipts: [],
    };
  if (outcome.kind === 'unknown') return outcome;
  const text = instead(world, intent, facts);
  return text === null ? outcome : { ...outcome, kind: 'unknown', reason: doubt(text) };
}

const doubt = (text: string): Reason => ({ code: 'garbled', text });

function instead(world: World, intent: IntentRow, facts: TransactionFacts): string | null {
  const { amount, currency, kind, original } = intent;
  if ((facts.currency ?? currency) !== currency)
    return `the terminal approved ${facts.currency} instead of ${currency}`;
  const { originalTraceNumber: of = original?.trace } = facts;
  if (kind === 'reversal' && original?.trace != null && of !== original.trace)
    return `the terminal took back trace ${of} instead of ${original.trace}`;
  if (kind === 'release' || amount === 0) return null;
  const approved = facts.amount ?? amount;
  const whole = kind === 'tip' ? amount + (original?.amount ?? 0) : amount;
  const wanted = [amount, whole, chargedAmountOf(world, intent, facts)];
  return wanted.includes(approved) ? null : `the terminal approved ${approved} instead of ${amount}`;
}

/**
 * Word for word what was told of another one, or before this one left. One that refers to another may go by its number, but
 * not at its time.
 */
function isRepeated(
  world: World,
  { kind, id, device: party, snapshotBefore: baseline }: IntentRow,
  facts: TransactionFacts,
): boolean {
  const told = reportOf(facts, true, world.clock.now());
  const { last } = baseline;
  const before = last === null || last === 'none' ? [] : [last];
  const again = (one: TransactionReport) => BEGINS.has(kind) || (told.time !== null && told.time === one.time);
  return [...before, ...reportsOfOthers(world, party, id)].some(one => likeness(one, told) === 'certain' && again(one));
}

const BEGINS: ReadonlySet<IntentRow['kind']> = new Set(['payment', 'refund', 'preAuthorisation']);
