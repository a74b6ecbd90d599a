/** The interface of the virtual terminal for its control, for scenarios and for tests, and its settings. */
import type { Trace } from '../../../trace.ts';
import type { Totals } from '../../../zvt/codec/codings.ts';
import type { Link } from '../../../zvt/framing/link.ts';
import type { Behaviour } from './behaviours.ts';
import type { Device, Pace } from './device.ts';
import type { FaultyTransport } from './faultyTransport.ts';
import type { MemoryStore } from './memory.ts';
import type { OrderedFaults } from './orderedFaults.ts';
import type { ProfileName } from './profiles.ts';
import type { TraceLog } from './traceLog.ts';

export interface VirtualTerminalSettings extends Pace {
  readonly terminalId: string;
  /** Left out: any password is accepted. */
  readonly password?: string | undefined;
  readonly profile: ProfileName;
  readonly behaviour: string;
  /** Amounts with certain last digits bend the behaviour `approve`. */
  readonly amountRules: boolean;
  /** Milliseconds of an amount that is answered slowly. */
  readonly slow: number;
  /** Milliseconds for an answer of the till, and for the issue of goods. */
  readonly t3: number;
  readonly goodsTimeout: number;
  /** Minutes that every prompt (04 FF) asks the till to wait; 0 leaves it to the till. */
  readonly waitMinutes: number;
  /** Milliseconds between two results after 84 9C; left out: those of the profile. */
  readonly goodsPause?: number | undefined;
  /** The fate of a payment whose result or slips the till did not acknowledge. */
  readonly unacknowledged: 'kept' | 'reversed';
  /** Milliseconds from switching off to being back, unless a restart names another time. */
  readonly startTime: number;
  readonly trace?: Trace | undefined;
  readonly training?: boolean | undefined;
}

/** How far a scenario has been played. */
export interface ScenarioRun {
  readonly title: string;
  readonly about: string;
  readonly steps: readonly string[];
  /** How many steps are over. */
  readonly done: number;
  readonly state: 'running' | 'passed' | 'failed';
  /** The first deviation, one sentence that names the step. */
  readonly deviation: string | null;
}

export interface VirtualTerminal {
  readonly device: Device;
  readonly memory: MemoryStore;
  /** The fault of the line that is ordered. */
  readonly faults: OrderedFaults;
  readonly log: TraceLog;
  readonly connections: number;
  readonly isBusy: boolean;
  /** Number of authorisations (06 01) since the memory was made; a repeated serial frame counts once. */
  readonly authorisationsReceived: number;
  /** The terminal is switched off, or the line is down, for some time: no till is let in. */
  readonly isDown: boolean;
  readonly profile: ProfileName;
  behaviour: string;
  amountRules: boolean;
  unacknowledged: 'kept' | 'reversed';
  /** Changes of the behaviour by a scenario, for commands from now on. */
  overrides: Partial<Behaviour>;
  /** The scenario that runs, or ran last. */
  scenario: ScenarioRun | null;
  /** The page and the slips say that no money is real. */
  readonly training: boolean;
  /** Takes a till that connected. */
  accept(link: Link, transport: FaultyTransport): void;
  /** Switches off and on: cuts the lines, forgets the running command, settles pending bookings, loses the registration. */
  restart(downFor?: number): void;
  /** Cuts the lines; they are free again at once. */
  cut(): void;
  /** Switches off for good; pending bookings are settled when the memory is opened again. */
  close(): void;
  /** The line broke as ordered. */
  lineBroken(transport: FaultyTransport): void;
  /** Calls the listener after every restart: a serial line is taken up again. */
  onRestart(listener: () => void): void;
  /** Calls the listener after every change that can be seen; returns the function that ends it. */
  onChange(listener: () => void): () => void;
  totals(): { readonly amount: number; readonly totals: Totals };
}
