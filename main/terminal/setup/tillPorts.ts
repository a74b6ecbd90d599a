/** Ports of this till at which terminals call: each is that of one terminal, and entered there, too. */
import { SettingsError } from '../../../drivers/settings.ts';
import type { Reason } from '../../../drivers/terminal.ts';
import { freePort } from '../../../drivers/transport/freePort.ts';
import { BridgeError } from '../../world/errors.ts';
import { settingsOf } from './pairedSettings.ts';
import type { OpenTerminal, TerminalSettings } from './registry.ts';
import { setupError } from './setupErrors.ts';
import type { TerminalSetup } from './terminalSetup.ts';

/**
 * Throws `tillPortTaken` where another terminal calls at the port already, also one that is not there just now. What
 * another merchant calls his terminal is not told.
 */
export async function refuseTakenPort(
  terminals: TerminalSetup,
  merchant: string,
  settings: TerminalSettings,
  own?: string,
): Promise<void> {
  const port = await portOf(settings);
  const holder = port === null ? undefined : (await takenPorts(terminals, own)).get(port);
  if (port === null || holder === undefined) return;
  const named = holder.merchant === merchant ? nameOf(terminals, holder) : 'another terminal of this machine';
  throw await taken(terminals, port, `that of ${named}`);
}

/** Why a terminal was not reached; for a port that another program listens at with one that is free. */
export async function unreachableError(
  terminals: TerminalSetup,
  settings: TerminalSettings,
  reason: Reason,
): Promise<BridgeError> {
  const port = reason.code === 'portTaken' ? await portOf(settings) : null;
  return port === null ? setupError(reason) : taken(terminals, port, `taken by another program (${reason.text})`);
}

async function taken(terminals: TerminalSetup, port: number, how: string): Promise<BridgeError> {
  const free = await freePort(port + 1, new Set((await takenPorts(terminals)).keys()));
  const instead = free === undefined ? '' : `; free: ${free}`;
  return new BridgeError('tillPortTaken', `port ${port} of this till is ${how}${instead}`, {
    extra: { port, free_port: free ?? null },
  });
}

type Holder = Pick<OpenTerminal, 'device' | 'merchant'>;

const nameOf = ({ devices }: TerminalSetup, { merchant, device }: Holder): string =>
  devices.find(merchant, device)?.description || device;

/** By port, the terminal that calls there. */
async function takenPorts({ registry, store }: TerminalSetup, own?: string): Promise<ReadonlyMap<number, Holder>> {
  const open = registry.all().map(({ device, merchant, settings }) => ({ device, merchant, settings }));
  const stored = store.all().map(row => ({ device: row.device, merchant: row.merchant, settings: settingsOf(row) }));
  const ports = new Map<number, Holder>();
  for (const { device, merchant, settings } of [...open, ...stored]) {
    const port = device === own ? null : await portOf(settings);
    if (port !== null) ports.set(port, { device, merchant });
  }
  return ports;
}

/** Null where no terminal calls, and where the settings are no good: that is told when they are used. */
async function portOf(settings: TerminalSettings): Promise<number | null> {
  const { listeningPortOf: calledAt } = await import('../../../drivers/index.ts');
  return calledAt(settings).then(
    port => port ?? null,
    error => {
      if (error instanceof SettingsError) return null;
      throw error;
    },
  );
}
