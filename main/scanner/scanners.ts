/**
 * Runs the serial scanners of the shop: opens each, publishes its codes for its till, and hands each scan to one taker, so that two
 * open windows of a till do not sell the article twice.
 */
import { openScanner, type Scanner, type ScannerState, type TransportEnvironment } from '../../drivers/index.ts';
import { type IsLoyaltyCard, maskCards } from '../../drivers/masking/cardMask.ts';
import type { Hub } from '../services/push/hub.ts';
import type { ScannerRow } from '../store/scanners.ts';
import { newKey } from '../world/ids.ts';
import type { World } from '../world/world.ts';

export interface ScannerCondition {
  readonly state: ScannerState;
  readonly reason: string | null;
  /** The last scan; `code` null: bytes that are no code. */
  readonly last: { readonly code: string | null; readonly at: number } | null;
}

export interface RunningScanners {
  /** Opens a scanner, or opens it anew with other settings. */
  open(row: ScannerRow): Promise<void>;
  close(id: string): Promise<void>;
  condition(id: string): ScannerCondition;
  /** True for the first who takes a scan; false for everybody else, and once it is too old. */
  take(merchant: string, scan: string): boolean;
  closeAll(): Promise<void>;
}

export interface ScannerParts {
  readonly hub: Pick<Hub, 'publish'>;
  readonly now: () => number;
  readonly log: World['log'];
  /** Loyalty cards, whose numbers are no payment cards. */
  readonly isLoyaltyCard: IsLoyaltyCard;
  readonly environment?: TransportEnvironment;
}

/** A scan that nobody took for so long is not sold any more, ms. */
const SCAN_LIFE = 5000;
const CLOSED: ScannerCondition = { state: 'closed', reason: null, last: null };

interface Waiting {
  readonly merchant: string;
  readonly until: number;
}

export function createRunningScanners({ hub, now, log, isLoyaltyCard, environment }: ScannerParts): RunningScanners {
  const running = new Map<string, { readonly scanner: Scanner; condition: ScannerCondition }>();
  const waiting = new Map<string, Waiting>();

  function publish({ id, merchant, till }: ScannerRow, code: string): void {
    for (const [scan, { until }] of waiting) if (until <= now()) waiting.delete(scan);
    const scan = newKey();
    waiting.set(scan, { merchant, until: now() + SCAN_LIFE });
    hub.publish(merchant, 'scan', { id: scan, scanner: id, till, code, at: now() });
  }

  function start(row: ScannerRow): void {
    const { id, merchant, name, path, adapter, baudRate, prefix, suffix } = row;
    const change = (changed: Partial<ScannerCondition>) => {
      const entry = running.get(id);
      if (!entry) return;
      entry.condition = { ...entry.condition, ...changed };
      hub.publish(merchant, 'scanner', { id, ...entry.condition });
    };
    const device = adapter === null ? {} : { device: JSON.parse(adapter) };
    let opened: ScannerCondition = { state: 'connecting', reason: null, last: null };
    const scanner = openScanner(
      { connection: { type: 'serial', path, baudRate, stopBits: 1, ...device }, prefix, suffix },
      {
        onCode(raw) {
          const code = maskCards(raw, isLoyaltyCard);
          change({ last: { code, at: now() } });
          publish(row, code);
        },
        onNoise: () => change({ last: { code: null, at: now() } }),
        onState(state, reason) {
          opened = { ...opened, state, reason };
          if (state === 'offline') log('warn', 'a scanner is not reachable', { scanner: name, path, reason });
          change({ state, reason });
        },
      },
      environment,
    );
    running.set(id, { scanner, condition: opened });
  }

  async function close(id: string): Promise<void> {
    const entry = running.get(id);
    running.delete(id);
    await entry?.scanner.close();
  }

  return {
    async open(row) {
      await close(row.id);
      start(row);
    },
    close,
    condition: id => running.get(id)?.condition ?? CLOSED,
    take(merchant, scan) {
      const found = waiting.get(scan);
      if (found?.merchant !== merchant || found.until <= now()) return false;
      return waiting.delete(scan);
    },
    closeAll: async () => void (await Promise.all([...running.keys()].map(close))),
  };
}
