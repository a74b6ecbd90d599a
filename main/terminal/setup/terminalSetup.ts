/** The context of pairing, search and tasks: the parts of the bridge that they use. */
import type { IntroducedTerminal, IntroductionOptions, PaymentTerminal } from '../../../drivers/index.ts';
import type { DeviceStore } from '../../store/devices.ts';
import type { TerminalStore } from '../../store/terminals.ts';
import type { World } from '../../world/world.ts';
import type { Registry, TerminalSettings } from './registry.ts';
import type { TerminalSearch } from './search.ts';
import type { Traces } from './traces.ts';

export interface TerminalSetup {
  readonly registry: Registry;
  readonly store: TerminalStore;
  readonly devices: DeviceStore;
  readonly world: World;
  readonly search: TerminalSearch;
  readonly traces: Traces;
  /** Opens the terminal that stands for this device, with its trace. */
  open(settings: TerminalSettings, device: string): Promise<PaymentTerminal>;
  /** Lets a terminal introduce itself before it is stored or changed; `trace` names its trace. */
  introduce(settings: TerminalSettings, trace: string, look?: IntroductionOptions): Promise<IntroducedTerminal>;
}
