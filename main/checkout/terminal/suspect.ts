/** A command as the verdict sees it, beside what its terminal told of all others. */
import type { Intent as Suspect, Told } from '../../domain/evidence.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { confirmedIn } from './confirmed.ts';
import { toldBy, toldOf } from './told.ts';

/** Transactions told earlier that a verdict knows again. */
const ACCOUNTED = 30;

/** What this terminal told of other intents than this one, newest first. */
export const accountedAt = (world: World, device: string, than?: string): readonly Told[] =>
  world.intents
    .told(device, ACCOUNTED)
    .filter(({ id }) => id !== than)
    .map(toldBy);

/** What was told of the intent itself is no other transaction. */
export function suspectOf(world: World, slot: TerminalSlot, intent: IntentRow): Suspect {
  const { kind, amount, currency, original, baseline, facts, startedAt } = intent;
  const askedAt = world.clock.now();
  // What was said of the terminal since then says nothing of who worked there then.
  const shared = slot.shared || baseline.shared !== false;
  const heard = facts && facts.receiptNumber !== undefined ? toldOf(facts, true, askedAt) : null;
  const accounted = accountedAt(world, intent.party, intent.id);
  const reference = facts?.reference ?? null;
  const confirmed = confirmedIn(world, intent);
  const asked = { kind, amount, confirmed, currency, original, baseline, reference, startedAt };
  return { ...asked, accounted, heard, askedAt, shared };
}
