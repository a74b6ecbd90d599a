/** What a host or a test may hand in instead of the real thing. */
import type { IntroducedTerminal } from '../../drivers/index.ts';
import type { IntroductionOptions } from '../../drivers/introduction.ts';
import type { PaymentTerminal } from '../../drivers/terminal.ts';
import type { Trace } from '../../drivers/trace.ts';
import type { Clock } from '../world/clock.ts';
import type { Config } from '../world/config.ts';
import type { Log } from '../world/log.ts';

/** Who hears what a driver tells. */
interface TraceSink {
  readonly log: Trace;
}

/** What a host or a test may hand in instead of the real thing. */
export interface BridgeParts {
  readonly log: Log;
  readonly clock?: Clock;
  /** Opens one terminal; `log` hears what it and the till say to each other. */
  readonly openTerminal: (settings: Config['terminals'][number], heard: TraceSink) => Promise<PaymentTerminal>;
  /** Meets a terminal that is to be paired or changed; left out: it is opened, registered and diagnosed. */
  readonly introduceTerminal?: (
    settings: Config['terminals'][number],
    heard: TraceSink,
    look?: IntroductionOptions,
  ) => Promise<IntroducedTerminal>;
  /** Where somebody can act as the customer of the virtual terminal; null without one. */
  readonly terminalControl?: () => string | null;
  /** In a training: the data directory of the shop whose name, articles and staff are practised with. */
  readonly ownShop?: string;
  /** Folder of the built screen. */
  readonly screen?: string;
  /** ms; see `World.settings.verdictPatience`. */
  readonly outcomeTimeout?: number;
  /** How often work that falls due is looked for, ms. */
  readonly lookEvery?: number;
  /** How long answers under way may take when the bridge is closed, ms. */
  readonly closeTimeout?: number;
}
