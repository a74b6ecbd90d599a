/** The parts of the bridge that a host or a test chooses: log, clock, terminals, screen, timeouts. */
import type { IntroducedTerminal, IntroductionOptions, PaymentTerminal, Trace } from '../../drivers/index.ts';
import type { Waits } from '../domain/denialWait.ts';
import type { Clock } from '../world/clock.ts';
import type { Config } from '../world/config.ts';
import type { Log } from '../world/log.ts';

/** The trace that a driver writes to. */
interface TraceSink {
  readonly log: Trace;
}

/** The parts that a host or a test chooses. */
/** The settings of a terminal, and whether a virtual one is refused because real money is taken. */
export type OpenedSettings = Config['terminals'][number] & { readonly refusesVirtual?: boolean };

export interface BridgeParts {
  readonly log: Log;
  readonly clock?: Clock;
  /** Opens one terminal; the driver writes to `trace.log` what it and the till send each other. */
  readonly openTerminal: (settings: OpenedSettings, trace: TraceSink) => Promise<PaymentTerminal>;
  /** Introduces a terminal that is to be paired or changed; left out: it is opened, registered and diagnosed. */
  readonly introduceTerminal?: (
    settings: OpenedSettings,
    trace: TraceSink,
    options?: IntroductionOptions,
  ) => Promise<IntroducedTerminal>;
  /** Address of the page that plays the customer of the virtual terminal; null without a virtual terminal. */
  readonly terminalControl?: () => string | null;
  /** In a training: the data directory of the shop that lends its name, articles and staff. */
  readonly ownShop?: string;
  /** Closes the bridge and opens it again, after a set-up that changed where records go. */
  readonly restart?: () => void;
  /**
   * Sets the clock of the process to the time zone of the shop, at the start and when the shop changes it: times on receipts,
   * business days and schedules are those of the shop. Left out: the time zone of the machine.
   */
  readonly setTimeZone?: (zone: string) => void;
  /** Folder of the built screen. */
  readonly screen?: string;
  /** Milliseconds; see `World.settings.outcomeTimeout`. */
  readonly outcomeTimeout?: number;
  /** See `World.settings.waits`. */
  readonly waits?: Waits;
  /** Milliseconds between two looks for work that falls due. */
  readonly lookEvery?: number;
  /** Milliseconds that running requests may take when the bridge is closed. */
  readonly closeTimeout?: number;
  /** Milliseconds after the start until the pages of the database are checked, so that the first customer is served before. */
  readonly checkAfter?: number;
  /** Milliseconds for a card at the upstream service, while a customer waits; left out: `HOLD_BUDGET`. */
  readonly holdBudget?: number;
  /** Cost of a PIN's hash in place of the one of the directory's purpose; see `pinCosts`. */
  readonly pinCost?: number;
}
