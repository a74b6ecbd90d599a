/** Card terminals of this bridge on the wire: what they are and can, how one is found, paired, changed and asked. */
import Type, { type Static } from 'typebox';
import { SHARED_WITH } from '../domain/terminalSharing.ts';
import { IntegerInput, idOf, nullable, openObject, ReceiptLine, SerialDevice, Texts } from './shapes.ts';

const TcpPort = Type.Integer({ minimum: 1, maximum: 65535 });
const Tcp = Type.Object({
  type: Type.Literal('tcp'),
  host: Type.String({ minLength: 1 }),
  port: TcpPort,
});
const TcpListen = Type.Object({
  type: Type.Literal('tcpListen'),
  port: TcpPort,
  host: Type.Optional(Type.String({ description: 'address to listen on; all of this machine when left out' })),
  from: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 253,
      description: 'who is let in: address, host name or network as CIDR; may be left out on a loopback address only',
    }),
  ),
  terminalId: Type.Optional(
    Type.String({
      pattern: '^[0-9]{8}$',
      description: 'TID; another terminal that calls is not worked with. Pairing fills it in',
    }),
  ),
});
const Serial = Type.Object({
  type: Type.Literal('serial'),
  path: Type.Optional(Type.String({ minLength: 1 })),
  baudRate: Type.Optional(Type.Integer({ minimum: 300, maximum: 4_000_000 })),
  stopBits: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
  device: Type.Optional(SerialDevice),
});

/** How a terminal is reached: it is called, it calls, or it hangs on a serial port. */
export const Connection = Type.Union([Tcp, TcpListen, Serial]);

const Options = Type.Record(Type.String({ maxLength: 40 }), Type.Unknown(), {
  description:
    'settings of the protocol, as `options` in the configuration file: all of them; what the driver does not know is refused',
});

const Till = Type.Object({ id: idOf('SDV'), description: Type.String() });

/** A condition that a terminal reported and that keeps it from taking cards, or soon will. */
export const TerminalCondition = Type.Object({
  blocks: Type.Boolean({ description: 'it takes no cards; false: it asks for its cure, and may work on until then' }),
  cure: Type.Enum(['diagnosis', 'endOfDay', 'initialisation', 'wait', 'person'], {
    description: 'a task this terminal can do; time (an update, a restart); a person at the terminal',
  }),
  resultCode: nullable(Type.Integer()),
  texts: Texts,
  since: Type.Integer({ description: 'milliseconds since 1970' }),
});
export type TerminalCondition = Static<typeof TerminalCondition>;

/** A card terminal the bridge works with. */
export const Terminal = Type.Object({
  device: idOf('SDV'),
  description: Type.String(),
  protocol: Type.String({ description: 'zvt, …' }),
  connection: Connection,
  endpoint: Type.String({ description: 'tcp://host:port, tcp-listen:port or serial:path' }),
  profile: Type.String({ description: 'what the model is known to be able to do; generic where it is not known' }),
  options: Type.Record(Type.String(), Type.Unknown(), {
    description: 'settings of the protocol, as they were given, and what pairing found out of them',
  }),
  features: Type.Array(Type.String(), {
    description: 'pay, reverse, refund, diagnosis, …: what can be used through this API, nothing else is offered',
  }),
  terminalId: nullable(Type.String({ description: 'TID, eight digits; null before the terminal told it' })),
  software: nullable(Type.String({ description: 'version, as the terminal told it at pairing' })),
  state: Type.Enum(['offline', 'connecting', 'ready', 'busy', 'closed']),
  since: Type.Integer({ description: 'milliseconds since 1970' }),
  reason: nullable(Type.String({ description: 'why it is offline, for developers' })),
  code: nullable(
    Type.String({ description: 'stable word for the reason: unreachable, held, silent, lineLost, refused, …' }),
  ),
  holder: nullable(
    Type.String({ description: 'another program that owns this terminal, by name, pid and since when' }),
  ),
  condition: nullable(TerminalCondition),
  tills: Type.Array(Till, { description: 'tills whose card payments it takes' }),
  shared: Type.Boolean({
    description: 'others may pay at it, too, or nobody has said that they do not: then more is left to a person',
  }),
  sharedWith: nullable(
    Type.Enum([...SHARED_WITH], {
      description:
        'no: only the tills of this bridge; tillbridge: also those of another Tillbridge; others: also other software, or people at its keys; null: nobody has answered',
    }),
  ),
  handOver: Type.Boolean({ description: 'the till says what became of the goods before a payment is final' }),
  paired: Type.Boolean({ description: 'false: it stands in the configuration file and is changed there' }),
});
export type Terminal = Static<typeof Terminal>;

/** Answer of `GET /bridge/v1/terminals`. */
export const Terminals = Type.Object({ count: Type.Integer(), data: Type.Array(Terminal) });

/** One place where a terminal answered, or where somebody else is at it. */
export const Found = Type.Object({
  endpoint: Type.String(),
  connection: Connection,
  protocol: Type.String(),
  /** `known`: it is one of `GET /bridge/v1/terminals` already, see `device`. `held`: see `holder`. */
  state: Type.Enum(['free', 'known', 'held']),
  terminalId: nullable(Type.String()),
  software: nullable(Type.String()),
  holder: nullable(Type.String()),
  device: nullable(idOf('SDV')),
});
export type Found = Static<typeof Found>;

/** A search as far as it got; data of the event `search`. */
export const Search = Type.Object({
  id: nullable(Type.String({ description: 'null before the first search' })),
  running: Type.Boolean(),
  done: Type.Integer({ description: 'places asked' }),
  of: Type.Integer({ description: 'places to ask' }),
  found: Type.Array(Found),
});
export type Search = Static<typeof Search>;

/** Answer of `GET /bridge/v1/terminals/search`: the search, and where one could search. */
export const SearchAnswer = Type.Object({
  ...Search.properties,
  networks: Type.Array(Type.String(), { description: 'networks this machine is in, as CIDR, for `subnets`' }),
  serialPorts: Type.Array(Type.String(), { description: 'names of the serial ports of this machine' }),
});
export type SearchAnswer = Static<typeof SearchAnswer>;

/** Body of `POST /bridge/v1/terminals/search`. */
export const SearchInput = openObject({
  ports: Type.Optional(nullable(Type.Boolean({ description: 'ask the serial ports of this machine' }))),
  subnets: Type.Optional(
    nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        maxItems: 8,
        description: 'IPv4 networks as CIDR, at most /22 each, or single addresses',
      }),
    ),
  ),
  tcpPorts: Type.Optional(
    nullable(Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }), { minItems: 1, maxItems: 8 })),
  ),
});
export type SearchInput = Static<typeof SearchInput>;
export const SearchStarted = Type.Object({ search: Type.String() });

const Description = Type.String({ maxLength: 1000 });
const Password = Type.String({ pattern: '^[0-9]{6}$', description: 'six digits; never answered' });
const Tills = Type.Array(idOf('SDV'), { maxItems: 100, description: 'tills that pay here; they leave their old one' });

const model = (otherwise: string) =>
  nullable(Type.String({ minLength: 1, maxLength: 40, description: `a name of GET …/models; ${otherwise}` }));

/** Answer of `GET /bridge/v1/terminals/models`. */
export const Models = Type.Object({
  data: Type.Array(
    Type.Object({
      protocol: Type.String(),
      name: Type.String(),
      title: Type.String(),
      recognised: Type.Boolean({ description: 'it says by itself what it is; any other has to be named' }),
    }),
  ),
});
export type Models = Static<typeof Models>;

/** Use of a terminal by others; true is `others`, false is `no`. */
export const SharedInput = Type.Union([Type.Boolean(), Type.Enum([...SHARED_WITH])], {
  description:
    'who else takes money there: no, tillbridge or others (also true, false); left out: not answered, which counts as shared',
});

const use = {
  shared: Type.Optional(nullable(SharedInput)),
  handOver: Type.Optional(nullable(Type.Boolean())),
};

/** Body of `POST /bridge/v1/terminals`: pairs a terminal, which is then in use at once. */
export const PairInput = openObject({
  connection: Connection,
  protocol: Type.Optional(nullable(Type.String({ maxLength: 30, description: 'zvt when left out' }))),
  password: Type.Optional(nullable(Password)),
  currency: Type.Optional(nullable(Type.String({ pattern: '^[A-Z]{3}$', description: 'EUR when left out' }))),
  profile: Type.Optional(model('left out: found out by itself')),
  options: Type.Optional(nullable(Options)),
  device: Type.Optional(nullable(idOf('SDV'))),
  description: Type.Optional(nullable(Description)),
  tills: Type.Optional(nullable(Tills)),
  ...use,
});
export type PairInput = Static<typeof PairInput>;

/**
 * Body of `PUT /bridge/v1/terminals/{device}`; what is left out stays. Another way to reach it is kept only where the
 * same terminal answers.
 */
export const TerminalInput = openObject({
  description: Type.Optional(nullable(Description)),
  password: Type.Optional(nullable(Password)),
  connection: Type.Optional(nullable(Connection)),
  profile: Type.Optional(model('null: found out by itself')),
  options: Type.Optional(nullable(Options)),
  tills: Type.Optional(nullable(Tills)),
  ...use,
});
export type TerminalInput = Static<typeof TerminalInput>;

/** Fewer than a card number has. */
const MOST_DIGITS = 10;
const digits = (length: number) => Type.Integer({ minimum: 1, maximum: 10 ** length - 1 });
const Shown = Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 8 });
const task = <Name extends string, More extends object>(name: Name, more: More = {} as More) =>
  openObject({ do: Type.Literal(name), ...more });

/** Body of `POST /bridge/v1/terminals/{device}/tasks`; the end-of-day has a place of its own. */
export const TaskInput = Type.Union([
  task('diagnosis', {
    kind: Type.Optional(Type.Enum(['line', 'extended', 'configuration', 'emvConfiguration'])),
  }),
  task('initialisation'),
  task('logOff'),
  task('reset'),
  task('turnoverTotals'),
  task('sendOffline'),
  task('repeatReceipt', {
    which: Type.Optional(
      Type.Enum(['last', 'merchant', 'customer', 'endOfDay'], {
        description: 'both copies of the last transaction when left out; endOfDay where features names repeatDayEnd',
      }),
    ),
  }),
  task('reprint', { from: digits(4), to: Type.Optional(digits(4)) }),
  task('printConfiguration'),
  task('selfTest'),
  task('selectLanguage', { language: Type.String({ pattern: '^[a-z]{2}$' }) }),
  task('setClock', { at: Type.Optional(Type.Integer({ description: 'ms since 1970; now when left out' })) }),
  task('serviceMode'),
  task('display', {
    lines: Shown,
    seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
  }),
  task('print', {
    lines: Type.Array(Type.String({ maxLength: 200 }), {
      minItems: 1,
      maxItems: 200,
      description: 'for the printer of the terminal; broken at 24 characters',
    }),
  }),
  task('ask', {
    lines: Shown,
    seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 120, description: '30 when left out' })),
    digits: Type.Optional(
      Type.Object(
        {
          least: Type.Integer({ minimum: 0, maximum: MOST_DIGITS }),
          most: Type.Integer({ minimum: 1, maximum: MOST_DIGITS }),
        },
        { description: 'wait for so many digits, not for a key; where features names digits' },
      ),
    ),
  }),
  task('changeConfiguration', {
    tlv: Type.String({
      pattern: '^([0-9A-Fa-f]{2})+$',
      maxLength: 8000,
      description: 'objects of the vendor in hex; not kept in the journal',
    }),
  }),
]);
export type TaskInput = Static<typeof TaskInput>;

/** One line of what a terminal and the till said to each other. */
export const TraceLine = Type.Object({
  id: Type.Optional(Type.Integer({ description: 'grows from line to line; missing in lines of an older version' })),
  at: Type.String({ format: 'date-time', description: 'to the millisecond' }),
  supportId: Type.Optional(
    Type.String({
      description: 'the request that the terminal is at work for; missing where the bridge asks of its own accord',
    }),
  ),
  direction: Type.Enum(['sent', 'received', 'note'], {
    description: 'sent by the till; note: what happened otherwise',
  }),
  text: Type.String({ description: 'the message in words, or the note' }),
  hex: nullable(
    Type.String({ description: 'the message; passwords and card data are overwritten; null: none is kept' }),
  ),
});
export type TraceLine = Static<typeof TraceLine>;

/** Answer of `GET /bridge/v1/terminals/{device}/trace`. */
export const TracePage = Type.Object({
  count: Type.Integer({ description: 'all lines that are kept, or all of the request' }),
  data: Type.Array(TraceLine, { description: 'in the order of time' }),
});

export const TraceQuery = openObject({
  count: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,5}$', description: 'how many of the newest lines, at most 10000; 1000 without' }),
  ),
  offset: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$', description: 'so many even newer ones are left out' })),
  supportId: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{10}-[0-9]{1,15}$', description: 'the lines of this request alone' }),
  ),
});
export type TraceQuery = Static<typeof TraceQuery>;

/** The answer of a task; a task that failed is refused by the error table, with `receipt`. */
export const TaskAnswer = Type.Object({
  do: Type.String(),
  receipt: Type.Array(ReceiptLine),
  totals: nullable(
    Type.Object({
      amount: Type.Integer(),
      byCardType: Type.Array(Type.Object({ cardType: Type.String(), count: Type.Integer(), amount: Type.Integer() })),
    }),
  ),
  follows: nullable(Type.Enum(['update', 'restart'], { description: 'the terminal will not answer for a while' })),
  answer: nullable(
    Type.Object(
      {
        key: nullable(Type.String({ description: 'ok, clear, stop, up, down, f1 to f4' })),
        typed_digits: nullable(Type.String({ description: 'not kept in the journal' })),
      },
      { description: 'of ask' },
    ),
  ),
});
export type TaskAnswer = Static<typeof TaskAnswer>;

/** Answer of `POST /bridge/v1/terminals`. */
export const PairAnswer = Type.Object({
  terminal: Terminal,
  receipt: Type.Array(ReceiptLine, { description: 'of the diagnosis' }),
  /** The reason why the diagnosis did not succeed; null when it did. */
  diagnosis: nullable(Texts),
});
export type PairAnswer = Static<typeof PairAnswer>;

/** Body of `POST /bridge/v1/terminals/{device}/print-receipt`: of a sale that has one, on the printer of the terminal. */
export const PrintReceiptInput = openObject({
  transaction: idOf('STX'),
  copy: Type.Optional(Type.Enum(['customer', 'merchant'], { description: 'customer when left out' })),
  again: Type.Optional(Type.Boolean({ description: 'it has been printed before: the slip says that it is a copy' })),
});
export type PrintReceiptInput = Static<typeof PrintReceiptInput>;

/** Body of `POST /bridge/v1/terminals/{device}/read-card`. */
export const ReadCardInput = openObject({
  seconds: Type.Optional(nullable(IntegerInput)),
});
export type ReadCardInput = Static<typeof ReadCardInput>;

/** The card at the reader of the terminal: a loyalty card by its number, a contactless card by its serial number. */
export const CardAnswer = Type.Object({
  number: nullable(Type.String({ description: 'of a loyalty card' })),
  uid: nullable(Type.String({ description: 'serial number of a contactless card, hex in capitals' })),
  lastFour: nullable(Type.String()),
  cardName: nullable(Type.String()),
});
export type CardAnswer = Static<typeof CardAnswer>;

/** Answer of `GET /bridge/v1/terminals/{device}/status`: asked of the terminal at this moment. */
export const StatusAnswer = Type.Object({
  kind: Type.Enum(['ready', 'busy', 'needs', 'unreachable']),
  cure: nullable(Type.Enum(['diagnosis', 'endOfDay', 'initialisation', 'person'])),
  resultCode: nullable(Type.Integer()),
  texts: nullable(Texts),
});
export type StatusAnswer = Static<typeof StatusAnswer>;
