/** The virtual terminal of demo and training under Electron, which starts other Node programs as utility processes only. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, type StartDemoTerminal } from '../start/demoTerminal.ts';
import type { Electron } from './surface.ts';

/** Starts `program` beside the shell; it keeps its transactions in the data directory. */
export function terminalBeside(
  { utilityProcess }: Pick<Electron, 'utilityProcess'>,
  program: string,
): StartDemoTerminal {
  return async (data, training) => {
    const state = join(data, 'virtual-terminal-state.json');
    const control = await freePort();
    const options = [
      '--port',
      '0',
      '--control',
      String(control),
      '--state',
      state,
      ...(training ? ['--training'] : []),
    ];
    const child = utilityProcess.fork(program, options, {
      stdio: ['ignore', 'pipe', 'inherit'],
      serviceName: 'Virtual card terminal',
    });
    const ended = new Promise<number>(resolve => child.once('exit', resolve));
    const port = await Promise.race([announced(child.stdout!), ended.then(refuse)]);
    return {
      host: '127.0.0.1',
      port,
      control: `http://127.0.0.1:${control}`,
      async stop() {
        if (child.kill()) await ended;
      },
    };
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
