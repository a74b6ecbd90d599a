/** The amount of a payment that the till confirms when its terminal asks for it, and what the payment came to by that. */
import type { Answer, Question, TransactionFacts } from '../../../drivers/terminal.ts';
import { chargedAmount } from '../../domain/chargedAmount.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { reportOf } from './transactionReport.ts';

/** What this answer confirms, minor units; null where none was given, undefined where no amount was asked for. */
export function amountConfirmedBy(question: Question, answer: Answer): number | null | undefined {
  if (question.kind !== 'input' || question.wants !== 'amount') return undefined;
  const text = answer.kind === 'typed' ? answer.text : answer.kind === 'yes' ? question.initial : undefined;
  const amount = Number(text || Number.NaN);
  return Number.isSafeInteger(amount) ? amount : null;
}

/**
 * Has the verdict to know of this answer? An amount above that of the payment; and once one was confirmed, whatever was
 * said to the same question later: the terminal asks again where somebody has mistyped.
 */
export function mustKeepConfirmation(world: World, intent: IntentRow, confirmed: number | null | undefined): boolean {
  if (intent.kind !== 'payment' || confirmed === undefined) return false;
  return (confirmed ?? 0) > intent.amount || wordIn(world, intent) !== undefined;
}

/** What the till has confirmed last while this command ran, by the journal; null: nothing. */
export const confirmedAmountOf = (world: World, intent: IntentRow): number | null =>
  (intent.kind === 'payment' ? wordIn(world, intent) : null) ?? null;

/** The last answer that was kept; undefined: none was. */
function wordIn(world: World, { id }: IntentRow): number | null | undefined {
  const rows = world.intents.journal.ofIntent(id, 'wire').map(({ data }) => data.confirmed);
  return rows.findLast(confirmed => confirmed === null || typeof confirmed === 'number') as number | null | undefined;
}

/** What counts as asked for by what the terminal told, minor units; the journal is read only where that is more. */
export function chargedAmountOf(world: World, intent: IntentRow, facts: TransactionFacts | null): number {
  const { kind, amount } = intent;
  const told = facts && reportOf(facts, true, world.clock.now());
  if (told?.amount == null || told.amount <= amount) return amount;
  return chargedAmount({ kind, amount, confirmed: confirmedAmountOf(world, intent) }, told);
}
