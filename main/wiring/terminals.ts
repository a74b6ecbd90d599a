/** Opens the terminals of the configuration and those that were paired, and tells what state they are in. */
import { isDeepStrictEqual } from 'node:util';
import { introduceGeneric } from '../../drivers/introduction.ts';
import { SettingsError } from '../../drivers/settings.ts';
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
import type { BridgeParts } from './parts.ts';
import type { Tables } from './tables.ts';

/** The terminals of this bridge, each in the place of a device of the shop. */
export type Slots = Registry;

/** Inside a job: who is online now; what is stored of it may be of before a crash, or of another database. */
export function storePresence(devices: DeviceStore, slots: Slots, now: number): void {
  for (const { id } of devices.terminals()) devices.showOnline(id, isOnline(slots.slot(id)?.terminal.state));
  devices.refreshTills(now);
}

/** How terminals are met and opened, each heard by its trace. */
export type TerminalOpeners = Pick<TerminalSetup, 'traces' | 'open' | 'introduce'>;

export function terminalOpeners({ openTerminal, introduceTerminal }: BridgeParts, traces: Traces): TerminalOpeners {
  const open: TerminalOpeners['open'] = (settings, device) =>
    openTerminal(careful(settings), { log: traces.of(device) });
  return {
    traces,
    open,
    introduce: async (settings, trace, look) =>
      introduceTerminal
        ? introduceTerminal(settings, { log: traces.of(trace) }, look)
        : { introduction: await introduceGeneric(await open(settings, trace), look), settings },
  };
}

/**
 * A terminal that is told an older transaction than its last one takes the last one back: where others pay, too, that would
 * be theirs.
 */
function careful(settings: TerminalSettings): TerminalSettings {
  const { options, shared } = settings;
  if (options?.transactionIds !== true || !countsAsShared(sharingOf(shared))) return settings;
  return { ...settings, options: { ...options, transactionIds: false } };
}

/** Terminals of the configuration first: where both name a device, the configuration wins. */
export async function openSlots(
  config: Config,
  stores: Tables,
  db: Database,
  openings: TerminalOpeners,
  log: Log,
  hub: Hub,
): Promise<Slots> {
  const slots = registryOf(stores.devices, db, log, hub);
  // Without a row on disk no command may leave.
  if (db.readOnly) return slots;
  try {
    await openConfigured(config, stores.devices, slots, openings, log);
    await syncPairedTerminals(stores, slots, openings, log);
    for (const { device, settings } of slots.all())
      if (sharingOf(settings.shared) === null)
        log('warn', 'nobody has said who else takes money at a terminal: it counts as shared', { device });
    return slots;
  } catch (error) {
    await slots.close();
    throw error;
  }
}

function registryOf(devices: DeviceStore, db: Database, log: Log, hub: Hub): Registry {
  const online = new Map<string, boolean>();
  return createRegistry((place, view, answers) => {
    if ((online.get(place.id) ?? false) !== answers) {
      online.set(place.id, answers);
      db.write(() => devices.showOnline(place.id, answers)).catch(error =>
        log('warn', 'whether the terminal is online was not stored', { error: String(error) }),
      );
    }
    hub.publish(place.merchant, 'terminal', view);
  });
}

async function openConfigured(
  config: Config,
  store: DeviceStore,
  slots: Slots,
  openings: TerminalOpeners,
  log: Log,
): Promise<void> {
  const places = placesOf(config, store.terminals());
  for (const [index, settings] of config.terminals.entries()) {
    const device = places[index];
    if (!device) {
      log('warn', 'a terminal is configured, but no device of the shop stands for it', { index });
      continue;
    }
    const terminal = await openings.open(settings, device.id).catch(error => {
      throw error instanceof SettingsError
        ? new ConfigRefusal(`Configuration: terminals.${index}: ${error.message}.`)
        : error;
    });
    slots.add(device, terminal, { settings, paired: false, software: null, terminalId: null });
  }
}

/**
 * By the device they are named for, or in the order of the device list. Throws `ConfigRefusal`: money is never looked for
 * at another machine than the one that is meant.
 */
function placesOf<Place extends { readonly id: string }>(
  { terminals }: Config,
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

/** Closes and opens paired terminals until they are those of the database; asked again when that was replaced. */
export async function syncPairedTerminals(
  { devices, terminals }: Tables,
  slots: Slots,
  openings: TerminalOpeners,
  log: Log,
): Promise<void> {
  const wanted = new Map(terminals.all().map(one => [one.device, one]));
  for (const { device, paired, settings } of slots.all()) {
    const row = wanted.get(device);
    if (paired && !(row && isDeepStrictEqual(settingsOf(row), settings))) await slots.remove(device);
  }
  const places = devices.terminals();
  for (const row of wanted.values()) {
    const place = places.find(({ id }) => id === row.device);
    if (!place || slots.slot(row.device)) continue;
    const settings = settingsOf(row);
    try {
      const terminal = await openings.open(settings, row.device);
      slots.add(place, terminal, { settings, paired: true, software: row.software, terminalId: row.terminalId });
      void slots.register(row.device);
    } catch (error) {
      log('error', 'a paired terminal cannot be opened', { device: row.device, error: String(error) });
    }
  }
}
