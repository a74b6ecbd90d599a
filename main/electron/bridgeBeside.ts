/**
 * The shell's side of the bridge's process: starts it, asks it, and starts it anew at the same address when it ended by itself
 * or answers nothing any more. The data directory holds every payment; the new bridge asks the terminal about those that ran.
 */
import { readFileSync } from 'node:fs';
import type { Unfinished } from '../store/unfinished.ts';
import type { BridgeFunctions, Lights, Refusal, ShellFunctions } from './bridgeFace.ts';
import { callsOver } from './calls.ts';
import type { ShellTerminal } from './demoTerminal.ts';
import { delayAfter, recent } from './reloadDelays.ts';
import type { Electron } from './surface.ts';

/** The bridge as the shell uses it. null: it does not answer in time. */
export interface RunningBridge {
  readonly url: string;
  /**
   * True while the process that this shell started holds the address: its port is its own until it ends, and nobody else can
   * answer there. Between two bridges any user of the machine may take the port.
   */
  isOurs(): boolean;
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
  /** The bridge has ended several times in a row; gets the reason where it gave one. */
  readonly onLoop: (reason: string | null) => void;
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
/** Ends in a row behind which a person is told; the start is tried again all the same. */
export const MANY_ENDS = 3;
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
  /** False from the moment in which it begins to end, which is before anybody hears of it. */
  holdsItsPort(): boolean;
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
    holdsItsPort: () => child.pid !== undefined && !isEnding(child.pid),
  };
}

/** Mark of Linux for a process that ends: its connections are closed behind it (`PF_EXITING`). */
const EXITING = 4;

/** Elsewhere than on Linux the event of the end has to do. */
function isEnding(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // Behind the name of the program, which may hold anything: state, parent, group, session, terminal, its group, marks.
    const [, , , , , , marks] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    return (Number(marks) & EXITING) !== 0;
  } catch {
    return true;
  }
}

/** One bridge after the other at the same address. */
function keptBridge(
  { options, onLights, onLoop, say }: BridgeStart,
  { terminal }: BesideParts,
  launched: (options: readonly string[], own: ShellFunctions) => BridgeProcess,
) {
  let current: BridgeProcess | null = null;
  /** The one that has said that it listens. */
  let serving: BridgeProcess | null = null;
  let url: string | null = null;
  let isClosing = false;
  let silent = 0;
  const restarts = restartsOf({ onLoop, say }, launch);
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
    const launching = launched([...options, ...place], {
      ready(address) {
        url = address;
        serving = launching;
        const [unfinished, takeExit] = [() => ask('unfinished'), () => ask('takeExit')];
        const [setupCode, displayCode] = [() => ask('setupCode'), () => ask('displayCode')];
        const running = { url, isOurs, unfinished, takeExit, setupCode, displayCode };
        void look().then(() => started.resolve(running));
      },
      refused(given) {
        refusal = given;
      },
      startTerminal: terminal.start,
      stopTerminal: terminal.stop,
    });
    current = launching;
    void launching.ended.then(code => {
      current = null;
      serving = null;
      if (isClosing) return;
      if (url === null)
        started.reject(refusal ? new StartRefused(refusal) : new Error(`the bridge ended with ${code}`));
      else restarts.after(code, refusal);
    });
  }

  const isOurs = () => serving?.holdsItsPort() === true;

  launch();
  return {
    ...{ ready: started.promise, look },
    /** Gives the exit code, null for a bridge that had to be ended. */
    async close(): Promise<number | null> {
      isClosing = true;
      // Its port is free before its process is gone.
      serving = null;
      restarts.stop();
      const last = current;
      if (!last) return 0;
      last.ask('close').catch(() => undefined);
      const code = await within(last.ended, CLOSES_WITHIN);
      if (code === null) last.kill();
      return code;
    },
  };
}

/** Starts the bridge again after each end, later each time, and has a person told of many. */
function restartsOf({ onLoop, say }: Pick<BridgeStart, 'onLoop' | 'say'>, launch: () => void) {
  let next: NodeJS.Timeout | undefined;
  let earlier: number[] = [];
  return {
    after(code: number, refusal: Refusal | null) {
      const delay = delayAfter(earlier, Date.now());
      earlier = [...recent(earlier, Date.now()), Date.now()];
      const why = refusal ? ` ${refusal.sentence}` : '';
      say(`The bridge ended (${code}) and is started again in ${delay / 1000} s.${why}`);
      next = setTimeout(launch, delay);
      if (earlier.length === MANY_ENDS) onLoop(refusal?.sentence ?? null);
    },
    stop: () => clearTimeout(next),
  };
}

/** The result of `promise`, or null where it fails or takes longer than `limit` ms. */
function within<T>(promise: Promise<T>, limit: number): Promise<T | null> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, limit, null);
    promise.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}
