/** The document of a device after a write: given members replace stored members, and members of the bridge stay. Pure. */
import type { Device, DeviceInput } from '../../wire/devices.ts';

/** The members of a new or changed device that only the bridge knows. */
export interface DeviceFacts {
  readonly store: Device['store'];
  readonly contract: Device['contract'];
  readonly now: string;
}

export function newDevice(
  id: string,
  merchant: string,
  uuid: string,
  input: DeviceInput & { type: Device['type'] },
  facts: DeviceFacts,
): Device {
  const empty: Device = {
    object: 'smart.devices',
    id,
    merchant: { object: 'general.merchants', id: merchant },
    store: null,
    contract: null,
    vendor: null,
    vendor_uid: input.type === 'cashier' ? uuid : null,
    type: input.type,
    device: null,
    routing: null,
    user_pin: null,
    products: {},
    description: '',
    tid: null,
    idle_screen_register: null,
    idle_screen_terminal: null,
    online: false,
    refresh: null,
    connection_type: 'https',
    terminal_type: null,
    base_version: null,
    created: facts.now,
    updated: facts.now,
  };
  return changedDevice(empty, input, facts);
}

/** Members that are not given stay, and so do additional members of the caller. */
export function changedDevice(device: Device, input: DeviceInput, facts: DeviceFacts): Device {
  const {
    merchant: _merchant,
    device: hardware,
    status: _status,
    ...given
  } = input as DeviceInput & { status?: unknown };
  const { object, id, merchant, type, routing, user_pin, online, created } = device;
  return {
    ...device,
    ...given,
    ...('device' in input ? { device: hardwareOf(hardware) } : {}),
    vendor_uid: given.vendor_uid ?? device.vendor_uid,
    description: given.description ?? device.description,
    products: given.products ?? device.products,
    connection_type: given.connection_type ?? device.connection_type,
    refresh: given.refresh === undefined ? device.refresh : given.refresh === null ? null : Number(given.refresh),
    store: facts.store,
    contract: facts.contract,
    ...{ object, id, merchant, type, routing, user_pin, online, created, updated: facts.now },
  };
}

function hardwareOf(given: DeviceInput['device']): Device['device'] {
  if (given === null || given === undefined) return null;
  if (typeof given === 'string') return { object: 'general.devices', id: given, serial_number: null };
  return { ...given, object: 'general.devices', serial_number: given.serial_number ?? null };
}
