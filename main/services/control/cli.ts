/** `npm run control -- <command>`: the control interface of a running bridge from the command line. */
import { parseArgs } from 'node:util';

const HELP = `npm run control -- <command> [--url http://127.0.0.1:8640] [--client ID] [--secret SECRET]
  show                      clock, faults, snapshots and scenarios
  reset [SCENARIO]          demo data anew, then the steps of the scenario
  snapshot NAME             keep everything as it is now
  restore NAME              everything as it was then
  forget NAME               forget a snapshot
  clock TIME | +SECONDS | release
  fault OPERATION EFFECT    for example: fault "POST /api/v2/Smart/Transactions*" cut=after,times=1
  approve CODE              let a device in that shows this code
  no-faults                 end all faults`;

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

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      client: { type: 'string' },
      secret: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const [word = '', ...args] = positionals;
  const call = Object.hasOwn(commands, word) ? commands[word]?.(args) : null;
  if (!call) {
    console.error(HELP);
    return 2;
  }
  const { url = 'http://127.0.0.1:8640', client = 'demo-client', secret = 'demo-secret' } = values;
  const token = await tokenOf(url, client, secret);
  const answer = await fetch(`${url}/bridge/v1/control${call.path}`, {
    method: call.method,
    headers: { authorization: `Bearer ${token}`, ...(call.body ? { 'content-type': 'application/json' } : {}) },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  });
  console.log(JSON.stringify(await answer.json(), null, 2));
  return answer.ok ? 0 : 1;
}

async function tokenOf(url: string, client_id: string, client_secret: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body });
  const { access_token, error_description } = (await answer.json()) as Record<string, string | undefined>;
  if (!access_token) throw new Error(error_description ?? `sign-in failed with ${answer.status}`);
  return access_token;
}

process.exitCode = await run().catch((error: Error) => {
  console.error(error.message);
  return 1;
});
