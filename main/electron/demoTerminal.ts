/** The virtual terminal of the demo under Electron, which starts other Node programs as utility processes only. */
import { createInterface } from 'node:readline';

export interface DemoTerminal {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts `program`; it keeps its transactions in the file `state`. */
export async function startDemoTerminal(
  { utilityProcess }: Pick<typeof import('electron'), 'utilityProcess'>,
  program: string,
  state: string,
): Promise<DemoTerminal> {
  const child = utilityProcess.fork(program, ['--port', '0', '--control', '0', '--state', state], {
    stdio: ['ignore', 'pipe', 'inherit'],
    serviceName: 'Virtual card terminal',
  });
  const ended = new Promise<number>(resolve => child.once('exit', resolve));
  return {
    port: await Promise.race([announced(child.stdout!), ended.then(refuse)]),
    async stop() {
      if (child.kill()) await ended;
    },
  };
}

function announced(output: NodeJS.ReadableStream): Promise<number> {
  return new Promise(resolve => {
    createInterface({ input: output }).on('line', line => {
      const port = /^terminal ready .*:(\d+)$/.exec(line)?.[1];
      if (port) resolve(Number(port));
    });
  });
}

function refuse(code: number): never {
  throw new Error(`the virtual terminal ended with ${code}`);
}
