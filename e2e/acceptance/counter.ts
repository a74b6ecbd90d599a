/**
 * The counter of the acceptance: a demo bridge as a process of its own at a fixed port, which can be killed and started
 * again on its data, and a virtual terminal that lives on, as a terminal in a shop does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startVirtualTerminal } from '../../drivers/simulator/zvt/start.ts';
import type { Outcome, SalePayment } from '../../main/wire/shapes.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { until } from './until.ts';

/** A sale as the bridge has it. */
export interface SaleFacts {
  readonly id: string;
  readonly status: string;
  readonly outcome: Outcome;
  readonly payments: readonly Pick<SalePayment, 'reason'>[];
}

/** An operation of the API that the next request meets, and what becomes of the request. */
export interface RequestFault {
  readonly operation: string;
  readonly cut?: 'before' | 'after';
  readonly status?: number;
}

export interface Counter {
  readonly url: string;
  readonly terminal: Awaited<ReturnType<typeof startVirtualTerminal>>['terminal'];
  /** The terminal approves again, is switched on, and no fault is left. */
  calm(): Promise<void>;
  /** The next request of this kind meets the fault, once. */
  fault(fault: RequestFault): Promise<void>;
  /** SIGKILL. */
  killBridge(): Promise<void>;
  startBridge(): Promise<void>;
  /** The sales that carry this reference. */
  sales(reference: string): Promise<readonly SaleFacts[]>;
  /** A person decides about a partial approval: the terminal takes it back. */
  takePartBack(sale: string): Promise<void>;
  close(): Promise<void>;
}

/** @throws with the last lines of the bridge where it cannot be started, for example because the port is in use. */
export async function openCounter(port: number): Promise<Counter> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-acceptance-'));
  const running = await startVirtualTerminal({
    port: 0,
    delay: 50,
    amountRules: false,
    state: join(folder, 'terminal'),
  });
  const { terminal } = running;
  const data = join(folder, 'bridge');
  let bridge: BridgeProcess | null = null;
  let bridgePort = port;
  let token = '';

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    if (bridge === null) throw new Error('the bridge is switched off');
    token ||= await signIn(bridge.url);
    const response = await fetch(bridge.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status === 401) {
      token = '';
      return ask(method, path, body);
    }
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  }

  async function startBridge(): Promise<void> {
    bridge ??= await startProcess(data, bridgePort, running.port);
    // A free port that the system chose stays the same over restarts: the register knows one address.
    bridgePort = Number(new URL(bridge.url).port);
  }

  async function killBridge(): Promise<void> {
    const killed = bridge;
    bridge = null;
    killed?.child.kill('SIGKILL');
    await killed?.gone;
  }

  const close = async () => {
    await killBridge();
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    await startBridge();
  } catch (error) {
    await close();
    throw error;
  }

  return {
    url: `http://127.0.0.1:${bridgePort}`,
    terminal,
    async calm() {
      terminal.behaviour = 'approve';
      // A payment that nobody ends any more goes with it.
      if (terminal.isDown || terminal.isBusy) terminal.restart(0);
      terminal.faults.arm({});
      await startBridge();
      await ask('DELETE', '/bridge/v1/control/faults');
      await until(async () => ((await isTerminalReady()) ? true : null), READY);
    },
    async fault(fault) {
      await ask('POST', '/bridge/v1/control/faults', { ...fault, times: 1 });
    },
    killBridge,
    startBridge,
    async sales(reference) {
      const path = `/api/v2/Smart/Transactions?q=${encodeURIComponent(`transactionRef:"${reference}"`)}`;
      return ((await ask('GET', path)) as { data: SaleFacts[] }).data;
    },
    async takePartBack(sale) {
      await ask('POST', `/bridge/v1/transactions/${sale}/verdict`, { part: 'take_back' });
    },
    close,
  };

  async function isTerminalReady(): Promise<boolean> {
    if (terminal.isBusy) return false;
    const terminals = (await ask('GET', '/bridge/v1/terminals')) as { data: { state: string }[] };
    return terminals.data.some(({ state }) => state === 'ready');
  }
}

/** The terminal is found again within seconds after a restart, ms. */
const READY = 30_000;

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'demo-client',
      client_secret: 'demo-secret',
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

interface BridgeProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
}

const ROOT = join(import.meta.dirname, '../..');

function startProcess(data: string, port: number, terminalPort: number): Promise<BridgeProcess> {
  const terminals = [
    {
      protocol: 'zvt',
      device: demoIds.terminal,
      shared: 'no',
      connection: { type: 'tcp', host: '127.0.0.1', port: terminalPort },
      options: { questions: true, timers: { retryFirst: 50, retryMost: 500 } },
    },
  ];
  const options = ['--demo', '--port', String(port), '--data', data];
  const child = spawn(process.execPath, [join(ROOT, 'main/run.mjs'), 'main/headless.ts', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TILLBRIDGE_TERMINALS: JSON.stringify(terminals),
      TILLBRIDGE_LOG_LEVEL: 'error',
      // The virtual terminal does not say ready while it works.
      TILLBRIDGE_WAIT_SCALE: '0.02',
    },
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-1000);
  });
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    void gone.then(() => reject(new Error(complaints.trim() || 'the bridge ended before it was ready')));
    createInterface({ input: child.stdout }).on('line', line => {
      const url = /^tillbridge ready (\S+)$/.exec(line)?.[1];
      if (url) resolve({ url, child, gone });
    });
  });
}
