/** Runs the shop scales: opens each at its port, and weighs when a till asks. */
import { openScale, type Scale, type ScaleState, type TransportEnvironment } from '../../drivers/index.ts';
import type { ScaleRow } from '../store/scales.ts';
import type { Weighed } from '../wire/scales.ts';
import type { World } from '../world/world.ts';

export interface ScaleCondition {
  readonly state: ScaleState;
  readonly reason: string | null;
}

export interface RunningScales {
  /** Opens a scale, or opens it anew with other settings. */
  open(row: ScaleRow): Promise<void>;
  close(id: string): Promise<void>;
  condition(id: string): ScaleCondition;
  /** `pricePerKilogram`: minor units. */
  weigh(id: string, pricePerKilogram: number): Promise<Weighed>;
  closeAll(): Promise<void>;
}

const CLOSED: ScaleCondition = { state: 'closed', reason: null };

export function createRunningScales({ log, environment }: Pick<World, 'log'> & { environment?: TransportEnvironment }) {
  const running = new Map<string, { readonly scale: Scale; condition: ScaleCondition }>();

  async function start({ id, name, path, adapter, protocol }: ScaleRow): Promise<void> {
    let opened: ScaleCondition = { state: 'connecting', reason: null };
    const device = adapter === null ? {} : { device: JSON.parse(adapter) };
    const scale = await openScale(
      { protocol, connection: { type: 'serial', path, ...device } },
      (state, reason) => {
        opened = { state, reason };
        const entry = running.get(id);
        if (entry) entry.condition = opened;
        if (state === 'offline') log('warn', 'a scale is not reachable', { scale: name, path, reason });
      },
      environment,
    );
    running.set(id, { scale, condition: opened });
  }

  async function close(id: string): Promise<void> {
    const entry = running.get(id);
    running.delete(id);
    await entry?.scale.close();
  }

  const scales: RunningScales = {
    async open(row) {
      await close(row.id);
      await start(row);
    },
    close,
    condition: id => running.get(id)?.condition ?? CLOSED,
    async weigh(id, pricePerKilogram) {
      const weighing = await running.get(id)?.scale.weigh(pricePerKilogram);
      if (!weighing) return { kind: 'offline', grams: null, price: null, detail: 'the scale is closed' };
      if (weighing.kind !== 'weight') return { kind: weighing.kind, grams: null, price: null, detail: weighing.detail };
      return { kind: 'weight', grams: weighing.grams, price: weighing.price, detail: null };
    },
    closeAll: async () => void (await Promise.all([...running.keys()].map(close))),
  };
  return scales;
}
