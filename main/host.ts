/** The host of the bridge under Node and under Electron: settings, log, the demo's virtual terminal, and an orderly end. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { introduceTerminal, openTerminal } from '../drivers/index.ts';
import type { Bridge } from './bridge.ts';
import { makeFilesPrivate } from './files/rights.ts';
import type { DemoTerminal, StartDemoTerminal } from './start/demoTerminal.ts';
import { boundGarbage } from './start/garbage.ts';
import { setupPage } from './start/setupPage.ts';
import type { BridgeParts } from './wiring/parts.ts';
import { type Config, ConfigRefusal, defaultDirectory, trainingDirectory } from './world/config.ts';
import { readConfig } from './world/configReading.ts';
import { openLog } from './world/log.ts';

const SCREEN = join(import.meta.dirname, '..', 'dist', 'renderer');

/** For the person at the keyboard, who may set the shop up; null where there is nothing to set up. */
export function setupInvitation({ url, setupCode }: Pick<Bridge, 'url' | 'setupCode'>): string | null {
  const code = setupCode();
  return code === null
    ? null
    : `Set up your shop at this machine: open ${setupPage(url, code)} (one-time code ${code}).`;
}

export interface Host {
  readonly config: Config;
  readonly bridge: Bridge;
  /** Address of the page of the virtual terminal, null where there is none. */
  terminalPage(): string | null;
  close(): Promise<void>;
}

/**
 * Starts the bridge as command line, file and environment configure it. Wrong settings are refused before the bridge is
 * loaded. Throws one of the errors that `explain` knows.
 */
export async function startHost(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  startTerminal: StartDemoTerminal = inProcessOfItsOwn,
): Promise<Host> {
  makeFilesPrivate();
  const given = readConfig(argv, environment);
  const asked = practised(given);
  makeFilesPrivate(asked.data);
  refuseForgotten(given);
  await trust(given.authorities);
  if (asked.history) await (await import('./demoHistory.ts')).prepareHistory(asked, line => console.error(line));
  const log = openLog(asked);
  const plays = asked.training || (asked.demo && asked.terminals.length === 0);
  const config = plays ? { ...asked, terminals: [DEMO_TERMINAL] } : asked;
  let virtual: DemoTerminal | null = null;
  const terminalPage = () => virtual?.control ?? null;
  const surroundings = { owner: { program: 'Tillbridge', data: resolve(asked.data) }, claimed: new Map() };
  const open: BridgeParts['openTerminal'] = async (settings, trace) => {
    if (settings !== DEMO_TERMINAL) {
      if (asked.training) throw new Error(PRACTICE);
      return openTerminal(settings, { ...surroundings, ...trace });
    }
    virtual = await startTerminal(resolve(asked.data), asked.training);
    const connection = { type: 'tcp', host: virtual.host, port: virtual.port } as const;
    return openTerminal({ ...DEMO_TERMINAL, connection }, { ...surroundings, ...trace });
  };
  try {
    const { createBridge } = await import('./bridge.ts');
    const bridge = await createBridge(config, {
      log,
      screen: SCREEN,
      setTimeZone(zone) {
        process.env.TZ = zone;
      },
      openTerminal: open,
      introduceTerminal: async (settings, trace, options) => {
        if (asked.training) throw new Error(PRACTICE);
        return introduceTerminal(settings, { ...surroundings, ...trace }, options);
      },
      terminalControl: terminalPage,
      ...(asked.training ? { ownShop: given.data } : {}),
    });
    boundGarbage();
    return {
      config,
      bridge,
      terminalPage,
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

/** Every call of this process trusts these authorities, too. The variable of Node for it is closed in the desktop application. */
async function trust(file: string | null): Promise<void> {
  if (file === null) return;
  const { getCACertificates, setDefaultCACertificates } = await import('node:tls');
  setDefaultCACertificates([...getCACertificates(), readFileSync(file, 'utf8')]);
}

/** Loaded when needed: a shop has no virtual terminal. */
const inProcessOfItsOwn: StartDemoTerminal = async (...wanted) =>
  (await import('./demo/virtualTerminal.ts')).demoTerminal(...wanted);

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
