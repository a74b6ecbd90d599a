/** The view of a terminal for the API. */

import type { Feature, PaymentTerminal } from '../../../drivers/index.ts';
import { countsAsShared, sharingOf } from '../../domain/terminalSharing.ts';
import type { Terminal } from '../../wire/terminals.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import type { OpenTerminal } from './registry.ts';
import type { TerminalSetup } from './terminalSetup.ts';
import { tillsOf } from './tillAssignment.ts';

/** The open terminal of this merchant; `me` is the terminal of the till. Throws `notFound`. */
export function terminalOf({ registry, world }: TerminalSetup, asking: Asking, device: string): OpenTerminal {
  const { merchant } = asking;
  const wanted = device.toLowerCase() === 'me' ? world.devices.terminalFor(merchant, asking.device)?.device : device;
  const open = wanted === undefined ? null : registry.slot(wanted);
  if (open?.merchant !== merchant) throw new BridgeError('notFound', `there is no terminal ${device}`);
  return open;
}

/** The device of the terminal, also while the terminal is not open. Throws `notFound`, also for a device of another merchant. */
export function deviceNamed({ devices }: World, { merchant, device: own }: Asking, named: string): string {
  const device = named.toLowerCase() === 'me' ? own : named;
  if (device === null || !devices.owned(merchant, device))
    throw new BridgeError('notFound', `there is no device ${named}`);
  return devices.terminalFor(merchant, device)?.device ?? device;
}

type Asking = Pick<Principal, 'merchant' | 'device'>;

export function terminalsOf(terminals: TerminalSetup, merchant: string): readonly Terminal[] {
  const own = terminals.registry.all().filter(one => one.merchant === merchant);
  return own.map(one => terminalView(terminals, one));
}

/** The real address: the terminal of the demo has another port in every run. */
function reachedBy(connection: Terminal['connection'], endpoint: string): Terminal['connection'] {
  const [, host, port] = /^tcp:\/\/(.+):(\d+)$/.exec(endpoint) ?? [];
  return connection.type === 'tcp' && host ? { ...connection, host, port: Number(port) } : connection;
}

export function terminalView({ devices }: TerminalSetup, open: OpenTerminal): Terminal {
  const { device, merchant, settings, terminal, state, since, reason, terminalId, software, paired, condition } = open;
  const { connection, protocol, profile = 'generic', handOver = false } = settings;
  const answer = sharingOf(settings.shared);
  const { features: _found, ...options } = settings.options ?? {};
  return {
    device,
    description: devices.find(merchant, device)?.description ?? open.description,
    protocol,
    connection: reachedBy(connection, terminal.endpoint),
    endpoint: terminal.endpoint,
    profile,
    options,
    features: offeredFeatures(terminal),
    terminalId,
    software,
    state,
    since,
    reason: reason?.text ?? null,
    code: reason?.code ?? null,
    holder: reason?.code === 'held' ? reason.text : null,
    condition,
    tills: tillsOf(devices, merchant, device).map(({ id, description }) => ({ id, description })),
    shared: countsAsShared(answer),
    sharedWith: answer,
    handOver,
    paired,
  };
}

/** Features of the drivers that no part of the bridge uses: a sale is paid whole, without cash on top and with all its goods. */
const UNUSED: ReadonlySet<Feature> = new Set<Feature>(['cashback', 'partlyHandOver']);

/** The features of the terminal that the bridge uses. */
const offeredFeatures = ({ features }: PaymentTerminal): Feature[] => [...features].filter(one => !UNUSED.has(one));
