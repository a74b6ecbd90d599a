/**
 * SIGKILL of the real bridge process at random moments of sales. The terminal lives on, as it would in a shop; after each
 * start the bridge finds out by itself what became of the payment that was cut, and everything it ever confirmed is there.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../../drivers/simulator/zvt/start.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { alarmsOf } from './alarms.ts';
import { contradictions, type IntentFacts, leftToPersons, type SaleFacts } from './contradictions.ts';

export interface KillResult {
  readonly ending: 'right' | 'person' | 'wrong';
  readonly problems: readonly string[];
  /** The rows of journal and terminal, where they contradict each other. */
  readonly evidence: readonly string[];
  /** Sales the bridge had confirmed as paid before it was killed, and those whose answer was cut. */
  readonly confirmed: number;
  readonly cut: number;
}

/** A shop is given up for a fresh one after so many kills: rows and receipt numbers stay few, and its token lives longer. */
const KILLS_PER_SHOP = 250;
const TIMEOUT = 30_000;
/** Tokens end after twenty minutes; no kill takes as long as the rest, ms. */
const TOKEN_KEPT = 10 * 60_000;

/**
 * One result a kill. A moment is counted in sales, so that it is the same on a slow machine: 2.5 is in the middle of the
 * third one.
 */
export async function* killAll(moments: readonly number[]): AsyncGenerator<KillResult> {
  for (let done = 0; done < moments.length; ) {
    const shop = await openShop();
    try {
      const until = Math.min(moments.length, done + KILLS_PER_SHOP);
      for (let clean = true; clean && done < until; done += 1) {
        const result = await shop.killAt(moments[done]!);
        yield result;
        clean = result.ending === 'right';
      }
    } finally {
      await shop.close();
    }
  }
}

interface Shop {
  killAt(moment: number): Promise<KillResult>;
  close(): Promise<void>;
}

async function openShop(): Promise<Shop> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tillbridge-kills-'));
  const data = join(folder, 'data');
  const terminal = await startVirtualTerminal({ port: 0, delay: 0, amountRules: false });
  let bridge = await startProcess(data, terminal.port);
  // Kept as a cash register keeps it: a token outlives every kill, until it ends.
  let token = '';
  let signedIn = Number.NEGATIVE_INFINITY;
  let sales = 0;
  let firstSale = FIRST_SALE;

  async function killAt(moment: number): Promise<KillResult> {
    const confirmations = new Map<string, 'created' | 'paid'>();
    if (performance.now() - signedIn > TOKEN_KEPT) {
      token = await signIn(bridge.url);
      signedIn = performance.now();
    }
    const seller = openSeller(bridge.url, token, confirmations, () => 1000 + 100 * sales++, firstSale);
    const refused = seller.gone.then(
      () => [],
      error => [String(error)],
    );
    await seller.until(moment);
    bridge.child.kill('SIGKILL');
    await bridge.gone;
    const noticed = await refused;
    firstSale = seller.firstSale;
    bridge = await startProcess(data, terminal.port);
    const settled = await isSettled(data, terminal);
    const late = settled ? [] : [`no outcome after ${TIMEOUT} ms`];
    return judge(data, terminal, confirmations, [...noticed, ...late, ...(await alarmsOf(bridge.url))]);
  }

  return {
    killAt,
    async close() {
      bridge.child.kill('SIGKILL');
      await bridge.gone;
      await terminal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Seller {
  /** Resolves at this moment, counted in sales. */
  until(moment: number): Promise<void>;
  /** The bridge does not answer any more. */
  readonly gone: Promise<void>;
  /** How long the first sale took, ms. */
  readonly firstSale: number;
}

/** The first sale after a start takes longer than those that follow, and about as long as that of the start before, ms. */
const FIRST_SALE = 200;

/** One card sale after the other until the bridge is gone; what it confirms is kept. */
function openSeller(
  url: string,
  token: string,
  confirmations: Map<string, 'created' | 'paid'>,
  nextAmount: () => number,
  firstSale: number,
): Seller {
  const path = '/api/v2/Smart/Transactions';
  let paid = 0;
  let begun = performance.now();
  let duration = firstSale;
  let first = firstSale;
  let resolveCut: () => void = () => {};

  async function sellOne(): Promise<boolean> {
    const product = { articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne: nextAmount(), tax: 19 };
    const created = await ask(url + path, token, { basket: { products: [product] } });
    if (!created) return false;
    confirmations.set(created.id, 'created');
    const answer = await ask(`${url}${path}/${created.id}/start/cashless`, token);
    if (answer?.status === 'ok') confirmations.set(created.id, 'paid');
    return answer !== null;
  }

  async function sell(): Promise<void> {
    while (await sellOne()) {
      paid += 1;
      duration = performance.now() - begun;
      if (paid === 1) first = duration;
      begun = performance.now();
      resolveCut();
    }
  }

  let over = false;
  const gone = sell().finally(() => {
    over = true;
    resolveCut();
  });
  return {
    gone,
    get firstSale() {
      return first;
    },
    async until(moment) {
      const whole = Math.floor(moment);
      while (paid < whole && !over)
        await new Promise<void>(resolve => {
          resolveCut = resolve;
        });
      await pause((moment - whole) * duration);
    },
  };
}

/** Null when the bridge went away before its answer was whole. Throws when it refuses: this proof asks for nothing wrong. */
async function ask(url: string, token: string, body?: object): Promise<{ id: string; status: string } | null> {
  const answer = await whole(url, token, body).catch(() => null);
  if (answer && !answer.ok) throw new Error(`the bridge refused: ${JSON.stringify(answer.body)}`);
  return answer && (answer.body as { id: string; status: string });
}

async function whole(url: string, token: string, body?: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { ok: response.ok, body: await response.json() };
}

async function signIn(url: string): Promise<string> {
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

interface BridgeProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
}

const ROOT = join(import.meta.dirname, '../..');
/** As `npm run headless` starts it: from the built bridge where there is one. */
const HEADLESS = [join(ROOT, 'main/run.mjs'), 'main/headless.ts'] as const;

function startProcess(data: string, port: number): Promise<BridgeProcess> {
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

async function isSettled(data: string, { terminal }: RunningVirtualTerminal): Promise<boolean> {
  const end = performance.now() + TIMEOUT;
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

function judge(
  data: string,
  { terminal }: RunningVirtualTerminal,
  confirmations: ReadonlyMap<string, 'created' | 'paid'>,
  noticed: readonly string[],
): KillResult {
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
  const confirmed = [...confirmations.values()].filter(what => what === 'paid').length;
  const ending = problems.length > 0 ? 'wrong' : leftToPersons(intents) > 0 ? 'person' : 'right';
  const last = ending === 'right' ? [] : lastOf(data, terminal);
  return { ending, problems, evidence: last, confirmed, cut: confirmations.size - confirmed };
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
function lostPromises(
  confirmations: ReadonlyMap<string, 'created' | 'paid'>,
  sales: readonly SaleFacts[],
): readonly string[] {
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
