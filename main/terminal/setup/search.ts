/** The search for terminals: one at a time, published to every open screen of the merchant who started it. */
import {
  addressesIn,
  type FoundTerminal,
  findTerminals,
  listSerialPorts,
  localNetworks,
  NetworkError,
} from '../../../drivers/index.ts';
import type { Hub } from '../../services/push/hub.ts';
import type { Found, Search, SearchAnswer, SearchInput } from '../../wire/terminals.ts';
import { BridgeError } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import type { Registry } from './registry.ts';

export interface TerminalSearch {
  /** The terminals that this merchant's search has found so far, or those of the last search. */
  view(merchant: string): Search;
  /** Throws `searchRuns`, and `badInput` for an address that is no network. */
  start(merchant: string, input: SearchInput): string;
  /** Resolves when the search has ended. */
  stop(merchant: string): Promise<void>;
  /** The networks and serial ports of this machine. */
  places(): Promise<Pick<SearchAnswer, 'networks' | 'serialPorts'>>;
  /** Ends the running search. */
  close(): Promise<void>;
}

interface Running {
  readonly merchant: string;
  readonly controller: AbortController;
  readonly over: Promise<void>;
}

/** Pause between two events with nothing but progress, ms. */
const PACE = 250;
const NOTHING: Search = { id: null, running: false, done: 0, of: 0, found: [] };

/** `find` is `findTerminals`, except in tests. */
export function createSearch(
  registry: Registry,
  hub: Hub,
  log: (problem: string) => void,
  find: typeof findTerminals = findTerminals,
): TerminalSearch {
  const views = new Map<string, Search>();
  let running: Running | null = null;

  function begin(merchant: string, { ports, subnets, tcpPorts }: SearchInput): Running {
    const controller = new AbortController();
    const { signal } = controller;
    let publishedAt = 0;
    const change = (changes: Partial<Search>, atOnce: boolean) => {
      const view = { ...(views.get(merchant) ?? NOTHING), ...changes };
      views.set(merchant, view);
      if (!atOnce && performance.now() - publishedAt < PACE) return;
      publishedAt = performance.now();
      hub.publish(merchant, 'search', view);
    };
    change({ id: newKey().slice(0, 12), running: true, done: 0, of: 0, found: [] }, true);
    const over = find({
      ports: ports ?? false,
      subnets: subnets ?? [],
      ...(tcpPorts ? { tcpPorts } : {}),
      owner: { program: 'Tillbridge' },
      signal,
      onProgress: (done, of) => change({ done, of }, done === 0),
      onFound: one =>
        change({ found: [...(views.get(merchant)?.found ?? []), foundView(registry, merchant, one)] }, true),
    })
      .catch(error => log(String(error)))
      .then(() => {
        running = null;
        change({ running: false }, true);
      });
    return { merchant, controller, over };
  }

  return {
    view: merchant => views.get(merchant) ?? NOTHING,
    start(merchant, input) {
      if (running) throw new BridgeError('searchRuns', 'one search at a time');
      checkNetworks(input.subnets ?? []);
      if (!input.ports && !input.subnets?.length)
        throw new BridgeError('badInput', 'ports: true, or subnets to search in');
      running = begin(merchant, input);
      return views.get(merchant)?.id ?? '';
    },
    async stop(merchant) {
      if (running?.merchant !== merchant) return;
      running.controller.abort();
      await running.over;
    },
    places: async () => ({
      networks: [...localNetworks()],
      serialPorts: (await listSerialPorts()).map(({ path }) => path),
    }),
    async close() {
      running?.controller.abort();
      await running?.over;
    },
  };
}

function checkNetworks(subnets: readonly string[]): void {
  try {
    for (const subnet of subnets) addressesIn(subnet);
  } catch (error) {
    if (error instanceof NetworkError) throw new BridgeError('badInput', `subnets: ${error.message}`);
    throw error;
  }
}

/** A terminal of this bridge is held by this bridge itself: it is reported as known. */
function foundView(registry: Registry, merchant: string, { own, connection, ...found }: FoundTerminal): Found {
  const all = registry.all().filter(one => one.merchant === merchant);
  const known = all.find(({ terminal }) => terminal.endpoint === found.endpoint);
  const place = { ...found, connection: connection as Found['connection'] };
  if (!known && !own) return { ...place, state: found.holder === null ? 'free' : 'held', device: null };
  const { device = null, terminalId = null, software = null } = known ?? {};
  return { ...place, state: 'known', holder: null, device, terminalId, software };
}
