/** Tills and the terminals at which they take cards. Everything is for use inside a job. */

import type { PairedTerminal } from '../store/terminals.ts';
import { newDevice } from '../terminal/setup/deviceDocument.ts';
import { changeRouted, part } from '../terminal/setup/routingAssignment.ts';
import { assignTills, tillsOf } from '../terminal/setup/tillAssignment.ts';
import type { Device } from '../wire/devices.ts';
import type { Till } from '../wire/shop.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import { audited, type Change, type MasterData } from './masterData.ts';

type Devices = Pick<MasterData, 'devices'>;

/** All tills of the merchant, in the order they were made. */
export const tillsOfShop = (data: Devices, merchant: string): readonly Till[] =>
  data.devices.devices.all(merchant).flatMap(({ document }) => (isTill(document) ? [tillOf(data, document)] : []));

const isTill = ({ type }: Device) => type === 'cashier' || type === 'shopmodule';

/** The devices that stand for terminals, in the order they were made. */
export const terminalsOfShop = ({ devices }: Devices, merchant: string): readonly Device[] =>
  devices.devices.all(merchant).flatMap(({ document }) => (document.type === 'zvt' ? [document] : []));

function tillOf({ devices }: Devices, { id, description, vendor_uid, merchant, created }: Device): Till {
  const terminals = devices.routedWith(id).flatMap(other => devices.find(merchant.id, other) ?? []);
  const terminal = terminals.find(({ type }) => type === 'zvt');
  return {
    ...{ id, name: description, uuid: vendor_uid, created },
    terminal: terminal ? { id: terminal.id, name: terminal.description } : null,
  };
}

/** A uuid that no device of the merchant has yet. */
export function freeUuid({ devices }: Devices, merchant: string, name: string): string {
  const plain =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'till';
  for (let count = 1; ; count += 1) {
    const uuid = `/tillbridge/till/${plain}${count === 1 ? '' : `-${count}`}`;
    if (!devices.uuidTaken(merchant, uuid)) return uuid;
  }
}

export interface NewTill {
  readonly name: string;
  readonly uuid: string;
  /** SDV_… of its terminal, or null. */
  readonly terminal: string | null;
}

/** Gives the id of the till. Throws `alreadyAssigned` for a uuid that is taken. */
export function addTill(data: MasterData, change: Change, { name, uuid, terminal }: NewTill): string {
  const { merchant } = change;
  if (data.devices.uuidTaken(merchant, uuid))
    throw new BridgeError('alreadyAssigned', `uuid: ${uuid} is the name of another device`);
  const id = newId('SDV');
  const input = { type: 'cashier', vendor: 'tillbridge', description: name } as const;
  data.devices.devices.insert(merchant, newDevice(id, merchant, uuid, input, facts(data, merchant)));
  if (terminal !== null) payAt(data, merchant, id, terminal);
  audited(data, change, {
    kind: 'till',
    subject: id,
    action: 'created',
    before: null,
    after: { name, uuid, terminal },
  });
  return id;
}

export interface TillChanges {
  readonly name?: string;
  readonly uuid?: string;
  readonly terminal?: string | null;
}

/** True where something changed. Throws `notFound` and `alreadyAssigned`. */
export function changeTill(data: MasterData, change: Change, id: string, changes: TillChanges): boolean {
  const { merchant } = change;
  const device = data.devices.find(merchant, id);
  if (!device || !isTill(device)) throw new BridgeError('notFound', `there is no till ${id}`);
  const now = tillOf(data, device);
  const before = { name: now.name, uuid: now.uuid, terminal: now.terminal?.id ?? null };
  const after = { ...before, ...changes };
  if (JSON.stringify(before) === JSON.stringify(after)) return false;
  if (after.uuid !== before.uuid && after.uuid !== null && data.devices.uuidTaken(merchant, after.uuid))
    throw new BridgeError('alreadyAssigned', `uuid: ${after.uuid} is the name of another device`);
  if (after.name !== before.name || after.uuid !== before.uuid) rename(data, device, after.name, after.uuid);
  if (after.terminal !== before.terminal) {
    if (before.terminal !== null) leave(data, merchant, id, before.terminal);
    if (after.terminal !== null) payAt(data, merchant, id, after.terminal);
  }
  audited(data, change, { kind: 'till', subject: id, action: 'changed', before, after });
  return true;
}

function rename({ devices, now }: MasterData, device: Device, description: string, uuid: string | null): void {
  const changed = { ...device, description, vendor_uid: uuid, updated: timestamp(now()) };
  devices.devices.save(device.merchant.id, changed);
  changeRouted(devices, changed, timestamp(now()));
}

function payAt({ devices, now }: MasterData, merchant: string, till: string, terminal: string): void {
  if (devices.find(merchant, terminal)?.type !== 'zvt')
    throw new BridgeError('notFound', `there is no terminal ${terminal}`);
  const tills = tillsOf(devices, merchant, terminal).map(({ id }) => id);
  assignTills(devices, merchant, terminal, [...tills, till], now());
}

function leave({ devices, now }: MasterData, merchant: string, till: string, terminal: string): void {
  const device = devices.find(merchant, terminal);
  if (!device) return;
  for (const id of devices.routingsOf(till)) {
    const routing = devices.routings.find(merchant, id)?.document;
    if (routing?.assign.some(one => one.id === terminal)) part(devices, routing, device, timestamp(now()));
  }
}

/** The settings of a terminal that is used without having been reached: it is opened at the next start, or at once by the caller. */
export type NewTerminal = Omit<PairedTerminal, 'device' | 'merchant' | 'pairedAt' | 'terminalId' | 'software'> & {
  readonly name: string;
  readonly tid: string | null;
};

/** Gives the id of its device. */
export function addTerminal(data: MasterData, change: Change, { name, tid, ...settings }: NewTerminal): string {
  const { merchant } = change;
  const device = newId('SDV');
  const input = { type: 'zvt', description: name, ...(tid === null ? {} : { tid }) } as const;
  data.devices.devices.insert(merchant, newDevice(device, merchant, '', input, facts(data, merchant)));
  data.terminals.save({ ...settings, device, merchant, terminalId: null, software: null, pairedAt: data.now() });
  const after = shown({ name, ...settings });
  audited(data, change, { kind: 'terminal', subject: device, action: 'created', before: null, after });
  return device;
}

/** Other settings for a terminal that is there. True where something changed. */
export function changeTerminal(data: MasterData, change: Change, device: string, wanted: NewTerminal): boolean {
  const { merchant } = change;
  const { name, tid, ...settings } = wanted;
  const stored = data.terminals.find(device);
  const place = data.devices.find(merchant, device);
  if (!place) throw new BridgeError('notFound', `there is no terminal ${device}`);
  const before = stored && shown({ name: place.description, ...stored });
  const after = shown({ name, ...settings });
  const isSame = JSON.stringify(before) === JSON.stringify(after) && stored?.password === settings.password;
  const tidChanges = tid !== null && tid !== place.tid;
  if (isSame && !tidChanges) return false;
  const changed = { ...place, description: name, ...(tidChanges ? { tid } : {}), updated: timestamp(data.now()) };
  data.devices.devices.save(merchant, changed);
  changeRouted(data.devices, changed, timestamp(data.now()));
  const known = stored ?? { terminalId: null, software: null, pairedAt: data.now() };
  data.terminals.save({ ...settings, device, merchant, ...pick(known) });
  audited(data, change, { kind: 'terminal', subject: device, action: 'changed', before, after });
  return true;
}

const pick = ({ terminalId, software, pairedAt }: Pick<PairedTerminal, 'terminalId' | 'software' | 'pairedAt'>) => ({
  ...{ terminalId, software, pairedAt },
});

/** The password never stands in the log. */
const shown = (terminal: Omit<NewTerminal, 'tid'>) => {
  const { name, protocol, connection, currency, profile, options, sharedWith, handOver } = terminal;
  return { name, protocol, connection, currency, profile, options, sharedWith, handOver };
};

function facts({ shops, now }: MasterData, merchant: string) {
  const id = shops.defaultOf(merchant);
  const name = id === null ? null : (shops.find(merchant, id)?.document.name ?? '');
  const store = id === null ? null : ({ object: 'general.stores', id, name: name ?? '' } as const);
  return { store, contract: null, now: timestamp(now()) };
}
