/** Opens the terminals of the configuration and tells what state they are in. */
import { SettingsError } from '../../drivers/settings.ts';
import type { Reason, TerminalState } from '../../drivers/terminal.ts';
import type { Parts } from '../bridge.ts';
import { type Config, ConfigRefusal } from '../config.ts';
import type { TerminalSlot } from '../ports/devices.ts';
import type { TerminalView } from '../push/events.ts';
import type { Hub } from '../push/hub.ts';
import type { Database } from '../store/database.ts';
import type { DeviceStore } from '../store/devices.ts';

/** The configured terminals, each in the place of a device of the shop. */
export interface Slots {
  slot(device: string): TerminalSlot | null;
  view(device: string): TerminalView | null;
  all(): readonly TerminalSlot[];
}

const ANSWERS: ReadonlySet<TerminalState> = new Set(['ready', 'busy']);

/** Inside a job: who is online now; what is stored of it may be of before a crash, or of another database. */
export function showPresence(devices: DeviceStore, slots: Slots, now: number): void {
  for (const { id } of devices.terminals()) {
    const state = slots.slot(id)?.terminal.state;
    devices.showOnline(id, state !== undefined && ANSWERS.has(state));
  }
  devices.refreshTills(now);
}

/** Terminals of the configuration, by the device they are named for or in the order of the device list. */
export async function openSlots(
  config: Config,
  store: DeviceStore,
  db: Database,
  parts: Parts,
  hub: Hub,
): Promise<Slots> {
  const slots = new Map<string, TerminalSlot>();
  const views = new Map<string, TerminalView>();
  const devices = store.terminals();
  for (const [index, settings] of config.terminals.entries()) {
    const device = devices.find(({ id }) => id === settings.device) ?? devices[index];
    if (!device) {
      parts.log('warn', 'a terminal is configured, but no device of the shop stands for it', { index });
      continue;
    }
    const terminal = await parts.openTerminal(settings).catch(error => {
      throw error instanceof SettingsError
        ? new ConfigRefusal(`Configuration: terminals.${index}: ${error.message}.`)
        : error;
    });
    slots.set(device.id, { device: device.id, description: device.description, terminal });
    let online = false;
    const tell = (state: TerminalState, reason?: Reason) => {
      if (online !== ANSWERS.has(state)) {
        online = ANSWERS.has(state);
        db.write(() => store.showOnline(device.id, ANSWERS.has(state))).catch(error =>
          parts.log('warn', 'whether the terminal is online was not stored', { error: String(error) }),
        );
      }
      const view = {
        device: device.id,
        description: device.description,
        state,
        since: Date.now(),
        reason: reason?.text ?? null,
      };
      views.set(device.id, view);
      hub.publish(device.merchant, 'terminal', view);
    };
    tell(terminal.state);
    terminal.onState(tell);
  }
  return {
    slot: device => slots.get(device) ?? null,
    view: device => views.get(device) ?? null,
    all: () => [...slots.values()],
  };
}
