/**
 * A whole bridge for tests: demo data in a temporary directory, a real port, a terminal twin, and a client of
 * the API.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'vitest';
import { createBridge } from '../bridge.ts';
import { seedDemo } from '../demo/demoShop.ts';
import { scaledWaits } from '../domain/denialWait.ts';
import type { Purpose } from '../domain/purpose.ts';
import { DailyArticleUpdate } from '../masterData/articles/dailyUpdate.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { pinCosts } from '../services/auth/pins.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { openDirectory } from '../store/directory.ts';
import { copyDirectory } from '../store/directoryCopy.fixture.ts';
import { createMerchants } from '../store/merchants.ts';
import type { SmartTransaction, SmartTransactionInput } from '../wire/transactions.ts';
import { masterDataOf } from '../wiring/masterData.ts';
import type { BridgeParts } from '../wiring/parts.ts';
import { openTables } from '../wiring/tables.ts';
import { type Clock, systemClock } from '../world/clock.ts';
import type { Config } from '../world/config.ts';
import { configOf } from '../world/configReading.ts';
import { demoIds } from '../world/demoIds.ts';
import { AuditCheck } from './auditCheck.ts';
import { madeOnce } from './madeOnce.ts';
import { expectPaymentsAgree } from './paymentsAgree.ts';
import { terminalDouble } from './terminalDouble.ts';
import { type TerminalMemory, terminalMemory } from './terminalMemory.ts';

/** Cards of the demo data. */
export const cards = {
  rich: '9276004000000018',
  some: '9276004000000026',
  empty: '9276004000000034',
  locked: '9276004000000042',
  expired: '9276004000000059',
  unknown: '9999999999999999',
} as const;

export interface TestClock extends Clock {
  /** Lets time pass, in ms. */
  pass(ms: number): void;
  /** Somebody sets the clock of the machine: another time of day, and no time has passed. */
  jump(ms: number): void;
}

export function testClock(start = Date.now()): TestClock {
  let now = start;
  let elapsed = 0;
  return {
    now: () => now,
    elapsed: () => elapsed,
    pass(ms) {
      now += ms;
      elapsed += ms;
    },
    jump(ms) {
      now += ms;
    },
  };
}

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: T;
}

export interface Request {
  readonly body?: unknown;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

type Ask = <T = SmartTransaction>(method: string, path: string, request?: Request) => Promise<Answer<T>>;

/** A client of the API; paths below `/api/v2/Smart/Transactions` are given without that prefix. */
export interface Client {
  readonly token: string;
  readonly ask: Ask;
  create(input?: object): Promise<SmartTransaction>;
  read(id: string): Promise<SmartTransaction>;
  post<T = SmartTransaction>(path: string, body?: unknown): Promise<Answer<T>>;
}

export interface TestBridge {
  readonly url: string;
  readonly data: string;
  readonly clock: TestClock;
  readonly terminal: TerminalMemory;
  readonly log: string[];
  readonly ask: Ask;
  client(id?: 'demo' | 'other' | 'nocontract'): Promise<Client>;
  staff(username: 'cashier' | 'manager'): Promise<Client>;
  /** Rows as another process would read them: only what is committed. */
  rows<Row = Record<string, unknown>>(sql: string, ...params: (string | number)[]): Row[];
  /** Changes the database behind the bridge's back. */
  alter(sql: string): void;
  /** Stops the bridge and starts another one on the same directory and terminal. */
  restart(): Promise<TestBridge>;
  /** Another bridge on a copy of the directory as it is now, which is what a crash would leave. */
  crashCopy(): Promise<TestBridge>;
  close(): Promise<void>;
}

export interface Settings {
  readonly data?: string;
  readonly clock?: TestClock;
  readonly terminal?: TerminalMemory;
  readonly config?: Partial<Config>;
  readonly parts?: Partial<BridgeParts>;
}

const opened = new Set<TestBridge>();
const directories = new Set<string>();

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tillbridge-'));
  directories.add(directory);
  return directory;
}

/** For `afterEach` or `afterAll`. */
export async function closeAll(): Promise<void> {
  await Promise.all([...opened].map(bridge => bridge.close()));
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  directories.clear();
}

let seeded: Promise<Buffer> | null = null;

/**
 * A directory with the demo data; seeding takes its time, so it is done once for all processes of a run. As `live` it is a shop whose people
 * and articles happen to be those of the demo. Null: the database alone, whose purpose the first start has to find out, which
 * takes a tenth of the start.
 */
export async function demoDirectory(purpose: Purpose | null = null): Promise<string> {
  seeded ??= madeOnce('demo data', seedOnce);
  const data = temporaryDirectory();
  writeFileSync(join(data, 'tillbridge.db'), await seeded);
  if (purpose) openDirectory(data, purpose, () => null);
  return data;
}

async function seedOnce(): Promise<Buffer> {
  const data = temporaryDirectory();
  const db = openDatabase(data, sqlFunctions);
  await seedDemo(db, createMerchants(db), Date.now());
  await adoptArticles(db);
  await db.close();
  return readFileSync(join(data, 'tillbridge.db'));
}

/** The first start of a demo gives its articles their master data, which takes as long as the rest of a start. */
async function adoptArticles(db: Database): Promise<void> {
  const dailyUpdate = new DailyArticleUpdate({
    data: masterDataOf(openTables(db, systemClock), systemClock.now),
    write: db.write,
    commits: db.commits,
    changed: () => undefined,
    isBusy: () => false,
    failed(error) {
      throw error;
    },
  });
  await dailyUpdate.look();
}

export async function startBridge(settings: Settings = {}): Promise<TestBridge> {
  const { demo = true, training = false } = settings.config ?? {};
  const { clock = testClock(), terminal = terminalMemory() } = settings;
  const data = settings.data ?? (await demoDirectory(training ? null : demo ? 'demo' : 'live'));
  const log: string[] = [];
  const config = configOf({
    data,
    port: 0,
    demo: true,
    requestsPerMinute: 1_000_000,
    terminals: [
      {
        protocol: 'twin',
        device: demoIds.terminal,
        connection: { type: 'tcp', host: '127.0.0.1', port: 1 },
        shared: 'no',
      },
    ],
    ...settings.config,
  });
  const bridge = await createBridge(config, {
    clock,
    log: (level, message, facts) => {
      const line = `${level} ${message} ${JSON.stringify(facts ?? {})}`;
      log.push(line);
      // The answer names the journal only, and the journal is gone when somebody reads why a test failed.
      if (facts?.error === 'ProductInternalException' && facts.code === 1000) console.error(line);
    },
    openTerminal: async () => terminalDouble(terminal, clock.now),
    outcomeTimeout: 3000,
    waits: scaledWaits(0),
    pinCost: pinCosts.demo,
    // A thread that reads the whole database costs more than most tests; those that are about it name their time.
    checkAfter: 3_600_000,
    ...settings.parts,
  });
  const audit = new AuditCheck();
  const ask = checkedAsk(bridge.url, audit);
  const client = (id: string, secret: string, more: object = {}) => signedIn(ask, id, secret, more);
  const reader = readerOf(join(data, 'tillbridge.db'));
  const again = (changes: Settings) => startBridge({ ...settings, data, clock, terminal, ...changes });
  const test: TestBridge = {
    url: bridge.url,
    data,
    clock,
    terminal,
    log,
    ask,
    client: (id = 'demo') => client(`${id}-client`, `${id}-secret`),
    staff: name =>
      client('demo-client', 'demo-secret', {
        grant_type: 'appuser',
        username: `${name}@demo.example`,
        password: name === 'manager' ? '9999' : '1111',
        device: 'test',
      }),
    rows: <Row>(sql: string, ...params: (string | number)[]) => reader.rows<Row>(sql, params),
    alter(sql) {
      const db = new Sqlite(join(data, 'tillbridge.db'));
      db.exec(sql);
      db.close();
    },
    async restart() {
      await test.close();
      return again({});
    },
    crashCopy() {
      const copy = temporaryDirectory();
      copyDirectory(data, copy);
      return again({ data: copy });
    },
    async close() {
      if (!opened.delete(test)) return;
      const unmarked = audit.faults(() => entriesIn(reader));
      // The last connection that closes tidies up, and that is the one of the bridge.
      reader.close();
      await bridge.close();
      expect(unmarked, 'operations that are not marked as audited, and left an entry').toEqual([]);
    },
  };
  opened.add(test);
  return test;
}

/**
 * Reads a database as another process would. Its connection is kept, because tests ask it again and again until a fact holds,
 * and to open it costs more than to ask; once it is closed, each question has a connection of its own.
 */
function readerOf(file: string) {
  let kept: Sqlite.Database | null = null;
  let inode = 0;
  let isClosed = false;
  const close = () => {
    kept?.close();
    kept = null;
  };
  return {
    rows<Row>(sql: string, params: readonly (string | number)[]): Row[] {
      const { ino } = statSync(file);
      // Another file may have taken its place.
      if (ino !== inode) close();
      inode = ino;
      kept ??= new Sqlite(file, { readonly: true });
      try {
        return kept.prepare(sql).all(...params) as Row[];
      } finally {
        if (isClosed) close();
      }
    },
    close() {
      isClosed = true;
      close();
    },
  };
}

/** Empty where the test has left no database that can be read. */
function entriesIn(reader: ReturnType<typeof readerOf>): readonly string[] {
  try {
    return reader.rows<{ document: string }>('SELECT document FROM audit_entry', []).map(({ document }) => document);
  } catch {
    return [];
  }
}

export async function signedIn(ask: Ask, id: string, secret: string, more: object): Promise<Client> {
  const body = { grant_type: 'client_credentials', client_id: id, client_secret: secret, ...more };
  const { body: issued } = await ask<{ access_token: string }>('POST', '/oauth/token', { body });
  const token = issued.access_token;
  const own: Ask = (method, path, request = {}) => ask(method, path, { token, ...request });
  const post = <T>(path: string, body?: unknown) =>
    own<T>('POST', `/api/v2/Smart/Transactions${path}`, body === undefined ? {} : { body });
  return {
    token,
    ask: own,
    post: post as Client['post'],
    create: async (input = {}) => ok(await post<SmartTransaction>('', input)),
    read: async id => ok(await own<SmartTransaction>('GET', `/api/v2/Smart/Transactions/${id}`)),
  };
}

/** A body that goes as it is. */
const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** The body of an answer that must be 200. */
export function ok<T>(answer: Answer<T>): T {
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Asks over HTTP. `documentCheck.ts` holds the answer against the published document. */
export function checkedAsk(url: string, audit?: AuditCheck): Ask {
  return async <T>(method: string, path: string, { body, token, headers, signal }: Request = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    audit?.note(method, path, response);
    const text = await response.text();
    const json = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : null;
    expectPaymentsAgree(json);
    return { status: response.status, headers: response.headers, text, body: json as T };
  };
}

/** Waits until `fact` holds, looking again and again; on a machine that others use a fact may take its time. */
export async function until<T>(fact: () => T | Promise<T>, limit = 50_000): Promise<NonNullable<T>> {
  const begun = Date.now();
  for (;;) {
    const value = await fact();
    if (value) return value as NonNullable<T>;
    const waited = Date.now() - begun;
    if (waited > limit) throw new Error(`waited ${limit} ms in vain for ${fact}`);
    // The longer it has taken, the longer the pause: to look is work, too.
    await new Promise(resolve => setTimeout(resolve, Math.min(50, Math.max(5, waited / 10))));
  }
}

/** One line of a basket. */
export const item = (priceOne: number, more: object = {}) => ({
  articleNumber: '1',
  ean: '',
  desc: 'Ware',
  quantity: 1,
  priceOne,
  tax: 19,
  ...more,
});

export const coffee = (priceOne: number) => item(priceOne, { group: [{ id: 'coffee', desc: 'Kaffee', level: 1 }] });

/** Input of a sale with these lines and, if given, a card. */
export const sale = (products: object[], card?: string): SmartTransactionInput => ({
  basket: { products },
  ...(card ? { idents: [{ type: 'card', value: card }] } : {}),
});
