/** Two serial ports joined by a null modem, made by socat, for tests over a real serial line. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PtyPair {
  /** Paths of the two ends. */
  readonly till: string;
  readonly terminal: string;
  /** Unplugs both ends. */
  close(): Promise<void>;
}

/** Rejects with one sentence when socat is missing. */
export async function ptyPair(): Promise<PtyPair> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-pty-'));
  const [till, terminal] = [join(folder, 'till'), join(folder, 'terminal')];
  const socat = spawn('socat', [`pty,raw,echo=0,link=${till}`, `pty,raw,echo=0,link=${terminal}`], { stdio: 'ignore' });
  const exited = new Promise<void>(resolve => socat.once('exit', () => resolve()));
  const failed = new Promise<never>((_, reject) => {
    socat.once('error', () =>
      reject(new Error('socat is missing: install it (Debian: apt-get install socat) to test the serial line')),
    );
    socat.once('exit', code => reject(new Error(`socat ended with code ${code} before the serial ports existed`)));
  });
  failed.catch(() => {});
  await Promise.race([bothExist(folder, till, terminal), failed]);
  return {
    till,
    terminal,
    async close() {
      socat.kill();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
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
