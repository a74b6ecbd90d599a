/** The amount that the till confirms when the terminal asks for it, and the amount that the payment comes to by that. */
import type { Answer, Question, TransactionFacts } from '../../../drivers/index.ts';
import { chargedAmount } from '../../domain/chargedAmount.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

/** The amount that this answer confirms, minor units; null where it confirms none, undefined where none was asked for. */
export function amountConfirmedBy(question: Question, answer: Answer): number | null | undefined {
  if (question.kind !== 'input' || question.wants !== 'amount') return undefined;
  const text = answer.kind === 'typed' ? answer.text : answer.kind === 'yes' ? question.initial : undefined;
  const amount = Number(text || Number.NaN);
  return Number.isSafeInteger(amount) ? amount : null;
}

/**
 * Does the reconciliation need this answer? An amount above that of the payment; and after such an amount every later answer
 * to the same question: the terminal asks again where somebody has mistyped.
 */
export function mustKeepConfirmation(
  world: Pick<World, 'intents'>,
  intent: IntentRow,
  confirmed: number | null | undefined,
): boolean {
  if (intent.kind !== 'payment' || confirmed === undefined) return false;
  return (confirmed ?? 0) > intent.amount || lastConfirmation(world, intent) !== undefined;
}

/** The amount that the till confirmed last while this command ran, by the journal; null: none. */
export const confirmedAmountOf = (world: Pick<World, 'intents'>, intent: IntentRow): number | null =>
  (intent.kind === 'payment' ? lastConfirmation(world, intent) : null) ?? null;

/** The last answer in the journal; undefined where the journal has none. */
function lastConfirmation({ intents }: Pick<World, 'intents'>, { id }: IntentRow): number | null | undefined {
  const rows = intents.journal.ofIntent(id, 'wire').map(({ data }) => data.confirmed);
  return rows.findLast(confirmed => confirmed === null || typeof confirmed === 'number') as number | null | undefined;
}

/** The amount that counts as requested, by the report of the terminal, minor units. Reads the journal only for a larger amount. */
export function chargedAmountOf(
  world: Pick<World, 'intents'>,
  intent: IntentRow,
  facts: TransactionFacts | null,
): number {
  const { kind, amount } = intent;
  if (facts?.amount == null || facts.amount <= amount) return amount;
  const report = { amount: facts.amount, tip: facts.tip ?? null };
  return chargedAmount({ kind, amount, confirmed: confirmedAmountOf(world, intent) }, report);
}
