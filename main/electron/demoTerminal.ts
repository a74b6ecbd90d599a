/** The virtual terminal of demo and training under Electron, which starts other Node programs as utility processes only. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DemoTerminal, StartDemoTerminal } from '../demo/virtualTerminal.ts';
import type { Electron } from './surface.ts';

/** Starts `program` beside the shell; it keeps its transactions in the data directory. */
export function terminalBeside({ utilityProcess }: Pick<Electron, 'utilityProcess'>, program: string): StartDemoTerminal {
  return async (data, training) => {
    const state = join(data, 'virtual-terminal-state.json');
    const options = ['--port', '0', '--control', '0', '--state', state, ...(training ? ['--training'] : [])];
    const child = utilityProcess.fork(program, options, {
      stdio: ['ignore', 'pipe', 'inherit'],
      serviceName: 'Virtual card terminal',
    });
    const ended = new Promise<number>(resolve => child.once('exit', resolve));
    const address = await Promise.race([announced(child.stdout!), ended.then(refuse)]);
    return {
      ...address,
      async stop() {
        if (child.kill()) await ended;
      },
    };
  };
}

/** The terminal names the address of its control first, then its own. */
function announced(output: NodeJS.ReadableStream): Promise<Omit<DemoTerminal, 'stop'>> {
  let control = '';
  return new Promise(resolve => {
    createInterface({ input: output }).on('line', line => {
      control = /^terminal control (.*)$/.exec(line)?.[1] ?? control;
      const [, host, port] = /^terminal ready (.*):(\d+)$/.exec(line) ?? [];
      if (host && port) resolve({ host, port: Number(port), control });
    });
  });
}

function refuse(code: number): never {
  throw new Error(`the virtual terminal ended with ${code}`);
}
