/** The host of the bridge under Node and under Electron: settings, log, the demo's virtual terminal, and an orderly end. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Bridge, createBridge } from './bridge.ts';
import type { DemoTerminal } from './demo/virtualTerminal.ts';
import { DirectoryRefusal } from './store/directory.ts';
import { codeOf, DatabaseRefusal, isDamage, isUnwritable } from './store/refusal.ts';
import { makeFilesPrivate } from './store/rights.ts';
import type { BridgeParts } from './wiring/parts.ts';
import { type Config, ConfigRefusal, defaultDirectory, trainingDirectory } from './world/config.ts';
import { readConfig } from './world/configReading.ts';
import { openLog } from './world/log.ts';

const SCREEN = join(import.meta.dirname, '..', 'dist', 'renderer');

export interface Host {
  readonly config: Config;
  readonly bridge: Bridge;
  close(): Promise<void>;
}

/** Starts the bridge as command line, file and environment configure it. Throws one of `REFUSALS`. */
export async function startHost(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<Host> {
  makeFilesPrivate();
  const given = readConfig(argv, environment);
  const asked = practised(given);
  refuseForgotten(given);
  const log = openLog(asked);
  const plays = asked.training || (asked.demo && asked.terminals.length === 0);
  const config = plays ? { ...asked, terminals: [DEMO_TERMINAL] } : asked;
  let virtual: DemoTerminal | null = null;
  const surroundings = { owner: { program: 'Tillbridge', data: resolve(asked.data) }, claimed: new Map() };
  const open: BridgeParts['openTerminal'] = async (settings, trace) => {
    const { openTerminal } = await import('../drivers/index.ts');
    if (settings !== DEMO_TERMINAL) {
      if (asked.training) throw new Error(PRACTICE);
      return openTerminal(settings, { ...surroundings, ...trace });
    }
    const { demoTerminal } = await import('./demo/virtualTerminal.ts');
    virtual = await demoTerminal(asked.data, asked.training);
    const connection = { type: 'tcp', host: virtual.host, port: virtual.port } as const;
    return openTerminal({ ...DEMO_TERMINAL, connection }, { ...surroundings, ...trace });
  };
  try {
    const bridge = await createBridge(config, {
      log,
      screen: SCREEN,
      openTerminal: open,
      introduceTerminal: async (settings, trace, options) => {
        if (asked.training) throw new Error(PRACTICE);
        return (await import('../drivers/index.ts')).introduceTerminal(
          settings,
          { ...surroundings, ...trace },
          options,
        );
      },
      terminalControl: () => virtual?.control ?? null,
      ...(asked.training ? { ownShop: given.data } : {}),
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

/** Earlier versions kept a shop in `data` itself: it must not seem to be gone. */
function refuseForgotten({ data, demo, training }: Config): void {
  const [old, usual] = [dirname(data), 'tillbridge.db'];
  if (demo || training || data !== defaultDirectory('live')) return;
  if (existsSync(join(old, usual)) && !existsSync(join(data, usual)))
    throw new ConfigRefusal(
      `There is a database of an earlier version in ${old}, and the default is ${data} now: start with --data ${old}, or move its files to ${data}.`,
    );
}

const PRACTICE = 'in training no terminal but the virtual one is opened';

/** A training has a data directory of its own, and nothing leaves the machine. */
function practised(config: Config): Config {
  if (!config.training) return config;
  const mail = { ...config.mail, smtp: null };
  return { ...config, data: trainingDirectory(config.data), mail };
}

/** Stands for the virtual terminal, which is looked for or started once the data directory is known to be ours. */
const DEMO_TERMINAL: Config['terminals'][number] = {
  protocol: 'zvt',
  // It belongs to this bridge: nobody else pays there.
  shared: 'no',
  connection: { type: 'tcp', host: '127.0.0.1', port: 1 },
  options: { questions: true },
};

const REFUSALS = [ConfigRefusal, DatabaseRefusal, DirectoryRefusal];

/** One clear sentence and exit code 2 for what the person at the keyboard can mend; everything else with its stack. */
export function explain(error: unknown): number {
  const sentence = REFUSALS.some(kind => error instanceof kind) ? (error as Error).message : onDisk(error);
  console.error(sentence ?? error);
  return sentence === null ? 1 : 2;
}

/** Where the disk stopped a start half way. */
function onDisk(error: unknown): string | null {
  if (isDamage(error))
    return `The database is damaged or not a database of Tillbridge (${codeOf(error)}): put back the latest backup; what is readable is saved by "npm run data -- export --data DIR".`;
  if (!isUnwritable(error)) return null;
  const place = (error as { readonly path?: string }).path;
  return `The disk cannot be written${place ? ` at ${place}` : ''} (${codeOf(error)}): see to room and write permission, then start again.`;
}
