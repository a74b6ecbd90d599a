/**
 * Ownership of a terminal on this machine: every program claims the terminal's name before it opens the terminal, and
 * tells other programs who it is. A name is never stale: the operating system takes it back when the program ends.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { fileNames, type LocalNames, systemNames } from './localNames.ts';

/** The owner of a terminal, as it is shown to a program that is refused. */
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

/** Another program owns the terminal; the message names it. */
export class HeldError extends Error {
  /** Null when the holder does not say who it is. */
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

const script = process.env.npm_lifecycle_event;
const ME: Owner = { program: script ? `npm run ${script}` : basename(process.argv[1] ?? process.execPath) };

/**
 * Becomes the owner of an endpoint; throws `HeldError` while another owner, also one in this process, has it. Owners in
 * different `realm`s do not see each other.
 */
export async function takeOwnership(endpoint: string, owner: Owner = ME, realm = ''): Promise<Ownership> {
  const name = nameOf(endpoint, realm);
  const holder: Holder = { ...owner, pid: process.pid, since: Date.now() };
  for (;;) {
    const release = await NAMES.claim(name, JSON.stringify(holder));
    if (release) return { release };
    const text = await NAMES.holderText(name);
    if (text !== null) throw new HeldError(endpoint, holderIn(text));
    // The holder has let go of the name in between.
  }
}

/** Becomes the owner of all endpoints or of none; throws `HeldError`. */
export async function takeAllOwnership(
  endpoints: readonly string[],
  owner?: Owner,
  realm?: string,
): Promise<Ownership> {
  const owned: Ownership[] = [];
  const release = () => {
    for (const ownership of owned.splice(0)) ownership.release();
  };
  try {
    for (const endpoint of endpoints) owned.push(await takeOwnership(endpoint, owner, realm));
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

/** The reason why an endpoint cannot be owned now, or null. */
export async function ownershipConflict(endpoint: string, realm = ''): Promise<HeldError | null> {
  const text = await NAMES.holderText(nameOf(endpoint, realm));
  return text === null ? null : new HeldError(endpoint, holderIn(text));
}

/** `Tillbridge (process 4711, since 12:03:55, data /var/lib/till)` */
export function holderText({ program, pid, since, data }: Holder): string {
  const time = new Date(since).toLocaleTimeString('de-DE');
  return `${program} (process ${pid}, since ${time}${data === undefined ? '' : `, data ${data}`})`;
}

const NAMES: LocalNames = namesOf(process.platform);

function namesOf(platform: NodeJS.Platform): LocalNames {
  if (platform === 'linux') return systemNames(name => `\0${name}`);
  if (platform === 'win32') return systemNames(name => `\\\\.\\pipe\\${name}`);
  return fileNames('/tmp/tillbridge-terminals'); // the same for all users; a longer path fits in no socket address
}

const nameOf = (endpoint: string, realm: string): string =>
  `tillbridge-${createHash('sha256').update(`${realm}\n${endpoint}`).digest('hex').slice(0, 24)}`;

function holderIn(text: string): Holder | null {
  try {
    const { program, pid, since, data } = JSON.parse(text) as Holder;
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
