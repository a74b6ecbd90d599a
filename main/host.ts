/** What both hosts do around the bridge: settings, journal, the demo's virtual terminal, and an orderly end. */
import { join } from 'node:path';
import { type Bridge, createBridge } from './bridge.ts';
import { type Config, ConfigRefusal, readConfig } from './config.ts';
import { demoTerminal } from './demo/virtualTerminal.ts';
import { openLog } from './log.ts';
import { DatabaseRefusal } from './store/database.ts';

const SCREEN = join(import.meta.dirname, '..', 'dist', 'renderer');

export interface Host {
  readonly config: Config;
  readonly bridge: Bridge;
  close(): Promise<void>;
}

/** Starts the bridge as told by command line, file and environment. Throws `ConfigRefusal` or `DatabaseRefusal`. */
export async function startHost(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<Host> {
  const asked = readConfig(argv, environment);
  const log = openLog(asked);
  const virtual = asked.demo && asked.terminals.length === 0 ? await demoTerminal(asked.data) : null;
  const config = virtual ? withTerminal(asked, virtual) : asked;
  try {
    const { openTerminal } = await import('../drivers/index.ts');
    const bridge = await createBridge(config, { log, screen: SCREEN, openTerminal });
    return {
      config,
      bridge,
      async close() {
        await bridge.close();
        await virtual?.stop();
      },
    };
  } catch (error) {
    await virtual?.stop();
    throw error;
  }
}

const withTerminal = (config: Config, { host, port }: { host: string; port: number }): Config => ({
  ...config,
  terminals: [{ protocol: 'zvt', connection: { type: 'tcp', host, port } }],
});

/** One clear sentence and exit code 2 for what the person at the keyboard can mend; everything else with its stack. */
export function explain(error: unknown): number {
  const known = error instanceof ConfigRefusal || error instanceof DatabaseRefusal;
  console.error(known ? (error as Error).message : error);
  return known ? 2 : 1;
}
