/**
 * The shell's side of the bridge's process: starts it, asks it, and starts it anew at the same address when it ended by itself
 * or answers nothing any more. The data directory holds every payment; the new bridge asks the terminal about those that ran.
 */
import type { Unfinished } from '../store/unfinished.ts';
import type { BridgeFunctions, Lights, Refusal, ShellFunctions } from './bridgeFace.ts';
import { callsOver } from './calls.ts';
import type { ShellTerminal } from './demoTerminal.ts';
import { delayAfter } from './reloadDelays.ts';
import type { Electron } from './surface.ts';

/** The bridge as the shell uses it. null: it does not answer in time. */
export interface RunningBridge {
  readonly url: string;
  /** Counts the payments and sales that an end would interrupt. */
  unfinished(): Promise<Unfinished | null>;
  /** True when the window of a kiosk may be closed now; uses the permission up. */
  takeExit(): Promise<boolean | null>;
  /** The one-time code of the set-up; null where there is nothing to set up. */
  setupCode(): Promise<string | null>;
  /** A code that pairs the second window as a customer display; null while there is no shop. */
  displayCode(): Promise<string | null>;
}

export interface StartingBridge {
  /** Throws `StartRefused`. Never ends when the bridge is closed before it was ready. */
  readonly ready: Promise<RunningBridge>;
  close(): Promise<void>;
}

export interface BridgeStart {
  readonly options: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Gets the lights every few seconds; null: the bridge does not answer. */
  readonly onLights: (lights: Lights | null) => void;
  /** One line for the journal. */
  readonly say: (line: string) => void;
}

export type StartBridge = (start: BridgeStart) => StartingBridge;

export class StartRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.sentence);
    this.refusal = refusal;
  }
}

/** Times in ms. */
export const ANSWERS_WITHIN = 2000;
export const LOOKS_EVERY = 5000;
/** Looks without an answer, behind which the bridge is ended: a loop that is blocked for a minute does not come back, a slow disk does. */
export const MOST_SILENT = 12;
/** The bridge's own limits for running requests, pushes and lines are below this. */
const CLOSES_WITHIN = 30_000;

export interface BesideParts {
  /** The built `bridgeProcess.ts`. */
  readonly program: string;
  readonly terminal: ShellTerminal;
}

/** Starts bridges as utility processes of Electron. */
export const bridgeBeside =
  ({ utilityProcess }: Pick<Electron, 'utilityProcess'>, parts: BesideParts): StartBridge =>
  start => {
    const kept = keptBridge(start, parts, (options, own) =>
      processOf(utilityProcess, parts.program, { ...start, options }, own),
    );
    const watch = setInterval(() => void kept.look(), LOOKS_EVERY);
    return {
      ready: kept.ready,
      async close() {
        clearInterval(watch);
        const code = await kept.close();
        await parts.terminal.stop();
        if (code !== 0) throw new Error(`The bridge ended with ${code ?? 'no answer'}.`);
      },
    };
  };

interface BridgeProcess {
  ask<K extends keyof BridgeFunctions>(name: K): Promise<ReturnType<BridgeFunctions[K]>>;
  /** Gets its exit code. */
  readonly ended: Promise<number>;
  kill(): void;
}

function processOf(
  utilityProcess: Electron['utilityProcess'],
  program: string,
  { options, environment }: Pick<BridgeStart, 'options' | 'environment'>,
  own: ShellFunctions,
): BridgeProcess {
  const child = utilityProcess.fork(program, [...options], {
    ...{ env: { ...environment }, cwd: process.cwd(), serviceName: 'Tillbridge bridge' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const { call, receive } = callsOver<BridgeFunctions>(message => child.postMessage(message), own);
  child.on('message', receive);
  return {
    ask: name => call(name, ...([] as never)) as Promise<never>,
    ended: new Promise(resolve => child.once('exit', resolve)),
    // A blocked process hears no gentler signal.
    kill: () => void (child.pid !== undefined && process.kill(child.pid, 'SIGKILL')),
  };
}

/** One bridge after the other at the same address. */
function keptBridge(
  { options, onLights, say }: BridgeStart,
  { terminal }: BesideParts,
  launched: (options: readonly string[], own: ShellFunctions) => BridgeProcess,
) {
  let current: BridgeProcess | null = null;
  let url: string | null = null;
  let isClosing = false;
  let silent = 0;
  let next: NodeJS.Timeout | undefined;
  const restarts: number[] = [];
  const started = Promise.withResolvers<RunningBridge>();

  const ask = async <K extends keyof BridgeFunctions>(name: K) => current && within(current.ask(name), ANSWERS_WITHIN);

  async function look() {
    const lights = url === null ? null : await ask('lights');
    if (isClosing || url === null) return;
    onLights(lights);
    // Between two bridges nobody is silent.
    silent = lights === null && current ? silent + 1 : 0;
    if (silent < MOST_SILENT) return;
    silent = 0;
    say('The bridge does not answer and is ended.');
    current?.kill();
  }

  function launch() {
    let refusal: Refusal | null = null;
    silent = 0;
    // Pages, registers and displays know the address of before.
    const place = url === null ? [] : ['--port', new URL(url).port];
    current = launched([...options, ...place], {
      ready(address) {
        url = address;
        const [unfinished, takeExit] = [() => ask('unfinished'), () => ask('takeExit')];
        const [setupCode, displayCode] = [() => ask('setupCode'), () => ask('displayCode')];
        const running = { url, unfinished, takeExit, setupCode, displayCode };
        void look().then(() => started.resolve(running));
      },
      refused(given) {
        refusal = given;
      },
      startTerminal: terminal.start,
      stopTerminal: terminal.stop,
    });
    void current.ended.then(code => {
      current = null;
      if (isClosing) return;
      if (url === null)
        started.reject(refusal ? new StartRefused(refusal) : new Error(`the bridge ended with ${code}`));
      else again(code);
    });
  }

  function again(code: number) {
    const after = delayAfter(restarts, Date.now());
    restarts.push(Date.now());
    say(`The bridge ended (${code}) and is started again in ${after / 1000} s.`);
    next = setTimeout(launch, after);
  }

  launch();
  return {
    ...{ ready: started.promise, look },
    /** Gives the exit code, null for a bridge that had to be ended. */
    async close(): Promise<number | null> {
      isClosing = true;
      clearTimeout(next);
      const last = current;
      if (!last) return 0;
      last.ask('close').catch(() => undefined);
      const code = await within(last.ended, CLOSES_WITHIN);
      if (code === null) last.kill();
      return code;
    },
  };
}

/** The result of `promise`, or null where it fails or takes longer than `limit` ms. */
function within<T>(promise: Promise<T>, limit: number): Promise<T | null> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, limit, null);
    promise.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}
