/** The ports of this till at which terminals connect: each port belongs to one terminal, which has the port in its settings. */
import { freePort, listeningPortOf, type Reason, SettingsError } from '../../../drivers/index.ts';
import { BridgeError } from '../../world/errors.ts';
import { settingsOf } from './pairedSettings.ts';
import type { OpenTerminal, TerminalSettings } from './registry.ts';
import { setupError } from './setupErrors.ts';
import type { TerminalSetup } from './terminalSetup.ts';

/**
 * Throws `tillPortTaken` where another terminal connects to the port, also a terminal that is away now. The name of another
 * merchant's terminal stays secret.
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

/** Error for a terminal that was not reached; for a port that another program uses it names a free port. */
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

/** The terminals by the port to which they connect. */
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

/** Null where no terminal connects to the till, and for wrong settings: those are refused when they are used. */
async function portOf(settings: TerminalSettings): Promise<number | null> {
  return listeningPortOf(settings).then(
    port => port ?? null,
    error => {
      if (error instanceof SettingsError) return null;
      throw error;
    },
  );
}
