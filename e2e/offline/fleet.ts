/** Bridges with their terminals, one upstream and one back office, each a process, with a faulty line to every server. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller, createCaller, demoCaller } from './calls.ts';
import { type FaultyProxy, startFaultyProxy } from './faultyProxy.ts';
import { type Program, startProgram } from './programs.ts';

export interface Member extends Caller {
  readonly name: string;
  readonly address: string;
  kill(): Promise<void>;
  /** Again on the same data and at the same address. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

export interface Till extends Member {
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
  close(): Promise<void>;
}

export interface FleetOptions {
  readonly tills: number;
  /** `postgres://…` of the back office; null: the embedded database. */
  readonly database: string | null;
}

export async function startFleet({ tills, database }: FleetOptions): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-fleet-'));
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
  const all = await Promise.all(codes.map((code, index) => startTill(`till${index + 1}`, folder, lines, code)));
  return {
    tills: all,
    upstream,
    office,
    lines,
    async close() {
      await Promise.all([...all, upstream, office].map(member => member.kill()));
      await Promise.all(all.map(till => till.endTerminal()));
      await Promise.all([lines.upstream.close(), lines.office.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const PERSON = 'chain@office.example';

const officeCaller =
  (password: string) =>
  (url: () => string): Caller =>
    createCaller(url, '/office/v1/token', { username: PERSON, password });

/** Runs a command of the back office that prints one line, for example a code to enrol with. */
function officeCommand(options: readonly string[]): string {
  const file = join(import.meta.dirname, '..', '..', 'main', 'office', 'serve.ts');
  return execFileSync(process.execPath, [file, ...options], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .trim()
    .split('\n')
    .at(-1)!;
}

async function startTill(name: string, folder: string, lines: Fleet['lines'], code: string): Promise<Till> {
  const terminal = await startProgram('drivers/simulator/zvt/serve.ts', [
    ...['--port', '0', '--control', '0', '--behaviour', 'approve', '--delay', '0'],
  ]);
  const control = await terminal.control;
  const connection = { type: 'tcp', host: '127.0.0.1', port: Number(terminal.address.split(':').at(-1)) };
  const member = await startMember(
    name,
    demoCaller,
    port => [
      'main/headless.ts',
      ...['--demo', '--port', port, '--data', join(folder, name)],
      ...['--upstream', lines.upstream.url, '--backoffice', lines.office.url, '--enrol', code],
    ],
    { TILLBRIDGE_TERMINALS: JSON.stringify([{ protocol: 'zvt', connection, shared: 'no' }]) },
  );
  return {
    ...member,
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
  const begin = (port: string): Promise<Program> => {
    const [file = '', ...options] = commandOf(port);
    return startProgram(file, options, environment);
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
    async start() {
      program = await begin(new URL(address).port);
    },
  };
}
