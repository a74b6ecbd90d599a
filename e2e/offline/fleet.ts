/** Bridges with their terminals, one upstream and one back office, each a process, with a faulty line to every server. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '../../main/office/database/cluster.fixture.ts';
import { type Caller, createCaller, demoCaller } from './calls.ts';
import { type FaultyProxy, startFaultyProxy } from './faultyProxy.ts';
import { type Program, startProgram } from './programs.ts';

export interface Member extends Caller {
  readonly name: string;
  readonly address: string;
  kill(): Promise<void>;
  /** Again on the same data and at the same address. */
  start(environment?: Readonly<Record<string, string>>): Promise<void>;
  pause(): void;
  resume(): void;
}

export interface Till extends Member {
  /** Its data directory, and what lies in it now. */
  readonly data: string;
  entries(): readonly string[];
  /** Runs `work` while nobody else uses `alone`: a cashier does not sell while the till is repaired. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Totals of the card terminal: what it has booked since it was started, minor units. */
  terminalTotals(): Promise<{ readonly count: number; readonly amount: number }>;
  endTerminal(): Promise<void>;
}

export interface Fleet {
  readonly tills: readonly Till[];
  readonly upstream: Member;
  readonly office: Member;
  /** Between the tills and each server. */
  readonly lines: { readonly upstream: FaultyProxy; readonly office: FaultyProxy };
  /** Each till has a disk of its own that can be filled; only root may make one. */
  readonly hasSmallDisks: boolean;
  /** Keeps a copy of the database while nobody uses it, and gives what puts it back; null with the embedded one. */
  readonly officeBackup: (() => () => void) | null;
  close(): Promise<void>;
}

export interface FleetOptions {
  readonly tills: number;
  /** The server of the back office; null: the embedded database. */
  readonly cluster: Cluster | null;
  /** Seconds by which a list of the upstream service may lag behind: so long a till waits before it searches again. */
  readonly lagSeconds?: number;
  /** Every till gets a small disk of its own, where that can be made. */
  readonly smallDisks: boolean;
}

export async function startFleet({ tills, cluster, lagSeconds, smallDisks }: FleetOptions): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-fleet-'));
  const database = cluster?.database() ?? null;
  const upstream = await startMember('upstream', demoCaller, port => [
    'main/headless.ts',
    ...['--demo', '--port', port, '--data', join(folder, 'upstream')],
  ]);
  const place = ['--data', join(folder, 'office'), ...(database === null ? [] : ['--database', database])];
  const codes = Array.from({ length: tills }, () => officeCommand(['enrol', '--store', 'Proof', ...place]));
  const password = officeCommand(['person', PERSON, ...place]);
  const office = await startMember('office', officeCaller(password), port => [
    'main/office/serve.ts',
    ...['--port', port, ...place],
  ]);
  const lines = {
    upstream: await startFaultyProxy(() => upstream.address),
    office: await startFaultyProxy(() => office.address),
  };
  const upstreamSetting = { address: lines.upstream.url, ...(lagSeconds === undefined ? {} : { lagSeconds }) };
  const disks = smallDisks ? codes.map((_, index) => smallDisk(join(folder, `till${index + 1}`))) : [];
  const all = await Promise.all(
    codes.map((code, index) =>
      startTill(`till${index + 1}`, folder, ['--backoffice', lines.office.url, '--enrol', code], upstreamSetting),
    ),
  );
  return {
    tills: all,
    upstream,
    office,
    lines,
    hasSmallDisks: disks.length > 0 && disks.every(free => free !== null),
    officeBackup: cluster && database !== null ? () => cluster.copy(database) : null,
    async close() {
      await Promise.all([...all, upstream, office].map(member => member.kill()));
      await Promise.all(all.map(till => till.endTerminal()));
      await Promise.all([lines.upstream.close(), lines.office.close()]);
      for (const free of disks) free?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A file system of its own that can be filled; gives what takes it away again, or null where only root may make one. */
function smallDisk(path: string): (() => void) | null {
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', path], { stdio: 'ignore' });
    return () => void execFileSync('umount', [path]);
  } catch {
    return null;
  }
}

const PERSON = 'chain@office.example';

const officeCaller =
  (password: string) =>
  (url: () => string): Caller =>
    createCaller(url, '/office/v1/token', { username: PERSON, password });

/** Runs a command of the back office that prints one line, for example a code to enrol with. */
export function officeCommand(options: readonly string[]): string {
  const file = join(import.meta.dirname, '..', '..', 'main', 'office', 'serve.ts');
  // Nothing of the embedded PostgreSQL is compiled a second time: it opens in half the time.
  const words = ['--liftoff-only', file, ...options];
  return execFileSync(process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .trim()
    .split('\n')
    .at(-1)!;
}

async function startTill(
  name: string,
  folder: string,
  options: readonly string[],
  upstream: { readonly address: string; readonly lagSeconds?: number },
): Promise<Till> {
  // Below the disk of the till, which has room for what fills it.
  const data = join(folder, name, 'data');
  const terminal = await startProgram('drivers/simulator/zvt/serve.ts', [
    ...['--port', '0', '--control', '0', '--behaviour', 'approve', '--delay', '0'],
  ]);
  const control = await terminal.control;
  const connection = { type: 'tcp', host: '127.0.0.1', port: Number(terminal.address.split(':').at(-1)) };
  const member = await startMember(
    name,
    demoCaller,
    port => ['main/headless.ts', ...['--demo', '--port', port, '--data', data], ...options],
    {
      TILLBRIDGE_TERMINALS: JSON.stringify([{ protocol: 'zvt', connection, shared: 'no' }]),
      TILLBRIDGE_UPSTREAM: JSON.stringify(upstream),
    },
  );
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...member,
    data,
    entries: () => readdirSync(data),
    alone(work) {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
    get address() {
      return member.address;
    },
    async kill() {
      await member.kill();
    },
    endTerminal: () => terminal.kill(),
    async terminalTotals() {
      const answer = await fetch(`${control}/totals`);
      return (await answer.json()) as { count: number; amount: number };
    },
  };
}

async function startMember(
  name: string,
  callerOf: (url: () => string) => Caller,
  commandOf: (port: string) => readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Member> {
  const begin = (port: string, more: Readonly<Record<string, string>> = {}): Promise<Program> => {
    const [file = '', ...options] = commandOf(port);
    return startProgram(file, options, { ...environment, ...more });
  };
  let program = await begin('0');
  const { address } = program;
  return {
    name,
    address,
    ...callerOf(() => address),
    kill: () => program.kill(),
    pause: () => program.pause(),
    resume: () => program.resume(),
    async start(more) {
      program = await begin(new URL(address).port, more);
    },
  };
}
