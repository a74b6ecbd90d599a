/** Pairing: a terminal introduces itself, is stored with its connection, and takes payments at once; unpairing takes it out of use. */
import {
  endpointOf,
  type Introduction,
  modelsOf,
  type TerminalSettings as PairedSettings,
  protocolNames,
  SettingsError,
  type TaskOutcome,
  type TerminalReceipt,
  type TerminalStatus,
  type Texts,
} from '../../../drivers/index.ts';
import { sharingOf } from '../../domain/terminalSharing.ts';
import type { PairedTerminal } from '../../store/terminals.ts';
import type { Device } from '../../wire/devices.ts';
import type { Models, PairInput } from '../../wire/terminals.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import { refuseBusy } from '../payment/preconditions.ts';
import { inBothLanguages, reasonTexts } from '../payment/terminalErrors.ts';
import { newDevice } from './deviceDocument.ts';
import { settingsOf } from './pairedSettings.ts';
import type { OpenTerminal, TerminalSettings } from './registry.ts';
import { changeRouted } from './routingAssignment.ts';
import { auditedTerminal } from './terminalAudit.ts';
import type { TerminalSetup } from './terminalSetup.ts';
import { terminalOf } from './terminalView.ts';
import { assignTills, refuseNoTills } from './tillAssignment.ts';
import { refuseTakenPort, unreachableError } from './tillPorts.ts';

export interface Paired {
  readonly terminal: OpenTerminal;
  /** The slips of the diagnosis. */
  readonly slips: readonly TerminalReceipt[];
  /** The reason why the diagnosis failed; the terminal is paired all the same. */
  readonly problem: Texts | null;
}

/** The terminal introduces itself, is stored and opened. Nothing is stored when it cannot be reached or refuses. */
export async function pair(terminals: TerminalSetup, merchant: string, input: PairInput): Promise<Paired> {
  const place = placeOf(terminals, merchant, input); // refused before anything is opened
  refusePairedEndpoint(terminals, input.connection);
  await refuseTakenPort(terminals, merchant, settingsFor(input));
  const { introduction, settings } = await refuseBadSettings(() =>
    terminals.introduce(settingsFor(input), place?.id ?? STRANGERS),
  );
  const { status, diagnosis } = introduction;
  if (status.kind === 'unreachable') throw await unreachableError(terminals, settings, status.reason);
  const row = await terminals.world.ledger.write(() => keep(terminals, merchant, input, settings, introduction));
  const terminal = await reopen(terminals, row);
  return {
    terminal,
    slips: diagnosis?.receipts ?? [],
    problem: problemOf(status, diagnosis),
  };
}

export interface Stranger {
  /** Settings with which it is opened from now on, and its report. */
  readonly settings: PairedSettings;
  readonly terminalId: string | null;
  readonly software: string | null;
  /** The reason why the diagnosis failed. */
  readonly problem: Texts | null;
}

/** The terminal introduces itself before there is a shop; nothing is stored or opened. */
export async function introduceStranger(terminals: TerminalSetup, input: PairInput): Promise<Stranger> {
  const { introduction, settings } = await refuseBadSettings(() => terminals.introduce(settingsFor(input), STRANGERS));
  const { status, diagnosis, terminalId = null, softwareVersion = null } = introduction;
  if (status.kind === 'unreachable') throw await unreachableError(terminals, settings, status.reason);
  return { settings, terminalId, software: softwareVersion, problem: problemOf(status, diagnosis) };
}

function problemOf(status: Exclude<TerminalStatus, { kind: 'unreachable' }>, diagnosis: TaskOutcome | undefined) {
  if (diagnosis) return diagnosis.kind === 'done' ? null : reasonTexts(diagnosis.reason);
  return status.kind === 'ready' ? null : inBothLanguages(status);
}

/** Takes a paired terminal out of use, also a terminal that could not be opened; its device and its sales stay. Throws `notFound`. */
export async function unpair(terminals: TerminalSetup, asking: Asking, device: string): Promise<void> {
  const closed = terminals.registry.slot(device) ? null : terminals.store.find(device);
  if (closed?.merchant === asking.merchant) {
    refuseUnsettled(terminals, device);
    refuseUnfinished(terminals, device);
    await forget(terminals, closed);
  } else await giveUp(terminals, terminalOf(terminals, asking, device));
}

type Asking = Parameters<typeof terminalOf>[1];

async function giveUp(terminals: TerminalSetup, open: OpenTerminal): Promise<void> {
  const row = terminals.store.find(open.device);
  refuseUse(terminals, open);
  refuseUnfinished(terminals, open.device);
  // First of all, so that no command begins there any more.
  await terminals.registry.remove(open.device);
  try {
    await forget(terminals, open);
  } catch (error) {
    if (row) await reopen(terminals, row);
    throw error;
  }
}

async function forget(terminals: TerminalSetup, { merchant, device }: Pick<PairedTerminal, 'merchant' | 'device'>) {
  const { devices, store, world } = terminals;
  await world.ledger.write(() =>
    auditedTerminal(terminals, { merchant, device }, () => {
      assignTills(devices, merchant, device, [], world.clock.now());
      store.remove(device);
    }),
  );
}

/** Throws while a command runs there or an outcome is unknown. */
function refuseUse(terminals: TerminalSetup, open: OpenTerminal): void {
  if (!open.paired) throw new BridgeError('terminalConfigured', `${open.device} stands in the configuration`);
  refuseUnsettled(terminals, open.device);
  refuseBusy(terminals.world, open);
}

export function refuseUnsettled({ world }: TerminalSetup, device: string): void {
  const unsettled = world.intents.unsettled(device);
  if (unsettled && unsettled.state !== 'open')
    throw new BridgeError('terminalUnsettled', `the ending of ${unsettled.sale ?? unsettled.kind} is not known yet`);
}

/** A later terminal at this place must not be asked about the outcomes of this terminal. */
function refuseUnfinished({ world }: TerminalSetup, device: string): void {
  const late = world.intents.openDecision(device);
  if (late)
    throw new BridgeError(
      'terminalUnsettled',
      `nobody has decided yet about the ${late.decisionKind === 'late' ? 'late approval' : 'signature'} of ${late.sale}`,
    );
  const [day] = world.dayEnds.open(device);
  if (day)
    throw new BridgeError('terminalUnsettled', `whether the end-of-day ${day.document.id} took place is not known yet`);
}

/** Name of the trace for terminals without a device: a file of the data directory. */
const STRANGERS = 'pairing';

/** Throws `badInput` for settings that a driver refuses. */
export async function refuseBadSettings<T>(introduce: () => Promise<T>): Promise<T> {
  try {
    return await introduce();
  } catch (error) {
    throw error instanceof SettingsError ? new BridgeError('badInput', error.message) : error;
  }
}

function settingsFor({ connection, protocol, password, currency, profile, options }: PairInput): TerminalSettings {
  return {
    protocol: protocol ?? 'zvt',
    connection,
    ...(password ? { password } : {}),
    ...(currency ? { currency } : {}),
    ...(profile ? { profile } : {}),
    ...(options ? { options } : {}),
  };
}

/** Refuses a terminal that this bridge has paired already; no other program holds it. `own`: the device of the terminal itself. */
export function refusePairedEndpoint(
  { registry, store }: TerminalSetup,
  connection: PairInput['connection'],
  own?: string,
): void {
  const endpoint = endpointOf(connection);
  const others = <T extends { readonly device: string }>(all: readonly T[]) =>
    all.filter(({ device }) => device !== own);
  const open = others(registry.all()).map(({ terminal }) => terminal.endpoint);
  const stored = others(store.all()).map(one => endpointOf(one.connection as PairInput['connection']));
  if ([...open, ...stored].includes(endpoint))
    throw new BridgeError('alreadyAssigned', `${endpoint} is paired already`);
}

/** The device of the terminal: the named device, the first free terminal of the merchant, or null for a new device. */
function placeOf(
  { devices, registry, store }: TerminalSetup,
  merchant: string,
  { device, tills }: PairInput,
): Device | null {
  refuseNoTills(devices, merchant, tills ?? []);
  if (!device) {
    const own = devices.terminals().filter(one => one.merchant === merchant);
    const free = own.find(({ id }) => registry.slot(id) === null && store.find(id) === null);
    return free ? devices.find(merchant, free.id) : null;
  }
  const named = devices.find(merchant, device);
  if (named?.type !== 'zvt') throw new BridgeError('notFound', `there is no terminal ${device}`);
  if (registry.slot(device) || store.find(device))
    throw new BridgeError('alreadyAssigned', `${device} is paired already`);
  return named;
}

/** Inside a job. */
function keep(
  terminals: TerminalSetup,
  merchant: string,
  input: PairInput,
  settings: PairedSettings,
  introduction: Introduction,
): PairedTerminal {
  const { devices, store, world } = terminals;
  const terminalId = introduction.terminalId ?? null;
  const at = world.clock.now();
  refusePairedEndpoint(terminals, input.connection);
  const place = placeOf(terminals, merchant, input) ?? newTerminal(terminals, merchant, at);
  const row: PairedTerminal = {
    device: place.id,
    merchant,
    protocol: settings.protocol,
    connection: settings.connection,
    password: settings.password ?? null,
    currency: settings.currency ?? null,
    profile: settings.profile ?? null,
    options: settings.options ?? {},
    terminalId,
    software: introduction.softwareVersion ?? null,
    sharedWith: sharingOf(input.shared),
    handOver: input.handOver ?? false,
    pairedAt: at,
  };
  auditedTerminal(terminals, row, () => {
    devices.devices.save(merchant, { ...place, tid: terminalId ?? place.tid, updated: timestamp(at) });
    if (input.description) describe(terminals, merchant, place.id, input.description, at);
    if (input.tills) assignTills(devices, merchant, place.id, input.tills, at);
    store.save(row);
  });
  return row;
}

function newTerminal({ devices }: TerminalSetup, merchant: string, at: number): Device {
  const count = devices.terminals().filter(one => one.merchant === merchant).length;
  const facts = { store: null, contract: null, now: timestamp(at) };
  const device = newDevice(newId('SDV'), merchant, '', { type: 'zvt', description: `Terminal ${count + 1}` }, facts);
  devices.devices.insert(merchant, device);
  return device;
}

export function describe(
  { devices }: TerminalSetup,
  merchant: string,
  id: string,
  description: string,
  at: number,
): void {
  const device = devices.find(merchant, id);
  if (!device || device.description === description) return;
  const changed = { ...device, description, updated: timestamp(at) };
  devices.devices.save(merchant, changed);
  changeRouted(devices, changed, timestamp(at));
}

export async function reopen({ registry, devices, open }: TerminalSetup, row: PairedTerminal): Promise<OpenTerminal> {
  const { device: id, merchant, software, terminalId } = row;
  const settings = settingsOf(row);
  const terminal = await open(settings, id);
  const description = devices.find(merchant, id)?.description ?? '';
  const added = registry.add({ id, merchant, description }, terminal, { settings, paired: true, software, terminalId });
  await registry.register(id);
  return registry.slot(id) ?? added;
}

/** The models of terminals that a person can choose at pairing. */
export async function knownModels(): Promise<Models['data']> {
  const each = protocolNames.map(async protocol =>
    (await modelsOf(protocol)).map(({ name, title, isRecognised }) => ({
      protocol,
      name,
      title,
      recognised: isRecognised,
    })),
  );
  return (await Promise.all(each)).flat();
}
