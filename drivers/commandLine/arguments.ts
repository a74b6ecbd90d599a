/** Options of `npm run zvt`, checked before anything is opened. */
import { parseArgs } from 'node:util';
import { checkConnection } from '../settings.ts';
import type { Answer, Connection, HandOver, TerminalSettings } from '../terminal.ts';

export class UsageError extends Error {}

const OPTIONS = {
  transport: { type: 'string' },
  tcp: { type: 'string' },
  serial: { type: 'string' },
  'tcp-listen': { type: 'string' },
  caller: { type: 'string' },
  baud: { type: 'string' },
  'stop-bits': { type: 'string' },
  subnet: { type: 'string', multiple: true },
  ports: { type: 'boolean' },
  amount: { type: 'string' },
  tip: { type: 'string' },
  cashback: { type: 'string' },
  largest: { type: 'string' },
  unused: { type: 'string' },
  receipt: { type: 'string' },
  trace: { type: 'string' },
  authorisation: { type: 'string' },
  'read-card': { type: 'boolean' },
  'hand-over': { type: 'string' },
  answer: { type: 'string' },
  kind: { type: 'string' },
  mode: { type: 'string' },
  short: { type: 'boolean' },
  which: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  language: { type: 'string' },
  hex: { type: 'string' },
  'terminal-id': { type: 'string' },
  text: { type: 'string', multiple: true },
  seconds: { type: 'string' },
  digits: { type: 'string' },
  listen: { type: 'string' },
  host: { type: 'string' },
  'till-serial': { type: 'string' },
  'till-baud': { type: 'string' },
  'terminal-calls': { type: 'boolean' },
  file: { type: 'string' },
  config: { type: 'string' },
  shared: { type: 'string' },
  password: { type: 'string' },
  currency: { type: 'string' },
  profile: { type: 'string' },
  option: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export type Values = ReturnType<typeof readArguments>['values'];

/** Throws `UsageError` for unknown options, and for an option given twice of which only the last would count. */
export function readArguments(args: string[]) {
  const { values, positionals, tokens } = parsed(args);
  const names = tokens.flatMap(token => (token.kind === 'option' ? [token.name] : []));
  const twice = names.find((name, at) => names.indexOf(name) < at && !SEVERAL.has(name));
  if (twice !== undefined) throw new UsageError(`--${twice} is given twice`);
  return { values, positionals };
}

const SEVERAL: ReadonlySet<string> = new Set(
  Object.entries(OPTIONS).flatMap(([name, option]) => ('multiple' in option ? [name] : [])),
);

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The arguments of a command: its own options as in its help, the options of a terminal, and words. */
export interface AcceptedOptions {
  readonly options: string;
  readonly terminal: boolean;
  readonly words: boolean;
}

/** Throws `UsageError` for every argument that would be ignored: money could move otherwise than was typed. */
export function checkOptions(
  name: string,
  { options, terminal, words }: AcceptedOptions,
  values: Values,
  rest: readonly string[],
) {
  const ownOptions = Array.from(options.matchAll(/--([a-z]+(?:-[a-z]+)*)/g), ([, option = '']) => option);
  const taken = new Set([...ownOptions, ...EVERYWHERE, ...(terminal ? AT_TERMINAL : [])]);
  const ignored = Object.keys(values).find(option => !taken.has(option));
  const known = ownOptions.length === 0 ? '' : `, only ${ownOptions.map(option => `--${option}`).join(', ')}`;
  if (ignored !== undefined) throw new UsageError(`${name} takes no --${ignored}${known}`);
  if (!words && rest.length > 0)
    throw new UsageError(`${name} does not take ${JSON.stringify(rest.join(' '))}${known}`);
}

const EVERYWHERE = ['json', 'verbose', 'help'] as const satisfies (keyof typeof OPTIONS)[];
const AT_TERMINAL = [
  'tcp',
  'serial',
  'baud',
  'stop-bits',
  'tcp-listen',
  'caller',
  'hand-over',
  'answer',
  'largest',
  'password',
  'currency',
  'profile',
  'option',
] as const satisfies (keyof typeof OPTIONS)[];

type Numbered =
  | 'amount'
  | 'tip'
  | 'cashback'
  | 'largest'
  | 'unused'
  | 'receipt'
  | 'trace'
  | 'from'
  | 'to'
  | 'seconds'
  | 'tcp-listen'
  | 'baud'
  | 'till-baud'
  | 'stop-bits';

/** A whole number above 0. Throws `UsageError` when it is left out. */
export function requiredNumber(values: Values, name: Numbered): number {
  const text = values[name];
  if (text === undefined) throw new UsageError(`--${name} is missing`);
  if (!/^\d{1,12}$/.test(text) || Number(text) === 0) throw new UsageError(`--${name} must be a whole number above 0`);
  return Number(text);
}

/** An amount in minor units, bounded: a typing error must not become the largest payment of the protocol. */
export function requiredAmount(values: Values, name: AmountName): number {
  const amount = requiredNumber(values, name);
  const most = values.largest === undefined ? USUAL_LARGEST : requiredNumber(values, 'largest');
  if (amount > most)
    throw new UsageError(
      `--${name} ${amount} is above the largest amount ${most}; if it is meant, say --largest ${amount}`,
    );
  return amount;
}

/** The default of the shop's setting `largestAmount`, minor units. */
const USUAL_LARGEST = 9_999_999;

/** The number under the name of `PaymentTerminal`, or nothing when it is left out. */
export function optionalNumber<K extends string>(values: Values, name: Numbered, key: K): { [P in K]?: number } {
  if (values[name] === undefined) return {};
  const number = isAmount(name) ? requiredAmount(values, name) : requiredNumber(values, name);
  return { [key]: number } as { [P in K]?: number };
}

const AMOUNTS = ['amount', 'tip', 'cashback', 'unused'] as const;
type AmountName = (typeof AMOUNTS)[number];
const isAmount = (name: Numbered): name is AmountName => (AMOUNTS as readonly string[]).includes(name);

export function requiredText(values: Values, name: 'language' | 'hex' | 'file' | 'terminal-id'): string {
  const text = values[name];
  if (!text) throw new UsageError(`--${name} is missing`);
  return text;
}

/** One of these words, or undefined when it is left out. */
export function oneOf<Word extends string>(
  values: Values,
  name: 'kind' | 'mode' | 'which' | 'shared',
  words: readonly Word[],
) {
  const text = values[name];
  if (text === undefined) return undefined;
  const known = words.find(word => word === text);
  if (known === undefined) throw new UsageError(`--${name} must be one of: ${words.join(', ')}`);
  return known;
}

export function requiredLines({ text = [] }: Values): readonly string[] {
  if (text.length === 0) throw new UsageError('--text is missing');
  return text;
}

/** `--digits 4` or `--digits 1-6`. */
export function digitRange({ digits }: Values) {
  if (digits === undefined) return {};
  const [, least, most = least] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(digits) ?? [];
  if (least === undefined) throw new UsageError('--digits must be a number or a range like 1-6');
  return { digits: { least: Number(least), most: Number(most) } };
}

/** The hand-over of the goods: `done`, `failed`, or the amount that was handed over. */
export function handOver({ 'hand-over': word }: Values): HandOver | undefined {
  if (word === undefined) return undefined;
  if (word === 'done' || word === 'failed') return { kind: word };
  if (!/^\d{1,12}$/.test(word)) throw new UsageError('--hand-over must be done, failed or an amount');
  return { kind: 'partly', amount: Number(word) };
}

/** The answer of the cashier to every question: `yes`, `no`, a typed text, or the number of a choice. */
export function answerOf({ answer }: Values, asked: 'signature' | 'choice' | 'input'): Answer {
  if (answer === undefined) return { kind: 'none' };
  if (asked === 'input') return { kind: 'typed', text: answer };
  if (answer === 'yes' || answer === 'no') return { kind: answer };
  return { kind: 'chosen', value: Number(answer) };
}

export function settingsOf(values: Values): TerminalSettings {
  const { password, currency, profile } = values;
  const options = { ...(values.answer === undefined ? {} : { questions: true }), ...optionsOf(values) };
  return {
    protocol: 'zvt',
    connection: connectionOf(values),
    ...(password === undefined ? {} : { password }),
    ...(currency === undefined ? {} : { currency }),
    ...(profile === undefined ? {} : { profile }),
    options,
  };
}

/** `--option charset=cp437 --option goodsTimeout=90`. */
function optionsOf({ option = [] }: Values): Record<string, unknown> {
  return Object.fromEntries(
    option.map(text => {
      const [, key, value] = /^(\w+)=(.*)$/.exec(text) ?? [];
      if (key === undefined) throw new UsageError('--option must be KEY=VALUE');
      return [key, jsonOrText(value!)];
    }),
  );
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function connectionOf(values: Values): Connection {
  const { tcp, serial, 'tcp-listen': listen, caller } = values;
  if ([tcp, serial, listen].filter(way => way !== undefined).length !== 1)
    throw new UsageError('give the terminal: --tcp HOST:PORT, --serial PATH, or --tcp-listen PORT --caller ADDRESS');
  if (listen !== undefined) {
    const port = requiredNumber(values, 'tcp-listen');
    const from = caller === undefined ? { host: '127.0.0.1' } : { from: caller };
    const connection = { type: 'tcpListen', port, ...from } as const;
    checkConnection(connection);
    return connection;
  }
  if (serial !== undefined) {
    const line = { ...optionalNumber(values, 'baud', 'baudRate'), ...optionalNumber(values, 'stop-bits', 'stopBits') };
    return { type: 'serial', path: serial, ...line } as Connection;
  }
  const [, host = '', port = ''] = /^\[?(.+?)\]?:(\d+)$/.exec(tcp!) ?? [];
  const number = Number(port);
  if (host === '' || number < 1 || number > 65_535) throw new UsageError('--tcp must be HOST:PORT');
  return { type: 'tcp', host, port: number };
}
