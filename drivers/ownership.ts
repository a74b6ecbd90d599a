/**
 * One owner per terminal on this machine: every program takes a lock before it opens a terminal. The operating system
 * frees it when the program ends, however it ends, so that a lock is never stale and never taken for held by mistake.
 */
import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Who owns a terminal, in the words shown to whoever is refused. */
export interface Owner {
  /** For example `Tillbridge`. */
  readonly program: string;
  /** Data directory, when it has one. */
  readonly data?: string;
}

export interface Holder extends Owner {
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Somebody else owns the terminal; the message says who. */
export class HeldError extends Error {
  /** Null in the moment before the holder has written who it is. */
  readonly holder: Holder | null;

  constructor(endpoint: string, holder: Holder | null) {
    super(`${endpoint} belongs to ${holder ? holderText(holder) : 'another program'}`);
    this.name = 'HeldError';
    this.holder = holder;
  }
}

export interface Ownership {
  release(): void;
}

/** Locks of all programs and users of this machine; on Windows every user has a temporary directory of his own. */
const COMMON = process.platform === 'win32' ? (process.env.ProgramData ?? tmpdir()) : tmpdir();
const LOCKS = join(COMMON, 'tillbridge-terminals');

const script = process.env.npm_lifecycle_event;
const ME: Owner = { program: script ? `npm run ${script}` : basename(process.argv[1] ?? process.execPath) };

/** A lock nobody refers to would be collected, and with it the ownership. */
const kept = new Set<Sqlite.Database>();

/** Takes the lock of an endpoint; throws `HeldError` while another owner, also one in this process, has it. */
export function own(endpoint: string, owner: Owner = ME, directory = LOCKS): Ownership {
  openToAll(directory);
  const place = placeOf(endpoint, directory);
  const lock = new Sqlite(`${place}.lock`, { timeout: 0 });
  try {
    shareable(`${place}.lock`);
    // An empty database in memory mode: locking it writes nothing.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new HeldError(endpoint, holderAt(place));
  }
  kept.add(lock);
  tellWho(place, { ...owner, pid: process.pid, since: Date.now() });
  return {
    release() {
      if (!lock.open) return;
      rmSync(`${place}.json`, { force: true });
      lock.close();
      kept.delete(lock);
    },
  };
}

/** Why an endpoint cannot be owned now, or null. Leaves nothing behind. */
export function heldBy(endpoint: string, directory = LOCKS): HeldError | null {
  if (!existsSync(`${placeOf(endpoint, directory)}.lock`)) return null;
  try {
    own(endpoint, ME, directory).release();
    return null;
  } catch (error) {
    if (error instanceof HeldError) return error;
    throw error;
  }
}

const placeOf = (endpoint: string, directory: string): string =>
  join(directory, createHash('sha256').update(endpoint).digest('hex').slice(0, 24));

/** `Tillbridge (process 4711, since 12:03:55, data /var/lib/till)` */
export function holderText({ program, pid, since, data }: Holder): string {
  const time = new Date(since).toLocaleTimeString('de-DE');
  return `${program} (process ${pid}, since ${time}${data === undefined ? '' : `, data ${data}`})`;
}

const isBusy = (error: unknown) => (error as { code?: string }).code === 'SQLITE_BUSY';

/** The lock files stay, empty as they are: taking one away could leave two owners of one name. */
function openToAll(directory: string): void {
  mkdirSync(directory, { recursive: true });
  shareable(directory, 0o777);
}

/** Programs of other users take the same lock. Only whoever made it can change its mode, and did. */
function shareable(path: string, mode = 0o666): void {
  const { uid, mode: present } = statSync(path);
  if (uid === process.getuid?.() && (present & 0o777) !== mode) chmodSync(path, mode);
}

/** Written aside and renamed, so that nobody reads half of it and no link leads elsewhere. */
function tellWho(place: string, holder: Holder): void {
  const aside = `${place}.${randomUUID()}`;
  writeFileSync(aside, JSON.stringify(holder), { flag: 'wx', mode: 0o644 });
  renameSync(aside, `${place}.json`);
}

function holderAt(place: string): Holder | null {
  try {
    const { program, pid, since, data } = JSON.parse(readFileSync(`${place}.json`, 'utf8')) as Holder;
    return {
      program: String(program),
      pid: Number(pid),
      since: Number(since),
      ...(data ? { data: String(data) } : {}),
    };
  } catch {
    return null;
  }
}
