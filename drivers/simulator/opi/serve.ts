/** `npm run terminal:opi`: the virtual O.P.I. terminal as a process of its own. */
import { parseArgs } from 'node:util';
import type { TraceEntry } from '../../trace.ts';
import type { TcpAddress } from '../../transport/tcp.ts';
import { OptionError, type RunningVirtualOpi, startVirtualOpi, type VirtualOpiOptions } from './start.ts';

const DEFAULT_PORT = 20_002;

const OPTIONS = {
  port: { type: 'string' },
  till: { type: 'string' },
  behaviour: { type: 'string' },
  delay: { type: 'string' },
  slow: { type: 'string' },
  tid: { type: 'string' },
  'no-amount-rules': { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const HELP = `npm run terminal:opi -- [options]
  --port N               port of channel 0 on loopback, 0 = any free one (default ${DEFAULT_PORT})
  --till HOST:PORT       where the till listens for channel 1 (default 127.0.0.1:20007)
  --behaviour NAME[:N]   what happens, see docs/opi.md (default approve)
  --delay MS             until the customer holds the card there (default 300)
  --slow MS              how long an amount ending in 09 takes (default 30000)
  --tid DIGITS           terminal id (default 60001234)
  --no-amount-rules      amounts ending in 05, 07, 09, 13 are nothing special
  --verbose              messages on standard error
  --help                 this text`;

void main(process.argv.slice(2));

async function main(args: string[]): Promise<void> {
  try {
    const values = readOptions(args);
    if (values.help) return console.log(HELP);
    const running = await startVirtualOpi(optionsOf(values));
    endOnSignal(running);
    console.log(`terminal ready ${running.address}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof OptionError ? 2 : 1;
  }
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}

function optionsOf(values: ReturnType<typeof readOptions>): VirtualOpiOptions {
  const { behaviour, tid, verbose } = values;
  const till = values.till === undefined ? undefined : addressOf(values.till);
  const delay = whole('delay', values.delay);
  const slow = whole('slow', values.slow);
  return {
    port: portOf('port', values.port ?? String(DEFAULT_PORT)),
    amountRules: !values['no-amount-rules'],
    ...(till && { till }),
    ...(behaviour !== undefined && { behaviour }),
    ...(delay !== undefined && { delay }),
    ...(slow !== undefined && { slow }),
    ...(tid !== undefined && { terminalId: tid }),
    ...(verbose && { log: ({ direction, text }: TraceEntry) => console.error(`${direction} ${text}`) }),
  };
}

function endOnSignal(running: RunningVirtualOpi): void {
  // The same signal may come twice, from the group and from whoever started it.
  let ends = false;
  const end = () => {
    if (ends) return;
    ends = true;
    void running.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

function addressOf(text: string): TcpAddress {
  const [, host, port] = /^(.+):(\d+)$/.exec(text) ?? [];
  if (host === undefined || port === undefined) throw new OptionError('--till must be HOST:PORT');
  return { host, port: portOf('till', port) };
}

function portOf(name: string, text: string): number {
  const value = whole(name, text)!;
  if (value > 65_535) throw new OptionError(`--${name} must be a port from 0 to 65535`);
  return value;
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new OptionError(`--${name} must be a whole number`);
  return Number(text);
}
