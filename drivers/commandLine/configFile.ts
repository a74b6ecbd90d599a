/** Writes an entry of `terminals` into the bridge's configuration file; the rest of the file stays as it is. */
import type { Stats } from 'node:fs';
import { chmod, chown, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { endpointOf } from '../settings.ts';
import type { TerminalSettings } from '../terminal.ts';

/** The file cannot be used; nothing was written. */
export class ConfigFileError extends Error {}

/** An entry in the file; other members, like `device`, stay untouched. */
type Entry = Partial<TerminalSettings> & Readonly<Record<string, unknown>>;

interface ConfigFile {
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly terminals: readonly Entry[];
  readonly indent: string;
}

/** Reads the file; a missing file is an empty one. Throws `ConfigFileError` for a file that is no configuration. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const real = await realpath(path).catch(() => path);
  const text = await readFile(real, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new ConfigFileError(`${path} cannot be read: ${error.message}`);
  });
  const content = parsed(path, text);
  const { terminals = [] } = content;
  if (!Array.isArray(terminals)) throw new ConfigFileError(`${path}: terminals must be a list; nothing was written`);
  return { path: real, content, terminals, indent: /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ' };
}

/**
 * Puts the terminal into the file, in place of an entry for the same connection. The disk holds the whole old or the whole
 * new file, also after a power cut. Owner and rights stay; a new file can be read by its owner only, for it holds a password.
 */
export async function writeTerminalEntry(path: string, settings: TerminalSettings): Promise<'added' | 'replaced'> {
  const file = await readConfigFile(path);
  const { terminals, content, indent } = file;
  const at = terminals.findIndex(entry => isSame(entry, settings));
  const entries = at < 0 ? [...terminals, settings] : terminals.with(at, { ...terminals[at], ...settings });
  const text = `${JSON.stringify({ ...content, terminals: entries }, null, indent)}\n`;
  await replaceFile(file.path, text).catch((error: Error) => {
    throw new ConfigFileError(`${path} cannot be written: ${error.message}`);
  });
  return at < 0 ? 'added' : 'replaced';
}

/** Does the entry of this terminal name other users of it (`shared`)? */
export async function namesSharedUse(path: string, settings: TerminalSettings): Promise<boolean> {
  const { terminals } = await readConfigFile(path);
  return terminals.some(entry => isSame(entry, settings) && entry.shared !== undefined);
}

function parsed(path: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as Record<string, unknown>;
  } catch (error) {
    throw new ConfigFileError(`${path} is no valid JSON: ${(error as Error).message}; nothing was written`);
  }
  throw new ConfigFileError(`${path} must hold one JSON object; nothing was written`);
}

function isSame({ protocol = 'zvt', connection }: Entry, settings: TerminalSettings): boolean {
  if (protocol !== settings.protocol || typeof connection !== 'object' || connection === null) return false;
  return endpointOf(connection) === endpointOf(settings.connection);
}

async function replaceFile(path: string, text: string): Promise<void> {
  const before = await stat(path).catch(() => null);
  const mode = before ? before.mode & 0o777 : 0o600;
  const folder = dirname(path);
  const draft = join(folder, `.${basename(path)}.${process.pid}`);
  try {
    await writeWhole(draft, text, mode);
    if (before) await handOver(draft, before);
    await chmod(draft, mode);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  if (process.platform !== 'win32') await syncFolder(folder);
}

/** Gives the new file the owner of the old one: written by root, it still belongs to the service. */
async function handOver(path: string, { uid, gid }: Pick<Stats, 'uid' | 'gid'>): Promise<void> {
  await chown(path, uid, gid).catch((error: Error) => {
    throw new Error(
      `it would no longer belong to user ${uid} and group ${gid}; nothing was written (${error.message})`,
    );
  });
}

async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The new name of a file is durable once its folder is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
