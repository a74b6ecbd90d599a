/** A real PostgreSQL server for tests and benchmarks, in a temporary directory and on a socket of its own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Cluster {
  /** `postgres://…` of a new and empty database. */
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
export function startCluster(options = ''): Cluster {
  const folder = binaries();
  if (folder === null) throw new Error('no PostgreSQL is installed');
  const place = mkdtempSync(join(tmpdir(), 'postgres-'));
  const user = serverUser();
  if (user) chownSync(place, user.uid, user.gid);
  chmodSync(place, 0o700);
  const data = join(place, 'data');
  const run = (program: string, ...args: string[]) => runAs(user, place, join(folder, program), args);
  runAs(user, place, 'cp', ['-R', preparedData(folder, user), data]);
  const start = () =>
    run(
      'pg_ctl',
      '-D',
      data,
      '-w',
      '-s',
      '-l',
      join(place, 'log'),
      '-o',
      `-k ${place} -c listen_addresses= ${options}`,
      'start',
    );
  const restart = () => run('pg_ctl', '-D', data, '-w', '-s', '-m', 'fast', '-l', join(place, 'log'), 'restart');
  const stop = () => run('pg_ctl', '-D', data, '-w', '-s', '-m', 'immediate', 'stop');
  start();
  let databases = 0;
  const as = ['-h', place, '-U', 'postgres'];
  return {
    copy(database) {
      const name = new URL(database).pathname.slice(1);
      databases += 1;
      const kept = `kept${databases}`;
      run('createdb', ...as, '-T', name, kept);
      return () => {
        run('dropdb', ...as, '--force', name);
        run('createdb', ...as, '-T', kept, name);
        run('dropdb', ...as, kept);
      };
    },
    database() {
      databases += 1;
      run('createdb', ...as, `office${databases}`);
      return `postgres://postgres@localhost/office${databases}?host=${encodeURIComponent(place)}`;
    },
    stop,
    start,
    restart,
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

let prepared: string | null = null;

/** The directory of a server that nobody has started: made once in a process, because making one costs half a second. */
function preparedData(folder: string, user: ServerUser | null): string {
  if (prepared !== null) return prepared;
  const place = mkdtempSync(join(tmpdir(), 'postgres-prepared-'));
  process.once('exit', () => rmSync(place, { recursive: true, force: true }));
  if (user) chownSync(place, user.uid, user.gid);
  const data = join(place, 'data');
  // Without waiting for the disk: the directory is thrown away in any case.
  const options = ['-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C', '-E', 'UTF8'];
  runAs(user, place, join(folder, 'initdb'), ['-D', data, ...options]);
  prepared = data;
  return data;
}

function runAs(user: ServerUser | null, cwd: string, program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], ...(user ?? {}) });
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

/** PostgreSQL refuses to run as root. */
function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}
