/** The power switch of the virtual terminal: a command that was running when it was switched off does nothing more. */
import type { Device } from './device.ts';
import type { MemoryStore } from './memory.ts';

/** Ends whatever was going on when the terminal was switched off. */
export class Restarted extends Error {}

export interface Power {
  /** Aborts, with `Restarted`, when the terminal is switched off. */
  readonly signal: AbortSignal;
  /** Switches the terminal off and on: commands from now on have another signal. */
  restart(): void;
  /** Switches the terminal off for good. */
  off(): void;
}

export function openPower(): Power {
  let controller = new AbortController();
  return {
    get signal() {
      return controller.signal;
    },
    restart() {
      controller.abort(new Restarted());
      controller = new AbortController();
    },
    off: () => controller.abort(new Restarted()),
  };
}

/** The memory as a running command sees it: a terminal that was switched off writes nothing. */
export function memoryWhilePowered(memory: MemoryStore, power: AbortSignal): MemoryStore {
  return {
    get now() {
      return memory.now;
    },
    bookings: memory.bookings,
    change(...changes) {
      power.throwIfAborted();
      memory.change(...changes);
    },
    count: memory.count,
    close: memory.close,
  };
}

/** The device as a running command sees it: waiting throws once the terminal was switched off. */
export function deviceWhilePowered(device: Device, power: AbortSignal): Device {
  const wait: Device['wait'] = async what => {
    const waited = await device.wait(what);
    power.throwIfAborted();
    return waited;
  };
  return Object.create(device, { wait: { value: wait } });
}
