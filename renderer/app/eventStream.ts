/** The event stream into the stores: one switch, and the loop that keeps the stream open. */

import type { BridgeClient, BridgeEvent } from '../bridge/client.ts';
import { problemOf } from '../bridge/problem.ts';
import type { Checkout } from '../checkout/checkout.ts';
import type { BasketStore } from '../stores/basket.ts';
import type { BasketSync } from '../stores/basketSync.ts';
import type { CatalogueStore } from '../stores/catalogue.ts';
import type { LightsStore } from '../stores/lights.ts';

export interface FollowParts {
  readonly client: Pick<BridgeClient, 'follow' | 'catalogue'>;
  readonly checkout: Pick<Checkout, 'load' | 'saleTold' | 'paymentTold' | 'terminalTold'>;
  readonly catalogue: CatalogueStore;
  readonly basket: BasketStore;
  readonly sync: BasketSync;
  readonly lights: LightsStore;
  /** Screens that are loaded later hear every event, too. */
  readonly tell: (event: BridgeEvent) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Follows until `signal` says stop. After every break the till is loaded again and the stream goes on from there. */
export async function follow(parts: FollowParts, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      const { lastEventId } = await parts.checkout.load();
      const onOpen = () => {
        failures = 0;
        parts.lights.setBridge(true);
        parts.sync.start();
      };
      await parts.client.follow(lastEventId, { onOpen, onEvent: event => take(event, parts) }, signal);
    } catch (error) {
      problemOf(error);
      if (failures > 0) parts.lights.setBridge(false);
    }
    if (!signal.aborted) await parts.wait(Math.min(8000, 250 * 2 ** failures) * (0.75 + Math.random() / 2));
    failures += 1;
  }
}

/** Loads the articles; tried again until the bridge gives them or `signal` says stop. */
export async function loadCatalogue(parts: FollowParts, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const catalogue = await parts.client.catalogue();
      if (catalogue.version !== parts.catalogue.getState().version) parts.catalogue.load(catalogue);
      return parts.basket.name(parts.catalogue.getState().byNumber);
    } catch (error) {
      problemOf(error);
      await parts.wait(Math.min(15_000, 1000 * 2 ** attempt));
    }
  }
}

function take(event: BridgeEvent, parts: FollowParts): void {
  const { checkout, lights } = parts;
  parts.tell(event);
  switch (event.name) {
    case 'transaction':
      checkout.saleTold(event.data.document);
      break;
    case 'payment':
      void checkout.paymentTold(event.data);
      break;
    case 'terminal':
      checkout.terminalTold(event.data);
      break;
    case 'queue':
      lights.setQueue(event.data);
      break;
    case 'catalogue':
      void loadCatalogue(parts, new AbortController().signal);
      break;
    case 'reset':
      void checkout.load().catch(problemOf);
      break;
  }
}
