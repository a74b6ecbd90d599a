/** What a running sequence can still do once the terminal was switched off: nothing. */
import type { Device } from './device.ts';
import type { MemoryStore } from './memory.ts';

/** Ends whatever was going on when the terminal was switched off. */
export class Restarted extends Error {}

/** The memory as a running sequence sees it: what was switched off writes nothing. */
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

/** The box as a running sequence sees it: what was awaited when it was switched off never comes. */
export function deviceWhilePowered(device: Device, power: AbortSignal): Device {
  const wait: Device['wait'] = async what => {
    const waited = await device.wait(what);
    power.throwIfAborted();
    return waited;
  };
  return Object.create(device, { wait: { value: wait } });
}
