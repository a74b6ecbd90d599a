/** Asks a terminal for what the verdict needs, question by question. */
import { type Inquiry, reconcile, type TerminalEvidence } from '../../../domain/reconciliation.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import type { IntentRow } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { openPreAuthorisationsOf, totalsOf } from '../snapshotBefore.ts';
import { cannotRepeat } from '../terminalErrors.ts';
import { reportOf } from '../transactionReport.ts';
import type { FoundTransaction, LookupResult } from './lookupResult.ts';
import { openCaseOf } from './openCase.ts';

/**
 * `ask` hears what is asked. Null: the terminal is busy or away, ask again later. Before a person is called everything is
 * asked once more: on a line that was just cut an answer may have belonged to an earlier question.
 */
export async function lookUpOutcome(
  world: World,
  slot: TerminalSlot,
  intent: IntentRow,
  ask: (question: Inquiry) => void = () => undefined,
  kept: KeptAnswer = {},
): Promise<LookupResult | null> {
  const isOlder = kept.last !== undefined;
  const found = await gather(world, slot, intent, ask, kept);
  if (!found) return null;
  const { kind, votes } = found.verdict;
  // An older answer needs a newer one that agrees: the terminal may have taken a payment back meanwhile.
  const isSure = kind !== 'person' && (!isOlder || votes.some(({ witness }) => witness === 'totals'));
  return isSure ? found : gather(world, slot, intent, ask);
}

async function gather(
  world: World,
  slot: TerminalSlot,
  intent: IntentRow,
  ask: (question: Inquiry) => void,
  kept: KeptAnswer = {},
): Promise<LookupResult | null> {
  const suspect = openCaseOf(world, slot, intent);
  let evidence: TerminalEvidence = { idle: false };
  let last: FoundTransaction | null = null;
  const { last: before } = kept;
  let fresh: Answer | undefined;
  kept.last = undefined;
  for (;;) {
    const step = reconcile(suspect, evidence);
    if (step.kind !== 'ask') return { verdict: step, evidence, last };
    ask(step.question);
    const answer = (step.question === 'last' && before) || (await ASK[step.question](slot, world.clock.now));
    if (!answer) {
      kept.last = fresh;
      return null;
    }
    if (step.question === 'last' && answer !== before) fresh = answer;
    last = answer.found ?? last;
    evidence = { ...evidence, ...answer.told };
  }
}

/**
 * The last transaction of a terminal that was idle, told before the line broke at the next question: on a slow line it would
 * never come to that. It counts only together with the sums that are told after it.
 */
export interface KeptAnswer {
  last?: Answer | undefined;
}

interface Answer {
  readonly told: Partial<TerminalEvidence>;
  readonly found?: FoundTransaction;
}

const ASK: Record<Inquiry, (slot: TerminalSlot, now: () => number) => Promise<Answer | null>> = {
  async status({ terminal }) {
    const { kind } = await terminal.status();
    if (kind === 'unreachable' || kind === 'busy') return null;
    return { told: { idle: true, terminal: terminal.terminalId ?? null } };
  },
  async last({ terminal }, now) {
    if (!terminal.features.has('lastTransaction')) return { told: { last: 'untold' } };
    const last = await terminal.lastTransaction();
    if (last.kind === 'unreachable')
      return cannotRepeat(last.reason, terminal.condition) ? { told: { last: 'untold' } } : null;
    if (last.kind === 'none') return { told: { last: 'none' } };
    return { told: { last: reportOf(last.facts, last.approved, now()) }, found: last };
  },
  // A line that breaks between two questions says nothing.
  async totals(slot) {
    const totals = await totalsOf(slot);
    return totals === 'later' ? null : { told: { totals: totals ?? 'untold' } };
  },
  async open(slot) {
    const open = await openPreAuthorisationsOf(slot);
    return open === 'later' ? null : { told: { open: open ?? 'untold' } };
  },
};
