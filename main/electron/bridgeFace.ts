/** The two faces that the shell and the process of the bridge show each other. Everything here can be copied between processes. */
import type { Bridge, Lights } from '../bridge.ts';
import type { DemoTerminal } from '../start/demoTerminal.ts';

/** A start that failed: the exit code, and the sentence for a person who sees no journal. */
export interface Refusal {
  readonly code: number;
  readonly sentence: string;
}

/** Functions of the bridge that the shell calls, once it is ready. */
export type BridgeFunctions = Pick<Bridge, 'unfinished' | 'takeExit' | 'setupCode' | 'displayCode' | 'lights'> & {
  /** Closes the bridge in order; its process ends then. */
  close(): void;
};

/** Functions of the shell that the bridge calls. */
export type ShellFunctions = {
  /** The bridge listens at this address. */
  ready(url: string): void;
  refused(refusal: Refusal): void;
  /** The virtual terminal of demo and training: Electron starts programs from its main process only. */
  startTerminal(data: string, training: boolean): Promise<Omit<DemoTerminal, 'stop'>>;
  stopTerminal(): Promise<void>;
};

export type { Lights };
