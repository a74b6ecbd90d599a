/**
 * The bridge in a process of its own beside the shell: a window that is frozen, or crashes, stops no payment, and work of the
 * bridge never freezes the window. Under Electron this is a utility process, which speaks with the shell over its parent port.
 */
import type { Host } from '../host.ts';
import type { StartDemoTerminal } from '../start/demoTerminal.ts';
import { explain, refusalSentence } from '../startRefusal.ts';
import type { BridgeFunctions, ShellFunctions } from './bridgeFace.ts';
import { callsOver } from './calls.ts';

type Answers = { readonly [K in keyof BridgeFunctions]: () => Promise<ReturnType<BridgeFunctions[K]>> };

const { parentPort } = process;
const own: Answers = {
  unfinished: async () => (await host).bridge.unfinished(),
  takeExit: async () => (await host).bridge.takeExit(),
  setupCode: async () => (await host).bridge.setupCode(),
  displayCode: async () => (await host).bridge.displayCode(),
  lights: async () => (await host).bridge.lights(),
  close: async () => end((await host).close().then(() => 0, explain)),
};
const { call, receive } = callsOver<ShellFunctions>(message => parentPort.postMessage(message), own);
parentPort.on('message', ({ data }) => receive(data));
// A signal to the whole group, as at the end of a session, reaches the shell, too; the shell closes the bridge in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const startTerminal: StartDemoTerminal = async (data, training) => ({
  ...(await call('startTerminal', data, training)),
  stop: () => call('stopTerminal'),
});

const host: Promise<Host> = import('../host.ts').then(({ startHost }) =>
  startHost(process.argv.slice(2), process.env, startTerminal),
);
host.then(
  ({ bridge }) => call('ready', bridge.url),
  error =>
    end(call('refused', { code: explain(error), sentence: refusalSentence(error) ?? String(error) }).then(() => 1)),
);

async function end(code: Promise<number>): Promise<never> {
  return process.exit(await code);
}
