/** A further card terminal beside the one of the till: a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = (protocol: 'zvt' | 'opi') =>
  join(import.meta.dirname, '..', 'drivers', 'simulator', protocol, 'serve.ts');

export interface Terminal {
  readonly port: number;
  stop(): Promise<void>;
}

/** `port` 0 is any free one; `more` are further options of the virtual terminal. */
export async function startTerminal(
  port = 0,
  more: readonly string[] = [],
  protocol: 'zvt' | 'opi' = 'zvt',
): Promise<Terminal> {
  const child = spawn(process.execPath, [program(protocol), '--port', String(port), '--delay', '20', ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await new Promise<string>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the terminal ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', line => {
      if (line.startsWith('terminal ready ')) resolve(line);
    });
  });
  return {
    port: Number(ready.split(':').at(-1)),
    async stop() {
      child.removeAllListeners('exit').kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
