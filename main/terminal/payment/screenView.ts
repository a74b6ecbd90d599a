/** The screens' view of a command at the terminal, and of the evidence about an unknown outcome. */

import type { TerminalEvidence as Gathered } from '../../domain/reconciliation.ts';
import type { Texts } from '../../domain/texts.ts';
import type { Evidence, RunningPayment } from '../../wire/events.ts';
import type { InitialPaymentView } from '../../world/running.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { awaitingPerson, undecidedOnScreen } from './commandOwner.ts';
import { ownReversalOf } from './outcome.ts';
import { partApprovalOf } from './partApproval.ts';
import { awaitsDecision, initialView } from './runningView.ts';

export const commandDetails = (
  world: Pick<World, 'devices'>,
  intent: IntentRow,
  startedAt: number,
): InitialPaymentView => ({
  transaction: intent.sale,
  operation: intent.sale === null ? intent.id : null,
  kind: intent.kind,
  device: intent.device,
  till: intent.till === null ? null : tillOf(world, intent.merchant, intent.till),
  amount: intent.amount,
  currency: intent.currency,
  startedAt,
  lateBecause: null,
});

const tillOf = (world: Pick<World, 'devices'>, merchant: string, id: string) => ({
  id,
  description: world.devices.description(merchant, id) ?? '',
});

/** The evidence of the terminal; of its last transaction only the members that a person can compare. */
export function evidenceOf(
  intent: IntentRow,
  asked: number | null,
  gathered: Gathered | null,
  because: Texts | null,
): Evidence {
  const { last: before, totals } = intent.snapshotBefore;
  const last = gathered?.last;
  const now = gathered?.totals;
  const part = partApprovalOf(intent, last ?? null);
  return {
    because,
    known_receipt: before === 'none' ? 0 : (before?.receipt ?? null),
    asked,
    last: last === undefined || typeof last === 'string' ? null : lastShown(last),
    approved_part: part && { amount: part.amount, receipt_number: part.receipt },
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

/** An approval that waits for a decision, with the amount that was charged. */
const waiting = (world: Pick<World, 'devices' | 'intents'>, intent: IntentRow): InitialPaymentView => ({
  ...commandDetails(world, intent, intent.startedAt),
  amount: intent.facts?.amount ?? intent.amount,
  lateBecause: lateBecauseOf(world, intent),
});

/** An approval beside that of a command: of the same one (`twice`), or of none (`foreign`). */
function besidesOf({ intents }: Pick<World, 'intents'>, { id }: IntentRow): 'twice' | 'foreign' | null {
  const row = intents.journal.ofIntent(id, 'result').find(({ data }) => data.besides !== undefined);
  return row ? (row.data.about === 'foreign' ? 'foreign' : 'twice') : null;
}

const wasContradicted = ({ intents }: Pick<World, 'intents'>, { id }: IntentRow): boolean =>
  intents.journal.ofIntent(id, 'late').findLast(({ data }) => data.state === 'open')?.data.contradicted === true;

/**
 * The reason why an approval is late, by facts alone: a stop was requested, a person had decided before the discovery,
 * or the line broke.
 */
function lateBecauseOf(world: Pick<World, 'intents'>, intent: IntentRow): RunningPayment['lateBecause'] {
  if (intent.decisionKind !== 'late') return null;
  if (ownReversalOf(world, intent)) return 'takenBack';
  if (intent.surplus) return besidesOf(world, intent) ?? 'surplus';
  if (wasContradicted(world, intent)) return 'contradicted';
  if (intent.stopRequestedAt !== null) return 'stopped';
  const verdicts = world.intents.journal.ofIntent(intent.id, 'verdict');
  if (verdicts.some(({ data }) => typeof data.who === 'string')) return 'decided';
  return verdicts.some(({ data }) => data.kind === 'didNotHappen') ? 'denied' : 'lineBroke';
}

/** The undecided approval of this till: at this terminal first, else at another terminal, which need not be connected any more. */
export function lateApprovalOf(world: Pick<World, 'intents'>, till: string, device: string | null): IntentRow | null {
  const own = world.intents.allOpenDecisions().filter(late => late.till === till);
  return own.find(intent => intent.device === device) ?? own[0] ?? null;
}

/**
 * The command that a till sees: its own at this terminal, else the undecided command of the sale on its screen, else its
 * undecided approval, else its outcome that waits for a person, else any command that runs at the terminal. A command of
 * another till hides none of the first four. `device` null: the till has no terminal.
 */
export function viewOf(
  world: Pick<World, 'devices' | 'intents' | 'running'>,
  till: string,
  device: string | null,
): RunningPayment | null {
  const running = device === null ? null : world.running.view(device);
  const own = running !== null && world.running.till(running.device) === till ? running : null;
  if (own && !awaitsDecision(own)) return own;
  const late = () => lateView(world, lateApprovalOf(world, till, device));
  return openedView(world, till) ?? own ?? late() ?? personView(world, awaitingPerson(world, till)) ?? running;
}

/** The command of the sale on the screen, at whatever terminal and from whichever till it was paid. */
function openedView(world: Pick<World, 'devices' | 'intents' | 'running'>, till: string): RunningPayment | null {
  const opened = undecidedOnScreen(world, till);
  const there = opened && world.running.view(opened.device);
  return there?.transaction === opened?.sale ? there : lateView(world, opened);
}

const lateView = (world: Pick<World, 'devices' | 'intents'>, intent: IntentRow | null): RunningPayment | null =>
  intent?.decision === 'open' ? initialView(waiting(world, intent), intent.decisionKind) : null;

/** The view since the person was called, or since the start. */
const personView = (world: Pick<World, 'running'>, intent: IntentRow | null): RunningPayment | null =>
  intent && world.running.view(intent.device);

/**
 * The commands that a till has left behind. An unsettled reversal stands for the payment that it takes back. A command that a
 * program runs was never on the screen: only its unknown outcome concerns a person.
 */
export function waitingViews(
  world: Pick<World, 'devices' | 'intents' | 'running'>,
  till: string,
): readonly RunningPayment[] {
  const { intents } = world;
  const isGone = (one: IntentRow) => one.till === till && (one.sale === null || !intents.onScreen(till, one.sale));
  const views = [
    ...intents
      .allUnsettled()
      .filter(isGone)
      .map(one => unsettledView(world, one)),
    ...intents
      .allOpenDecisions()
      .filter(isGone)
      .map(one => lateView(world, one)),
  ].filter(view => view !== null);
  const isFirst = (view: RunningPayment, at: number) =>
    views.findIndex(one => one.device === view.device && subjectOf(one) === subjectOf(view)) === at;
  return views.filter(isFirst).sort((a, b) => a.startedAt - b.startedAt);
}

function unsettledView(world: Pick<World, 'devices' | 'running'>, intent: IntentRow): RunningPayment | null {
  const view = world.running.view(intent.device);
  if (view === null || awaitsDecision(view) || subjectOf(view) !== (intent.sale ?? intent.id))
    return intent.state === 'unknown' ? initialView(commandDetails(world, intent, intent.startedAt), 'deciding') : null;
  const wasOnScreen = intent.onScreen || intent.sale === null;
  return wasOnScreen || isUnclear(view) || isTakingBack(view) ? view : null;
}

const subjectOf = ({ transaction, operation }: RunningPayment): string => transaction ?? operation ?? '';

const isUnclear = ({ step }: RunningPayment): boolean => step === 'deciding' || step === 'person';

const isTakingBack = ({ kind }: RunningPayment): boolean => kind === 'reversal';

/** Shows the undecided approval of a terminal on the screens, unless a command runs there. */
export function showLateApproval(world: Pick<World, 'devices' | 'intents' | 'running'>, device: string): void {
  const intent = world.intents.openDecision(device);
  if (!intent || world.running.view(device)) return;
  world.running.begin(intent.merchant, intent.till, waiting(world, intent)).step(intent.decisionKind);
}

/** After a start: undecided approvals are shown again. */
export function showLateApprovals(world: Pick<World, 'devices' | 'intents' | 'running'>): void {
  for (const { device } of world.intents.allOpenDecisions()) showLateApproval(world, device);
}
