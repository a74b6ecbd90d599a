/** The virtual terminal of demo and training under Electron, which starts other Node programs as utility processes only. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DemoTerminal, StartDemoTerminal } from '../start/demoTerminal.ts';
import type { Electron } from './surface.ts';

/** Starts `program` beside the shell; it keeps its transactions in the data directory. */
export function terminalBeside(
  { utilityProcess }: Pick<Electron, 'utilityProcess'>,
  program: string,
): StartDemoTerminal {
  return async (data, training) => {
    const place = ['--port', '0', '--control', '0', '--state', join(data, 'virtual-terminal-state.json')];
    const child = utilityProcess.fork(program, [...place, ...(training ? ['--training'] : [])], {
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Virtual card terminal',
    });
    const ended = new Promise<number>(resolve => child.once('exit', resolve));
    const address = await Promise.race([announced(child.stdout!, child.stderr!), ended.then(refuse)]);
    return {
      ...address,
      async stop() {
        if (child.kill()) await ended;
      },
    };
  };
}

/** The terminal says its address on standard output, and that of its control on standard error. */
async function announced(
  output: NodeJS.ReadableStream,
  errors: NodeJS.ReadableStream,
): Promise<Omit<DemoTerminal, 'stop'>> {
  const [control, port] = await Promise.all([
    found(errors, /^terminal control (.*)$/),
    found(output, /^terminal ready .*:(\d+)$/),
  ]);
  return { host: '127.0.0.1', port: Number(port), control };
}

/** The first match of `pattern` in a line; every other line of the terminal goes to our standard error. */
function found(lines: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise(resolve => {
    createInterface({ input: lines }).on('line', line => {
      const match = pattern.exec(line)?.[1];
      if (match === undefined) process.stderr.write(`${line}\n`);
      else resolve(match);
    });
  });
}

function refuse(code: number): never {
  throw new Error(`the virtual terminal ended with ${code}`);
}
