/** A real PostgreSQL server for tests and benchmarks, in a temporary directory and on a socket of its own. */
import { execFileSync, type StdioOptions, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeOnce } from '../../doubles/madeOnce.ts';
import { openDatabase } from './open.ts';

export interface Cluster {
  /** `postgres://…` of a new database, which has the schema of the back office and nothing in it. */
  database(): string;
  /** Keeps a copy of a database that nobody uses, and gives what puts it back in its place, whoever used that since. */
  copy(database: string): () => void;
  /** Ends the server at once, as a power cut would for its clients. */
  stop(): void;
  start(): void;
  /** Restarts the server as an administrator does: it says to every client that it ends. */
  restart(): void;
  remove(): void;
}

/** The reason why no server can be started here; null where one can. */
export const noPostgres: string | null = binaries() === null ? 'no PostgreSQL is installed' : null;

/** Starts a server; `options` are settings as of its command line, for example `-c max_connections=200`. */
export async function startCluster(options = ''): Promise<Cluster> {
  const place = mkdtempSync(join(tmpdir(), 'postgres-'));
  await startIn(place, options);
  return clusterAt(place, options);
}

/** `postgres://…` of a new database on the server that the test files of a run share; it ends with the run, and nobody stops it. */
export async function sharedDatabase(): Promise<string> {
  const place = join(sharedFolder(), 'server');
  await madeOnce(
    'server',
    async () => {
      mkdirSync(place);
      await startIn(place, '-c max_connections=300');
      return Buffer.alloc(0);
    },
    sharedFolder(),
  );
  return clusterAt(place).database();
}

/** Ends the server in the folder of a run, and removes the folder. */
export function removeShared(folder: string): void {
  const place = join(folder, 'server');
  if (existsSync(place)) clusterAt(place).remove();
  rmSync(folder, { recursive: true, force: true });
}

/** A copy of a server that was made before. */
async function startIn(place: string, options: string): Promise<void> {
  const from = await madeOnce(PREPARED, () => prepare(join(sharedFolder(), PREPARED)), sharedFolder());
  give(place);
  runAs(place, 'cp', ['-R', String(from), join(place, 'data')]);
  clusterAt(place, options).start();
}

function clusterAt(place: string, options = ''): Cluster {
  const data = join(place, 'data');
  const as = ['-h', place, '-U', 'postgres'];
  const run = (program: string, ...args: string[]) => runAs(place, join(programs(), program), args);
  const control = (...args: string[]) => run('pg_ctl', '-D', data, '-w', '-s', '-l', join(place, 'log'), ...args);
  // Nothing here has to survive a power cut of this machine, and a copy waits for the disk twice.
  const settings = `-k ${place} -c listen_addresses= -c fsync=off ${options}`;
  const stop = () => control('-m', 'immediate', 'stop');
  return {
    copy(database) {
      const name = new URL(database).pathname.slice(1);
      const kept = newName('kept');
      run('createdb', ...as, '-T', name, kept);
      return () => {
        run('dropdb', ...as, '--force', name);
        run('createdb', ...as, '-T', kept, name);
        run('dropdb', ...as, kept);
      };
    },
    database() {
      const name = newName('office');
      run('createdb', ...as, ...copying(data), '-T', EMPTY, name);
      return addressOf(place, name);
    },
    stop,
    start: () => control('-o', settings, 'start'),
    restart: () => control('-m', 'fast', 'restart'),
    remove() {
      try {
        stop();
      } catch {
        // A test has stopped it already.
      }
      rmSync(place, { recursive: true, force: true });
    },
  };
}

const addressOf = (place: string, name: string): string =>
  `postgres://postgres@localhost/${name}?host=${encodeURIComponent(place)}`;

let names = 0;
/** Several processes ask one server. */
const newName = (kind: string): string => `${kind}${process.pid}_${++names}`;

/** Files are copied, where it is not what the version does anyway: a copy page by page through the log costs five times as much. */
const copying = (data: string): readonly string[] =>
  Number(readFileSync(join(data, 'PG_VERSION'), 'utf8')) < 15 ? [] : ['-S', 'file_copy'];

const PREPARED = 'prepared';
/** A database with the schema of the back office and nothing in it, which each new database begins as. */
const EMPTY = 'empty';

/** The directory of a server that holds an empty database: made once in a run, because it costs a second. */
async function prepare(place: string): Promise<Buffer> {
  mkdirSync(place);
  give(place);
  const data = join(place, 'data');
  // Without waiting for the disk: the directory is thrown away in any case.
  const options = ['-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '-E', 'UTF8'];
  runAs(place, join(programs(), 'initdb'), ['-D', data, ...options]);
  const cluster = clusterAt(place);
  cluster.start();
  runAs(place, join(programs(), 'createdb'), ['-h', place, '-U', 'postgres', EMPTY]);
  const database = await openDatabase({ address: addressOf(place, EMPTY), data: '', lost: () => undefined });
  await database.close();
  runAs(place, join(programs(), 'pg_ctl'), ['-D', data, '-w', '-s', '-m', 'fast', 'stop']);
  return Buffer.from(data);
}

let own: string | null = null;

/** Where a run has none, the one of this process. */
function sharedFolder(): string {
  if (process.env.POSTGRES_FOLDER) return process.env.POSTGRES_FOLDER;
  if (own !== null) return own;
  const folder = newSharedFolder();
  process.once('exit', () => removeShared(folder));
  own = folder;
  return folder;
}

/** A folder of a run; the user of the servers has to find its way through. */
export function newSharedFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'postgres-run-'));
  chmodSync(folder, 0o711);
  return folder;
}

function give(place: string): void {
  const user = serverUser();
  if (user) chownSync(place, user.uid, user.gid);
  chmodSync(place, 0o700);
}

function programs(): string {
  const folder = binaries();
  if (folder === null) throw new Error('no PostgreSQL is installed');
  return folder;
}

function runAs(cwd: string, program: string, args: readonly string[]): void {
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe'];
  const { status, stderr } = spawnSync(program, args, { cwd, stdio, ...(serverUser() ?? {}) });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

/** Where Debian puts the programs of the newest version, or wherever PATH has them. */
function binaries(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort() : [];
  const found = versions
    .map(version => `/usr/lib/postgresql/${version}/bin`)
    .findLast(folder => existsSync(join(folder, 'initdb')));
  if (found) return found;
  const { stdout } = spawnSync('which', ['initdb'], { encoding: 'utf8' });
  return stdout ? join(stdout.trim(), '..') : null;
}

interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

let user: ServerUser | null = null;

/** PostgreSQL refuses to run as root. */
function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  user ??= { uid: number('-u'), gid: number('-g') };
  return user;
}
