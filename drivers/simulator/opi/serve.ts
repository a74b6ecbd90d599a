/** `npm run terminal:opi`: the virtual O.P.I. terminal as a process of its own. */
import type { TraceEntry } from '../../trace.ts';
import type { TcpAddress } from '../../transport/tcp.ts';
import { endOnSignal, OptionError, portNumber, readOptions, wholeNumber, withoutUndefined } from '../options.ts';
import { startVirtualOpi, type VirtualOpiOptions } from './start.ts';

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
    const values = readOptions(args, OPTIONS);
    if (values.help) return console.log(HELP);
    const running = await startVirtualOpi(optionsOf(values));
    endOnSignal(running);
    console.log(`terminal ready ${running.address}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof OptionError ? 2 : 1;
  }
}

function optionsOf(values: ReturnType<typeof readOptions<typeof OPTIONS>>): VirtualOpiOptions {
  return withoutUndefined<VirtualOpiOptions>({
    port: portNumber('port', values.port) ?? DEFAULT_PORT,
    till: values.till === undefined ? undefined : addressOf(values.till),
    behaviour: values.behaviour,
    amountRules: !values['no-amount-rules'],
    delay: wholeNumber('delay', values.delay),
    slow: wholeNumber('slow', values.slow),
    terminalId: values.tid,
    log: values.verbose ? ({ direction, text }: TraceEntry) => console.error(`${direction} ${text}`) : undefined,
  });
}

function addressOf(text: string): TcpAddress {
  const [, host, port] = /^(.+):(\d+)$/.exec(text) ?? [];
  if (host === undefined || port === undefined) throw new OptionError('--till must be HOST:PORT');
  return { host, port: portNumber('till', port)! };
}
