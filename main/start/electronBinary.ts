/** Finds Electron's program, and has it fetched by Electron's own installer where it is missing. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The program, found as the package itself finds it, or null; `folder` is the package's. */
export function electronBinary(folder: string, environment: NodeJS.ProcessEnv): string | null {
  const own = environment.ELECTRON_OVERRIDE_DIST_PATH;
  const place = own ?? join(folder, 'dist');
  const name = textOf(join(folder, 'path.txt')) ?? (own === undefined ? null : 'electron');
  if (name === null || (own === undefined && !current(folder))) return null;
  const binary = join(place, name);
  return existsSync(binary) ? binary : null;
}

/** Electron's installer, or null where the package is not installed. */
export function electronInstaller(folder: string): string | null {
  const installer = join(folder, 'install.js');
  return existsSync(installer) ? installer : null;
}

/** A program left over from an older version of the package does not count. */
function current(folder: string): boolean {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return textOf(join(folder, 'dist', 'version'))?.replace(/^v/, '') === version;
}

const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);

export interface Limits {
  /** Ends the attempt. */
  readonly signal: AbortSignal;
  /** How long nothing may arrive, ms. */
  readonly silence: number;
  /** How often to look, ms. */
  readonly every: number;
  readonly say: (line: string) => void;
}

/** Runs the installer as long as something arrives. Gives null when it is done, or why it is not. */
export async function fetchElectron(installer: string, limits: Limits): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-electron-'));
  try {
    return await install(installer, folder, limits);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const MEGABYTE = 1_000_000;
/** A line of progress for each of these, bytes. */
const STEP = 20 * MEGABYTE;

function install(installer: string, folder: string, { signal, silence, every, say }: Limits): Promise<string | null> {
  return new Promise(resolve => {
    // The download grows in the folder for temporary files, which tells how far it is.
    const environment = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder, ELECTRON_GET_NO_PROGRESS: '1' };
    const child = spawn(process.execPath, [installer], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
    const unpacked = join(dirname(installer), 'dist');
    let errors = '';
    let size = 0;
    let announced = 0;
    let changed = Date.now();
    say('Fetching Electron for the desktop window, about 120 MB, once …');
    child.stderr.on('data', text => {
      errors += text;
    });

    const watch = setInterval(() => {
      const now = bytesBelow(folder) + bytesBelow(unpacked);
      if (now !== size) changed = Date.now();
      if (now >= announced + STEP) {
        announced = now;
        say(`Fetching Electron: ${Math.round(now / MEGABYTE)} MB`);
      }
      size = now;
      if (Date.now() - changed >= silence) end('the download of Electron stands still');
    }, every);

    function end(because: string | null) {
      clearInterval(watch);
      signal.removeEventListener('abort', abandon);
      child.removeAllListeners().on('error', () => undefined);
      child.kill('SIGKILL');
      resolve(because);
    }
    const abandon = () => end('the start was ended');
    signal.addEventListener('abort', abandon);
    child.once('error', ({ message }) => end(`the installer of Electron does not start (${message})`));
    child.once('close', code => end(code === 0 ? null : `Electron cannot be downloaded (${cause(errors)})`));
  });
}

/** The code of the operating system where there is one, else the first line of what the installer said. */
const cause = (errors: string): string =>
  /\b(E[A-Z]{5,}|UND_ERR_\w+)\b/.exec(errors)?.[1] ?? errors.split('\n', 1)[0]!.replace(/^\w*Error: /, '');

function bytesBelow(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  } catch {
    // Not there yet, or a file went while we looked.
    return 0;
  }
}
