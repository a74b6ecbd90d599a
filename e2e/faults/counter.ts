/**
 * A counter to break: a bridge with its real database and door, the virtual terminal with its durable memory, and a line
 * between them that can be cut at any byte. Bridge and terminal are switched off at the very moment of the cut: what
 * goes on afterwards is another one on a copy of what was on the disk then.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { openTerminal } from '../../drivers/index.ts';
import {
  type RunningVirtualTerminal,
  startVirtualTerminal,
  type VirtualTerminalOptions,
} from '../../drivers/simulator/zvt/start.ts';
import { type Bridge, createBridge } from '../../main/bridge.ts';
import { scaledWaits } from '../../main/domain/denialWait.ts';
import type { SharedWith } from '../../main/domain/terminalSharing.ts';
import {
  copyDirectory,
  type KeptDirectory,
  keepDirectory,
  makeDirectory,
} from '../../main/store/directoryCopy.fixture.ts';
import { DIRECTORY_FILES } from '../../main/store/directoryFiles.ts';
import { configOf } from '../../main/world/configReading.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { alarmsOf } from './alarms.ts';
import { type ChaosLine, type Cut, openChaosLine, type TransportName } from './chaosLine.ts';

export type Restart = 'nothing' | 'terminal' | 'bridge' | 'both';

/** A virtual terminal of any protocol, as a counter drives it. */
export interface CounterTerminal {
  behaviour: string;
  readonly isBusy: boolean;
}

type ZvtTerminal = RunningVirtualTerminal['terminal'];

export interface Counter<Terminal extends CounterTerminal = ZvtTerminal> {
  readonly line: ChaosLine;
  /** SDV_… of another till that pays at the same terminal. */
  readonly secondTill: string;
  readonly terminal: Terminal;
  /** Where another till reaches the terminal without the line of this one. */
  readonly terminalPort: number;
  /** A call of the API as the demo client, or as the manager at `till`. Never throws: a bridge that is gone answers 0. */
  call(method: string, path: string, body?: unknown, till?: string): Promise<Answer>;
  /** The warnings of the bridge; none while it is switched off. */
  alarms(): Promise<readonly string[]>;
  /** The rows that another process would read: committed rows only. */
  rows<Row>(sql: string, ...values: readonly (string | number)[]): Row[];
  /** Sets the behaviour of the terminal from now on. */
  behave(behaviour: string): void;
  /** Plans the next cut and who is switched off by it; `isCut` is true when the cut took place. */
  plan(cut: Cut, restart: Restart): void;
  readonly isCut: boolean;
  /** Resolves when the planned cut has happened. */
  readonly cut: Promise<void>;
  /** Brings back what was switched off, and heals the line: at once, or when `lineIsBack` resolves. */
  recover(lineIsBack?: Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

/** A counter of any protocol. */
export type AnyCounter = Counter<CounterTerminal>;

/** A till, as those use it who do something at it. */
export type Caller = Pick<AnyCounter, 'call' | 'rows'>;

/** The settings of this counter that differ from the usual ones. */
export interface CounterSettings {
  readonly twin?: Pick<VirtualTerminalOptions, 'unacknowledged' | 'customerTimeout' | 'timers'>;
  /** The other tills that pay at the terminal; left out: the question is not answered. */
  readonly shared?: SharedWith;
  readonly timers?: Readonly<Record<string, number>>;
  /** Until a serial terminal that was switched off is there again, ms; at once when left out. */
  readonly startTime?: number;
  /** How long a denial waits, as a part of the usual time; at once when left out. */
  readonly waits?: number;
}

interface StartedTerminal<Terminal> {
  readonly terminal: Terminal;
  readonly port: number;
  close(): Promise<void>;
}

/** The parts of a counter in which the protocols differ. */
export interface TerminalSide<Terminal extends CounterTerminal> {
  openLine(): Promise<ChaosLine>;
  start(line: ChaosLine, state: string, behaviour: string): Promise<StartedTerminal<Terminal>>;
  /** Protocol, connection and options, as the bridge is configured. */
  entry(line: ChaosLine): object;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a checker reads whatever the wire holds
  readonly body: any;
}

const LOST: Answer = { status: 0, body: null };
const REFUSED: Answer = { status: 401, body: null };

/** Milliseconds short enough to let thousands of cuts pass, long enough for a busy machine. */
const QUICK = { retryFirst: 5, retryMost: 250, drain: 20 } as const;
const TIMERS = {
  tcp: QUICK,
  tcpListen: QUICK,
  serial: { ...{ t1: 60, t2: 120, t3: 250, t4: 1200, short: 600, settle: 250, stop: 300, calm: 150 }, ...QUICK },
} as const;

export function openCounter(transport: TransportName, settings: CounterSettings = {}): Promise<Counter> {
  const isSerial = transport === 'serial';
  return openCounterAt(
    {
      openLine: () => openChaosLine(transport),
      async start(line, state, behaviour) {
        if (isSerial && existsSync(state)) await pause(settings.startTime ?? 0);
        return startTerminal(line, state, behaviour, settings);
      },
      entry: ({ connection }) => ({
        protocol: 'zvt',
        connection,
        options: { timers: { ...TIMERS[transport], ...settings.timers } },
      }),
    },
    settings,
  );
}

/** A counter at a terminal of any protocol. */
export async function openCounterAt<Terminal extends CounterTerminal>(
  side: TerminalSide<Terminal>,
  settings: CounterSettings,
): Promise<Counter<Terminal>> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tillbridge-faults-'));
  const line = await side.openLine();
  let turn = 0;
  let data = join(folder, 'bridge-0');
  const { secondTill, tokens: given } = await demoData(data);
  let state = join(folder, 'terminal-0');
  let terminal = await side.start(line, state, 'approve');
  let behaviour = 'approve';
  let bridge: Bridge | undefined = await startBridge(side.entry(line), data, settings);
  const tokens = new Map(given);
  let reader = openReader(data);
  let pending: { restart: Restart; data: string; state: string } | undefined;
  let happened = Promise.withResolvers<void>();
  line.heal(terminal.port);

  /** A token may have ended, or not have been given out yet in what a restart goes on with. */
  async function call(method: string, path: string, body?: unknown, till = ''): Promise<Answer> {
    if (!bridge) return LOST;
    const known = tokens.get(till);
    const { url } = bridge;
    const answer = known === undefined ? REFUSED : await ask(url, known, method, path, body);
    if (answer.status !== REFUSED.status) return answer;
    const fresh = await signIn(url, till);
    if (fresh === undefined) return LOST;
    tokens.set(till, fresh);
    return ask(url, fresh, method, path, body);
  }

  function freeze(restart: Restart): void {
    turn += 1;
    pending = { restart, data: join(folder, `bridge-${turn}`), state: join(folder, `terminal-${turn}`) };
    if (restart === 'bridge' || restart === 'both') copyDirectory(data, pending.data);
    if (restart === 'terminal' || restart === 'both') cpSync(state, pending.state);
    happened.resolve();
  }

  async function restartTerminal(copy: string): Promise<void> {
    await terminal.close();
    rmSync(state);
    state = copy;
    terminal = await side.start(line, state, behaviour);
  }

  async function stopBridge(): Promise<void> {
    const stopped = bridge;
    bridge = undefined;
    reader.close();
    await stopped?.close();
  }

  async function replaceData(copy: string): Promise<void> {
    await stopBridge();
    rmSync(data, { recursive: true });
    data = copy;
  }

  return {
    line,
    secondTill,
    get terminal() {
      return terminal.terminal;
    },
    get terminalPort() {
      return terminal.port;
    },
    call,
    alarms: async () => (bridge ? alarmsOf(bridge.url) : []),
    rows: <Row>(sql: string, ...values: readonly (string | number)[]) => reader.prepare(sql).all(...values) as Row[],
    behave(next) {
      behaviour = next;
      terminal.terminal.behaviour = next;
    },
    plan(cut, restart) {
      pending = undefined;
      happened = Promise.withResolvers();
      line.begin(cut, () => freeze(restart));
    },
    get isCut() {
      return pending !== undefined;
    },
    get cut() {
      return happened.promise;
    },
    async recover(lineIsBack) {
      line.begin(null, () => {});
      const { restart, ...copies } = pending ?? { restart: 'nothing', data: '', state: '' };
      const bridgeToo = restart === 'bridge' || restart === 'both';
      if (bridgeToo) await replaceData(copies.data);
      if (restart === 'terminal' || restart === 'both') await restartTerminal(copies.state);
      if (lineIsBack) void lineIsBack.then(() => line.heal(terminal.port));
      else line.heal(terminal.port);
      if (!bridgeToo) return;
      bridge = await startBridge(side.entry(line), data, settings);
      reader = openReader(data);
    },
    async close() {
      await stopBridge();
      await terminal.close();
      await line.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startTerminal(
  line: ChaosLine,
  state: string,
  behaviour: string,
  { twin }: CounterSettings,
): Promise<RunningVirtualTerminal> {
  return startVirtualTerminal({
    ...line.terminalEnd,
    state,
    behaviour,
    delay: 0,
    customerTimeout: 400,
    // A serial line does not show that a terminal was switched off: each such cut would wait this long.
    minutes: 0,
    // Nor that the till went away: its word on the goods is waited for, half a minute elsewhere.
    timers: line.terminalEnd.serial === undefined ? {} : { t1: 60, t2: 120, t3: 250, goods: 2000 },
    ...twin,
  });
}

function startBridge(entry: object, data: string, { shared, waits = 0 }: CounterSettings): Promise<Bridge> {
  const terminal = { device: demoIds.terminal, ...(shared === undefined ? {} : { shared }), ...entry };
  const config = configOf({
    data,
    port: 0,
    demo: true,
    terminals: [terminal as ReturnType<typeof configOf>['terminals'][number]],
  });
  return createBridge(config, {
    log: () => undefined,
    openTerminal,
    outcomeTimeout: 2000,
    waits: scaledWaits(waits),
    closeTimeout: 0,
  });
}

interface Seed {
  readonly directory: KeptDirectory;
  readonly secondTill: string;
  /** Token of the person who is signed in, because signing in takes its time. */
  readonly tokens: ReadonlyMap<string, string>;
}

let seed: Seed | undefined;

/** Demo data takes its time, so it is made once per process. */
async function demoData(data: string): Promise<Seed> {
  if (seed) makeDirectory(data, seed.directory);
  else {
    const bridge = await createBridge(configOf({ data, port: 0, demo: true }), {
      log: () => undefined,
      openTerminal: () => Promise.reject(new Error('no terminal here')),
    });
    const token = await signIn(bridge.url, '');
    const secondTill = await addTill(bridge.url, token);
    const manager = await signIn(bridge.url, secondTill);
    await bridge.close();
    const tokens = new Map([
      ['', token],
      [secondTill, manager],
    ] as [string, string][]);
    seed = { directory: keepDirectory(data), secondTill, tokens };
  }
  return seed;
}

async function addTill(url: string, token: string | undefined): Promise<string> {
  const post = (path: string, body?: object) => ask(url, token, 'POST', `/api/v2/Smart/${path}`, body);
  const about = { type: 'cashier', vendor: 'demo', vendor_uid: '/vendor/demo/till/2', description: 'Kasse 2' };
  const till = await post('Devices', about);
  const routing = await post('Routings');
  for (const one of [till.body.id, demoIds.terminal]) await post(`Routings/${routing.body.id}/assign/${one}`);
  return till.body.id as string;
}

const openReader = (data: string) => new Sqlite(join(data, DIRECTORY_FILES.database), { readonly: true });

export async function signIn(url: string, till: string): Promise<string | undefined> {
  const manager = { grant_type: 'appuser', username: 'manager@demo.example', password: '9999', device: till };
  const grant = till === '' ? { grant_type: 'client_credentials' } : manager;
  const body = { client_id: 'demo-client', client_secret: 'demo-secret', ...grant };
  const answer = await ask(url, undefined, 'POST', '/oauth/token', body);
  return answer.body?.access_token as string | undefined;
}

export async function ask(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return LOST;
  }
}
