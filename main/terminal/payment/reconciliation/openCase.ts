/** A command as the verdict sees it, beside what its terminal told of all others. */
import type { OpenCase as Suspect, TransactionReport } from '../../../domain/evidence.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import type { IntentRow } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { confirmedAmountOf } from '../confirmedAmount.ts';
import { reportByIntent, reportOf } from '../transactionReport.ts';

/** Transactions told earlier that a verdict knows again. */
const ACCOUNTED = 30;

/** What this terminal told of other intents than this one, newest first. */
export const reportsOfOthers = (world: World, device: string, than?: string): readonly TransactionReport[] =>
  world.intents
    .reports(device, ACCOUNTED)
    .filter(({ id }) => id !== than)
    .map(reportByIntent);

/** What was told of the intent itself is no other transaction. */
export function openCaseOf(world: World, slot: TerminalSlot, intent: IntentRow): Suspect {
  const { kind, amount, currency, original, snapshotBefore, facts, startedAt } = intent;
  const askedAt = world.clock.now();
  // What was said of the terminal since then says nothing of who worked there then.
  const shared = slot.shared || snapshotBefore.shared !== false;
  const heard = facts && facts.receiptNumber !== undefined ? reportOf(facts, true, askedAt) : null;
  const accounted = reportsOfOthers(world, intent.device, intent.id);
  const reference = facts?.reference ?? null;
  const confirmed = confirmedAmountOf(world, intent);
  const asked = { kind, amount, confirmed, currency, original, snapshotBefore, reference, startedAt };
  return { ...asked, otherReports: accounted, reported: heard, askedAt, shared };
}
