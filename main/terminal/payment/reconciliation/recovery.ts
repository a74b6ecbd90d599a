/**
 * Endings nobody knows are resolved by asking the terminal. Runs at start, whenever a terminal can be reached again,
 * before the next payment on the same terminal, and on demand.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { recoverOperations } from '../../../acquirer/payments/operationRun.ts';
import type { Inquiry } from '../../../domain/reconciliation.ts';
import { INTERRUPTED, silentFor, TERMINAL_GONE } from '../../../domain/reconciliationTexts.ts';
import { type NextCall, verdictCall, waitCall } from '../../../domain/saleOutcome.ts';
import { advance } from '../../../sale/transition.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import { BridgeError } from '../../../world/errors.ts';
import type { Recovery } from '../../../world/recovery.ts';
import { outsideRequest } from '../../../world/requestContext.ts';
import type { RunningCommand } from '../../../world/running.ts';
import type { IntentRow } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { writeJournal } from '../intent.ts';
import { recordOutcome } from '../outcome.ts';
import { busyError } from '../preconditions.ts';
import { commandDetails, evidenceOf, showLateApprovals } from '../screenView.ts';
import { WAITING_FOR_INQUIRY, waitingFor } from '../waitingTexts.ts';
import { type KeptAnswer, lookUpOutcome } from './lookup.ts';
import { callPerson, lastEvidence, recordReconciliation } from './records.ts';

/** Pauses between two questions while the terminal is busy or away, ms. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000, 15_000] as const;
/** After this a manager may decide without the terminal; it is asked on all the same, ms of the process's own time. */
const SILENT_FOR = 5 * 60_000;
/** How long a new payment waits for the verdict on the one before, while the terminal is only busy, ms. */
const FIRST_PATIENCE = 4000;

/** The asking of one terminal about one command. */
interface Asking {
  readonly intent: string;
  readonly done: Promise<void>;
  /** Ends the pause before the next question. */
  wake: () => void;
  /** Who waits for the terminal to have been asked once more. */
  onTurn: (() => void)[];
}

export function createRecovery(world: () => World): Recovery {
  const asking = new Map<string, Asking>();
  const stopped = new AbortController();

  async function untilSettled(slot: TerminalSlot, first: IntentRow, self: Pick<Asking, 'wake' | 'onTurn'>) {
    const run = world().running.begin(first.merchant, first.till, commandDetails(world(), first, first.startedAt));
    run.step(first.needsPerson ? 'person' : 'deciding', lastEvidence(world(), first));
    const begun = world().clock.elapsed();
    const kept: KeptAnswer = {};
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      const intent = world().intents.unsettled(slot.device);
      // Decided by a person meanwhile; the next command may be at work already.
      if (intent?.id !== first.id) return run.end();
      const present = world().devices.slot(slot.device) ?? slot; // it may be reached another way by now
      const settled = await askOnce(world(), present, intent, run, begun, kept);
      if (!settled) run.showWaiting(waitingFor(isAway(present) ? 'line' : 'idle', world().clock.now(), null));
      for (const tell of self.onTurn.splice(0)) tell();
      if (settled) return;
      const woken = new AbortController();
      self.wake = () => woken.abort();
      const forget = whenBack(present, self.wake);
      const signal = AbortSignal.any([stopped.signal, woken.signal]);
      await pause(PAUSES[Math.min(turn, PAUSES.length - 1)], undefined, { signal }).catch(() => undefined);
      forget();
    }
  }

  function ask(slot: TerminalSlot, first: IntentRow): Asking {
    const self = { wake: () => {}, onTurn: [] as (() => void)[] };
    const done = untilSettled(slot, first, self)
      .catch(error => world().log('error', 'recovery stopped', { error: String(error) }))
      .finally(() => {
        if (asking.get(slot.device) === entry) asking.delete(slot.device);
        for (const tell of self.onTurn.splice(0)) tell();
      });
    const entry = Object.assign(self, { done, intent: first.id });
    asking.set(slot.device, entry);
    return entry;
  }

  /** Also where a person was called already, when `again`. */
  function begun(slot: TerminalSlot, again: boolean): Asking | null {
    const first = world().intents.unsettled(slot.device);
    const running = asking.get(slot.device);
    if (running && (!first || running.intent === first.id)) return running;
    return first && (again || !first.needsPerson) ? ask(slot, first) : null;
  }

  const settle = async (slot: TerminalSlot): Promise<void> => {
    if (!stopped.signal.aborted) await begun(slot, false)?.done;
  };

  /** Where a person was called nobody else will tell soon, so nobody waits for that. */
  async function settleWithin(slot: TerminalSlot, patience: number) {
    const entry = stopped.signal.aborted ? null : begun(slot, false);
    if (!entry) return;
    const called = new Promise<void>(resolve => {
      const look = () =>
        world().intents.unsettled(slot.device)?.needsPerson ? resolve() : void entry.onTurn.push(look);
      entry.onTurn.push(look);
    });
    await within(Promise.race([entry.done, called]), patience);
  }

  /** Asks at once. One that is busy may tell in a moment; for one that is away nobody waits. */
  async function settleSoon(slot: TerminalSlot) {
    // For the next command: what is found out about the one before is nothing that this request has done.
    const entry = outsideRequest(() => begun(slot, false));
    if (!entry) return;
    const away = new Promise<void>(resolve => {
      const asked = () => (slot.terminal.state === 'offline' ? resolve() : void entry.onTurn.push(asked));
      entry.onTurn.push(asked);
    });
    entry.wake();
    await within(Promise.race([entry.done, away]), FIRST_PATIENCE);
  }

  return {
    settle,
    settleWithin,
    async askNow(slot) {
      const open = world().intents.unsettled(slot.device);
      // One that is at work will end by itself; one whose ending could not be written is being asked for.
      if (open?.state !== 'unknown' && asking.get(slot.device)?.intent !== open?.id) return;
      const entry = begun(slot, true);
      if (!entry) return;
      const asked = new Promise<void>(resolve => entry.onTurn.push(resolve));
      entry.wake();
      await within(asked, FIRST_PATIENCE);
    },
    async settleFirst(slot) {
      if (!world().intents.unsettled(slot.device)) return;
      const step = world().running.view(slot.device)?.step;
      if (step === 'deciding') await settleSoon(slot);
      const open = world().intents.unsettled(slot.device);
      if (!open) return;
      if (step === 'deciding' || step === 'person') throw unsettledAt(slot, open);
      throw busyError(world(), slot, open);
    },
    async begin() {
      await recoverOperations(world());
      await markInterrupted(world());
      for (const intent of world().intents.allUnsettled()) {
        const slot = world().devices.slot(intent.device);
        // Asked again where a person was called: meanwhile the terminal may tell more.
        if (slot) begun(slot, true);
        else await callForGone(world(), intent);
      }
      showLateApprovals(world());
    },
    stop: () => stopped.abort(),
  };
}

/** Names the terminal, what it was asked for, and the call that settles it. */
function unsettledAt({ device, description }: TerminalSlot, open: IntentRow): BridgeError {
  const { id, sale, kind, needsPerson: person, amount, currency } = open;
  const next =
    sale === null ? operationCall(device, open) : person ? verdictCall(sale, kind === 'reversal') : waitCall(sale);
  return new BridgeError(
    'terminalUnsettled',
    `${description}: the ending of ${sale ?? `the ${kind}`} is not known yet; ${next.method} ${next.path}: ${next.why}`,
    {
      extra: {
        unsettled: { transaction: sale, operation: sale === null ? id : null, kind, amount, currency },
        terminal: { object: 'smart.devices', id: device, description },
        next,
      },
    },
  );
}

function operationCall(device: string, { id, needsPerson: person }: IntentRow): NextCall {
  const path = `/bridge/v1/terminals/${device}/operations/${id}`;
  if (!person) return { method: 'GET', path, why: 'the bridge asks the terminal how it ended; read it again' };
  const why =
    'look at the terminal\'s own list, then send {"paid": true} if it was carried out, {"paid": false} if not';
  return { method: 'POST', path: `${path}/verdict`, why };
}
const isAway = ({ terminal }: Pick<TerminalSlot, 'terminal'>): boolean =>
  terminal.state !== 'ready' && terminal.state !== 'busy';

/** Tells when a terminal that is away has come back. */
function whenBack({ terminal }: TerminalSlot, tell: () => void): () => void {
  let away = isAway({ terminal });
  return terminal.onState(state => {
    if (away && state === 'ready') tell();
    away = state === 'offline' || (away && state === 'connecting');
  });
}

async function within(work: Promise<void>, patience: number): Promise<void> {
  const given = new AbortController();
  await Promise.race([work, pause(patience, undefined, { signal: given.signal }).catch(() => undefined)]);
  given.abort();
}

/** A crash between intent and ending: nobody knows. A terminal service that was cut simply failed. */
function markInterrupted(world: World): Promise<void> {
  return world.ledger.write(() => {
    for (const intent of world.intents.allUnsettled().filter(row => row.state === 'open')) {
      writeJournal(world, intent, 'result', { kind: 'unknown', reason: { code: 'interrupted', text: INTERRUPTED.en } });
      recordOutcome(world, intent, { state: 'unknown', reason: INTERRUPTED, facts: null, receipts: [], late: false });
    }
    // A diagnosis is not paid by any method; whether an end-of-day took place is found out by `dayEnds/settle.ts`.
    const closing = new Set(world.dayEnds.allOpen().map(({ document }) => document.transaction));
    for (const sale of world.ledger.unsettledSales().filter(({ method }) => method === null))
      if (!closing.has(sale.id)) advance(world, sale, 'declined', 'recovery');
  });
}

/** True when there is nothing more to ask. A disk that cannot be written may be writable later. */
async function askOnce(
  world: World,
  slot: TerminalSlot,
  intent: IntentRow,
  run: RunningCommand,
  begun: number,
  kept: KeptAnswer,
): Promise<boolean> {
  try {
    const { longestAnswer = null } = slot.terminal;
    const ask = (question: Inquiry) =>
      run.showWaiting(waitingFor(WAITING_FOR_INQUIRY[question], world.clock.now(), longestAnswer));
    const found = await lookUpOutcome(world, slot, intent, ask, kept);
    if (!found) return await nothingTold(world, intent, run, begun);
    if (found.verdict.kind !== 'person') {
      await recordReconciliation(world, intent, found);
      run.end();
      showLateApprovals(world);
      return true;
    }
    await callPerson(world, intent, found.verdict.because, found);
    run.step('person', evidenceOf(intent, world.clock.now(), found.evidence, found.verdict.because));
    return true;
  } catch (error) {
    world.log('error', 'a verdict could not be stored', { error: String(error) });
    return false;
  }
}

/** Busy or away: it is asked on, but nobody has to wait for it for ever. */
async function nothingTold(world: World, intent: IntentRow, run: RunningCommand, begun: number): Promise<false> {
  if (intent.needsPerson) run.step('person', lastEvidence(world, intent));
  else if (world.clock.elapsed() - begun > SILENT_FOR) {
    await callPerson(world, intent, SILENT, null);
    run.step('person', evidenceOf(intent, null, null, SILENT));
  }
  return false;
}

/** A terminal that is not configured any more tells nothing: without it only a person can decide. */
async function callForGone(world: World, intent: IntentRow): Promise<void> {
  const { merchant, till, sale, startedAt, needsPerson: person } = intent;
  world.log('error', 'a payment is unsettled, but its terminal is not configured', { sale });
  if (!person) await callPerson(world, intent, TERMINAL_GONE, null);
  world.running
    .begin(merchant, till, commandDetails(world, intent, startedAt))
    .step('person', lastEvidence(world, intent));
}

const SILENT = silentFor(SILENT_FOR / 60_000);
