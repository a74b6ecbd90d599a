/** A counter for stories: a bridge, a card terminal, a data directory, and a browser page. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';
import { freePort } from '../drivers/doubles/freePort.ts';
import { noPostgres, startCluster } from '../main/office/database/cluster.fixture.ts';
import { type Provider, startProvider } from '../main/office/people/openIdProvider.fixture.ts';
import { pressLikeAPerson } from './counter.ts';
import {
  bridgeEnvironment,
  bridgeOptions,
  type HostedOpening,
  type HostedTerminal,
  type HostedTill,
  type Opened,
  type Order,
  type OrderAnswer,
  type TerminalOpening,
} from './tillOrders.ts';

const root = join(import.meta.dirname, '..');

export interface Till {
  /** Base address of the bridge. */
  readonly url: string;
  readonly data: string;
  /** Page on which a person acts as the customer. */
  readonly terminalPage: string;
  /** Acts as the customer, or changes what the terminal does: `terminal('POST', '/behaviour', { behaviour: 'manual' })`. */
  terminal(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Calls the API as the demo client, or as another client. */
  call(method: string, path: string, body?: unknown, client?: Client): Promise<Answer>;
  /** Ends the bridge at once, as a power cut would. This and the next two need `ownProcess`. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Starts the bridge again on the same data and, as a shop would, at the same address. */
  restart(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: stories read whatever the wire holds
  readonly body: any;
}

export interface Client {
  readonly id: string;
  readonly secret: string;
}

const DEMO: Client = { id: 'demo-client', secret: 'demo-secret' };

export interface TillOptions {
  /** Behaviour of the card terminal; see `npm run terminal -- --help`. */
  behaviour: string;
  /** Milliseconds between two displays of the terminal. */
  delay: number;
  /** Options of the terminal in the bridge's configuration. */
  terminalOptions: Readonly<Record<string, unknown>>;
  /** Further environment variables of the bridge, `TILLBRIDGE_…`. */
  settings: Readonly<Record<string, string>>;
  /** The bridge is a process of its own: for stories that end it. */
  ownProcess: boolean;
}

interface TillFixtures {
  readonly till: Till;
  /** Opens a card terminal beside the one of the till; it ends with the story. */
  readonly openTerminal: (opening?: TerminalOpening) => Promise<HostedTerminal>;
}

interface WorkerFixtures {
  readonly tillHost: TillHost;
  /** The company accounts of the people of the back office. */
  readonly accounts: Provider;
  /** Address of a back office with its demo of five stores. */
  readonly office: string;
}

// Fixtures of a worker stand here alone: stories with others are kept for the end, where one worker runs and the rest wait.
export const test = base.extend<TillOptions & TillFixtures, WorkerFixtures>({
  behaviour: ['approve', { option: true }],
  delay: [60, { option: true }],
  terminalOptions: [{}, { option: true }],
  settings: [{}, { option: true }],
  ownProcess: [false, { option: true }],
  page: async ({ page }, use) => {
    pressLikeAPerson(page);
    await use(page);
  },
  tillHost: [
    async ({ browserName: _ }, use) => {
      const host = tillHost();
      await use(host);
      await host.end();
    },
    { scope: 'worker' },
  ],
  accounts: [
    async ({ browserName: _ }, use) => {
      const provider = await startProvider('office', 'secret');
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  office: [
    async ({ accounts }, use) => {
      const data = mkdtempSync(join(tmpdir(), 'tillbridge-office-'));
      // The embedded database costs three times as much.
      const server = noPostgres === null ? await startCluster() : null;
      const database = server ? ['--database', server.database()] : [];
      const port = await freePort();
      // The stories look at two weeks; each day more is a fifth of a second.
      const options = ['--demo', '--demo-days', '15', '--port', String(port), '--data', data, ...database];
      const { child, ready } = await startProgram('main/run.mjs', ['main/office/serve.ts', ...options], {
        TILLBRIDGE_OFFICE_ADDRESS: `http://127.0.0.1:${port}`,
        TILLBRIDGE_OFFICE_OPENID_ISSUER: accounts.issuer,
        TILLBRIDGE_OFFICE_OPENID_CLIENT_ID: 'office',
        TILLBRIDGE_OFFICE_OPENID_CLIENT_SECRET: 'secret',
      });
      await use(ready);
      await endProgram(child, 'SIGTERM');
      server?.remove();
      rmSync(data, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  till: async ({ behaviour, delay, terminalOptions, settings, ownProcess, tillHost }, use) => {
    const opening = { behaviour, delay, terminalOptions, settings };
    const till = await (ownProcess ? openTillProcess(tillHost, opening) : tillHost.open(opening));
    await use(till);
    await till.close();
  },
  openTerminal: async ({ tillHost }, use) => {
    const opened: HostedTerminal[] = [];
    await use(async opening => {
      const terminal = await tillHost.openTerminal({ delay: 20, ...opening });
      opened.push(terminal);
      return terminal;
    });
    for (const { address } of opened) await tillHost.close(address);
  },
});

export { expect } from '@playwright/test';

/** The program that opens the tills and terminals of this worker, begun with the first story that takes one. */
export interface TillHost {
  open(opening: HostedOpening): Promise<OpenTill>;
  openTerminal(opening: TerminalOpening): Promise<HostedTerminal>;
  /** Ends the till or the terminal with this address. */
  close(address: string): Promise<void>;
  end(): Promise<void>;
}

type Wanted = Order extends infer One ? (One extends Order ? Omit<One, 'call'> : never) : never;

type OpenTill = Till & { close(): Promise<void> };

function tillHost(): TillHost {
  let program: ChildProcess | null = null;
  const waiting = new Map<number, PromiseWithResolvers<Opened>>();
  let calls = 0;

  function begin(): ChildProcess {
    // Room for short-lived objects from the first moment: a program that serves many stories copies less of them.
    const execArgv = ['--max-semi-space-size=64', '--min-semi-space-size=32'];
    const child = fork(join(root, 'e2e', 'tillHost.ts'), { execArgv });
    child.on('message', (answer: OrderAnswer) => {
      const call = waiting.get(answer.call);
      waiting.delete(answer.call);
      if ('failed' in answer) call?.reject(new Error(answer.failed));
      else call?.resolve(answer.done);
    });
    child.once('exit', code => {
      program = null;
      for (const { reject } of waiting.values()) reject(new Error(`the program of the tills ended with ${code}`));
      waiting.clear();
    });
    return child;
  }

  function ask<T extends Opened>(order: Wanted): Promise<T> {
    calls += 1;
    program ??= begin();
    const answered = Promise.withResolvers<Opened>();
    waiting.set(calls, answered);
    program.send({ call: calls, ...order } satisfies Order);
    return answered.promise as Promise<T>;
  }
  const close = async (address: string) => void (await ask({ close: address }));

  return {
    async open(opening) {
      const { url, ...places } = await ask<HostedTill>({ open: opening });
      return {
        ...accessTo(() => url, places),
        ...{ url, kill: notHere, stop: notHere, restart: notHere },
        close: () => close(url),
      };
    },
    openTerminal: opening => ask<HostedTerminal>({ openTerminal: opening }),
    close,
    // It ends by itself then, and keeps what it has compiled for the next time.
    async end() {
      if (!program) return;
      const ended = once(program, 'exit');
      program.disconnect();
      await ended;
    },
  };
}

const notHere = () => Promise.reject(new Error('this bridge shares its process: the story needs `ownProcess: true`'));

type Access = Omit<Till, 'kill' | 'stop' | 'restart'>;

/**
 * Means of a story at a till, wherever its bridge and its terminal run; a bridge that is started again may change its
 * address.
 */
function accessTo(url: () => string, { data, control }: Pick<HostedTill, 'data' | 'control'>): Access {
  const tokens = new Map<string, string>();
  return {
    get url() {
      return url();
    },
    data,
    terminalPage: control,
    async terminal(method, path, body) {
      const answer = await callTerminal(control + path, method, body);
      if (!answer.ok) throw new Error(`terminal ${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    async call(method, path, body, client = DEMO) {
      const token = tokens.get(client.id) ?? (await tokenOf(url(), client));
      tokens.set(client.id, token);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(url() + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

/** A bridge in a process of its own, at a terminal that the host of the tills opens. */
async function openTillProcess(host: TillHost, opening: HostedOpening): Promise<OpenTill> {
  const { behaviour, delay } = opening;
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-e2e-'));
  const terminal = await host.openTerminal({ behaviour, delay });
  const environment = bridgeEnvironment(terminal.port, opening);
  const start = (port: string | number) =>
    startProgram('main/run.mjs', ['main/headless.ts', ...bridgeOptions(data, port)], environment);
  let bridge = await start(0);
  return Object.assign(
    accessTo(() => bridge.ready, { data, control: terminal.control }),
    {
      kill: () => endProgram(bridge.child, 'SIGKILL'),
      stop: () => endProgram(bridge.child, 'SIGTERM'),
      async restart() {
        bridge = await start(new URL(bridge.ready).port);
      },
      async close() {
        await endProgram(bridge.child, 'SIGTERM');
        await host.close(terminal.address);
        rmSync(data, { recursive: true, force: true });
      },
    },
  );
}

/** Tries again for five seconds, because the display asks a moment before the terminal takes an answer. */
async function callTerminal(url: string, method: string, body: unknown): Promise<Response> {
  const end = Date.now() + 5000;
  for (;;) {
    const answer = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (answer.status !== 409 || Date.now() > end) return answer;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

export interface Program {
  readonly child: ChildProcess;
  /** The text after `ready` on the ready line. */
  readonly ready: string;
}

/** Starts a program of this repository, and waits for its ready line. */
export function startProgram(
  file: string,
  options: readonly string[],
  environment: Record<string, string> = {},
): Promise<Program> {
  const child = spawn(process.execPath, [join(root, file), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  createInterface({ input: child.stderr }).on('line', line => console.error(`${file}: ${line}`));
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`${file} ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', line => {
      const ready = /^\w+ ready (\S+)$/.exec(line)?.[1];
      if (ready) resolve({ child, ready });
    });
  });
}

export function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise(resolve => {
    child.removeAllListeners('exit').once('exit', () => resolve());
    child.kill(signal);
  });
}

async function tokenOf(url: string, { id, secret }: Client): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: form });
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}
