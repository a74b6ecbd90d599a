/**
 * Changes of a terminal: its name, its users and its connection. A new address is proved by the terminal that answers there, so
 * it may change also while an outcome is unknown: the terminal is then asked at its new address.
 */
import { isDeepStrictEqual } from 'node:util';
import { checkSettings, type Introduction } from '../../../drivers/index.ts';
import { sharingOf } from '../../domain/terminalSharing.ts';
import type { PairedTerminal } from '../../store/terminals.ts';
import type { TerminalInput } from '../../wire/terminals.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { refuseBusy, refuseTask } from '../payment/preconditions.ts';
import { settingsOf } from './pairedSettings.ts';
import { describe, refuseBadSettings, refusePairedEndpoint, refuseUnsettled, reopen } from './pairing.ts';
import type { OpenTerminal, TerminalSettings } from './registry.ts';
import { auditedTerminal } from './terminalAudit.ts';
import type { TerminalSetup } from './terminalSetup.ts';
import { assignTills, refuseNoTills } from './tillAssignment.ts';
import { refuseTakenPort, unreachableError } from './tillPorts.ts';

/** Changes everything or nothing. Throws `terminalBusy` while anything runs there. */
export async function changeTerminal(
  terminals: TerminalSetup,
  before: OpenTerminal,
  input: TerminalInput,
): Promise<void> {
  const { store, world } = terminals;
  const row = store.find(before.device);
  const wanted = wantedOf(before, row, input);
  if (!row || !wanted)
    return world.ledger.write(() => auditedTerminal(terminals, before, () => rename(terminals, before, input)));
  if (isUseAlone(row, wanted)) return changeUse(terminals, before, row, wanted, input);
  const connection = wanted.connection as TerminalSettings['connection'];
  // Wrong input is refused while the terminal still works.
  await refuseBadSettings(() => checkSettings(settingsOf(wanted)));
  if (input.tills) refuseNoTills(terminals.devices, before.merchant, input.tills);
  await refuseTakenPort(terminals, before.merchant, settingsOf(wanted), before.device);
  refusePairedEndpoint(terminals, connection, before.device);
  refuseUse(terminals, before, row, wanted);
  const work = exchange(terminals, row, wanted, input);
  // A running task: no command begins there meanwhile.
  world.running.beginTask(before.device, 'change', work);
  await work;
}

/** True when only the users change; the terminal does not know its users and need not answer. */
function isUseAlone(row: PairedTerminal, wanted: PairedTerminal): boolean {
  const { sharedWith: _with, handOver: _over, ...before } = row;
  const { sharedWith: _now, handOver: _then, ...after } = wanted;
  // Ids of transactions depend on other users of the terminal and are set when the line opens, so a change opens it
  // again.
  return isDeepStrictEqual(before, after) && row.options.transactionIds !== true;
}

async function changeUse(
  terminals: TerminalSetup,
  before: OpenTerminal,
  row: PairedTerminal,
  wanted: PairedTerminal,
  input: TerminalInput,
): Promise<void> {
  const { store, world, devices, registry } = terminals;
  if (input.tills) refuseNoTills(devices, before.merchant, input.tills);
  await world.ledger.write(() => {
    refuseUse(terminals, before, row, wanted);
    if (!store.find(before.device)) throw new BridgeError('notFound', `${before.device} is no longer paired`);
    auditedTerminal(terminals, before, () => {
      store.save(wanted);
      rename(terminals, before, input);
    });
  });
  registry.use(before.device, settingsOf(wanted));
}

/** The new row of the terminal; null when the change does not affect how it is opened. */
function wantedOf(before: OpenTerminal, row: PairedTerminal | null, input: TerminalInput): PairedTerminal | null {
  const { description: _description, tills: _tills, ...how } = input;
  if (!before.paired || !row) {
    const asked = HOW.some(key => how[key] !== undefined && how[key] !== null);
    if (asked) throw new BridgeError('terminalConfigured', `${before.device} stands in the configuration`);
    return null;
  }
  const profile = input.profile === undefined ? row.profile : input.profile;
  const wanted = {
    ...row,
    password: input.password ?? row.password,
    connection: input.connection ?? row.connection,
    profile,
    options: optionsOf(row, profile, input.options),
    sharedWith: sharingOf(input.shared) ?? row.sharedWith,
    handOver: input.handOver ?? row.handOver,
  };
  return isDeepStrictEqual(wanted, row) ? null : wanted;
}

const HOW = ['password', 'connection', 'profile', 'options', 'shared', 'handOver'] as const;

/**
 * Features that pairing found out belong to the model. The option without containers may also have been set by hand: for
 * another model it must be set again, or the terminal reports it when it introduces itself.
 */
function optionsOf(
  row: PairedTerminal,
  profile: string | null,
  given: TerminalInput['options'],
): PairedTerminal['options'] {
  const { features, containers, ...before } = row.options;
  const isKept = profile !== null && profile === row.profile;
  return {
    ...(isKept && features !== undefined ? { features } : {}),
    ...(given ?? { ...before, ...(isKept && containers !== undefined ? { containers } : {}) }),
  };
}

/** Throws while a command or task runs there; while an outcome is unknown, the members that its reconciliation uses stay. */
function refuseUse(terminals: TerminalSetup, open: OpenTerminal, row: PairedTerminal, wanted: PairedTerminal): void {
  const { world } = terminals;
  if (row.sharedWith !== wanted.sharedWith || row.handOver !== wanted.handOver) refuseUnsettled(terminals, open.device);
  if (row.sharedWith !== wanted.sharedWith) refuseOpenDay(world, open.device);
  if (world.intents.unsettled(open.device)?.state === 'open') refuseBusy(world, open);
  refuseTask(world, open);
}

/** The totals that decide about an end-of-day are also moved by others. */
function refuseOpenDay(world: TerminalSetup['world'], device: string): void {
  const [day] = world.dayEnds.open(device);
  if (day)
    throw new BridgeError('terminalUnsettled', `whether the end-of-day ${day.document.id} took place is not known yet`);
}

/** Closes the line, lets the terminal introduce itself and stores it, if it is the expected terminal; then opens it as stored. */
async function exchange(
  terminals: TerminalSetup,
  row: PairedTerminal,
  wanted: PairedTerminal,
  input: TerminalInput,
): Promise<void> {
  const { registry, store, world, devices } = terminals;
  const { device, merchant } = row;
  try {
    await registry.shut(device);
    const { introduction, settings } = await refuseBadSettings(() =>
      terminals.introduce(settingsOf(wanted), device, { diagnosis: false }),
    );
    const { status, softwareVersion, terminalId } = introduction;
    if (status.kind === 'unreachable') throw await unreachableError(terminals, settings, status.reason);
    refuseOther(terminals, row, wanted, introduction);
    await world.ledger.write(() => {
      if (!store.find(device)) throw new BridgeError('notFound', `${device} is no longer paired`);
      refusePairedEndpoint(terminals, settings.connection, device);
      const tid = terminalId ?? row.terminalId;
      auditedTerminal(terminals, row, () => {
        store.save({
          ...wanted,
          connection: settings.connection,
          profile: settings.profile ?? null,
          options: settings.options ?? {},
          terminalId: tid,
          software: softwareVersion ?? row.software,
        });
        const place = devices.find(merchant, device);
        if (place && tid !== null && place.tid !== tid)
          devices.devices.save(merchant, { ...place, tid, updated: timestamp(world.clock.now()) });
        rename(terminals, row, input);
      });
    });
  } finally {
    const kept = store.find(device);
    if (kept) void world.recovery.askNow(await reopen(terminals, kept));
    else await registry.remove(device);
  }
}

/** The terminal that is asked about an unknown outcome must be the terminal that ran the command. */
function refuseOther(
  { world }: TerminalSetup,
  before: PairedTerminal,
  wanted: PairedTerminal,
  { terminalId: reported }: Introduction,
): void {
  const { device, terminalId: known } = before;
  const isMoved = !isDeepStrictEqual(wanted.connection, before.connection);
  const isSame = reported === (known ?? undefined) && (reported !== undefined || !isMoved);
  const isAwaited =
    world.intents.unsettled(device) !== null ||
    world.intents.openDecision(device) !== null ||
    world.dayEnds.open(device)[0];
  if (isSame || !(isAwaited || (isMoved && known !== null))) return;
  if (known === null)
    throw new BridgeError(
      'terminalUnsettled',
      'the terminal has never reported its id, so nobody can tell whether the same one answers there',
    );
  const who = reported === undefined ? 'a terminal that tells no id' : `terminal ${reported}`;
  throw new BridgeError('terminalOther', `${who} answers there, not ${known}`, {
    extra: { terminal_id: reported ?? null, expected: known },
  });
}

/** Inside a job. */
function rename(
  terminals: TerminalSetup,
  { merchant, device }: Pick<PairedTerminal, 'merchant' | 'device'>,
  { description, tills }: TerminalInput,
): void {
  const at = terminals.world.clock.now();
  if (description) describe(terminals, merchant, device, description, at);
  if (tills) assignTills(terminals.devices, merchant, device, tills, at);
}
