/** Runs the desktop window as a process and waits for its end. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Ended =
  /** It did what it was for; `code` is the exit code. */
  | { readonly kind: 'ended'; readonly code: number }
  /** It ended before it was ready: this machine has no window for us. */
  | { readonly kind: 'neverReady'; readonly because: string };

/** How Chromium ends where the system keeps namespaces from it, as Ubuntu does since 23.10. */
const NO_SANDBOX =
  '; this system keeps programs in a checkout from making a sandbox: the installed package may, or see kernel.apparmor_restrict_unprivileged_userns';

const READY = 'tillbridge ready ';
/** A second window that showed the first one, and wrong options: another host would not do better. */
const FINAL = [0, 2];

/** Aborting `signal` asks it to end in order; its standard output is passed on line by line to `tell`. */
export function runDesktop(
  binary: string,
  args: readonly string[],
  signal: AbortSignal,
  tell: (line: string) => void,
): Promise<Ended> {
  return new Promise(resolve => {
    const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env;
    const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'inherit'], env: environment });
    let ready = false;
    createInterface({ input: child.stdout }).on('line', line => {
      ready ||= line.startsWith(READY);
      tell(line);
    });
    const stop = () => child.kill('SIGTERM');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);

    const end = (ended: Ended) => {
      signal.removeEventListener('abort', stop);
      resolve(ended);
    };
    child.once('error', ({ message }) => end({ kind: 'neverReady', because: `Electron does not start (${message})` }));
    child.once('close', (code, by) => {
      if (signal.aborted) end({ kind: 'ended', code: code ?? 0 });
      else if (ready || (code !== null && FINAL.includes(code))) end({ kind: 'ended', code: code ?? 1 });
      else
        end({
          kind: 'neverReady',
          because: `Electron ended before its window was there (${by ?? `exit ${code}`})${by === 'SIGTRAP' ? NO_SANDBOX : ''}`,
        });
    });
  });
}
