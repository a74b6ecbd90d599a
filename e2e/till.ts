/** A counter for stories: bridge and card terminal as processes, a data directory, and a browser page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';

const root = join(import.meta.dirname, '..');

export interface Till {
  /** Base address of the bridge; it may change with `restart`. */
  readonly url: string;
  readonly data: string;
  /** Page on which a person acts as the customer. */
  readonly terminalPage: string;
  /** Acts as the customer, or changes what the terminal does: `terminal('POST', '/behaviour', { behaviour: 'manual' })`. */
  terminal(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Calls the API as the demo client, or as another client. */
  call(method: string, path: string, body?: unknown, client?: Client): Promise<Answer>;
  /** Ends the bridge at once, as a power cut would. */
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
  /** A serial port of the bridge and the other end of the line, instead of TCP. */
  serial: { readonly bridge: string; readonly terminal: string } | null;
  /**
   * The story takes the till that all such stories of its worker take in turn, with fresh demo data. It leaves the terminal and the bridge as
   * it found them: no restart, no other behaviour, no look at what the terminal has booked.
   */
  shared: boolean;
}

interface SharedTill {
  /** The till of this worker, with fresh demo data; started when the first story asks for it. */
  take(): Promise<Till>;
}

export const test = base.extend<TillOptions & { till: Till }, { sharedTill: SharedTill }>({
  behaviour: ['approve', { option: true }],
  delay: [60, { option: true }],
  terminalOptions: [{}, { option: true }],
  serial: [null, { option: true }],
  shared: [false, { option: true }],
  sharedTill: [
    async ({ browserName: _ }, use) => {
      let opened: Promise<OpenTill> | undefined;
      await use({
        async take() {
          opened ??= openTill({ behaviour: 'approve', delay: 60, serial: null }).then(async till => {
            await till.call('POST', `${snapshots}`, { name: 'fresh' });
            return till;
          });
          const till = await opened;
          const { status } = await till.call('POST', `${snapshots}/fresh/restore`);
          if (status !== 200) throw new Error(`the shared till cannot be set back: ${status}`);
          return till;
        },
      });
      await (await opened)?.close();
    },
    { scope: 'worker' },
  ],
  till: async ({ behaviour, delay, terminalOptions, serial, shared, sharedTill }, use) => {
    if (shared) return use(await sharedTill.take());
    const till = await openTill({ behaviour, delay, terminalOptions, serial });
    await use(till);
    await till.close();
  },
});

export { expect } from '@playwright/test';

const snapshots = '/bridge/v1/control/snapshots';

type OpenTill = Till & { close(): Promise<void> };
type Opening = Partial<Omit<TillOptions, 'shared'>> & Pick<TillOptions, 'behaviour' | 'delay' | 'serial'>;

export async function openTill({ behaviour, delay, terminalOptions = {}, serial }: Opening): Promise<OpenTill> {
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-e2e-'));
  const line = serial ? ['--serial', serial.terminal] : ['--port', '0'];
  const terminal = await startProgram('drivers/simulator/zvt/serve.ts', [
    ...line,
    ...['--control', '0', '--behaviour', behaviour, '--delay', String(delay)],
  ]);
  const connection = serial
    ? { type: 'serial', path: serial.bridge }
    : { type: 'tcp', host: '127.0.0.1', port: Number(terminal.ready.split(':').at(-1)) };
  const environment = {
    TILLBRIDGE_TERMINALS: JSON.stringify([{ protocol: 'zvt', connection, shared: 'no', options: terminalOptions }]),
    TILLBRIDGE_LOG_LEVEL: 'error',
  };
  const control = await terminal.control;
  let bridge = await startProgram(
    'main/run.mjs',
    ['main/headless.ts', '--port', '0', '--data', data, '--demo'],
    environment,
  );
  const tokens = new Map<string, string>();

  const till = {
    get url() {
      return bridge.ready;
    },
    data,
    terminalPage: control,
    async terminal(method: string, path: string, body?: unknown) {
      const answer = await callTerminal(control + path, method, body);
      if (!answer.ok) throw new Error(`terminal ${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    async call(method: string, path: string, body?: unknown, client = DEMO): Promise<Answer> {
      const token = tokens.get(client.id) ?? (await tokenOf(bridge.ready, client));
      tokens.set(client.id, token);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(bridge.ready + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
    kill: () => endProgram(bridge.child, 'SIGKILL'),
    stop: () => endProgram(bridge.child, 'SIGTERM'),
    async restart() {
      const port = new URL(bridge.ready).port;
      bridge = await startProgram(
        'main/run.mjs',
        ['main/headless.ts', '--port', port, '--data', data, '--demo'],
        environment,
      );
    },
    async close() {
      await endProgram(bridge.child, 'SIGTERM');
      await endProgram(terminal.child, 'SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
  return till;
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

interface Program {
  readonly child: ChildProcess;
  /** The text after `ready` on the ready line. */
  readonly ready: string;
  /** Address of the terminal's control, from standard error. */
  readonly control: Promise<string>;
}

function startProgram(
  file: string,
  options: readonly string[],
  environment: Record<string, string> = {},
): Promise<Program> {
  const child = spawn(process.execPath, [join(root, file), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const control = new Promise<string>(resolve => {
    createInterface({ input: child.stderr }).on('line', line => {
      const address = /^terminal control (\S+)$/.exec(line)?.[1];
      if (address) resolve(address);
      else console.error(`${file}: ${line}`);
    });
  });
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`${file} ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', line => {
      const ready = /^\w+ ready (\S+)$/.exec(line)?.[1];
      if (ready) resolve({ child, ready, control });
    });
  });
}

function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
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
