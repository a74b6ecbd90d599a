/** The bridge inside the shell's own process; a process of its own would be another implementation of the same face. */
import type { StartDemoTerminal } from '../start/demoTerminal.ts';
import type { Unfinished } from './gate.ts';

export interface RunningBridge {
  readonly url: string;
  /** Counts the payments and sales that an end would interrupt. */
  unfinished(): Unfinished;
  /** True when the window of a kiosk may be closed now; uses the permission up. */
  takeExit(): boolean;
  /** The one-time code of the set-up; null where there is nothing to set up. */
  setupCode(): string | null;
  /** A code that pairs the second window as a customer display; null while there is no shop. */
  displayCode(): string | null;
  /** Address of the page of the virtual terminal; null where there is none. */
  terminalPage(): string | null;
  close(): Promise<void>;
}

export type StartBridge = (
  options: readonly string[],
  environment: NodeJS.ProcessEnv,
  startTerminal: StartDemoTerminal,
) => Promise<RunningBridge>;

export const startInProcess: StartBridge = async (...wanted) => {
  const { startHost } = await import('../host.ts');
  const { bridge, terminalPage, close } = await startHost(...wanted);
  return { ...bridge, terminalPage, close };
};
