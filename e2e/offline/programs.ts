/** Real processes of this project: started, killed, and started again at the same address on the same data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..', '..');

/** None outlives the proof, however that ends. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** The line that a program prints when it is ready, for example `tillbridge ready http://…`. */
const READY = /^\w+ ready (\S+)$/;
/** The line of a virtual terminal, on standard error. */
const CONTROL = /^terminal control (\S+)$/;

export interface Program {
  /** Address of the ready line. */
  readonly address: string;
  /** Address of the control of a virtual terminal. */
  readonly control: Promise<string>;
  /** Lines of standard error that report an error, for the report of a proof that fails. */
  readonly errors: readonly string[];
  /** SIGKILL: as a power cut ends it. */
  kill(): Promise<void>;
  /** SIGTERM, as an operator ends it. */
  stop(): Promise<void>;
  /** Stops the process without ending it, and lets it go on. */
  pause(): void;
  resume(): void;
}

/** Starts `file` with the options. */
export function startProgram(
  file: string,
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const child = spawn(process.execPath, [join(root, 'main/run.mjs'), file, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: root,
    env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'error', ...environment },
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  const errors: string[] = [];
  let foundControl: (address: string) => void;
  const control = new Promise<string>(resolve => {
    foundControl = resolve;
  });
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`${file} ended with ${code}: ${errors.join('\n')}`)));
    const read = (line: string) => {
      const address = READY.exec(line)?.[1];
      const page = CONTROL.exec(line)?.[1];
      if (page) foundControl(page);
      else if (!address) errors.push(line);
      else resolve({ address, control, errors, ...controls(child) });
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', read);
  });
}

const controls = (child: ChildProcess): Pick<Program, 'kill' | 'stop' | 'pause' | 'resume'> => ({
  kill: () => end(child, 'SIGKILL'),
  stop: () => end(child, 'SIGTERM'),
  pause: () => void child.kill('SIGSTOP'),
  resume: () => void child.kill('SIGCONT'),
});

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise(resolve => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
