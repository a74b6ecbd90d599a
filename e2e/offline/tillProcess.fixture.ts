/** Starts the till of `sellingTill.ts` as a process, and reads what it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

export interface TillProcess {
  readonly process: ChildProcess;
  /** The first line that begins with these words; rejects when the process ends before. */
  line(words: string): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');

/** `rhythm`: ms between two sales; 0: all of them before the first batch. */
export function startTill(data: string, office: string, sales: number, rhythm = 1): TillProcess {
  const child = spawn(process.execPath, ['e2e/offline/sellingTill.ts', data, office, String(sales), String(rhythm)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let text = '';
  let problem = '';
  const looks = new Set<() => void>();
  const look = () => {
    for (const one of looks) one();
  };
  child.stdout.on('data', chunk => {
    text += chunk;
    look();
  });
  child.stderr.on('data', chunk => {
    problem += chunk;
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve(look())));
  return {
    process: child,
    line: words =>
      new Promise((resolve, reject) => {
        const one = () => {
          const found = text.split('\n').find(line => line.startsWith(words));
          if (found === undefined && child.exitCode === null && child.signalCode === null) return;
          looks.delete(one);
          if (found === undefined) reject(new Error(`the till ended: ${problem}`));
          else resolve(found);
        };
        looks.add(one);
        one();
      }),
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
