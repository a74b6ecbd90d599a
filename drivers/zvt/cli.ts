/** `npm run zvt`: the protocol by hand. Decodes bytes, or sends one command to a terminal and says how it ended. */
import { parseArgs } from 'node:util';
import { SettingsError } from '../settings.ts';
import type {
  Call,
  LastTransaction,
  Outcome,
  PaymentTerminal,
  Progress,
  Reason,
  ReceiptText,
  Service,
  TerminalReceipt,
  TerminalStatus,
} from '../terminal.ts';
import { DecodeError, describeHex, isTransportName } from './decodeHex.ts';
import { openZvt } from './zvtTerminal.ts';

/** What a command printed with `--json`, and the exit code that goes with it. */
interface Ending {
  readonly outcome: string;
  readonly resultCode: number | null;
  readonly fields: object;
  readonly receipts: readonly TerminalReceipt[];
  readonly [more: string]: unknown;
}

const EXIT = { done: 0, wrongUse: 2, declined: 3, unknown: 4 } as const;

class UsageError extends Error {}

interface Arguments {
  readonly amount: () => number;
  readonly receipt: () => number;
  readonly optionalAmount: number | undefined;
}

/** By name on the command line. */
const commands: Readonly<Record<string, (terminal: PaymentTerminal, args: Arguments, call: Call) => Promise<Ending>>> =
  {
    pay: async (terminal, { amount }, call) => ofOutcome(await terminal.pay({ amount: amount() }, call)),
    reverse: async (terminal, { receipt, optionalAmount }, call) =>
      ofOutcome(
        await terminal.reverse(
          { receiptNumber: receipt(), ...(optionalAmount === undefined ? {} : { amount: optionalAmount }) },
          call,
        ),
      ),
    refund: async (terminal, { amount }, call) => ofOutcome(await terminal.refund({ amount: amount() }, call)),
    diagnose: async (terminal, _, call) => ofService(await terminal.perform({ do: 'diagnosis' }, call)),
    'end-of-day': async (terminal, _, call) => ofService(await terminal.perform({ do: 'endOfDay' }, call)),
    totals: async (terminal, _, call) => ofService(await terminal.perform({ do: 'turnoverTotals' }, call)),
    status: async (terminal, _, call) => ofStatus(await terminal.status(call)),
    'log-off': async (terminal, _, call) => ofService(await terminal.perform({ do: 'logOff' }, call)),
    'repeat-receipt': async (terminal, _, call) => ofLast(await terminal.lastTransaction(call)),
  };

const HELP = `npm run zvt -- <command> [options]
  decode HEX [--transport apdu|tcp|serial]   one JSON object per message
  ${Object.keys(commands).join(', ')}
options
  --tcp HOST:PORT | --serial PATH   the terminal
  --amount N         in cents (pay, refund; reverse when in part)
  --receipt N        receipt number of the payment to reverse
  --password DIGITS  six digits (default 000000)
  --currency LETTERS (default EUR)
  --json             one JSON object instead of text
  --verbose          frames on standard error, card data and passwords left out
exit code 0 approved or done, 3 declined, failed or not sent (no money moved), 4 unknown, 2 wrong use`;

const OPTIONS = {
  transport: { type: 'string', default: 'apdu' },
  tcp: { type: 'string' },
  serial: { type: 'string' },
  amount: { type: 'string' },
  receipt: { type: 'string' },
  password: { type: 'string' },
  currency: { type: 'string' },
  json: { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(args);
    const [name, ...rest] = positionals;
    if (values.help || name === undefined) return say(HELP, values.help ? EXIT.done : EXIT.wrongUse);
    if (name === 'decode') return decode(rest.join(''), values.transport);
    return await send(name, values);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof SettingsError || error instanceof DecodeError)) throw error;
    console.error(error.message);
    return EXIT.wrongUse;
  }
}

type Values = ReturnType<typeof readArguments>['values'];

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function decode(hex: string, transport: string): number {
  if (!isTransportName(transport)) throw new UsageError('--transport must be apdu, tcp or serial');
  for (const description of describeHex(hex, transport)) console.log(JSON.stringify(description));
  return EXIT.done;
}

async function send(name: string, values: Values): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new UsageError(
      `there is no command ${JSON.stringify(name)}; there are: decode, ${Object.keys(commands).join(', ')}`,
    );
  const args = argumentsOf(values);
  if (name === 'pay' || name === 'refund') args.amount();
  if (name === 'reverse') args.receipt();
  const terminal = openZvt(
    {
      protocol: 'zvt',
      connection: connectionOf(values),
      ...given('password', values.password),
      ...given('currency', values.currency),
    },
    values.verbose ? ({ direction, text }) => console.error(`${direction} ${text}`) : undefined,
  );
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  try {
    const ending = await command(terminal, args, {
      signal: interrupt.signal,
      onProgress: values.json ? () => {} : tellProgress,
    });
    if (values.json) console.log(JSON.stringify(ending));
    else tellEnding(ending);
    return exitCode(ending.outcome);
  } finally {
    await terminal.close();
  }
}

function argumentsOf({ amount, receipt }: Values): Arguments {
  return {
    amount: () => wholeNumber('--amount', amount),
    receipt: () => wholeNumber('--receipt', receipt),
    optionalAmount: amount === undefined ? undefined : wholeNumber('--amount', amount),
  };
}

function wholeNumber(name: string, text: string | undefined): number {
  if (text === undefined) throw new UsageError(`${name} is missing`);
  if (!/^\d{1,12}$/.test(text) || Number(text) === 0) throw new UsageError(`${name} must be a whole number above 0`);
  return Number(text);
}

function connectionOf({ tcp, serial }: Values) {
  if ((tcp === undefined) === (serial === undefined))
    throw new UsageError('give the terminal: --tcp HOST:PORT or --serial PATH');
  if (serial !== undefined) return { type: 'serial', path: serial } as const;
  const [, host = '', port = ''] = /^\[?(.+?)\]?:(\d+)$/.exec(tcp!) ?? [];
  const number = Number(port);
  if (host === '' || number < 1 || number > 65_535) throw new UsageError('--tcp must be HOST:PORT');
  return { type: 'tcp', host, port: number } as const;
}

function given<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: string });
}

function ofOutcome(outcome: Outcome): Ending {
  if (outcome.kind === 'notSent')
    return { ...ofReason('notSent', outcome.reason), note: 'nothing was sent, no money moved' };
  const { facts: fields, receipts } = outcome;
  if (outcome.kind === 'approved') return { outcome: 'approved', resultCode: 0, fields, receipts };
  return { ...ofReason(outcome.kind, outcome.reason), fields, receipts };
}

function ofService(service: Service): Ending {
  if (service.kind !== 'done') return { ...ofReason(service.kind, service.reason), receipts: service.receipts };
  const { facts: fields, receipts, totals } = service;
  return { outcome: 'done', resultCode: 0, fields, receipts, ...(totals ? { totals } : {}) };
}

function ofStatus(status: TerminalStatus): Ending {
  if (status.kind === 'ready') return { outcome: 'ready', resultCode: 0, fields: {}, receipts: [] };
  if (status.kind === 'unreachable') return ofReason('unreachable', status.reason);
  const cure = status.kind === 'needs' ? { cure: status.cure } : {};
  return { outcome: status.kind, resultCode: status.resultCode, fields: {}, receipts: [], text: status.text, ...cure };
}

function ofLast(last: LastTransaction): Ending {
  if (last.kind === 'none') return { outcome: 'none', resultCode: null, fields: {}, receipts: [] };
  if (last.kind === 'unreachable') return ofReason('unknown', last.reason);
  return {
    outcome: last.approved ? 'approved' : 'declined',
    resultCode: last.resultCode,
    fields: last.facts,
    receipts: last.receipts,
  };
}

function ofReason(outcome: string, reason: Reason): Ending {
  return {
    outcome,
    resultCode: reason.resultCode ?? null,
    fields: {},
    receipts: [],
    reason: reason.code,
    text: reason.text,
  };
}

function exitCode(outcome: string): number {
  if (outcome === 'approved' || outcome === 'done' || outcome === 'ready') return EXIT.done;
  return outcome === 'unknown' ? EXIT.unknown : EXIT.declined;
}

function tellProgress(progress: Progress): void {
  const text = progress.step === 'prompt' ? (progress.terminalText ?? progress.texts.en) : progress.step;
  console.log(`  ${text.replaceAll('\n', ' / ')}`);
}

function tellEnding({ outcome, resultCode, fields, receipts, ...more }: Ending): void {
  const code = resultCode ? ` (${resultCode.toString(16).toUpperCase().padStart(2, '0')})` : '';
  console.log(`${outcome}${code}${typeof more.text === 'string' ? `: ${more.text}` : ''}`);
  for (const [name, value] of Object.entries(fields)) console.log(`  ${name}: ${value}`);
  for (const receipt of receipts) console.log(`\n[${receipt.copy}]\n${receipt.lines.map(onPaper).join('\n')}`);
}

const PAPER = 40;

function onPaper({ text, align }: ReceiptText): string {
  return align === 'center' ? ' '.repeat(Math.max(0, (PAPER - text.length) >> 1)) + text : text;
}

function say(text: string, code: number): number {
  console.log(text);
  return code;
}

process.exitCode = await main(process.argv.slice(2));
