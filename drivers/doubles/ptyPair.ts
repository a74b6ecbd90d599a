/** Two serial ports joined by a null modem, made by socat, for tests over a real serial line. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PtyPair {
  /** Paths of the two ends. */
  readonly till: string;
  readonly terminal: string;
  /** Both ends vanish. */
  unplug(): Promise<void>;
  /** Both ends appear again, under the same names. */
  plug(): Promise<void>;
  /** Unplugs both ends for good. */
  close(): Promise<void>;
}

/** Rejects with one sentence when socat is missing. */
export async function ptyPair(): Promise<PtyPair> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-pty-'));
  const [till, terminal] = [join(folder, 'till'), join(folder, 'terminal')];
  let unplug = await nullModem(folder, till, terminal);
  return {
    till,
    terminal,
    unplug: () => unplug(),
    async plug() {
      unplug = await nullModem(folder, till, terminal);
    },
    async close() {
      await unplug();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the two ends; returns the function that removes them. */
async function nullModem(folder: string, till: string, terminal: string): Promise<() => Promise<void>> {
  const socat = spawn('socat', [`pty,raw,echo=0,link=${till}`, `pty,raw,echo=0,link=${terminal}`], { stdio: 'ignore' });
  // A pair does not outlive this process.
  const kill = () => socat.kill();
  process.once('exit', kill);
  const exited = new Promise<void>(resolve => socat.once('exit', () => resolve()));
  void exited.then(() => process.off('exit', kill));
  const failed = new Promise<never>((_, reject) => {
    socat.once('error', () =>
      reject(new Error('socat is missing: install it (Debian: apt-get install socat) to test the serial line')),
    );
    socat.once('exit', code => reject(new Error(`socat ended with code ${code} before the serial ports existed`)));
  });
  failed.catch(() => {});
  await Promise.race([bothExist(folder, till, terminal), failed]);
  return async () => {
    socat.kill();
    await exited;
  };
}

async function bothExist(folder: string, ...paths: string[]): Promise<void> {
  const watcher = watch(folder);
  await new Promise<void>(resolve => {
    const look = () => paths.every(path => existsSync(path)) && resolve();
    watcher.on('change', look);
    look();
  });
  watcher.close();
}
