/** Preconditions of a command: a free terminal, its currency, and the largest amount. */

import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

/** Throws `terminalBusy` with the work of the terminal; called again inside the job that writes an intent. */
export function refuseBusy(world: Pick<World, 'devices' | 'intents' | 'running'>, slot: TerminalSlot): void {
  const payment = world.intents.unsettled(slot.device);
  if (payment) throw busyError(world, slot, payment);
  refuseTask(world, slot);
}

/** Throws `terminalBusy` while a task that moves no money runs there. */
export function refuseTask(world: Pick<World, 'running'>, slot: TerminalSlot): void {
  const task = world.running.task(slot.device);
  if (task)
    throw new BridgeError('terminalBusy', `${slot.description} is working on ${task}`, { extra: { holder: { task } } });
}

/** Throws `currencyForeign`: a terminal takes every amount in its own currency. */
export function refuseOtherCurrency({ description, currency }: TerminalSlot, wanted: string): void {
  if (currency !== undefined && currency !== wanted)
    throw new BridgeError('currencyForeign', `${description} works in ${currency}, not in ${wanted}`);
}

/** Throws `amountTooLarge`; `amount` in minor units. */
export function refuseTooLarge({ settings }: Pick<World, 'settings'>, amount: number): void {
  if (amount > settings.largestAmount)
    throw new BridgeError('amountTooLarge', `the amount is ${amount}, the largest one ${settings.largestAmount}`);
}

/** Names the till whose command runs there: several tills may share a terminal. */
export function busyError(
  world: Pick<World, 'devices'>,
  slot: TerminalSlot,
  { merchant, till, sale }: IntentRow,
): BridgeError {
  const name = till === null ? null : world.devices.description(merchant, till);
  const who = name === null ? '' : ` for ${name}`;
  const holder = {
    till: till === null ? null : { object: 'smart.devices', id: till, description: name },
    transaction: sale,
  };
  return new BridgeError('terminalBusy', `${slot.description} is working on ${sale ?? 'a payment'}${who}`, {
    extra: { holder },
  });
}
