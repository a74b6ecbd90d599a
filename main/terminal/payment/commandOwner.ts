/** Who asks, and whose command it is: several tills may share a terminal, and a till may work at several. */

import type { RunningPayment } from '../../wire/events.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { awaitsDecision } from './runningView.ts';

export const actorName = ({ staff, client }: Principal): string => staff?.username ?? client;

/**
 * The till a command belongs to: the one that asks, and where no till asks but a client of the API, the one `opened` is of.
 */
export const tillOfCommand = (
  { ownTill, device }: Principal,
  opened: { readonly till: string | null },
): string | null => ownTill ?? opened.till ?? device;

export const isOtherCashier = ({ device, role }: Principal, till: string | null): boolean =>
  role === 'cashier' && till !== null && till !== device;

/**
 * A cashier does not see whose customer stands at the terminal of another till. Managers and registers decide for every
 * till; what no till asked for is everybody's. Throws `paymentElsewhere`, which names the till.
 */
export function refuseOtherCashier(world: World, principal: Principal, till: string | null): void {
  if (till === null || !isOtherCashier(principal, till)) return;
  const { merchant } = principal;
  const description = world.devices.description(merchant, till);
  throw new BridgeError('paymentElsewhere', `this belongs to ${description ?? till}`, {
    extra: { holder: { till: { object: 'smart.devices', id: till, description } } },
  });
}

/**
 * The terminal a till is working at, which need not be its own: `start` may name another one. There its command is at
 * work or its ending is asked for; else there the sale on its screen has to be decided about, whichever till it was paid at;
 * else there its late approval waits; else it is the terminal of its routing.
 */
export function terminalOfTill(world: World, merchant: string, till: string): TerminalSlot | null {
  const opened = undecidedOnScreen(world, till);
  return (
    terminalOfCommand(world, till) ??
    (opened && world.devices.slot(opened.device)) ??
    terminalOfLateApproval(world, merchant, till)
  );
}

/**
 * What is not settled, or waits for a word, of the sale on the screen of the till: a manager may have opened that of another
 * till, to decide about it here.
 */
export function undecidedOnScreen(world: World, till: string): IntentRow | null {
  const { intents } = world;
  const isOnScreen = ({ sale }: IntentRow) => sale !== null && intents.onScreen(till, sale);
  return intents.allUnsettled().find(isOnScreen) ?? intents.allOpenDecisions().find(isOnScreen) ?? null;
}

/**
 * What only a person can decide about: a command of this till, also at a terminal that is not connected any more; there also
 * one that no till asked for, which no other screen would show.
 */
export function awaitingPerson(world: World, till: string): IntentRow | null {
  const { devices, intents } = world;
  const open = intents.allUnsettled().filter(({ needsPerson: person }) => person);
  const isOfNobody = ({ till: asking, device: party, merchant }: IntentRow) =>
    asking === null && devices.slot(party) === null && devices.owned(merchant, till);
  return open.find(one => one.till === till) ?? open.find(isOfNobody) ?? null;
}

/**
 * Where Stop of a till goes. What nobody can stop any more is not meant, as long as something else runs for this till;
 * null: nothing that could be stopped does.
 */
export const terminalToStop = (world: World, till: string): TerminalSlot | null =>
  terminalOfCommand(
    world,
    till,
    command => !awaitsDecision(command) && command.step !== 'deciding' && command.step !== 'person',
  );

/**
 * For a word on what waits first for this till: the next payment of the till at another terminal does not hold it up. What
 * waits at a terminal that is not connected any more is decided by the sale it names.
 */
export function terminalOfLateApproval(world: World, merchant: string, till: string): TerminalSlot | null {
  const own = world.intents.allOpenDecisions().filter(late => late.till === till);
  const connected = own.map(({ device: party }) => world.devices.slot(party)).find(slot => slot !== null);
  return connected ?? world.devices.terminalFor(merchant, till);
}

function terminalOfCommand(
  world: World,
  till: string,
  isMeant = (command: RunningPayment): boolean => !awaitsDecision(command),
): TerminalSlot | null {
  const commands = world.running
    .ofTill(till)
    .filter(isMeant)
    .sort((a, b) => urgency(world, till, a) - urgency(world, till, b) || a.startedAt - b.startedAt);
  return commands.map(({ device }) => world.devices.slot(device)).find(slot => slot !== null) ?? null;
}

/** Of several commands of one till: what waits for its word, then what can be stopped, and the sale on its screen first. */
function urgency(world: World, till: string, { step, transaction }: RunningPayment): number {
  const isOnScreen = transaction !== null && world.intents.onScreen(till, transaction);
  return (URGENCY[step] ?? 1) + (isOnScreen ? 0 : 0.5);
}

const URGENCY: Partial<Record<RunningPayment['step'], number>> = { question: 0, handOver: 0, deciding: 2, person: 2 };
