/** All settings, one schema, with their defaults; `configReading.ts` reads them from file, environment and command line. */
import { join, resolve } from 'node:path';
import Type, { type Static } from 'typebox';
import { type ValueKind, valueKindNames, valueKinds } from '../domain/approvalRules.ts';
import { LARGEST_AMOUNT } from '../domain/money.ts';
import type { Purpose } from '../domain/purpose.ts';
import { BackOfficeSetting, UpstreamSetting } from '../wire/targets.ts';
import { Connection, SharedInput } from '../wire/terminals.ts';
import { QueueSetting } from './targetSettings.ts';

const Terminal = Type.Object({
  device: Type.Optional(
    Type.String({
      description:
        'SDV_… this terminal is; without it the one at the same place in the list of terminals: name it where there are several',
    }),
  ),
  protocol: Type.String({ default: 'zvt', description: 'language of the terminal: zvt or opi' }),
  connection: Connection,
  password: Type.Optional(
    Type.String({
      pattern: '^[0-9]{6}$',
      description: 'the password by which a till registers at the terminal; 000000 where nobody changed it',
    }),
  ),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217; EUR when left out' })),
  profile: Type.Optional(Type.String({ description: 'capability profile of the model' })),
  shared: Type.Optional(SharedInput),
  handOver: Type.Optional(
    Type.Boolean({ description: 'the till says what became of the goods before a payment is final; default false' }),
  ),
  options: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'settings of the protocol, such as {"tips": true}' }),
  ),
});

const limitOf = (kind: ValueKind) =>
  Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
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

/** Unknown members of a request: ignored; refused where they are probably misspelt; refused. */
export const strictModes = ['off', 'misspelt', 'all'] as const;

export const Config = Type.Object(
  {
    data: Type.String({
      examples: ['/var/lib/tillbridge'],
      description:
        'directory of the database and the logs, for one purpose alone; data/demo, data/training or data/shop unless it is named. In a training it names the shop to practise with',
    }),
    host: Type.String({
      default: '127.0.0.1',
      examples: ['0.0.0.0'],
      description: 'address to listen on; 127.0.0.1 is reached from this machine alone, 0.0.0.0 from others as well',
    }),
    port: Type.Integer({
      default: 8640,
      minimum: 0,
      maximum: 65535,
      examples: [8641],
      description: 'port to listen on; 0 takes any free one',
    }),
    tls: Type.Union(
      [
        Type.Object({
          key: Type.String({ description: 'PEM file of the private key' }),
          cert: Type.String({ description: 'PEM file of the certificate, with those of its issuers' }),
        }),
        Type.Literal('generated'),
        Type.Null(),
      ],
      {
        default: null,
        examples: [{ key: '/etc/tillbridge/till.key', cert: '/etc/tillbridge/till.pem' }],
        description:
          'certificate and key: the bridge speaks https with these, and needs them where other machines call it; "generated": it makes its own, whose fingerprint people compare',
      },
    ),
    authorities: Type.Union([Type.String(), Type.Null()], {
      default: null,
      examples: ['/etc/ssl/own.pem'],
      description:
        'PEM file of certificate authorities to trust beside the usual ones, wherever the till calls: upstream service, back office, mail server, receivers of pushes',
    }),
    plainHttp: Type.Boolean({
      default: false,
      examples: [true],
      description:
        'other machines may call, and services be called there, without TLS: tokens, PINs and sales can be read on the way',
    }),
    requestSeconds: Type.Number({
      default: 15,
      minimum: 0.1,
      maximum: 3600,
      description: 'a request must have arrived by then',
    }),
    demo: Type.Boolean({
      default: false,
      description: 'fixed demo data, a virtual terminal, and the control interface',
    }),
    history: Type.Boolean({
      default: false,
      description: 'a demo that begins has four weeks of sales behind it; a directory that has a shop stays as it is',
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
    sealSecretsKey: Type.Boolean({
      default: false,
      description:
        'the desktop application keeps secrets.key sealed by the keystore of the system, for one user of one machine; false puts the file back, as a move of the till needs',
    }),
    brand: Type.Union([Type.String({ pattern: '^[a-z]{2,30}$' }), Type.Null()], {
      default: null,
      examples: ['acme'],
      description: 'the word that existing clients write where the specification writes svc, in small letters',
    }),
    training: Type.Boolean({
      default: false,
      description:
        'practice: the own articles and staff in a database of its own below the data directory, a virtual terminal, nothing leaves the machine',
    }),
    virtualTerminals: Type.Boolean({
      default: false,
      description:
        'for a trial of a shop that has been set up: the virtual terminal may be paired and paid at, and every slip says that no money is real; else a live shop refuses it',
    }),
    control: Type.Boolean({
      default: false,
      description:
        'the control interface for tests: data, clock, faults; --demo switches it on, too, and a live shop refuses it',
    }),
    upstream: UpstreamSetting,
    backoffice: BackOfficeSetting,
    queue: QueueSetting,
    terminals: Type.Array(Terminal, {
      default: [],
      description:
        'card terminals of this bridge, beside those that a manager has paired at the screen; a demo without an entry has a virtual one',
      examples: [
        [
          {
            protocol: 'zvt',
            connection: { type: 'tcp', host: '192.0.2.10', port: 20007 },
            password: '000000',
            shared: 'no',
          },
        ],
      ],
    }),
    allowedHosts: Type.Array(Type.String(), {
      default: [],
      examples: [['till.shop.example']],
      description:
        'host names and addresses, beside those of this machine, by which clients may address the bridge; other ones are refused',
    }),
    allowedOrigins: Type.Array(Type.String(), {
      default: [],
      examples: [['https://register.shop.example']],
      description: 'web pages of other origins that may call the API: scheme, host and port, as a browser shows them',
    }),
    loyaltyPrefixes: Type.Array(Type.String({ pattern: '^[0-9]{4,12}$' }), {
      default: [],
      examples: [['670012']],
      description:
        'first digits of own loyalty cards whose numbers would be taken for payment cards; all others need no entry',
    }),
    creditorId: Type.String({
      default: 'DE98ZZZ09999999999',
      pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$',
      description: 'SEPA creditor identifier on mandate forms; the default is the one published for tests',
    }),
    strict: Type.Enum([...strictModes], {
      default: 'off',
      description:
        'unknown members of requests: off ignores them, misspelt refuses those that are probably misspelt, all refuses every one; a demo begins with misspelt. A request may say otherwise by the header Tillbridge-Strict',
    }),
    strictSums: Type.Boolean({
      default: false,
      description:
        'refuse a basket_info.sum that disagrees with the lines of the basket; without it such a sum is what is charged, marked by sum_differs. A demo begins with true, and there a request lifts it by the header Tillbridge-Strict: off',
    }),
    appuserGrant: Type.Boolean({
      default: true,
      description:
        'people sign in through programs of others by their PIN (grant_type appuser); without it they do so at the screen and by the code of a device alone',
    }),
    largestAmount: Type.Integer({
      default: 9_999_999,
      minimum: 1,
      maximum: LARGEST_AMOUNT,
      description: 'largest amount that is sent to a card terminal, minor units; larger ones are refused',
    }),
    reservationMinutes: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 525_600,
      description: 'how long an open sale holds card balance',
    }),
    answerWithin: Type.Number({
      default: 180,
      minimum: 0.05,
      maximum: 3600,
      examples: [60],
      description:
        'seconds after which a call that waits for a terminal answers with what is known (pending, outcome unknown)',
    }),
    waitScale: Type.Number({
      default: 1,
      minimum: 0,
      maximum: 1,
      description:
        'demo and training only: share of the time that "not paid" waits before it is final (docs/reconciliation.md), for tests with simulated terminals; a live shop always waits the whole time',
    }),
    requestsPerMinute: Type.Integer({
      default: 6000,
      minimum: 1,
      maximum: 100_000_000,
      description: 'most requests a minute of one address; more are refused (429) with Retry-After',
    }),
    bodyLimit: Type.Integer({
      default: 1_048_576,
      minimum: 1024,
      maximum: 1_073_741_824,
      description: 'largest request body in bytes',
    }),
    diskReserve: Type.Number({
      default: 200,
      minimum: 0,
      maximum: 1_000_000,
      description: 'megabytes of the disk that pictures, documents and imports leave to sales',
    }),
    language: Type.Union([Type.Literal('de'), Type.Literal('en'), Type.Null()], {
      default: null,
      description: 'language of receipts; without it that of the shop, German where none says',
    }),
    logLevel: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], {
      default: 'info',
      description: 'how much the log of the program says',
    }),
    customerDisplay: Type.Enum(['off', 'second', 'window'], {
      default: 'off',
      description:
        'the desktop application opens a customer display: second fills a second screen where there is one, window is a common window',
    }),
    autostart: Type.Union([Type.Boolean(), Type.Null()], {
      default: null,
      description:
        'the installed desktop application starts when its user signs in; null leaves the choice to its menu',
    }),
    scanner: Type.Object(
      {
        prefix: Type.String({ default: '', description: 'what the scanner types before a code' }),
        suffix: Type.String({ default: 'Enter', description: 'the key that it types after a code' }),
        gap: Type.Integer({
          default: 50,
          minimum: 5,
          maximum: 10_000,
          description: 'longest pause between two keys of a scan, milliseconds',
        }),
      },
      {
        default: {},
        additionalProperties: false,
        description: 'how a barcode scanner that types like a keyboard is told from a person',
      },
    ),
    documents: Type.Object(
      {
        most: Type.Integer({
          default: 5000,
          minimum: 1,
          maximum: 10_000_000,
          description: 'uploaded documents of one merchant',
        }),
        megabytes: Type.Number({
          default: 1000,
          minimum: 0.001,
          maximum: 1_000_000,
          description: 'size of all of them together',
        }),
        megabytesEach: Type.Number({
          default: 100,
          minimum: 0.001,
          maximum: 1_000_000,
          description: 'size of those that one person or client has sent and nothing has taken yet',
        }),
        scanner: Type.Union([Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 50 }), Type.Null()], {
          default: null,
          description:
            'program with its parameters that reads each document from standard input before it is kept: exit code 0 keeps it, 1 refuses it',
        }),
      },
      {
        default: {},
        additionalProperties: false,
        description: 'what uploaded documents may take on disk, and who looks at them',
      },
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
              plainPassword: Type.Boolean({
                default: false,
                description: 'send the password also where the server offers no STARTTLS, on a trusted network',
              }),
              user: Type.Optional(Type.String()),
              password: Type.Optional(Type.String()),
            }),
            Type.Null(),
          ],
          { default: null, description: 'mail server that takes mails to customers' },
        ),
      },
      {
        default: {},
        additionalProperties: false,
        description: 'mails to customers: to a mail server, or as files in a folder',
      },
    ),
    limits: Limits,
    tips: Type.Object(
      {
        ask: Type.Boolean({
          default: false,
          description: 'the screen asks for a tip before a card payment; off where the terminal asks itself',
        }),
        perCent: Type.Array(Type.Number({ minimum: 0.1, maximum: 100 }), {
          default: [5, 10, 15],
          maxItems: 6,
          description: 'shares of the amount to pay that the screen offers as a tip',
        }),
      },
      { default: {}, additionalProperties: false, description: 'whether the screen asks for a tip' },
    ),
    lockAfter: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 240,
      description: 'minutes without a touch, a key or a scan after which the till asks for a PIN again; 0: never',
    }),
    preAuthorisationDays: Type.Integer({
      default: 7,
      minimum: 1,
      maximum: 60,
      description: 'how long the acquirer of the card terminals keeps an amount on hold; ask the acquirer',
    }),
    pinLength: Type.Object(
      {
        shortest: Type.Integer({
          default: 4,
          minimum: 4,
          maximum: 12,
          description: 'digits of a new PIN at least',
        }),
        longest: Type.Integer({
          default: 8,
          minimum: 4,
          maximum: 12,
          description: 'digits of a new PIN at most',
        }),
      },
      { default: {}, additionalProperties: false, description: 'length of the PINs of people' },
    ),
    dayEnd: Type.Object(
      {
        at: Type.Union([Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }), Type.Null()], {
          default: null,
          description: 'HH:MM, local time: every terminal closes its day then by itself; null: never',
        }),
      },
      { default: {}, additionalProperties: false, description: 'the end of the day of every terminal, by itself' },
    ),
    updates: Type.Union([Type.String(), Type.Null()], {
      default: null,
      description: 'folder in which the updating program of the headless package keeps its state; null: there is none',
    }),
    backup: Type.Object(
      {
        to: Type.Union([Type.String({ minLength: 1 }), Type.Null()], {
          default: null,
          description: 'folder on another disk or a share that takes backups; null: none are made',
        }),
        at: Type.Union([Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }), Type.Null()], {
          default: '03:30',
          description: 'HH:MM, local time: a backup is made every day then; null: only when somebody asks',
        }),
        passphraseFile: Type.Union([Type.String({ minLength: 1 }), Type.Null()], {
          default: null,
          description:
            'file with the passphrase that encrypts backups, at least 12 characters; null: they are readable',
        }),
        days: Type.Integer({ default: 14, minimum: 1, maximum: 3650, description: 'the newest of so many days stays' }),
        weeks: Type.Integer({ default: 8, minimum: 0, maximum: 520, description: 'the newest of so many weeks stays' }),
        months: Type.Integer({
          default: 12,
          minimum: 0,
          maximum: 120,
          description: 'the newest of so many months stays',
        }),
      },
      { default: {}, additionalProperties: false, description: 'backups of the data directory while the till sells' },
    ),
    journal: Type.Enum(['off', 'errors', 'all'], {
      default: 'all',
      description: 'which requests the journal keeps, without secrets, for those who look for the reason of something',
    }),
    journalMegabytes: Type.Number({
      default: 50,
      minimum: 1,
      maximum: 1_000_000,
      description: 'size of the journal on disk',
    }),
    journalDays: Type.Number({
      default: 14,
      minimum: 0.01,
      maximum: 3650,
      description: 'how long the journal keeps anything',
    }),
    traceMegabytes: Type.Number({
      default: 20,
      minimum: 1,
      maximum: 1_000_000,
      description: 'size on disk of what each terminal and the till said to each other; kept as long as the journal',
    }),
    push: Type.Object(
      {
        firstSeconds: Type.Number({
          default: 10,
          minimum: 0.01,
          maximum: 86_400,
          description: 'wait before the first repetition',
        }),
        factor: Type.Number({
          default: 2,
          minimum: 1,
          maximum: 100,
          description: 'how much longer every further wait is',
        }),
        horizonHours: Type.Number({
          default: 24,
          minimum: 0,
          maximum: 8760,
          description: 'given up after that; 48 for two days',
        }),
        limitSeconds: Type.Number({
          default: 30,
          minimum: 0.01,
          maximum: 3600,
          description: 'a receiver must have answered by then',
        }),
        asideMinutes: Type.Number({
          default: 3,
          minimum: 0,
          maximum: 10_080,
          description: 'how long a slow receiver is left alone',
        }),
        concurrency: Type.Integer({
          default: 64,
          minimum: 1,
          maximum: 10_000,
          description: 'at a time, to all receivers together',
        }),
        perHost: Type.Integer({
          default: 4,
          minimum: 1,
          maximum: 1000,
          description: 'at a time, to all addresses of one host',
        }),
        keptDays: Type.Number({
          default: 30,
          minimum: 0,
          maximum: 3650,
          description: 'how long the delivery log remembers',
        }),
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
      {
        default: {},
        additionalProperties: false,
        description:
          'how notifications are delivered to url_push: repetitions, limits, and which receivers may be called',
      },
    ),
  },
  { additionalProperties: false },
);
export type Config = Static<typeof Config>;

/** The name of every setting. */
export const settingNames = Object.keys(Config.properties);

/** Wrong options or configuration; the sentence is meant for the person who starts the program (exit code 2). */
export class ConfigRefusal extends Error {}

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
