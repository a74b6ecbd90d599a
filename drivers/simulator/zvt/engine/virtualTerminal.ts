/** What a virtual terminal is set with, and what is seen and done from outside: by its control, a scenario, a test. */
import type { Trace } from '../../../trace.ts';
import type { Totals } from '../../../zvt/codec/codings.ts';
import type { Link } from '../../../zvt/framing/link.ts';
import type { ScenarioRun } from '../scenarios/scenario.ts';
import type { Behaviour } from './behaviours.ts';
import type { Device, Pace } from './device.ts';
import type { FaultyTransport } from './faultyTransport.ts';
import type { MemoryStore } from './memory.ts';
import type { OrderedFaults } from './orderedFaults.ts';
import type { ProfileName } from './profiles.ts';
import type { TraceLog } from './traceLog.ts';

export interface VirtualTerminalSettings extends Pace {
  readonly terminalId: string;
  /** Any password is taken when none is given. */
  readonly password?: string | undefined;
  readonly profile: ProfileName;
  readonly behaviour: string;
  /** Amounts with certain last digits bend the behaviour `approve`. */
  readonly amountRules: boolean;
  /** Milliseconds of an amount that is answered slowly. */
  readonly slow: number;
  /** How long the till may take to answer, and how long for the goods. */
  readonly t3: number;
  readonly goodsTimeout: number;
  /** How many minutes the till is asked to wait with every prompt (04 FF); 0 leaves it to the till. */
  readonly waitMinutes: number;
  /** Milliseconds between two results after 84 9C; that of the profile when left out. */
  readonly goodsPause?: number | undefined;
  /** What happens to a payment whose result or slips the till did not acknowledge. */
  readonly unacknowledged: 'kept' | 'reversed';
  /** Milliseconds until it is back after it was switched off, when nobody says otherwise. */
  readonly startTime: number;
  readonly trace?: Trace | undefined;
  readonly training?: boolean | undefined;
}

export interface VirtualTerminal {
  readonly device: Device;
  readonly memory: MemoryStore;
  /** Faults of the line, see `LineFault`. */
  readonly faults: OrderedFaults;
  readonly log: TraceLog;
  readonly connections: number;
  readonly isBusy: boolean;
  /** How many authorisations (06 01) arrived, since ever; a repeated serial frame counts once. */
  readonly authorisationsReceived: number;
  /** No till is let in for a while after a break that says so. */
  readonly isDown: boolean;
  readonly profile: ProfileName;
  behaviour: string;
  amountRules: boolean;
  unacknowledged: 'kept' | 'reversed';
  /** What a scenario changes about the behaviour, for commands from here on. */
  overrides: Partial<Behaviour>;
  /** The scenario that runs, or ran last. */
  scenario: ScenarioRun | null;
  /** Nothing here is about real money, and its page says so. */
  readonly training: boolean;
  /** Takes a till that connected. */
  accept(link: Link, transport: FaultyTransport): void;
  /** Switched off and on: lines cut, running sequence forgotten, what was approved settled, by default registration lost. */
  restart(downFor?: number): void;
  /** The line breaks at once, and is free again at once. */
  cut(): void;
  /** Switched off for good: what was running is not finished, and settled when the memory is opened again. */
  close(): void;
  /** The line broke as it was ordered to. */
  lineBroken(transport: FaultyTransport): void;
  /** Called after every restart; a serial line is taken up again there. */
  onRestart(listener: () => void): void;
  /** Called after every change somebody could see; returns the way to stop listening. */
  onChange(listener: () => void): () => void;
  totals(): { readonly amount: number; readonly totals: Totals };
}
