/** The virtual terminal of demo and training, as both hosts start it in a process of its own. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export interface DemoTerminal {
  readonly host: string;
  readonly port: number;
  /** Control address, at which a person or a test acts as the customer. */
  readonly control: string;
  stop(): Promise<void>;
}

/** Starts the terminal of the data directory `data`, or finds the one of the last run. */
export type StartDemoTerminal = (data: string, training: boolean) => Promise<DemoTerminal>;

/** A free port for the control address; the terminal announces only its own port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
