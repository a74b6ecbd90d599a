/** What the routes are given; `bridge.ts` puts it together. */
import type { Bearers } from '../auth/bearer.ts';
import type { Grants } from '../auth/grants.ts';
import type { Config } from '../config.ts';
import type { World } from '../ports.ts';
import type { QueueView, TerminalView } from '../push/events.ts';
import type { Hub } from '../push/hub.ts';
import type { ClientRow } from '../store/accounts.ts';
import type { EventLog } from '../store/events.ts';
import type { ListStore } from '../store/lists.ts';
import type { SaleStore } from '../store/sales.ts';
import type { Shop } from '../store/shop.ts';

export interface Services {
  readonly config: Config;
  readonly version: string;
  readonly world: World;
  readonly sales: SaleStore;
  readonly lists: ListStore;
  readonly shop: Shop;
  readonly events: EventLog;
  readonly hub: Hub;
  readonly grants: Grants;
  readonly bearers: Bearers;
  /** Names the cookie of this installation: loopback ports share their cookies. */
  readonly installation: string;
  /** Folder of the built screen, or null where it has not been built. */
  readonly screen: string | null;
  /** The client that our own screen signs in with. */
  screenClient(merchant: string): ClientRow | null;
  terminalView(device: string): TerminalView | null;
  queueView(): QueueView;
}
