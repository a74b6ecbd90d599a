/** Follows the bridge's event stream: keeps the stream open, and gives every event to the store or step that needs it. */

import type { EventData } from '../../main/wire/events.ts';
import type { BridgeClient } from '../bridge/client.ts';
import type { BridgeEvent } from '../bridge/events.ts';
import { problemOf } from '../bridge/problem.ts';
import type { Checkout } from '../checkout/checkout.ts';
import type { BasketStore } from '../stores/basket.ts';
import type { BasketSync } from '../stores/basketSync.ts';
import type { CatalogueStore } from '../stores/catalogue.ts';
import type { EntryStore } from '../stores/entry.ts';
import type { LightsStore } from '../stores/lights.ts';

export interface EventParts {
  readonly client: Pick<BridgeClient, 'follow' | 'catalogue'>;
  readonly checkout: Pick<Checkout, 'load' | 'onSale' | 'onPayment' | 'onTerminal' | 'baskets'>;
  readonly catalogue: CatalogueStore;
  readonly basket: BasketStore;
  readonly sync: BasketSync;
  readonly lights: LightsStore;
  readonly entry: Pick<EntryStore, 'setParked'>;
  /** The till was loaded for somebody who has just signed in. */
  readonly onSignedIn: () => void;
  /** Goes on with the basket that the page before a reload could not save. */
  readonly resumeUnsaved: () => Promise<void>;
  /** Gives every event to screens that are loaded later. */
  readonly publish: (event: BridgeEvent) => void;
  /** A serial scanner read a code for a till. */
  readonly onScan: (scan: EventData<'scan'>) => Promise<void>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Follows until `signal` is aborted. After every break the till is loaded again, and the stream continues from there. */
export async function followEvents(parts: EventParts, signal: AbortSignal): Promise<void> {
  let isFirst = true;
  for (let failures = 0; !signal.aborted; ) {
    try {
      const { lastEventId } = await parts.checkout.load();
      if (isFirst && !signal.aborted) {
        await parts.resumeUnsaved();
        parts.onSignedIn();
      }
      isFirst = false;
      const onOpen = () => {
        failures = 0;
        parts.lights.setBridge(true);
        parts.sync.start();
      };
      await parts.client.follow(lastEventId, { onOpen, onEvent: event => dispatch(event, parts) }, signal);
    } catch (error) {
      problemOf(error);
      if (failures > 0) parts.lights.setBridge(false);
    }
    if (!signal.aborted) await parts.wait(Math.min(8000, 250 * 2 ** failures) * (0.75 + Math.random() / 2));
    failures += 1;
  }
}

/** Loads the articles; tries again until the bridge gives them or `signal` is aborted. */
export async function loadCatalogue(parts: EventParts, signal: AbortSignal): Promise<void> {
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

function dispatch(event: BridgeEvent, parts: EventParts): void {
  const { checkout, lights } = parts;
  parts.publish(event);
  switch (event.name) {
    case 'transaction':
      checkout.onSale(event.data.document);
      break;
    case 'payment':
      void checkout.onPayment(event.data);
      break;
    case 'terminal':
      checkout.onTerminal(event.data);
      break;
    case 'scan':
      void parts.onScan(event.data);
      break;
    case 'queue':
      lights.setQueue(event.data);
      break;
    case 'printer':
      lights.setPrinter(event.data);
      break;
    case 'catalogue':
      void loadCatalogue(parts, new AbortController().signal);
      break;
    case 'parked':
      parts.entry.setParked(event.data.count);
      // Another window of this till has parked or taken what this one shows.
      if (event.data.sale === parts.sync.saleId()) void checkout.load().catch(problemOf);
      break;
    case 'reset':
      void checkout.load().catch(problemOf);
      break;
  }
}
