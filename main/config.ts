/**
 * All settings, one schema: defaults, the configuration file, `TILLBRIDGE_…` environment variables and the command
 * line, each overriding the one before.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { Connection, SharedInput } from './api/terminals/contract.ts';

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

export const Config = Type.Object(
  {
    data: Type.String({ default: 'data', description: 'directory of the database and the logs' }),
    host: Type.String({ default: '127.0.0.1', description: 'address to listen on; loopback unless told otherwise' }),
    port: Type.Integer({
      default: 8640,
      minimum: 0,
      maximum: 65535,
      description: 'port to listen on; 0 takes any free one',
    }),
    demo: Type.Boolean({
      default: false,
      description: 'fixed demo data, a virtual terminal, and the control interface',
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
      description: 'the control interface for tests: data, clock, faults; --demo switches it on, too',
    }),
    upstream: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      default: null,
      description: 'base address of the service that receives what was sold',
    }),
    terminals: Type.Array(Terminal, { default: [], description: 'card terminals of this bridge' }),
    allowedHosts: Type.Array(Type.String(), {
      default: [],
      description: 'further names under which clients may address the bridge',
    }),
    allowedOrigins: Type.Array(Type.String(), {
      default: [],
      description: 'web pages of other origins that may call the API',
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
      { default: {} },
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
      { default: {} },
    ),
    dayEnd: Type.Object(
      {
        at: Type.Union([Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }), Type.Null()], {
          default: null,
          description: 'HH:MM, local time: every terminal closes its day then by itself; null: never',
        }),
      },
      { default: {} },
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
      { default: {} },
    ),
  },
  { additionalProperties: false },
);
export type Config = Static<typeof Config>;

/** Wrong options or configuration; the sentence is meant for the person who starts the program (exit code 2). */
export class ConfigRefusal extends Error {}

/** Reads the settings of one start. Throws `ConfigRefusal`. */
export function readConfig(argv: readonly string[], environment: NodeJS.ProcessEnv): Config {
  const line = commandLine(argv);
  const file = line.config === undefined ? {} : configFile(line.config);
  return checked({ ...file, ...fromEnvironment(environment), ...line.settings });
}

/** Completes and checks settings given by a program, for example a test. */
export const configOf = (settings: Partial<Config>): Config => checked(settings);

/** What a demo is wider in than a shop: it is also the place for load tests. */
const DEMO = { requestsPerMinute: 10_000_000 } as const;

function checked(settings: Readonly<Record<string, unknown>>): Config {
  const complete = Value.Default(Config, structuredClone({ ...(settings.demo === true ? DEMO : {}), ...settings }));
  if (Value.Check(Config, complete)) return complete;
  const first = Value.Errors(Config, complete)[0];
  throw new ConfigRefusal(
    `Configuration: ${first?.instancePath.slice(1).replaceAll('/', '.') || 'settings'} ${first?.message ?? 'are wrong'}.`,
  );
}

function commandLine(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        config: { type: 'string' },
        demo: { type: 'boolean' },
        training: { type: 'boolean' },
        upstream: { type: 'string' },
      },
    });
    const { config, port, ...rest } = values;
    return { config, settings: { ...rest, ...(port === undefined ? {} : { port: asNumber('--port', port) }) } };
  } catch (error) {
    if (error instanceof ConfigRefusal) throw error;
    throw new ConfigRefusal(
      `${(error as Error).message.split('.')[0]}. Options: --data DIR --port N --host H --config FILE --demo --training --upstream URL`,
    );
  }
}

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
