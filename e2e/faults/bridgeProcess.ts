/** A demo bridge as a process, beside a terminal that outlives it: how it is started, asked for a token, and judged by its database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { RunningVirtualTerminal } from '../../drivers/simulator/zvt/start.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { contradictions, type IntentFacts, leftToPersons, type SaleFacts } from './contradictions.ts';

export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: 'demo-client',
      client_secret: 'demo-secret',
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

export interface BridgeProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
}

const ROOT = join(import.meta.dirname, '../..');
/** As `npm run headless` starts it: from the built bridge where there is one. */
const HEADLESS = [join(ROOT, 'main/run.mjs'), 'main/headless.ts'] as const;

/** `environment` is added to that of this process; `port` is that of the virtual terminal. */
export function startProcess(
  data: string,
  port: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<BridgeProcess> {
  const terminals = [
    {
      protocol: 'zvt',
      device: demoIds.terminal,
      shared: 'no',
      connection: { type: 'tcp', host: '127.0.0.1', port },
      options: { timers: { retryFirst: 5 } },
    },
  ];
  const child = spawn(process.execPath, [...HEADLESS, '--demo', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      // The virtual terminal does not say ready while it works.
      TILLBRIDGE_WAIT_SCALE: '0',
      TILLBRIDGE_TERMINALS: JSON.stringify(terminals),
      TILLBRIDGE_LOG_LEVEL: 'error',
      ...environment,
    },
  });
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    void gone.then(() => reject(new Error('the bridge ended before it was ready')));
    createInterface({ input: child.stdout }).on('line', line => {
      const url = /^tillbridge ready (\S+)$/.exec(line)?.[1];
      if (url) resolve({ url, child, gone });
    });
  });
}

/** True once every intent has its verdict and the terminal is idle; false after `timeout` ms. */
export async function isSettled(data: string, { terminal }: RunningVirtualTerminal, timeout: number): Promise<boolean> {
  const end = performance.now() + timeout;
  for (;;) {
    const open = query<{ count: number }>(
      data,
      "SELECT count(*) AS count FROM intent WHERE state IN ('open', 'unknown') AND person = 0",
    )[0]?.count;
    if (open === 0 && !terminal.isBusy) return true;
    if (performance.now() > end) return false;
    await pause(5);
  }
}

/** `right`: journal and terminal agree; `person`: nothing wrong was said, but only a person can decide. */
export interface Judgement {
  readonly ending: 'right' | 'person' | 'wrong';
  readonly problems: readonly string[];
  /** The rows of journal and terminal, where they contradict each other. */
  readonly evidence: readonly string[];
}

/** Sales that the bridge confirmed, by their id. */
export type Confirmations = ReadonlyMap<string, 'created' | 'paid'>;

/** Holds the database of a bridge that has settled against the terminal and against all that was confirmed; `noticed` are problems seen before. */
export function judge(
  data: string,
  { terminal }: RunningVirtualTerminal,
  confirmations: Confirmations,
  noticed: readonly string[],
): Judgement {
  const intents = query<IntentFacts>(
    data,
    "SELECT id, sale, kind, amount, state, person, facts ->> 'receiptNumber' AS receipt FROM intent WHERE party <> 'acquirer'",
  );
  const sales = query<SaleFacts>(data, 'SELECT id, state FROM smart_transaction');
  const problems = [
    ...contradictions(intents, sales, terminal.memory.bookings),
    ...lostPromises(confirmations, sales),
    ...tooManyAuthorisations(terminal, intents),
    ...noticed,
  ];
  const ending = problems.length > 0 ? 'wrong' : leftToPersons(intents) > 0 ? 'person' : 'right';
  const last = ending === 'right' ? [] : lastOf(data, terminal);
  return { ending, problems, evidence: last };
}

function lastOf(data: string, terminal: RunningVirtualTerminal['terminal']): readonly string[] {
  const intents = query<object>(
    data,
    'SELECT kind, amount, state, reason, facts, baseline FROM intent ORDER BY number DESC LIMIT 2',
  );
  const bookings = terminal.memory.bookings.slice(-2);
  return [`journal: ${JSON.stringify(intents)}`, `terminal: ${JSON.stringify(bookings)}`];
}

/** Nothing confirmed is ever missing later. */
function lostPromises(confirmations: Confirmations, sales: readonly SaleFacts[]): readonly string[] {
  const states = new Map(sales.map(({ id, state }) => [id, state]));
  return [...confirmations].flatMap(([id, what]) => {
    const state = states.get(id);
    if (state === undefined) return [`the sale ${id} was confirmed and is gone`];
    return what === 'paid' && state !== 'closed' ? [`the sale ${id} was confirmed as paid and is ${state}`] : [];
  });
}

/** One intent sends at most one authorisation, ever. */
function tooManyAuthorisations(
  { memory }: RunningVirtualTerminal['terminal'],
  intents: readonly IntentFacts[],
): readonly string[] {
  const received = memory.now.received.authorisation ?? 0;
  return received > intents.length ? [`${received} authorisations for ${intents.length} intents`] : [];
}

function query<Row>(data: string, sql: string): Row[] {
  const db = new Sqlite(join(data, 'tillbridge.db'), { readonly: true });
  try {
    return db.prepare(sql).all() as Row[];
  } finally {
    db.close();
  }
}
