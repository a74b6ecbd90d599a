/** `npm run terminal`: the virtual terminal as a process of its own. */
import type { TraceEntry } from '../../trace.ts';
import { type TcpAddress, tcpAddress } from '../../transport/tcp.ts';
import { endOnSignal, OptionError, portNumber, readOptions, wholeNumber, withoutUndefined } from '../options.ts';
import { profileOf, profiles } from './engine/profiles.ts';
import { RecordingError } from './recording/recording.ts';
import { ScenarioError } from './scenarios/scenario.ts';
import { scenarioOf } from './scenarios/scenarioFiles.ts';
import { playScenarioAndExit, replayAndExit } from './singleRun.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from './start.ts';

const OPTIONS = {
  port: { type: 'string' },
  serial: { type: 'string' },
  call: { type: 'string' },
  behaviour: { type: 'string' },
  profile: { type: 'string' },
  unacknowledged: { type: 'string' },
  control: { type: 'string' },
  'no-control': { type: 'boolean' },
  state: { type: 'string' },
  delay: { type: 'string' },
  slow: { type: 'string' },
  password: { type: 'string' },
  tid: { type: 'string' },
  'no-amount-rules': { type: 'boolean' },
  'exit-when-orphaned': { type: 'string' },
  scenario: { type: 'string' },
  replay: { type: 'string' },
  training: { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const HELP = `npm run terminal -- [options]
  --port N                 TCP port on loopback, 0 = any free one (default: that of the model, ${profiles.generic.port})
  --serial PATH            a serial port instead of TCP
  --call HOST:PORT         calls a till that listens (tcpListen) instead, and calls again when the line is cut
  --behaviour NAME[:N]     what happens, see docs/virtual-terminal.md (default approve)
  --profile NAME           the model it plays: generic, feig-cvend, card-complete, … (default generic)
  --unacknowledged HOW     kept or reversed: a payment whose result the till did not acknowledge
  --control N              port of its page and HTTP control on loopback, 0 = any free one (default)
  --no-control             neither page nor control
  --state FILE             keeps counters and transactions
  --delay MS               pause between two displays (default 300)
  --slow MS                how long an amount ending in 09 takes (default 30000)
  --password DIGITS        six digits; any are taken when left out
  --tid DIGITS             terminal id (default 60001234)
  --no-amount-rules        amounts ending in 05, 07, 09, 13 are nothing special
  --exit-when-orphaned S   exit when standard input ended and nobody was connected for S seconds
  --scenario NAME|FILE     plays a scenario, then exits: 0 passed, 3 the till did something else
  --replay FILE[#ID]       plays the terminal of a recording, then exits: 0 played, 3 the till did something else
  --training               its page says that nothing here is real
  --verbose                frames on standard error
  --help                   this text`;

const WRONG_USE = [OptionError, ScenarioError, RecordingError];

void main(process.argv.slice(2));

async function main(args: string[]): Promise<void> {
  try {
    const values = readOptions(args, OPTIONS);
    if (values.help) return console.log(HELP);
    if (values.replay !== undefined) return await replayAndExit(values.replay, replayPlace(values));
    const scenario = values.scenario === undefined ? undefined : scenarioOf(values.scenario);
    const running = await startVirtualTerminal(optionsOf(values));
    if (!scenario) endOnSignal(running);
    announce(running, { hints: values.control === undefined, calls: values.call !== undefined });
    if (scenario) return await playScenarioAndExit(running, scenario);
    if (values['exit-when-orphaned'] !== undefined) endWhenOrphaned(running, seconds(values['exit-when-orphaned']));
  } catch (error) {
    console.error(sentence(error));
    process.exitCode = WRONG_USE.some(kind => error instanceof kind) ? 2 : 1;
  }
}

function sentence(error: unknown): string {
  const { code, port: taken, message } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE') return `port ${taken} is in use; --port 0 and --control 0 take any free one`;
  return message ?? String(error);
}

type Values = ReturnType<typeof readOptions<typeof OPTIONS>>;

/** A recording is played by a terminal that waits for its till. */
function replayPlace({ port, serial, call }: Values) {
  if (call !== undefined)
    throw new OptionError('--replay waits for the till: give --port or --serial instead of --call');
  return serial === undefined ? { port: portNumber('port', port) ?? 0 } : { serial: { path: serial } };
}

function optionsOf(values: Values): VirtualTerminalOptions {
  const ways = [values.port, values.serial, values.call].filter(way => way !== undefined);
  if (ways.length > 1) throw new OptionError('give one of --port, --serial and --call');
  const listens = values.serial === undefined && values.call === undefined;
  return withoutUndefined<VirtualTerminalOptions>({
    port: listens ? (portNumber('port', values.port) ?? profileOf(values.profile ?? 'generic')?.port) : undefined,
    serial: values.serial,
    call: till(values.call),
    behaviour: values.behaviour,
    profile: values.profile,
    unacknowledged: unacknowledgedOf(values.unacknowledged),
    control: values['no-control'] ? undefined : (portNumber('control', values.control) ?? 0),
    state: values.state,
    delay: wholeNumber('delay', values.delay),
    slow: wholeNumber('slow', values.slow),
    password: values.password,
    terminalId: values.tid,
    amountRules: values['no-amount-rules'] ? false : undefined,
    training: values.training,
    log: values.verbose ? ({ direction, text }: TraceEntry) => console.error(`${direction} ${text}`) : undefined,
  });
}

interface Announced {
  readonly hints: boolean;
  readonly calls: boolean;
}

function announce({ address, control }: RunningVirtualTerminal, { hints, calls }: Announced): void {
  if (calls) console.error(`calls the till at ${address}`);
  if (control) console.error(`terminal control ${control}`);
  if (control && hints) console.error('It opens in a browser: there you are the customer.');
  console.log(`terminal ready ${address}`);
}

/** The end of the parent closes the standard input; a customer at the terminal still finishes. */
function endWhenOrphaned(running: RunningVirtualTerminal, graceSeconds: number): void {
  const { terminal } = running;
  let quietSince = Date.now();
  const watch = () => {
    if (terminal.connections > 0 || terminal.isBusy) quietSince = Date.now();
    else if (Date.now() - quietSince >= graceSeconds * 1000) void running.close().then(() => process.exit(0));
  };
  process.stdin.resume();
  process.stdin.once('end', () => {
    quietSince = Date.now();
    setInterval(watch, Math.min(250, graceSeconds * 250 + 10));
  });
}

function unacknowledgedOf(text: string | undefined): 'kept' | 'reversed' | undefined {
  if (text === undefined || text === 'kept' || text === 'reversed') return text;
  throw new OptionError('--unacknowledged must be kept or reversed');
}

function till(text: string | undefined): TcpAddress | undefined {
  const address = text === undefined ? undefined : tcpAddress(text);
  if (text !== undefined && !address) throw new OptionError('--call must be HOST:PORT, where the till listens');
  return address;
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value >= 0)) throw new OptionError('--exit-when-orphaned must be a number of seconds');
  return value;
}
