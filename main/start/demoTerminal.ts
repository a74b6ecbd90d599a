/** The virtual terminal of demo and training, as both hosts start it in a process of its own. */
export interface DemoTerminal {
  readonly host: string;
  readonly port: number;
  /** Control address, at which a person or a test acts as the customer. */
  readonly control: string;
  stop(): Promise<void>;
}

/** Starts the terminal of the data directory `data`, or finds the one of the last run. */
export type StartDemoTerminal = (data: string, training: boolean) => Promise<DemoTerminal>;
