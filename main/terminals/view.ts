/** A terminal as the API tells it. */
import { endpointOf } from '../../drivers/settings.ts';
import type { Terminal } from '../api/terminals/contract.ts';
import { BridgeError } from '../errors.ts';
import type { OpenTerminal } from './registry.ts';
import type { Terminals } from './terminals.ts';
import { tillsOf } from './tills.ts';

/** Of this merchant; throws `notFound`. */
export function terminalOf({ registry }: Terminals, merchant: string, device: string): OpenTerminal {
  const open = registry.slot(device);
  if (open?.merchant !== merchant) throw new BridgeError('notFound', `there is no terminal ${device}`);
  return open;
}

export function terminalsOf(terminals: Terminals, merchant: string): readonly Terminal[] {
  const own = terminals.registry.all().filter(one => one.merchant === merchant);
  return own.map(one => viewOf(terminals, one));
}

export function viewOf({ devices }: Terminals, open: OpenTerminal): Terminal {
  const { device, merchant, settings, terminal, state, since, reason, terminalId, software, paired } = open;
  const { connection, protocol, profile = 'generic' } = settings;
  return {
    device,
    description: devices.find(merchant, device)?.description ?? open.description,
    protocol,
    connection,
    endpoint: endpointOf(connection),
    profile,
    features: [...terminal.features],
    terminalId,
    software,
    state,
    since,
    reason: reason?.text ?? null,
    code: reason?.code ?? null,
    holder: reason?.code === 'held' ? reason.text : null,
    tills: tillsOf(devices, merchant, device).map(({ id, description }) => ({ id, description })),
    paired,
  };
}
