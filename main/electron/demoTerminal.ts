/** The virtual terminal of demo and training under Electron, which starts other Node programs as utility processes only. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DemoTerminal } from '../start/demoTerminal.ts';
import type { Electron } from './surface.ts';

/** One terminal beside the shell; it outlives a bridge that ended by itself, as a real terminal does. */
export interface ShellTerminal {
  start(data: string, training: boolean): Promise<TerminalAddress>;
  /** Address of its page; null while there is none. */
  page(): string | null;
  stop(): Promise<void>;
}

export type TerminalAddress = Omit<DemoTerminal, 'stop'>;

/** `program` keeps its transactions in the data directory. */
export function terminalBeside({ utilityProcess }: Pick<Electron, 'utilityProcess'>, program: string): ShellTerminal {
  let running: { readonly address: Promise<TerminalAddress>; stop(): Promise<void> } | null = null;
  let page: string | null = null;

  function launch(data: string, training: boolean) {
    const place = ['--port', '0', '--control', '0', '--state', join(data, 'virtual-terminal-state.json')];
    const child = utilityProcess.fork(program, [...place, ...(training ? ['--training'] : [])], {
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Virtual card terminal',
    });
    const ended = new Promise<number>(resolve => child.once('exit', resolve));
    const gone = ended.then(code => {
      running = null;
      page = null;
      return code;
    });
    return {
      address: Promise.race([announced(child.stdout!, child.stderr!), gone.then(refuse)]),
      stop: async () => void (child.kill() && (await ended)),
    };
  }

  return {
    async start(data, training) {
      running ??= launch(data, training);
      const address = await running.address;
      page = address.control;
      return address;
    },
    page: () => page,
    stop: async () => running?.stop(),
  };
}

/** The terminal says its address on standard output, and that of its control on standard error. */
async function announced(output: NodeJS.ReadableStream, errors: NodeJS.ReadableStream): Promise<TerminalAddress> {
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
