/** `npm run control -- <command>`: a running bridge from the command line: its control interface, its events and its terminals. */
import { parseArgs } from 'node:util';
import { type BridgeCalls, bridgeCalls, type StreamEvent } from './bridgeCalls.ts';
import { listen } from './listen.ts';
import { trigger, triggers } from './triggers.ts';

const HELP = `npm run control -- <command> [--url http://127.0.0.1:8640] [--client ID] [--secret SECRET]
  show                      clock, faults, snapshots and scenarios
  reset [SCENARIO]          demo data anew, then the steps of the scenario
  snapshot NAME             keep everything as it is now
  restore NAME              everything as it was then
  forget NAME               forget a snapshot
  clock TIME | +SECONDS | release
  fault OPERATION EFFECT    for example: fault "POST /api/v2/Smart/Transactions*" cut=after,times=1
  approve CODE              let a device in that shows this code
  no-faults                 end all faults
  listen                    print every push and event, and hand pushes on; ends with Ctrl-C
    --forward URL           post each push there, with its headers and signature; its answer counts
    --events NAMES          such as sale.paid,sale.*,payment; --sale STX_…: one sale
    --until NAME            end after this event (exit code 0); --timeout SECONDS: else 3
    --address URL           where the bridge reaches this machine, if it runs on another one
  trigger NAME              make a real example of an event: TRIGGERS
  resend EVT                send a push again
  trace [DEVICE]            follow what terminal and till say to each other
  --json                    one JSON object a line
Exit codes: 0 done, 1 refused or not reachable, 2 wrong words, 3 timed out.`.replace(
  'TRIGGERS',
  Object.keys(triggers).join(', '),
);

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

type Command = (args: readonly string[]) => Call | null;

const named =
  (call: (name: string) => Call): Command =>
  ([name]) =>
    name ? call(encodeURIComponent(name)) : null;

/** One row per command; null means that the words are wrong. */
const commands: Readonly<Record<string, Command>> = {
  show: () => ({ method: 'GET', path: '' }),
  reset: ([scenario]) => ({ method: 'POST', path: '/reset', body: scenario ? { scenario } : {} }),
  snapshot: ([name]) => (name ? { method: 'POST', path: '/snapshots', body: { name } } : null),
  restore: named(name => ({ method: 'POST', path: `/snapshots/${name}/restore` })),
  forget: named(name => ({ method: 'DELETE', path: `/snapshots/${name}` })),
  clock: ([time]) => (time ? { method: 'PUT', path: '/clock', body: clockBody(time) } : null),
  fault: ([operation, effect]) =>
    operation && effect ? { method: 'POST', path: '/faults', body: { operation, ...effectBody(effect) } } : null,
  approve: ([user_code]) => (user_code ? { method: 'POST', path: '/devices/approve', body: { user_code } } : null),
  'no-faults': () => ({ method: 'DELETE', path: '/faults' }),
};

function clockBody(time: string): object {
  if (time === 'release') return { release: true };
  return /^[+-]\d+$/.test(time) ? { by: Number(time) * 1000 } : { now: time };
}

function effectBody(effect: string): object {
  const pairs = effect.split(',').map(part => part.split('='));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, EFFECTS[name]?.(value) ?? value]));
}

const EFFECTS: Readonly<Record<string, (value: string) => unknown>> = {
  status: Number,
  times: Number,
  latency: value => {
    const [from = 0, to = from] = value.split('-').map(Number);
    return { from, to };
  },
};

const OPTIONS = {
  url: { type: 'string' },
  client: { type: 'string' },
  secret: { type: 'string' },
  forward: { type: 'string' },
  events: { type: 'string' },
  sale: { type: 'string' },
  until: { type: 'string' },
  timeout: { type: 'string' },
  address: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Options = ReturnType<typeof parsed>['values'];

const parsed = () => parseArgs({ allowPositionals: true, options: OPTIONS });

/** Commands that do more than one call; null means that the words are wrong. */
const works: Readonly<
  Record<string, (bridge: BridgeCalls, args: readonly string[], options: Options) => Promise<number> | null>
> = {
  listen: (
    bridge,
    _args,
    { forward = null, events, sale = null, until = null, timeout, address = null, json = false },
  ) => {
    const seconds = timeout === undefined ? null : Number(timeout);
    const isWrong = [forward, address].some(url => url !== null && !URL.canParse(url)) || Number.isNaN(seconds);
    const names = (events ?? '').split(',').filter(name => name !== '');
    return isWrong ? null : listen(bridge, { forward, events: names, sale, until, timeout: seconds, json, address });
  },
  trigger: (bridge, [name = '']) => (Object.hasOwn(triggers, name) ? printed(trigger(bridge, name)) : null),
  resend: (bridge, [id]) =>
    id
      ? bridge.ask('POST', `/bridge/v1/pushes/${encodeURIComponent(id)}/resend`).then(({ ok, body }) => {
          console.log(JSON.stringify(body, null, 2));
          return ok ? 0 : 1;
        })
      : null,
  trace: (bridge, [device = 'me'], { json = false }) => followTrace(bridge, device, json),
};

async function printed(work: Promise<object>): Promise<number> {
  console.log(JSON.stringify(await work, null, 2));
  return 0;
}

/** In words, as the trace writes them for people. */
async function followTrace(bridge: BridgeCalls, device: string, json: boolean): Promise<number> {
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort());
  const arrows: Readonly<Record<string, string>> = { sent: '->', received: '<-', note: '--' };
  const hear = ({ name, data }: StreamEvent) => {
    if (json) return console.log(JSON.stringify(data));
    if (name === 'reset') return console.log('-- lines are missing here');
    console.log(`${data.at} ${arrows[String(data.direction)]} ${data.text}${data.hex ? `\n  ${data.hex}` : ''}`);
  };
  const path = `/bridge/v1/terminals/${encodeURIComponent(device)}/trace/events`;
  await bridge.follow(path, end.signal, hear, () =>
    console.error('-- the bridge is away; the trace goes on when it is back'),
  );
  return 0;
}

async function run(): Promise<number> {
  const { values, positionals } = parsed();
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const [word = '', ...args] = positionals;
  const { url = 'http://127.0.0.1:8640', client = 'demo-client', secret = 'demo-secret' } = values;
  const bridge = bridgeCalls({ url, client, secret });
  const work = Object.hasOwn(works, word) ? works[word]?.(bridge, args, values) : null;
  if (work) return work;
  const call = Object.hasOwn(commands, word) ? commands[word]?.(args) : null;
  if (!call) {
    console.error(HELP);
    return 2;
  }
  const { ok, body } = await bridge.ask(call.method, `/bridge/v1/control${call.path}`, call.body);
  console.log(JSON.stringify(body, null, 2));
  return ok ? 0 : 1;
}

process.exitCode = await run().catch((error: Error & { readonly cause?: { readonly code?: string } }) => {
  // Options that nobody knows are wrong words.
  if (String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')) {
    console.error(error.message);
    return 2;
  }
  console.error(error.cause?.code ? `the bridge cannot be reached (${error.cause.code})` : error.message);
  return 1;
});
