/**
 * The reconciliation of unknown outcomes: which terminals are asked, and how long a call waits for the answer. It runs at the
 * start, when a terminal can be reached again, before the next payment on the same terminal, and on demand.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { INTERRUPTED, TERMINAL_GONE } from '../../../domain/reconciliationTexts.ts';
import {
  type NextCall,
  operationVerdictCall,
  operationWaitCall,
  partVerdictCall,
  verdictCall,
  waitCall,
} from '../../../domain/saleOutcome.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import { BridgeError } from '../../../world/errors.ts';
import type { Recovery } from '../../../world/recovery.ts';
import { outsideRequest } from '../../../world/requestContext.ts';
import type { IntentRow } from '../../../world/sales.ts';
import type { UnsolicitedMessage } from '../../../world/unsolicitedMessages.ts';
import type { World } from '../../../world/world.ts';
import { writeJournal } from '../intent.ts';
import { recordOutcome } from '../outcome.ts';
import { busyError } from '../preconditions.ts';
import { commandDetails, showLateApprovals } from '../screenView.ts';
import { settleLateAnswer } from './lateAnswer.ts';
import { recordLateDiscovery } from './lateDiscovery.ts';
import { callPerson, lastEvidence, partApprovalShown } from './records.ts';
import { RepeatedLookup } from './repeatedLookup.ts';
import { SecondLooks } from './secondLook.ts';
import { arrivalNow, doubtDeclined } from './unsolicitedApproval.ts';

/** How long a new payment waits for the outcome of the previous payment, ms. */
const FIRST_TIMEOUT = 4000;

interface Lookups {
  /** The lookup that runs at this terminal. */
  runningAt(device: string): RepeatedLookup | undefined;
  /** The lookup that runs at this terminal, else a new lookup; `again`: also where a person has been called already. */
  lookupAt(slot: TerminalSlot, again: boolean): RepeatedLookup | null;
}

function createLookups(world: () => World, stopped: AbortSignal): Lookups {
  /** By the device of the terminal: a terminal is asked about one command at a time. */
  const lookups = new Map<string, RepeatedLookup>();

  function begin(slot: TerminalSlot, intent: IntentRow): RepeatedLookup {
    const lookup = new RepeatedLookup(world(), slot, intent, stopped, ended => {
      if (lookups.get(slot.device) === ended) lookups.delete(slot.device);
      void world().recovery.settleUnsolicited(slot.device);
    });
    lookups.set(slot.device, lookup);
    return lookup;
  }

  return {
    runningAt: device => lookups.get(device),
    lookupAt(slot, again) {
      const unsettled = world().intents.unsettled(slot.device);
      const running = lookups.get(slot.device);
      if (running && (!unsettled || running.intent === unsettled.id)) return running;
      return unsettled && (again || !unsettled.needsPerson) ? begin(slot, unsettled) : null;
    },
  };
}

/** `world` is called when a lookup begins: by then the world, of which the recovery is a part, is complete. */
export function createRecovery(world: () => World): Recovery {
  const stopped = new AbortController();
  const { runningAt, lookupAt } = createLookups(world, stopped.signal);
  const secondLooks = new SecondLooks(world, stopped.signal);

  /** Never throws: often nobody waits for it. */
  const settle = (slot: TerminalSlot): Promise<void> =>
    settled(slot).catch(error => world().log('error', 'recovery stopped', { error: String(error) }));

  async function settled(slot: TerminalSlot): Promise<void> {
    if (!stopped.signal.aborted) await lookupAt(slot, false)?.done;
  }

  /** Stops waiting when a person has been called: then the terminal is not expected to answer soon. */
  async function settleWithin(slot: TerminalSlot, timeout: number): Promise<void> {
    const lookup = stopped.signal.aborted ? null : lookupAt(slot, false);
    if (!lookup) return;
    const called = lookup.afterLookup(() => world().intents.unsettled(slot.device)?.needsPerson === true);
    await within(Promise.race([lookup.done, called]), timeout);
  }

  /** Looks up at once, and waits while the terminal is only busy; nobody waits for a terminal that is away. */
  async function settleSoon(slot: TerminalSlot): Promise<void> {
    // The outcome of the previous command is no effect of the request at hand.
    const lookup = outsideRequest(() => lookupAt(slot, false));
    if (!lookup) return;
    const away = lookup.afterLookup(() => slot.terminal.state === 'offline');
    lookup.wake();
    await within(Promise.race([lookup.done, away]), FIRST_TIMEOUT);
  }

  return {
    settle,
    settleWithin,
    async askNow(slot) {
      const unsettled = world().intents.unsettled(slot.device);
      // A command that runs ends by itself; an outcome that could not be written is being looked up.
      if (unsettled?.state !== 'unknown' && runningAt(slot.device)?.intent !== unsettled?.id) return;
      const lookup = lookupAt(slot, true);
      if (!lookup) return;
      const asked = lookup.afterLookup();
      lookup.wake();
      await within(asked, FIRST_TIMEOUT);
    },
    async settleFirst(slot) {
      if (!world().intents.unsettled(slot.device)) return;
      const step = world().running.view(slot.device)?.step;
      if (step === 'deciding') await settleSoon(slot);
      const unsettled = world().intents.unsettled(slot.device);
      if (!unsettled) return;
      if (step === 'deciding' || step === 'person') throw unsettledError(world(), slot, unsettled);
      throw busyError(world(), slot, unsettled);
    },
    async begin() {
      await markInterrupted(world());
      for (const intent of world().intents.allUnsettled()) {
        const slot = world().devices.slot(intent.device);
        // Also where a person has been called: the terminal may know more by now.
        if (slot) lookupAt(slot, true);
        else await callForMissingTerminal(world(), intent);
      }
      for (const { id } of world().dayEnds.terminals()) {
        const slot = world().devices.slot(id);
        if (slot) secondLooks.planInterrupted(slot);
      }
      showLateApprovals(world());
      for (const device of world().intents.unsolicited.devices()) void world().recovery.settleUnsolicited(device);
    },
    resume() {
      for (const { device, state } of world().intents.allUnsettled()) {
        const slot = world().devices.slot(device);
        if (slot && state === 'unknown') lookupAt(slot, true);
      }
    },
    ...unsolicitedApprovals(world, stopped.signal),
    // The discovery is about an earlier command: no effect of the request at hand.
    discover: (slot, shown) => outsideRequest(() => recordLateDiscovery(world(), slot, shown)),
    lookAgain: async slot => void (await secondLooks.look(slot)),
    lookAgainLater: slot => void secondLooks.plan(slot),
    stop: () => stopped.abort(),
  };
}

/**
 * Approvals and answers that no command waited for: written at once, and settled when the terminal works on no other command. A full
 * disk keeps them in memory until the next attempt.
 */
function unsolicitedApprovals(world: () => World, stopped: AbortSignal): Pick<Recovery, 'watch' | 'settleUnsolicited'> {
  const watched = new WeakSet<TerminalSlot['terminal']>();
  const unwritten = new Map<string, readonly UnsolicitedMessage[]>();

  const add = (device: string, messages: readonly UnsolicitedMessage[]) =>
    void unwritten.set(device, [...(unwritten.get(device) ?? []), ...messages]);

  /** Never throws: nobody waits for it, and the database may be closed by now. */
  const settleUnsolicited = (device: string): Promise<void> => guard(settleAll(device));

  async function settleAll(device: string): Promise<void> {
    const { intents } = world();
    await guard(writeTaken(device));
    const slot = world().devices.slot(device);
    if (!slot || stopped.aborted) return;
    for (const { number, message } of intents.unsolicited.waiting(device))
      await guard(settleOne(world(), slot, message, () => intents.unsolicited.remove(number)));
  }

  async function writeTaken(device: string): Promise<void> {
    const taken = unwritten.get(device);
    if (!taken) return;
    unwritten.delete(device);
    const { ledger, intents } = world();
    const write = () => {
      for (const message of taken) intents.unsolicited.add(device, message);
    };
    await ledger.write(write).catch(error => {
      add(device, taken);
      throw error;
    });
  }

  const guard = (work: Promise<void>) =>
    work.catch(error => {
      world().log('error', 'what a terminal said without a command could not be settled', { error: String(error) });
    });

  function take(device: string, message: UnsolicitedMessage): void {
    add(device, [message]);
    void outsideRequest(() => settleUnsolicited(device));
  }

  return {
    watch({ device, terminal }) {
      if (watched.has(terminal)) return;
      watched.add(terminal);
      terminal.onUnsolicitedApproval?.(facts =>
        take(device, { kind: 'refused', facts, ...arrivalNow(world(), device) }),
      );
      terminal.onLateAnswer?.(answer => take(device, { kind: 'answer', answer, ...arrivalNow(world(), device) }));
    },
    settleUnsolicited,
  };
}

/** A message that has to wait for the end of a command stays. `remove`: inside the job that settles it; false where it is settled already. */
async function settleOne(
  world: World,
  slot: TerminalSlot,
  message: UnsolicitedMessage,
  remove: () => boolean,
): Promise<void> {
  if (message.kind === 'answer') return settleLateAnswer(world, slot, message.answer, remove);
  if (!world.intents.unsettled(slot.device)) await doubtDeclined(world, slot, message, remove);
}

/** Names the terminal, the command whose outcome is unknown, and the call that settles it. */
function unsettledError(
  world: Pick<World, 'intents'>,
  { device, description }: TerminalSlot,
  unsettled: IntentRow,
): BridgeError {
  const { id, sale, kind, amount, currency } = unsettled;
  const next = nextCall(world, device, unsettled);
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

function nextCall(world: Pick<World, 'intents'>, device: string, intent: IntentRow): NextCall {
  const { id, sale, kind, needsPerson } = intent;
  if (sale !== null && !needsPerson) return waitCall(sale);
  if (sale !== null) {
    const part = partApprovalShown(world, intent);
    return part ? partVerdictCall(sale, part.amount) : verdictCall(sale, kind === 'reversal');
  }
  return needsPerson ? operationVerdictCall(device, id) : operationWaitCall(device, id);
}

async function within(work: Promise<void>, timeout: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, pause(timeout, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}

/** After a crash between intent and outcome the outcome is unknown; an interrupted diagnosis has simply failed. */
function markInterrupted(world: World): Promise<void> {
  return world.ledger.write(() => {
    for (const intent of world.intents.allUnsettled().filter(({ state }) => state === 'open')) {
      writeJournal(world, intent, 'result', { kind: 'unknown', reason: { code: 'interrupted', text: INTERRUPTED.en } });
      recordOutcome(world, intent, { state: 'unknown', reason: INTERRUPTED, facts: null, receipts: [], late: false });
    }
    // A sale without a method is a diagnosis or an end-of-day; the end-of-day has its own reconciliation.
    const dayEnds = new Set(world.dayEnds.allOpen().map(({ document }) => document.transaction));
    for (const sale of world.ledger.unsettledSales().filter(({ method }) => method === null))
      if (!dayEnds.has(sale.id)) world.saleSteps.advance(sale, 'declined', 'recovery');
  });
}

/** A terminal that is no longer configured cannot be asked: only a person can decide. */
async function callForMissingTerminal(
  world: Pick<World, 'clock' | 'devices' | 'intents' | 'ledger' | 'log' | 'pushes' | 'running' | 'salePayments'>,
  intent: IntentRow,
): Promise<void> {
  const { merchant, till, sale, startedAt, needsPerson } = intent;
  world.log('error', 'a payment is unsettled, but its terminal is not configured', { sale });
  if (!needsPerson) await callPerson(world, intent, TERMINAL_GONE, null);
  world.running
    .begin(merchant, till, commandDetails(world, intent, startedAt))
    .step('person', lastEvidence(world, intent));
}
