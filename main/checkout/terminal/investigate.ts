/** Asks a terminal for what the verdict needs, question by question. */
import type { LastTransaction } from '../../../drivers/terminal.ts';
import { type Evidence, next, type Question, type Verdict } from '../../domain/verdict.ts';
import type { TerminalSlot } from '../../ports/devices.ts';
import type { IntentRow } from '../../ports/sales.ts';
import type { World } from '../../ports/world.ts';
import { openOf, totalsOf } from './baseline.ts';
import { repeatsNothing } from './refusals.ts';
import { suspectOf } from './suspect.ts';
import { toldOf } from './told.ts';

export type LastFound = Extract<LastTransaction, { kind: 'found' }>;

export interface Findings {
  readonly verdict: Verdict;
  readonly evidence: Evidence;
  readonly last: LastFound | null;
}

/**
 * Null: the terminal is busy or away, ask again later. Before a person is called everything is asked once more: on a line
 * that was just cut an answer may have belonged to an earlier question.
 */
export async function investigate(world: World, slot: TerminalSlot, intent: IntentRow): Promise<Findings | null> {
  const found = await gather(world, slot, intent);
  return found?.verdict.kind === 'person' ? gather(world, slot, intent) : found;
}

async function gather(world: World, slot: TerminalSlot, intent: IntentRow): Promise<Findings | null> {
  const suspect = suspectOf(world, slot, intent);
  let evidence: Evidence = { idle: false };
  let last: LastFound | null = null;
  for (;;) {
    const step = next(suspect, evidence);
    if (step.kind !== 'ask') return { verdict: step, evidence, last };
    const answer = await ASK[step.question](slot, world.clock.now);
    if (!answer) return null;
    last = answer.found ?? last;
    evidence = { ...evidence, ...answer.told };
  }
}

interface Answer {
  readonly told: Partial<Evidence>;
  readonly found?: LastFound;
}

const ASK: Record<Question, (slot: TerminalSlot, now: () => number) => Promise<Answer | null>> = {
  async status({ terminal }) {
    const { kind } = await terminal.status();
    if (kind === 'unreachable' || kind === 'busy') return null;
    return { told: { idle: true, terminal: terminal.terminalId ?? null } };
  },
  async last({ terminal }, now) {
    if (!terminal.features.has('lastTransaction')) return { told: { last: 'untold' } };
    const last = await terminal.lastTransaction();
    if (last.kind === 'unreachable')
      return repeatsNothing(last.reason, terminal.condition) ? { told: { last: 'untold' } } : null;
    if (last.kind === 'none') return { told: { last: 'none' } };
    return { told: { last: toldOf(last.facts, last.approved, now()) }, found: last };
  },
  // A line that breaks between two questions says nothing.
  async totals(slot) {
    const totals = await totalsOf(slot);
    return totals === 'later' ? null : { told: { totals: totals ?? 'untold' } };
  },
  async open(slot) {
    const open = await openOf(slot);
    return open === 'later' ? null : { told: { open: open ?? 'untold' } };
  },
};
