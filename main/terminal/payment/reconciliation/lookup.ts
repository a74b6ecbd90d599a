/** The lookup of an outcome: asks the terminal for the evidence that the reconciliation needs, inquiry by inquiry. */
import { type Inquiry, reconcile, type TerminalEvidence } from '../../../domain/reconciliation.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import type { FoundTransaction } from '../../../world/recovery.ts';
import type { IntentRow } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { openPreAuthorisationsOf, totalsOf } from '../snapshotBefore.ts';
import { cannotRepeat } from '../terminalErrors.ts';
import { reportOf } from '../transactionReport.ts';
import type { LookupResult } from './lookupResult.ts';
import { openCaseOf } from './openCase.ts';

type LookupWorld = Pick<World, 'intents' | 'clock'>;

/** No answer now: the terminal says that it is at work, or it says nothing. It is asked again later. */
export type NoAnswer = 'busy' | 'away';

/**
 * Calls `announce` before each inquiry. Before a person is called,
 * everything is asked once more: on a line that was just cut an answer may belong to an earlier inquiry.
 */
export async function lookUpOutcome(
  world: LookupWorld,
  slot: TerminalSlot,
  intent: IntentRow,
  announce: (inquiry: Inquiry) => void = () => undefined,
  kept: KeptAnswer = {},
): Promise<LookupResult | NoAnswer> {
  const isOlder = kept.last !== undefined;
  const result = await gather(world, slot, intent, announce, kept);
  if (typeof result === 'string') return result;
  const { kind, votes } = result.verdict;
  // A kept answer counts only with newer totals that agree: the terminal may have taken a payment back meanwhile.
  const isSure = kind !== 'person' && (!isOlder || votes.some(({ source }) => source === 'totals'));
  return isSure ? result : gather(world, slot, intent, announce, { unreadable: kept.unreadable ?? 0 });
}

async function gather(
  world: LookupWorld,
  slot: TerminalSlot,
  intent: IntentRow,
  announce: (inquiry: Inquiry) => void,
  kept: KeptAnswer = {},
): Promise<LookupResult | NoAnswer> {
  const openCase = openCaseOf(world, slot, intent);
  const shown = openCase.alsoApproved?.at(-1);
  let evidence: TerminalEvidence = { idle: false, ...(shown ? { last: shown } : {}) };
  let last: FoundTransaction | null = null;
  const { last: before } = kept;
  let fresh: Answer | undefined;
  kept.last = undefined;
  for (;;) {
    const step = reconcile(openCase, evidence);
    if (step.kind !== 'ask') return { verdict: step, evidence, last };
    announce(step.question);
    const answer = (step.question === 'last' && before) || (await INQUIRIES[step.question](slot, world.clock.now));
    if (typeof answer === 'string') {
      kept.last = fresh;
      return answer;
    }
    if (step.question === 'last') {
      kept.unreadable = answer.evidence.unreadable === undefined ? 0 : (kept.unreadable ?? 0) + 1;
      if (kept.unreadable > 0 && kept.unreadable < UNREADABLE_TIMES) return 'away';
    }
    if (step.question === 'last' && answer !== before) fresh = answer;
    last = answer.found ?? last;
    evidence = { ...evidence, ...answer.evidence };
  }
}

/**
 * The last transaction of an idle terminal, reported before the line broke at the next inquiry: on a slow line the lookup would
 * never get further. It counts only together with totals that are reported after it.
 */
export interface KeptAnswer {
  last?: Answer | undefined;
  /** So often in a row the terminal has answered in a way that cannot be read. */
  unreadable?: number;
}

/** On a noisy line an answer may be spoilt; a terminal that answers so often in the same way will go on to do so. */
const UNREADABLE_TIMES = 3;

interface Answer {
  readonly evidence: Partial<TerminalEvidence>;
  readonly found?: FoundTransaction;
}

const INQUIRIES: Record<Inquiry, (slot: TerminalSlot, now: () => number) => Promise<Answer | NoAnswer>> = {
  async status({ terminal }) {
    const { kind } = await terminal.status();
    if (kind === 'busy') return 'busy';
    if (kind === 'unreachable') return 'away';
    return { evidence: { idle: true, terminal: terminal.terminalId ?? null } };
  },
  async last({ terminal }, now) {
    if (!terminal.features.has('lastTransaction')) return { evidence: { last: 'untold' } };
    const last = await terminal.lastTransaction();
    if (last.kind === 'unreachable') {
      const { dayEnd } = last;
      if (cannotRepeat(last.reason, terminal.condition))
        return { evidence: { last: 'untold', ...(dayEnd === undefined ? {} : { dayEnd }) } };
      if (last.reason.code === 'garbled') return { evidence: { last: 'untold', unreadable: last.reason.text } };
      return last.reason.code === 'busy' ? 'busy' : 'away';
    }
    if (last.kind === 'none') return { evidence: { last: 'none' } };
    return { evidence: { last: reportOf(last.facts, last.approved, now()) }, found: last };
  },
  async totals(slot) {
    const totals = await totalsOf(slot);
    return totals === 'later' ? 'away' : { evidence: { totals: totals ?? 'untold' } };
  },
  async open(slot) {
    const open = await openPreAuthorisationsOf(slot);
    return open === 'later' ? 'away' : { evidence: { open: open ?? 'untold' } };
  },
};
