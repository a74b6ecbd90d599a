/** Scans of serial scanners: the bridge sends them to every window of the till, and one window takes each. */

import type { EventData } from '../../main/wire/events.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { problemOf } from '../bridge/problem.ts';
import type { TillStore } from '../stores/till.ts';

interface SerialScanParts {
  readonly client: Pick<BridgeClient, 'ask'>;
  readonly till: Pick<TillStore, 'getState'>;
  /** True for a window that nobody sees now. */
  readonly isHidden: () => boolean;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly take: (code: string) => void;
}

/** A window in sight comes first; ms. */
const HIDDEN_WAITS = 300;

export function createSerialScans({ client, till, isHidden, wait, take }: SerialScanParts) {
  return async ({ id, till: wanted, code }: EventData<'scan'>): Promise<void> => {
    if (till.getState().device?.id !== wanted) return;
    try {
      if (isHidden()) await wait(HIDDEN_WAITS);
      const { taken } = await client.ask<{ taken: boolean }>('POST', `/bridge/v1/scans/${id}/take`);
      if (taken) take(code);
    } catch (error) {
      // The bridge is away, and so is what would have been sold: the scan is made again.
      problemOf(error);
    }
  };
}
