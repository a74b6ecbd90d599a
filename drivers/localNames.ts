/**
 * Names that one process of this machine holds at a time. The holder listens under the name and sends its text to every
 * process that asks; the operating system frees the name when the process ends, however it ends.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface LocalNames {
  /** Claims a name and sends `text`, one line, to every process that asks; undefined while another process holds the name. */
  claim(name: string, text: string): Promise<(() => void) | undefined>;
  /** The text of the holder: null without a holder, empty when the holder does not answer. */
  holderText(name: string): Promise<string | null>;
}

/** Names that exist only while a process listens: abstract sockets of Linux, pipes of Windows. Nothing is left behind. */
export function systemNames(addressOf: (name: string) => string): LocalNames {
  return {
    claim: (name, text) => listen(addressOf(name), () => text),
    holderText: name => askAt(addressOf(name)),
  };
}

/**
 * Names as socket files in a folder, for other systems. A file may outlive its process, so every claim has its own file: a
 * file at which no process answers is dead for ever, and can be removed without a race.
 */
export function fileNames(directory: string): LocalNames {
  return {
    async claim(name, text) {
      openToAll(directory);
      let prefix = CLAIMING;
      const claim = await claimIn(directory, name, () => prefix + text);
      for (;;) {
        const standing = standingOf(claim.file, await othersIn(directory, name, claim.file));
        if (standing === 'theirs') return void claim.release();
        if (standing === 'mine') break;
        await pause(5);
      }
      prefix = '';
      return claim.release;
    },
    async holderText(name) {
      const [first] = await othersIn(directory, name);
      return first ? withoutPrefix(first.text) : null;
    },
  };
}

const CLAIMING = '?'; // in front of the text of a process whose claim is still undecided

/** Listens at a new file, which gets its final name only when it answers: before that it would look dead. */
async function claimIn(directory: string, name: string, text: () => string) {
  const id = randomUUID().slice(0, 8);
  const [newFile, file] = [join(directory, `new.${id}`), join(directory, `${name}.${id}`)];
  const stop = await listen(newFile, text);
  renameSync(newFile, file);
  const release = () => {
    rmSync(file, { force: true });
    stop?.();
  };
  return { file, release };
}

interface ForeignClaim {
  readonly file: string;
  readonly text: string;
}

/** The lower file wins two simultaneous claims, but only after the other process has seen it and withdrawn. */
function standingOf(mine: string, others: readonly ForeignClaim[]): 'mine' | 'theirs' | 'open' {
  if (others.length === 0) return 'mine';
  return others.every(({ file, text }) => text.startsWith(CLAIMING) && file > mine) ? 'open' : 'theirs';
}

/** The living claims of other processes on a name; dead files are removed. */
async function othersIn(directory: string, name: string, mine?: string): Promise<readonly ForeignClaim[]> {
  const living: ForeignClaim[] = [];
  for (const entry of filesIn(directory)) {
    const file = join(directory, entry);
    if (!entry.startsWith(`${name}.`) || file === mine) continue;
    const text = await askAt(file);
    if (text === null) rmSync(file, { force: true });
    else living.push({ file, text });
  }
  return living;
}

function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return []; // no process has ever claimed a name
  }
}

const withoutPrefix = (text: string): string => (text.startsWith(CLAIMING) ? text.slice(1) : text);

/** Programs of other users claim the same names. Only the user who created the folder can change its mode. */
function openToAll(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const { uid, mode } = statSync(directory);
  if (uid === process.getuid?.() && (mode & 0o777) !== 0o777) chmodSync(directory, 0o777);
}

/** Listens at the address. Returns a function that stops, or undefined when the address is in use. Keeps no process alive. */
async function listen(address: string, text: () => string): Promise<(() => void) | undefined> {
  const server = createServer(socket => {
    socket.unref();
    socket.on('error', () => socket.destroy());
    socket.setTimeout(ANSWER_TIMEOUT, () => socket.destroy());
    socket.resume();
    socket.end(`${text()}\n`);
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

/** Milliseconds for the answer of a holder. */
const ANSWER_TIMEOUT = 1000;
/** Longest line that a holder may send; more comes from another kind of program. */
const LONGEST_TEXT = 4096;

/** The text of the process that listens at the address: null when none does, empty when it does not answer in time. */
async function askAt(address: string): Promise<string | null> {
  const deadline = performance.now() + ANSWER_TIMEOUT;
  for (let left = ANSWER_TIMEOUT; left > 0; left = deadline - performance.now()) {
    const text = await askOnce(address, left);
    if (text !== ENDED) return text;
  }
  return '';
}

const ENDED = Symbol('the holder stopped listening during the request');

function askOnce(address: string, timeout: number): Promise<string | null | typeof ENDED> {
  const { promise, resolve } = Promise.withResolvers<string | null | typeof ENDED>();
  const socket = connect({ path: address });
  let received = '';
  const over = (text: string | null | typeof ENDED) => {
    clearTimeout(timer);
    socket.destroy();
    resolve(text);
  };
  const timer = setTimeout(over, timeout, '');
  socket.setEncoding('utf8');
  socket.on('data', chunk => {
    received += chunk;
    const end = received.indexOf('\n');
    if (end >= 0 || received.length > LONGEST_TEXT) over(end < 0 ? '' : received.slice(0, end));
  });
  socket.on('end', () => over(ENDED));
  socket.on('error', error => over(meaningOf((error as NodeJS.ErrnoException).code)));
  return promise;
}

/** No process listens, a process has just stopped, or a process listens that cannot be asked. */
function meaningOf(code: string | undefined): null | '' | typeof ENDED {
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
  return code === 'ECONNRESET' ? ENDED : '';
}
