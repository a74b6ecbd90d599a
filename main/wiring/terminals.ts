/** Opens the terminals of the configuration and those that were paired, and stores which of them are online. */
import { isDeepStrictEqual } from 'node:util';
import { introduceGeneric, SettingsError } from '../../drivers/index.ts';
import { countsAsShared, sharingOf } from '../domain/terminalSharing.ts';
import type { Hub } from '../services/push/hub.ts';
import type { Database } from '../store/database.ts';
import type { DeviceStore } from '../store/devices.ts';
import { settingsOf } from '../terminal/setup/pairedSettings.ts';
import { createRegistry, isOnline, type Registry, type TerminalSettings } from '../terminal/setup/registry.ts';
import type { TerminalSetup } from '../terminal/setup/terminalSetup.ts';
import type { Traces } from '../terminal/setup/traces.ts';
import { type Config, ConfigRefusal } from '../world/config.ts';
import type { Log } from '../world/log.ts';
import type { BridgeParts, OpenedSettings } from './parts.ts';
import type { Tables } from './tables.ts';

/** Inside a job: stores which devices are online now. The stored values may be older than a crash, or of another database. */
export function storePresence(devices: DeviceStore, terminals: Registry, now: number): void {
  for (const { id } of devices.terminals()) devices.showOnline(id, isOnline(terminals.slot(id)?.terminal.state));
  devices.refreshTills(now);
}

/** Opens and introduces terminals; each one writes to its own trace. */
export type TerminalOpeners = Pick<TerminalSetup, 'traces' | 'open' | 'introduce'>;

/** `refusesVirtual`: real money is taken here. */
export function terminalOpeners(
  { openTerminal, introduceTerminal }: BridgeParts,
  traces: Traces,
  refusesVirtual: boolean,
): TerminalOpeners {
  // The host knows the terminal of the demo by the object itself.
  const asOpened = (settings: TerminalSettings): OpenedSettings =>
    refusesVirtual ? { ...settings, refusesVirtual } : settings;
  const open: TerminalOpeners['open'] = (settings, device) =>
    openTerminal(asOpened(withSafeTransactionIds(settings)), { log: traces.of(device) });
  return {
    traces,
    open,
    async introduce(settings, trace, look) {
      if (!introduceTerminal)
        return { introduction: await introduceGeneric(await open(settings, trace), look), settings };
      const introduced = await introduceTerminal(asOpened(settings), { log: traces.of(trace) }, look);
      // A rule of the shop, and no setting of the terminal.
      const { refusesVirtual: _, ...kept } = introduced.settings;
      return { ...introduced, settings: kept };
    },
  };
}

/**
 * Switches transaction ids off at a shared terminal. A terminal that is asked for an older transaction than its last one
 * reverses the last one, which may be the payment of another till.
 */
function withSafeTransactionIds(settings: TerminalSettings): TerminalSettings {
  const { options, shared } = settings;
  if (options?.transactionIds !== true || !countsAsShared(sharingOf(shared))) return settings;
  return { ...settings, options: { ...options, transactionIds: false } };
}

interface TerminalParts {
  readonly config: Config;
  readonly tables: Pick<Tables, 'devices' | 'terminals'>;
  readonly db: Pick<Database, 'readOnly' | 'write'>;
  readonly openers: TerminalOpeners;
  readonly log: Log;
  readonly hub: Pick<Hub, 'publish'>;
}

/** Terminals of the configuration first: where both name a device, the configuration wins. */
export async function openTerminals(parts: TerminalParts): Promise<Registry> {
  const { tables, db, openers, log } = parts;
  const terminals = registryOf(parts);
  // No command may leave without a row on disk.
  if (db.readOnly) return terminals;
  try {
    await openConfigured(parts, terminals);
    await syncPairedTerminals(tables, terminals, openers, log);
    for (const { device, settings } of terminals.all())
      if (sharingOf(settings.shared) === null)
        log('warn', 'nobody has said who else takes money at a terminal: it counts as shared', { device });
    return terminals;
  } catch (error) {
    await terminals.close();
    throw error;
  }
}

/** Every change of state is published; whether a terminal is online is stored as well. */
function registryOf({ tables: { devices }, db, log, hub }: TerminalParts): Registry {
  const stored = new Map<string, boolean>();
  return createRegistry((place, view, online) => {
    if ((stored.get(place.id) ?? false) !== online) {
      stored.set(place.id, online);
      db.write(() => devices.showOnline(place.id, online)).catch(error =>
        log('warn', 'whether the terminal is online was not stored', { error: String(error) }),
      );
    }
    hub.publish(place.merchant, 'terminal', view);
  });
}

async function openConfigured({ config, tables, openers, log }: TerminalParts, terminals: Registry): Promise<void> {
  const places = placesOf(config, tables.devices.terminals());
  for (const [index, settings] of config.terminals.entries()) {
    const device = places[index];
    if (!device) {
      log('warn', 'a terminal is configured, but no device of the shop stands for it', { index });
      continue;
    }
    const terminal = await openers.open(settings, device.id).catch(error => {
      throw error instanceof SettingsError
        ? new ConfigRefusal(`Configuration: terminals.${index}: ${error.message}.`)
        : error;
    });
    terminals.add(device, terminal, { settings, paired: false, software: null, terminalId: null });
  }
}

/**
 * The device of each configured terminal: the device it names, else by the order of the device list. Throws
 * `ConfigRefusal`, so that no payment is looked for at another machine than the intended one.
 */
function placesOf<Place extends { readonly id: string }>(
  { terminals }: Pick<Config, 'terminals'>,
  devices: readonly Place[],
): readonly (Place | undefined)[] {
  const places = terminals.map(({ device }, index) =>
    device === undefined ? devices[index] : (devices.find(({ id }) => id === device) ?? refuseMissing(device, index)),
  );
  for (const [index, place] of places.entries()) {
    const first = places.indexOf(place);
    if (place && first < index)
      throw new ConfigRefusal(
        `Configuration: terminals.${index}: the device ${place.id} is that of terminals.${first} already; name the device of each.`,
      );
  }
  return places;
}

function refuseMissing(device: string, index: number): never {
  throw new ConfigRefusal(`Configuration: terminals.${index}: this shop has no terminal with the device ${device}.`);
}

/** Closes and opens paired terminals until they match the database; called again when its contents were replaced. */
export async function syncPairedTerminals(
  tables: Pick<Tables, 'devices' | 'terminals'>,
  terminals: Registry,
  openers: TerminalOpeners,
  log: Log,
): Promise<void> {
  const paired = new Map(tables.terminals.all().map(row => [row.device, row]));
  for (const open of terminals.all()) {
    const row = paired.get(open.device);
    if (open.paired && !(row && isDeepStrictEqual(settingsOf(row), open.settings))) await terminals.remove(open.device);
  }
  const places = tables.devices.terminals();
  for (const row of paired.values()) {
    const place = places.find(({ id }) => id === row.device);
    if (!place || terminals.slot(row.device)) continue;
    const settings = settingsOf(row);
    try {
      const terminal = await openers.open(settings, row.device);
      terminals.add(place, terminal, { settings, paired: true, software: row.software, terminalId: row.terminalId });
      void terminals.register(row.device);
    } catch (error) {
      log('error', 'a paired terminal cannot be opened', { device: row.device, error: String(error) });
    }
  }
}
