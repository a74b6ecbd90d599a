/** The amount of a payment that the till confirms when its terminal asks for it, and what the payment came to by that. */
import type { Answer, Question, TransactionFacts } from '../../drivers/terminal.ts';
import { chargedFor } from '../domain/charged.ts';
import type { IntentRow } from '../ports/sales.ts';
import type { World } from '../ports/world.ts';
import { toldOf } from './told.ts';

/** What this answer confirms, minor units; null where no amount was asked for, or none was given. */
export function confirmedBy(question: Question, answer: Answer): number | null {
  if (question.kind !== 'input' || question.wants !== 'amount') return null;
  const text = answer.kind === 'typed' ? answer.text : answer.kind === 'yes' ? question.initial : undefined;
  const amount = Number(text || Number.NaN);
  return Number.isSafeInteger(amount) ? amount : null;
}

/** What the till has confirmed last while this command ran, by the journal; null: nothing. */
export function confirmedIn(world: World, { id, kind }: IntentRow): number | null {
  if (kind !== 'payment') return null;
  const rows = world.intents.journal.ofIntent(id, 'wire').map(({ data }) => data.confirmed);
  return rows.findLast(confirmed => typeof confirmed === 'number') ?? null;
}

/** What counts as asked for by what the terminal told, minor units; the journal is read only where that is more. */
export function chargedBy(world: World, intent: IntentRow, facts: TransactionFacts | null): number {
  const { kind, amount } = intent;
  const told = facts && toldOf(facts, true, world.clock.now());
  if (told?.amount == null || told.amount <= amount) return amount;
  return chargedFor({ kind, amount, confirmed: confirmedIn(world, intent) }, told);
}
