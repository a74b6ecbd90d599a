/** What the terminal answered, held against what it was asked for. */
import type { Outcome, Reason, TransactionFacts } from '../../../drivers/terminal.ts';
import type { Told } from '../../domain/evidence.ts';
import { likeness } from '../../domain/witnesses.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { chargedBy } from './confirmed.ts';
import { accountedAt } from './suspect.ts';
import { toldOf } from './told.ts';

/**
 * A terminal that approves another amount than it was asked for (a partial approval, or more without a word about it), or
 * another currency, or that tells an earlier transaction once more, is asked again, and where that does not help a person
 * decides. A serial terminal also repeats, after a cut, its answer to the question before.
 */
export function asAsked(world: World, intent: IntentRow, outcome: Outcome): Outcome {
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
  const wanted = [amount, whole, chargedBy(world, intent, facts)];
  return wanted.includes(approved) ? null : `the terminal approved ${approved} instead of ${amount}`;
}

/**
 * Word for word what was told of another one, or before this one left. One that refers to another may go by its number, but
 * not at its time.
 */
function isRepeated(world: World, { kind, id, party, baseline }: IntentRow, facts: TransactionFacts): boolean {
  const told = toldOf(facts, true, world.clock.now());
  const { last } = baseline;
  const before = last === null || last === 'none' ? [] : [last];
  const again = (one: Told) => BEGINS.has(kind) || (told.time !== null && told.time === one.time);
  return [...before, ...accountedAt(world, party, id)].some(one => likeness(one, told) === 'certain' && again(one));
}

const BEGINS: ReadonlySet<IntentRow['kind']> = new Set(['payment', 'refund', 'preAuthorisation']);
