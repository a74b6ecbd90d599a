/** The owner of a command, and the terminal a till works at: several tills may share a terminal, a till may work at several. */

import type { RunningPayment } from '../../wire/events.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { awaitsDecision } from './runningView.ts';

export const actorName = ({ staff, client }: Principal): string => staff?.username ?? client;

/** The till that a command belongs to: the till that asks, and for a client of the API the till of `opened`. */
export const tillOfCommand = (
  { ownTill, device }: Principal,
  opened: { readonly till: string | null },
): string | null => ownTill ?? opened.till ?? device;

export const isOtherCashier = ({ device, role }: Principal, till: string | null): boolean =>
  role === 'cashier' && till !== null && till !== device;

/**
 * A cashier does not see the customers of another till. Managers and registers decide for every till, and a command that no
 * till asked for belongs to everybody. Throws `paymentElsewhere`, which names the till.
 */
export function refuseOtherCashier(world: Pick<World, 'devices'>, principal: Principal, till: string | null): void {
  if (till === null || !isOtherCashier(principal, till)) return;
  const { merchant } = principal;
  const description = world.devices.description(merchant, till);
  throw new BridgeError('paymentElsewhere', `this belongs to ${description ?? till}`, {
    extra: { holder: { till: { object: 'smart.devices', id: till, description } } },
  });
}

/**
 * The terminal that a till works at; it need not be its own, because `start` may name another terminal. It is the terminal of
 * its running command or lookup, else that of the undecided command of the sale on its screen, else that of its late approval,
 * else that of its routing.
 */
export function terminalOfTill(
  world: Pick<World, 'devices' | 'intents' | 'running'>,
  merchant: string,
  till: string,
): TerminalSlot | null {
  const opened = undecidedOnScreen(world, till);
  return (
    terminalOfCommand(world, till) ??
    (opened && world.devices.slot(opened.device)) ??
    terminalOfLateApproval(world, merchant, till)
  );
}

/**
 * The unsettled command or undecided approval of the sale on the screen of the till: a manager may open the sale of another
 * till to decide about it here.
 */
export function undecidedOnScreen(world: Pick<World, 'intents'>, till: string): IntentRow | null {
  const { intents } = world;
  const isOnScreen = ({ sale }: IntentRow) => sale !== null && intents.onScreen(till, sale);
  return intents.allUnsettled().find(isOnScreen) ?? intents.allOpenDecisions().find(isOnScreen) ?? null;
}

/**
 * The command that waits for a person: a command of this till, also at a terminal that is no longer connected, else a command
 * at such a terminal that no till asked for, which no other screen would show.
 */
export function awaitingPerson(world: Pick<World, 'devices' | 'intents'>, till: string): IntentRow | null {
  const { devices, intents } = world;
  const open = intents.allUnsettled().filter(({ needsPerson }) => needsPerson);
  const isOfNobody = ({ till: asking, device, merchant }: IntentRow) =>
    asking === null && devices.slot(device) === null && devices.owned(merchant, till);
  return open.find(one => one.till === till) ?? open.find(isOfNobody) ?? null;
}

/**
 * The terminal that receives Stop of a till: a command that can no longer be stopped is skipped; null when no command of the
 * till can be stopped.
 */
export const terminalToStop = (
  world: Pick<World, 'devices' | 'intents' | 'running'>,
  till: string,
): TerminalSlot | null =>
  terminalOfCommand(
    world,
    till,
    command => !awaitsDecision(command) && command.step !== 'deciding' && command.step !== 'person',
  );

/**
 * The terminal whose approval the till decides about first; the till's next payment at another terminal does not delay the
 * decision. An approval at a terminal that is no longer connected is decided by the sale it names.
 */
export function terminalOfLateApproval(
  world: Pick<World, 'devices' | 'intents'>,
  merchant: string,
  till: string,
): TerminalSlot | null {
  const own = world.intents.allOpenDecisions().filter(late => late.till === till);
  const connected = own.map(({ device }) => world.devices.slot(device)).find(slot => slot !== null);
  return connected ?? world.devices.terminalFor(merchant, till);
}

function terminalOfCommand(
  world: Pick<World, 'devices' | 'intents' | 'running'>,
  till: string,
  isMeant = (command: RunningPayment): boolean => !awaitsDecision(command),
): TerminalSlot | null {
  const commands = world.running
    .ofTill(till)
    .filter(isMeant)
    .sort((a, b) => urgency(world, till, a) - urgency(world, till, b) || a.startedAt - b.startedAt);
  return commands.map(({ device }) => world.devices.slot(device)).find(slot => slot !== null) ?? null;
}

/**
 * The order of several commands of one till: open questions first, then commands that can be stopped; the sale on its screen
 * before others.
 */
function urgency(world: Pick<World, 'intents'>, till: string, { step, transaction }: RunningPayment): number {
  const isOnScreen = transaction !== null && world.intents.onScreen(till, transaction);
  return (URGENCY[step] ?? 1) + (isOnScreen ? 0 : 0.5);
}

const URGENCY: Partial<Record<RunningPayment['step'], number>> = { question: 0, handOver: 0, deciding: 2, person: 2 };
