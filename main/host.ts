/** What both hosts do around the bridge: settings, journal, the demo's virtual terminal, and an orderly end. */
import { dirname, join, resolve } from 'node:path';
import { type Bridge, createBridge, type Parts } from './bridge.ts';
import { type Config, ConfigRefusal, readConfig } from './config.ts';
import { type DemoTerminal, demoTerminal } from './demo/virtualTerminal.ts';
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
  const asked = practised(readConfig(argv, environment));
  const log = openLog(asked);
  const plays = asked.training || (asked.demo && asked.terminals.length === 0);
  const config = plays ? { ...asked, terminals: [DEMO_TERMINAL] } : asked;
  let virtual: DemoTerminal | null = null;
  const surroundings = { owner: { program: 'Tillbridge', data: resolve(asked.data) }, claimed: new Map() };
  const open: Parts['openTerminal'] = async (settings, heard) => {
    const { openTerminal } = await import('../drivers/index.ts');
    if (settings !== DEMO_TERMINAL) {
      if (asked.training) throw new Error(PRACTICE);
      return openTerminal(settings, { ...surroundings, ...heard });
    }
    virtual = await demoTerminal(asked.data, asked.training);
    const connection = { type: 'tcp', host: virtual.host, port: virtual.port } as const;
    return openTerminal({ ...DEMO_TERMINAL, connection }, { ...surroundings, ...heard });
  };
  try {
    const bridge = await createBridge(config, {
      log,
      screen: SCREEN,
      openTerminal: open,
      introduceTerminal: async (settings, heard, look) => {
        if (asked.training) throw new Error(PRACTICE);
        return (await import('../drivers/index.ts')).introduceTerminal(settings, { ...surroundings, ...heard }, look);
      },
      terminalControl: () => virtual?.control ?? null,
      ...(asked.training ? { ownShop: dirname(asked.data) } : {}),
    });
    return {
      config,
      bridge,
      async close() {
        await bridge.close();
        await virtual?.stop();
      },
    };
  } catch (error) {
    await (virtual as DemoTerminal | null)?.stop();
    throw error;
  }
}

const PRACTICE = 'in training no terminal but the virtual one is opened';

/** A training has a data directory of its own below the real one, and nothing leaves the machine. */
function practised(config: Config): Config {
  if (!config.training) return config;
  const mail = { ...config.mail, smtp: null };
  return { ...config, data: join(config.data, 'training'), upstream: null, mail };
}

/** Stands for the virtual terminal, which is looked for or started once the data directory is known to be ours. */
const DEMO_TERMINAL: Config['terminals'][number] = {
  protocol: 'zvt',
  // It belongs to this bridge: nobody else pays there.
  shared: 'no',
  connection: { type: 'tcp', host: '127.0.0.1', port: 1 },
  options: { questions: true },
};

/** One clear sentence and exit code 2 for what the person at the keyboard can mend; everything else with its stack. */
export function explain(error: unknown): number {
  const known = error instanceof ConfigRefusal || error instanceof DatabaseRefusal;
  console.error(known ? (error as Error).message : error);
  return known ? 2 : 1;
}
