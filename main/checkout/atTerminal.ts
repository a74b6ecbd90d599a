/** One command at the terminal that may move money: sent once, its ending written, and an unknown one asked for. */
import type { Call, Outcome } from '../../drivers/terminal.ts';
import { BridgeError } from '../errors.ts';
import type { TerminalSlot } from '../ports/devices.ts';
import type { IntentRow } from '../ports/sales.ts';
import type { World } from '../ports/world.ts';

/** What the screens see of it. */
export const shown = (intent: IntentRow, startedAt: number) => ({
  transaction: intent.sale,
  operation: null,
  kind: intent.kind,
  device: intent.party,
  amount: intent.amount,
  currency: intent.currency,
  startedAt,
});

/** Throws `terminalBusy`, naming what the terminal is working on; asked again inside the job that writes an intent. */
export function refuseBusy(world: World, slot: TerminalSlot): void {
  const payment = world.intents.unsettled(slot.device);
  const service = world.running.service(slot.device)?.kind;
  const holder = payment?.sale ?? service;
  if (holder) throw new BridgeError('terminalBusy', `${slot.description} is working on ${holder}`);
}

/**
 * `intent` is on disk already. Answers when the ending is written, or after the patience for a verdict. Throws
 * `endingUnwritten` when it cannot be written: then the terminal is asked until it can.
 */
export async function runAtTerminal(
  world: World,
  slot: TerminalSlot,
  intent: IntentRow,
  send: (call: Call) => Promise<Outcome>,
  record: (outcome: Outcome) => Promise<void>,
): Promise<Outcome> {
  const run = world.running.begin(intent.merchant, shown(intent, world.clock.now()));
  try {
    const ended = await send({ onProgress: run.progress, signal: run.signal }).catch(error => broken(world, error));
    const outcome = ofThisAmount(intent, ended);
    await record(outcome).catch(error => unwritten(world, slot, error));
    if (outcome.kind === 'unknown') await world.recovery.settleWithin(slot, world.settings.verdictPatience);
    return outcome;
  } finally {
    if (!world.intents.unsettled(slot.device)) run.end();
  }
}

/** A terminal that approves another amount than it was asked for (a tip, a partial approval) is a case for a person. */
function ofThisAmount({ amount }: IntentRow, outcome: Outcome): Outcome {
  if (outcome.kind !== 'approved' || (outcome.facts.amount ?? amount) === amount) return outcome;
  const text = `the terminal approved ${outcome.facts.amount} instead of ${amount}`;
  return { ...outcome, kind: 'unknown', reason: { code: 'garbled', text } };
}

/** A driver throws only by a defect, and then nobody knows how far the command got. */
function broken(world: World, error: unknown): Outcome {
  world.log('error', 'the terminal driver failed', { error: String(error) });
  return { kind: 'unknown', reason: { code: 'lineLost', text: 'the driver failed' }, facts: {}, receipts: [] };
}

function unwritten(world: World, slot: TerminalSlot, cause: unknown): never {
  void world.recovery.settle(slot);
  throw new BridgeError('endingUnwritten', 'the terminal has answered, but the answer cannot be stored', { cause });
}
