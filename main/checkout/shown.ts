/** What the screens see of a command at the terminal, and of what is known about an ending nobody told. */
import type { Evidence as Gathered, Texts } from '../domain/verdict.ts';
import type { IntentRow } from '../ports/sales.ts';
import type { World } from '../ports/world.ts';
import type { Evidence } from '../push/events.ts';
import type { Shown } from './running.ts';

export const shown = (world: World, intent: IntentRow, startedAt: number): Shown => ({
  transaction: intent.sale,
  operation: intent.sale === null ? intent.id : null,
  kind: intent.kind,
  device: intent.party,
  till: intent.till === null ? null : tillOf(world, intent.merchant, intent.till),
  amount: intent.amount,
  currency: intent.currency,
  startedAt,
});

const tillOf = (world: World, merchant: string, id: string) => ({
  id,
  description: world.devices.description(merchant, id) ?? '',
});

/** What the terminal was asked and said; of its last transaction only what a person can compare. */
export function evidenceOf(
  { baseline: { last: before, totals } }: IntentRow,
  asked: number | null,
  gathered: Gathered | null,
  because: Texts | null,
): Evidence {
  const last = gathered?.last;
  const now = gathered?.totals;
  return {
    because,
    known_receipt: before === 'none' ? 0 : (before?.receipt ?? null),
    asked,
    last: last === undefined || typeof last === 'string' ? null : lastShown(last),
    totals: totals === null ? null : { before: totals, now: now === undefined || now === 'untold' ? null : now },
  };
}

const lastShown = ({
  approved,
  receipt,
  trace,
  amount,
  at,
  cardName,
  lastFour,
}: Extract<Gathered['last'], object>) => ({
  approved,
  receipt_number: receipt,
  trace_number: trace,
  amount,
  at,
  card_name: cardName,
  last_four: lastFour,
});

/** Puts the oldest late approval of a terminal on the screens, as it was charged, unless something runs there. */
export function showLate(world: World, device: string): void {
  const intent = world.intents.openLate(device);
  if (!intent || world.running.view(device)) return;
  const amount = intent.facts?.amount ?? intent.amount;
  world.running.begin(intent.merchant, intent.till, { ...shown(world, intent, intent.startedAt), amount }).step('late');
}

/** After a start: what was to be decided still is. */
export function showAllLate(world: World): void {
  for (const { party } of world.intents.allOpenLate()) showLate(world, party);
}
