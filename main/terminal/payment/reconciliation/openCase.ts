/** The open case: a command with an unknown outcome, beside the reports of the terminal about other commands. */
import type { Reason, TransactionFacts } from '../../../../drivers/index.ts';
import type { OpenCase, TransactionReport } from '../../../domain/evidence.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import type { IntentRow } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { confirmedAmountOf } from '../confirmedAmount.ts';
import { referenceOf } from '../intent.ts';
import { originalReport } from '../originalTransaction.ts';
import { reportByIntent, reportOf } from '../transactionReport.ts';

/** How many earlier reports a reconciliation compares with. */
export const REPORTS = 30;

/** The terminal's reports about other commands than `intent`, newest first. */
export const reportsOfOthers = (
  { intents }: Pick<World, 'intents'>,
  device: string,
  intent?: string,
): readonly TransactionReport[] =>
  intents
    .reports(device, REPORTS)
    .filter(({ id }) => id !== intent)
    .map(reportByIntent);

/** Further approvals that the terminal reported while the command ran and since then, by the journal. */
export const alsoApprovedIn = ({ intents }: Pick<World, 'intents'>, { id }: IntentRow): readonly TransactionFacts[] =>
  intents.journal.alsoApproved(id);

/** The terminal has said two things about this command, in one answer or in several: only a person decides about it. */
export const isContradicted = ({ intents }: Pick<World, 'intents'>, { id }: IntentRow): boolean =>
  intents.journal
    .ofIntent(id, 'result')
    .some(({ data }) => (data.reason as Partial<Reason> | undefined)?.code === 'contradicted') ||
  intents.journal.ofIntent(id, 'evidence').some(({ data }) => data.contradicts === true);

export function openCaseOf(world: Pick<World, 'intents' | 'clock'>, slot: TerminalSlot, intent: IntentRow): OpenCase {
  const { kind, amount, currency, snapshotBefore, facts, startedAt } = intent;
  const askedAt = world.clock.now();
  const alsoApproved = alsoApprovedIn(world, intent).map(one => reportOf(one, true, askedAt));
  return {
    kind,
    amount,
    confirmed: confirmedAmountOf(world, intent),
    currency,
    original: originalReport(world, intent),
    snapshotBefore,
    reference: referenceOf(intent),
    startedAt,
    otherReports: reportsOfOthers(world, intent.device, intent.id),
    reported: facts && facts.receiptNumber !== undefined ? reportOf(facts, true, askedAt) : null,
    ...(alsoApproved.length > 0 ? { alsoApproved } : {}),
    ...(isContradicted(world, intent) ? { contradicted: true } : {}),
    askedAt,
    shared: isShared(slot, intent),
  };
}

/** A setting that was changed since the command left says nothing about who worked at the terminal then. */
export const isShared = ({ shared }: TerminalSlot, { snapshotBefore }: IntentRow): boolean =>
  shared || snapshotBefore.shared !== false;
