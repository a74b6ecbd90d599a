/** What pairing, searching and asking terminals needs of the bridge. */
import type { Parts } from '../bridge.ts';
import type { World } from '../ports/world.ts';
import type { DeviceStore } from '../store/devices.ts';
import type { TerminalStore } from '../store/terminals.ts';
import type { Registry } from './registry.ts';
import type { TerminalSearch } from './search.ts';

export interface Terminals {
  readonly registry: Registry;
  readonly store: TerminalStore;
  readonly devices: DeviceStore;
  readonly world: World;
  readonly search: TerminalSearch;
  readonly open: Parts['openTerminal'];
  /** Meets a terminal before it is kept. */
  readonly introduce: NonNullable<Parts['introduceTerminal']>;
}
