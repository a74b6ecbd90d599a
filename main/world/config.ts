/**
 * All settings, one schema: defaults, the configuration file, `TILLBRIDGE_…` environment variables and the command
 * line, each overriding the one before.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { type ValueKind, valueKindNames, valueKinds } from '../domain/approvalRules.ts';
import { type Purpose, purposeOf } from '../domain/purpose.ts';
import { BackOfficeSetting, UpstreamSetting } from '../wire/targets.ts';
import { Connection, SharedInput } from '../wire/terminals.ts';
import { QueueSetting, targetProblem } from './targetSettings.ts';

const Terminal = Type.Object({
  device: Type.Optional(
    Type.String({
      description:
        'SDV_… this terminal is; without it the one at the same place in the list of terminals: name it where there are several',
    }),
  ),
  protocol: Type.String({ default: 'zvt' }),
  connection: Connection,
  password: Type.Optional(Type.String({ pattern: '^[0-9]{6}$' })),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  profile: Type.Optional(Type.String({ description: 'capability profile of the model' })),
  shared: Type.Optional(SharedInput),
  handOver: Type.Optional(
    Type.Boolean({ description: 'the till says what became of the goods before a payment is final; default false' }),
  ),
  options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const limitOf = (kind: ValueKind) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    default: valueKinds[kind].limit,
    description: valueKinds[kind].en,
  });

/** One setting for each kind of gift in `domain/valueGiven.ts`. */
const Limits = Type.Object(
  Object.fromEntries(valueKindNames.map(kind => [kind, limitOf(kind)])) as Record<
    ValueKind,
    ReturnType<typeof limitOf>
  >,
  {
    default: {},
    additionalProperties: false,
    description:
      'what a cashier may give away alone, in minor units or points; above it a manager approves with her PIN; null: without limit',
  },
);

export const Config = Type.Object(
  {
    data: Type.String({
      description:
        'directory of the database and the logs, for one purpose alone; data/demo, data/training or data/shop unless it is named. In a training it names the shop to practise with',
    }),
    host: Type.String({ default: '127.0.0.1', description: 'address to listen on; loopback unless told otherwise' }),
    port: Type.Integer({
      default: 8640,
      minimum: 0,
      maximum: 65535,
      description: 'port to listen on; 0 takes any free one',
    }),
    tls: Type.Union(
      [
        Type.Object({
          key: Type.String({ description: 'PEM file of the private key' }),
          cert: Type.String({ description: 'PEM file of the certificate, with those of its issuers' }),
        }),
        Type.Null(),
      ],
      { default: null, description: 'the bridge speaks https with these' },
    ),
    plainHttp: Type.Boolean({
      default: false,
      description: 'other machines may call without TLS: tokens and PINs can be read on the way',
    }),
    requestSeconds: Type.Number({ default: 15, minimum: 0.1, description: 'a request must have arrived by then' }),
    demo: Type.Boolean({
      default: false,
      description: 'fixed demo data, a virtual terminal, and the control interface',
    }),
    readOnly: Type.Boolean({
      default: false,
      description: 'lists, receipts and day-ends are shown, every change is refused',
    }),
    secretsKey: Type.Union([Type.String({ minLength: 32 }), Type.Null()], {
      default: null,
      description: 'key of the secrets in the database; without it a file secrets.key of the data directory',
    }),
    secretsKeyFile: Type.Union([Type.String(), Type.Null()], {
      default: null,
      description: 'file that holds this key',
    }),
    brand: Type.Union([Type.String({ pattern: '^[a-z]{2,30}$' }), Type.Null()], {
      default: null,
      description: 'the word that existing clients write where the specification writes svc, in small letters',
    }),
    training: Type.Boolean({
      default: false,
      description:
        'practice: the own articles and staff in a database of its own below the data directory, a virtual terminal, nothing leaves the machine',
    }),
    control: Type.Boolean({
      default: false,
      description:
        'the control interface for tests: data, clock, faults; --demo switches it on, too, and a live shop refuses it',
    }),
    upstream: UpstreamSetting,
    backoffice: BackOfficeSetting,
    queue: QueueSetting,
    terminals: Type.Array(Terminal, { default: [], description: 'card terminals of this bridge' }),
    allowedHosts: Type.Array(Type.String(), {
      default: [],
      description: 'further names under which clients may address the bridge',
    }),
    allowedOrigins: Type.Array(Type.String(), {
      default: [],
      description: 'web pages of other origins that may call the API',
    }),
    loyaltyPrefixes: Type.Array(Type.String({ pattern: '^[0-9]{4,12}$' }), {
      default: [],
      description:
        'first digits of own loyalty cards whose numbers would be taken for payment cards; all others need no entry',
    }),
    creditorId: Type.String({
      default: 'DE98ZZZ09999999999',
      pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$',
      description: 'SEPA creditor identifier on mandate forms; the default is the one published for tests',
    }),
    strictSums: Type.Boolean({
      default: false,
      description: 'refuse a basket_info.sum that disagrees with the basket',
    }),
    largestAmount: Type.Integer({
      default: 9_999_999,
      minimum: 1,
      maximum: 999_999_999_999,
      description: 'largest amount that is sent to a card terminal, minor units; larger ones are refused',
    }),
    reservationMinutes: Type.Integer({
      default: 30,
      minimum: 1,
      description: 'how long an open sale holds card balance',
    }),
    answerWithin: Type.Number({
      default: 180,
      minimum: 0.05,
      maximum: 3600,
      description:
        'seconds after which a call that waits for a terminal answers with what is known (pending, outcome unknown)',
    }),
    requestsPerMinute: Type.Integer({ default: 6000, minimum: 1, description: 'per client address' }),
    bodyLimit: Type.Integer({ default: 1_048_576, minimum: 1024, description: 'largest request body in bytes' }),
    language: Type.Union([Type.Literal('de'), Type.Literal('en')], {
      default: 'de',
      description: 'language of receipts',
    }),
    logLevel: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], { default: 'info' }),
    scanner: Type.Object(
      {
        prefix: Type.String({ default: '' }),
        suffix: Type.String({ default: 'Enter' }),
        gap: Type.Integer({
          default: 50,
          minimum: 5,
          description: 'longest pause between two keys of a scan, milliseconds',
        }),
      },
      { default: {}, additionalProperties: false },
    ),
    documents: Type.Object(
      {
        most: Type.Integer({ default: 5000, minimum: 1, description: 'uploaded documents of one merchant' }),
        megabytes: Type.Number({ default: 1000, minimum: 0.001, description: 'size of all of them together' }),
      },
      { default: {}, additionalProperties: false },
    ),
    mail: Type.Object(
      {
        from: Type.String({ default: 'kasse@localhost', description: 'address mails to customers come from' }),
        outbox: Type.String({
          default: 'mails',
          description:
            'folder of .eml files, in the data directory unless absolute; used where no mail server is named',
        }),
        smtp: Type.Union(
          [
            Type.Object({
              host: Type.String(),
              port: Type.Integer({ default: 587, minimum: 1, maximum: 65535 }),
              secure: Type.Boolean({ default: false, description: 'TLS from the first byte' }),
              user: Type.Optional(Type.String()),
              password: Type.Optional(Type.String()),
            }),
            Type.Null(),
          ],
          { default: null, description: 'mail server that takes mails to customers' },
        ),
      },
      { default: {}, additionalProperties: false },
    ),
    limits: Limits,
    dayEnd: Type.Object(
      {
        at: Type.Union([Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }), Type.Null()], {
          default: null,
          description: 'HH:MM, local time: every terminal closes its day then by itself; null: never',
        }),
      },
      { default: {}, additionalProperties: false },
    ),
    journal: Type.Enum(['off', 'errors', 'all'], {
      default: 'all',
      description: 'which requests the journal keeps, without secrets, for those who look for the reason of something',
    }),
    journalMegabytes: Type.Number({ default: 50, minimum: 1, description: 'size of the journal on disk' }),
    journalDays: Type.Number({ default: 14, minimum: 0.01, description: 'how long the journal keeps anything' }),
    traceMegabytes: Type.Number({
      default: 20,
      minimum: 1,
      description: 'size on disk of what each terminal and the till said to each other; kept as long as the journal',
    }),
    push: Type.Object(
      {
        firstSeconds: Type.Number({ default: 10, minimum: 0.01, description: 'wait before the first repetition' }),
        factor: Type.Number({ default: 2, minimum: 1, description: 'how much longer every further wait is' }),
        horizonHours: Type.Number({ default: 24, minimum: 0, description: 'given up after that; 48 for two days' }),
        limitSeconds: Type.Number({ default: 30, minimum: 0.01, description: 'a receiver must have answered by then' }),
        asideMinutes: Type.Number({ default: 3, minimum: 0, description: 'how long a slow receiver is left alone' }),
        concurrency: Type.Integer({ default: 64, minimum: 1, description: 'at a time, to all receivers together' }),
        perHost: Type.Integer({ default: 4, minimum: 1, description: 'at a time, to one receiver' }),
        keptDays: Type.Number({ default: 30, minimum: 0, description: 'how long the delivery log remembers' }),
        allowPrivate: Type.Boolean({ default: false, description: 'receivers in the own network may be told' }),
        allow: Type.Array(Type.String(), {
          default: [],
          description: 'host names or addresses that may be told wherever they are, with or without port',
        }),
        authorities: Type.Union([Type.String(), Type.Null()], {
          default: null,
          description: 'PEM file of certificate authorities to trust beside those of the system',
        }),
      },
      { default: {}, additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type Config = Static<typeof Config>;

/** Wrong options or configuration; the sentence is meant for the person who starts the program (exit code 2). */
export class ConfigRefusal extends Error {}

/** Reads the settings of one start. Throws `ConfigRefusal`. */
export function readConfig(argv: readonly string[], environment: NodeJS.ProcessEnv): Config {
  const { settings, enrol } = settingsGiven(argv, environment);
  return checked(enrol === undefined ? settings : withCode(settings, enrol));
}

/**
 * The settings by which a start chooses between demo and shop. Where records go is left out: a demo needs no credentials
 * for it, and a shop does. Throws `ConfigRefusal`.
 */
export const readPlace = (argv: readonly string[], environment: NodeJS.ProcessEnv): Config =>
  checked({ ...settingsGiven(argv, environment).settings, upstream: null, backoffice: null });

function settingsGiven(argv: readonly string[], environment: NodeJS.ProcessEnv) {
  const line = commandLine(argv);
  const file = line.config === undefined ? {} : configFile(line.config);
  const settings: Readonly<Record<string, unknown>> = { ...file, ...fromEnvironment(environment), ...line.settings };
  return { settings, enrol: line.enrol };
}

/** The one-time code of the command line belongs to the back office that is named there or elsewhere. */
function withCode(settings: Readonly<Record<string, unknown>>, enrol: string): Record<string, unknown> {
  const { backoffice } = settings;
  if (backoffice == null) throw new ConfigRefusal('--enrol wants --backoffice, the address that the code is for.');
  const known = typeof backoffice === 'object' ? backoffice : { address: backoffice };
  return { ...settings, backoffice: { ...known, enrol } };
}

/** Completes and checks settings given by a program, for example a test. */
export const configOf = (settings: Partial<Config>): Config => checked(settings);

/** Wider limits of a demo, which is also the place for load tests. */
const DEMO = { requestsPerMinute: 10_000_000 } as const;
/** The vouchers of the demo data, which a training has as well, begin like payment cards. */
const DEMO_DATA = { loyaltyPrefixes: ['500000000000'] } as const;

function checked(settings: Readonly<Record<string, unknown>>): Config {
  const data = DIRECTORIES[settings.demo === true && settings.training !== true ? 'demo' : 'live'];
  const wider = {
    ...(settings.demo === true ? DEMO : {}),
    ...(settings.demo === true || settings.training === true ? DEMO_DATA : {}),
  };
  const complete = Value.Default(Config, structuredClone({ data, ...wider, ...settings }));
  if (!Value.Check(Config, complete)) throw new ConfigRefusal(`Configuration: ${problemOf(complete)}`);
  refuseTargets(complete);
  refuseControl(complete);
  return complete;
}

function problemOf(complete: unknown): string {
  const [first] = Value.Errors(Config, complete);
  const name = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  if (first?.keyword === 'boolean') return `there is no setting "${name}". There are: ${SETTINGS.join(', ')}.`;
  return `${name || 'settings'} ${first?.message ?? 'are wrong'}.`;
}

const SETTINGS = Object.keys(Config.properties);

/** Whoever names an upstream service expects that sales leave the shop. */
function refuseTargets(config: Config): void {
  const problem = targetProblem(config);
  if (problem !== null) throw new ConfigRefusal(`Configuration: ${problem}.`);
}

/** It sets clocks, replaces data and rehearses faults. */
function refuseControl(config: Config): void {
  if (config.control && purposeOf(config) === 'live')
    throw new ConfigRefusal(
      'Configuration: control: a live shop has no control interface; start with --demo, or without TILLBRIDGE_CONTROL and "control" in the file.',
    );
}

/** The data directory of each purpose unless it is named. */
const DIRECTORIES: Readonly<Record<Purpose, string>> = {
  demo: join('data', 'demo'),
  training: join('data', 'training'),
  live: join('data', 'shop'),
};

export const defaultDirectory = (purpose: Purpose): string => DIRECTORIES[purpose];

/** The directory of a training: beside the shop's where that is the usual one, else below the one that is named. */
export const trainingDirectory = (shop: string): string =>
  resolve(shop) === resolve(DIRECTORIES.live) ? DIRECTORIES.training : join(shop, 'training');

function commandLine(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        'plain-http': { type: 'boolean' },
        config: { type: 'string' },
        demo: { type: 'boolean' },
        training: { type: 'boolean' },
        upstream: { type: 'string' },
        backoffice: { type: 'string' },
        enrol: { type: 'string' },
        'read-only': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const { config, enrol, port, 'read-only': readOnly, 'plain-http': plainHttp, help: _, ...rest } = values;
    const more = {
      ...(port === undefined ? {} : { port: asNumber('--port', port) }),
      ...(readOnly === undefined ? {} : { readOnly }),
      ...(plainHttp === undefined ? {} : { plainHttp }),
    };
    return { config, enrol, settings: { ...rest, ...more } };
  } catch (error) {
    if (error instanceof ConfigRefusal) throw error;
    throw new ConfigRefusal(`${(error as Error).message.split('.')[0]}. Options: ${OPTIONS}`);
  }
}

const OPTIONS =
  '--data DIR --port N --host H --plain-http --config FILE --demo --training --upstream URL --backoffice URL --enrol CODE --read-only --help';

/** The `--help` text of a program that takes the options of the bridge. */
export const usage = (program: string, does: string): string => `${program} -- [options]
${does}
  --data DIR     data directory (default ${DIRECTORIES.live}; demo ${DIRECTORIES.demo}; training ${DIRECTORIES.training})
  --port N       port to listen on, 0 = any free one (default 8640)
  --host H       address to listen on (default 127.0.0.1)
  --plain-http   a live shop beyond this machine without TLS, where the network is trusted
  --config FILE  settings as one JSON object; TILLBRIDGE_… variables override them, options override both
  --demo         demo data, a virtual terminal, simulated payments: nothing is real
  --training     practice with the own articles and people; with --data DIR those of the shop in DIR
  --upstream URL the service that receives what is sold; credentials stand in the file or the environment
  --backoffice URL, --enrol CODE  the back office that receives the records, and the one-time code that enrols this bridge
  --read-only    opens the data for reading and export alone
  --help         this text
settings: ${SETTINGS.join(', ')}
exit code 0 ended in order, 2 wrong use or configuration (one sentence says which), 1 anything else`;

/** Is only the usage wanted? */
export const wantsHelp = (argv: readonly string[]): boolean => argv.some(word => word === '--help' || word === '-h');

function configFile(path: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as Record<string, unknown>;
  } catch (error) {
    throw new ConfigRefusal(`Configuration file ${path}: ${(error as Error).message}.`);
  }
  throw new ConfigRefusal(`Configuration file ${path} must hold one JSON object.`);
}

/** `TILLBRIDGE_LOG_LEVEL=debug` sets `logLevel`; values that are not text are JSON. */
function fromEnvironment(environment: NodeJS.ProcessEnv): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(Config.properties)) {
    const name = `TILLBRIDGE_${key.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`;
    const text = environment[name];
    if (text !== undefined) settings[key] = 'type' in schema && schema.type === 'string' ? text : asJson(text);
  }
  return settings;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? null : text;
  }
}

function asNumber(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new ConfigRefusal(`${name} wants a number, not "${text}".`);
}

/** The key of the secrets that comes from outside, or null. Throws `ConfigRefusal`. */
export function secretsKeyOf({ secretsKey, secretsKeyFile: file }: Config): string | null {
  if (secretsKey !== null || file === null) return secretsKey;
  try {
    const key = readFileSync(file, 'utf8').trim();
    if (key.length >= 32) return key;
  } catch (error) {
    throw new ConfigRefusal(`Configuration: secretsKeyFile ${file} cannot be read: ${(error as Error).message}.`);
  }
  throw new ConfigRefusal(`Configuration: secretsKeyFile ${file} must hold at least 32 characters.`);
}
