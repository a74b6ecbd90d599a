/**
 * Endings nobody knows are resolved by asking the terminal for its state and its last transaction. Runs at start, whenever a terminal can be reached again, and before the next payment on the same terminal.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { LastTransaction, TransactionFacts } from '../../drivers/terminal.ts';
import { decide, type Evidence, type Verdict } from '../domain/verdict.ts';
import { BridgeError } from '../errors.ts';
import { recoverOperations } from '../payments/run.ts';
import type { TerminalSlot } from '../ports/devices.ts';
import type { IntentRow, Sale } from '../ports/sales.ts';
import type { World } from '../ports/world.ts';
import { advance, refusal } from './advance.ts';
import { shown } from './atTerminal.ts';
import { close } from './close.ts';

export interface Recovery {
  /** Before the door opens: what a crash left open becomes unknown, then everything unknown is asked for. */
  begin(): Promise<void>;
  /** Asks until this terminal has no open question; one conversation at a time. */
  settle(slot: TerminalSlot): Promise<void>;
  /** The same, but lets go after `patience` ms; the asking goes on in the background. */
  settleWithin(slot: TerminalSlot, patience: number): Promise<void>;
  /** Throws `terminalUnsettled` when the last payment of this terminal cannot be settled now. */
  settleFirst(slot: TerminalSlot): Promise<void>;
  stop(): void;
}

/** Pauses between two questions while the terminal is busy or away, ms. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000, 15_000] as const;
/** After this a manager may decide without the terminal; it is asked on all the same, ms. */
const SILENT_FOR = 5 * 60_000;
/** How long a new payment waits for the verdict on the one before, ms. */
const FIRST_PATIENCE = 8000;

export function createRecovery(world: () => World): Recovery {
  const asking = new Map<string, Promise<void>>();
  const stopped = new AbortController();

  async function askUntilSettled(slot: TerminalSlot) {
    const first = world().intents.unsettled(slot.device);
    if (!first || first.person) return;
    const run = world().running.begin(first.merchant, shown(first, first.startedAt));
    run.step('deciding');
    const begun = world().clock.now();
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      const intent = world().intents.unsettled(slot.device);
      if (!intent) return run.end();
      const settled = await askOnce(world(), slot, intent).catch(error => later(world(), error));
      if (settled === 'settled') return run.end();
      if (settled === 'person') return run.step('person');
      if (!intent.person && world().clock.now() - begun > SILENT_FOR) {
        await callPerson(world(), intent, `the terminal has not told for ${SILENT_FOR / 60_000} minutes`);
        run.step('person');
      }
      await pause(PAUSES[Math.min(turn, PAUSES.length - 1)], undefined, { signal: stopped.signal }).catch(
        () => undefined,
      );
    }
  }

  function settle(slot: TerminalSlot): Promise<void> {
    const running = asking.get(slot.device);
    if (running) return running;
    const asked = askUntilSettled(slot)
      .catch(error => world().log('error', 'recovery stopped', { error: String(error) }))
      .finally(() => asking.delete(slot.device));
    asking.set(slot.device, asked);
    return asked;
  }

  async function settleWithin(slot: TerminalSlot, patience: number) {
    const given = new AbortController();
    const timer = pause(patience, undefined, { signal: given.signal }).catch(() => undefined);
    await Promise.race([settle(slot), timer]);
    given.abort();
  }

  return {
    settle,
    settleWithin,
    async settleFirst(slot) {
      if (!world().intents.unsettled(slot.device)) return;
      const step = world().running.view(slot.device)?.step;
      if (step === 'deciding') await settleWithin(slot, FIRST_PATIENCE);
      const open = world().intents.unsettled(slot.device);
      if (!open) return;
      if (step === 'deciding' || step === 'person')
        throw new BridgeError('terminalUnsettled', `${slot.description}: the ending of ${open.sale} is not known yet`);
      throw new BridgeError('terminalBusy', `${slot.description} is working on ${open.sale}`);
    },
    async begin() {
      await recoverOperations(world());
      await markInterrupted(world());
      for (const intent of world().intents.allUnsettled()) resume(world(), intent, settle);
    },
    stop: () => stopped.abort(),
  };
}

function resume(world: World, intent: IntentRow, settle: (slot: TerminalSlot) => Promise<void>) {
  const slot = world.devices.slot(intent.party);
  if (!slot)
    return world.log('error', 'a payment is unsettled, but its terminal is not configured', { sale: intent.sale });
  if (intent.person) return world.running.begin(intent.merchant, shown(intent, intent.startedAt)).step('person');
  void settle(slot);
}

/** A crash between intent and ending: nobody knows. A terminal service that was cut simply failed. */
function markInterrupted(world: World): Promise<void> {
  return world.ledger.write(() => {
    for (const intent of world.intents.allUnsettled().filter(row => row.state === 'open')) {
      world.intents.end(intent.id, {
        state: 'unknown',
        reason: 'the bridge was interrupted',
        facts: null,
        at: world.clock.now(),
      });
      advance(world, mustHave(world, intent), intent.kind === 'payment' ? 'unknown' : 'reversalUnknown', 'recovery');
    }
    // Diagnosis and end-of-day are not paid by any method.
    for (const sale of world.ledger.unsettledSales().filter(({ method }) => method === null))
      advance(world, sale, 'declined', 'recovery');
  });
}

const callPerson = (world: World, intent: IntentRow, because: string): Promise<void> =>
  world.ledger.write(() => world.intents.askPerson(intent.id, because));

type Asked = 'settled' | 'person' | 'later';

/** A disk that cannot be written may be writable later; the question stays open until then. */
function later(world: World, error: unknown): Asked {
  world.log('error', 'a verdict could not be stored', { error: String(error) });
  return 'later';
}

async function askOnce(world: World, slot: TerminalSlot, intent: IntentRow): Promise<Asked> {
  const status = await slot.terminal.status();
  if (status.kind === 'unreachable' || status.kind === 'busy') return 'later';
  const last = await slot.terminal.lastTransaction();
  if (last.kind === 'unreachable') return 'later';
  const verdict = decide(intent, evidenceOf(last, world.clock.now()));
  world.log('info', 'verdict on an unknown ending', {
    sale: intent.sale,
    verdict: verdict.kind,
    because: verdict.because,
  });
  if (verdict.kind === 'person') {
    await callPerson(world, intent, verdict.because);
    return 'person';
  }
  await recordVerdict(world, intent, verdict, last.kind === 'found' ? last : null);
  return 'settled';
}

/** Writes a verdict; also used when a person decided (`last` null). */
export function recordVerdict(
  world: World,
  intent: IntentRow,
  verdict: Exclude<Verdict, { kind: 'person' }>,
  last: Extract<LastTransaction, { kind: 'found' }> | null,
): Promise<void> {
  return world.ledger.write(() => {
    const sale = mustHave(world, intent);
    if (world.intents.unsettled(intent.party)?.id !== intent.id) throw refusal(sale.state, 'a verdict');
    const happened = verdict.kind === 'happened';
    const facts = happened ? (last?.facts ?? null) : null;
    world.intents.end(intent.id, {
      state: happened ? 'approved' : 'declined',
      reason: verdict.because,
      facts,
      at: world.clock.now(),
    });
    if (intent.kind === 'reversal') advance(world, sale, happened ? 'reversed' : 'reversalRefused', 'the verdict');
    else if (happened)
      close(world, sale, { method: intent.method, input: 'paid', slips: last?.receipts, facts: last?.facts ?? {} });
    else advance(world, sale, 'declined', 'the verdict');
  });
}

function mustHave(world: World, intent: IntentRow): Sale {
  const sale = world.ledger.sale(intent.merchant, intent.sale);
  if (!sale) throw new Error(`the sale ${intent.sale} of an intent is gone`);
  return sale;
}

function evidenceOf(last: Exclude<LastTransaction, { kind: 'unreachable' }>, now: number): Evidence {
  if (last.kind === 'none') return { kind: 'none' };
  const { amount = null, receiptNumber = null } = last.facts;
  return { kind: 'found', approved: last.approved, amount, receiptNumber, at: instantOf(last.facts, now) };
}

/** Terminals tell a date without a year: the newest one that is not in the future counts (a day of drift allowed). */
export function instantOf({ date, time }: TransactionFacts, now: number): number | null {
  if (!date || !time) return null;
  if (date.length === 10) return parsed(`${date}T${time}`);
  const year = new Date(now).getFullYear();
  const candidates = [year, year - 1].map(candidate => parsed(`${candidate}-${date}T${time}`));
  return candidates.find(at => at !== null && at <= now + 86_400_000) ?? null;
}

function parsed(text: string): number | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
