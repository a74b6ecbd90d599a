/**
 * Names of this machine that one process has at a time. Whoever has one listens under it and tells whoever asks; the
 * operating system ends that with the process, however it ends.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface LocalNames {
  /** Takes a name and tells `word`, one line, to whoever asks for it; undefined while somebody else has it. */
  claim(name: string, word: string): Promise<(() => void) | undefined>;
  /** The word of whoever has it: null when nobody does, empty when they do not answer. */
  holderText(name: string): Promise<string | null>;
}

/** Names that exist only while somebody listens: abstract sockets of Linux, pipes of Windows. Nothing is left of them. */
export function systemNames(addressOf: (name: string) => string): LocalNames {
  return {
    claim: (name, word) => listen(addressOf(name), () => word),
    holderText: name => askAt(addressOf(name)),
  };
}

/**
 * Names as socket files in a folder, for systems without the others. A file may outlive its process, so every claim has
 * a file of its own: one that nobody answers at never comes back to life and can be removed without any race.
 */
export function fileNames(directory: string): LocalNames {
  return {
    async claim(name, word) {
      openToAll(directory);
      let prefix = CLAIMING;
      const claim = await claimIn(directory, name, () => prefix + word);
      for (;;) {
        const verdict = verdictOf(claim.file, await othersIn(directory, name, claim.file));
        if (verdict === 'theirs') return void claim.release();
        if (verdict === 'mine') break;
        await pause(5);
      }
      prefix = '';
      return claim.release;
    },
    async holderText(name) {
      const [first] = await othersIn(directory, name);
      return first ? withoutPrefix(first.word) : null;
    },
  };
}

const CLAIMING = '?'; // in front of the word of somebody who does not know yet whether the name is theirs

/** Listens at a file of its own, which appears under the name only once it answers: before, it would look dead. */
async function claimIn(directory: string, name: string, word: () => string) {
  const own = randomUUID().slice(0, 8);
  const [early, file] = [join(directory, `new.${own}`), join(directory, `${name}.${own}`)];
  const stop = await listen(early, word);
  renameSync(early, file);
  const release = () => {
    rmSync(file, { force: true });
    stop?.();
  };
  return { file, release };
}

interface ForeignClaim {
  readonly file: string;
  readonly word: string;
}

/** Of two who claim at once the lower file wins, but only once the other has seen it and given way. */
function verdictOf(mine: string, others: readonly ForeignClaim[]): 'mine' | 'theirs' | 'open' {
  if (others.length === 0) return 'mine';
  return others.every(({ file, word }) => word.startsWith(CLAIMING) && file > mine) ? 'open' : 'theirs';
}

/** The living claims on a name; dead ones are removed. */
async function othersIn(directory: string, name: string, mine?: string): Promise<readonly ForeignClaim[]> {
  const living: ForeignClaim[] = [];
  for (const entry of filesIn(directory)) {
    const file = join(directory, entry);
    if (!entry.startsWith(`${name}.`) || file === mine) continue;
    const word = await askAt(file);
    if (word === null) rmSync(file, { force: true });
    else living.push({ file, word });
  }
  return living;
}

function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return []; // nobody has ever claimed anything
  }
}

const withoutPrefix = (word: string): string => (word.startsWith(CLAIMING) ? word.slice(1) : word);

/** Programs of other users take the same names. Only whoever made the folder can change its mode, and did. */
function openToAll(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const { uid, mode } = statSync(directory);
  if (uid === process.getuid?.() && (mode & 0o777) !== 0o777) chmodSync(directory, 0o777);
}

/** Answers how to stop, or undefined when somebody listens there already. Keeps no process alive. */
async function listen(address: string, word: () => string): Promise<(() => void) | undefined> {
  const server = createServer(socket => {
    socket.unref();
    socket.on('error', () => socket.destroy());
    socket.setTimeout(PATIENCE, () => socket.destroy());
    socket.resume();
    socket.end(`${word()}\n`);
  });
  const toAll = address.startsWith('\0') ? {} : { readableAll: true, writableAll: true };
  server.unref().listen({ path: address, exclusive: true, ...toAll });
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return undefined;
  }
  return () => void server.close();
}

/** How long somebody may take to answer before they count as silent, ms. */
const PATIENCE = 1000;
/** A word is a line; whoever says more is a stranger. */
const LONGEST_WORD = 4096;

/** What whoever listens there says: null when nobody does, empty when they say nothing in time. */
async function askAt(address: string): Promise<string | null> {
  const late = performance.now() + PATIENCE;
  for (let left = PATIENCE; left > 0; left = late - performance.now()) {
    const word = await askOnce(address, left);
    if (word !== HUNG_UP) return word;
  }
  return '';
}

const HUNG_UP = Symbol('it stopped listening at this very moment');

function askOnce(address: string, patience: number): Promise<string | null | typeof HUNG_UP> {
  const { promise, resolve } = Promise.withResolvers<string | null | typeof HUNG_UP>();
  const socket = connect({ path: address });
  let said = '';
  const over = (word: string | null | typeof HUNG_UP) => {
    clearTimeout(timer);
    socket.destroy();
    resolve(word);
  };
  const timer = setTimeout(over, patience, '');
  socket.setEncoding('utf8');
  socket.on('data', chunk => {
    said += chunk;
    const end = said.indexOf('\n');
    if (end >= 0 || said.length > LONGEST_WORD) over(end < 0 ? '' : said.slice(0, end));
  });
  socket.on('end', () => over(HUNG_UP));
  socket.on('error', error => over(meaningOf((error as NodeJS.ErrnoException).code)));
  return promise;
}

/** Nobody is there, somebody just left, or somebody is there who cannot be asked. */
function meaningOf(code: string | undefined): null | '' | typeof HUNG_UP {
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
  return code === 'ECONNRESET' ? HUNG_UP : '';
}
