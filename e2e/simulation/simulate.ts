/** `npm run simulate -- [options]`: runs seeds, shows one, or runs a plan from a file. Exit code 1 when anything was found. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { install } from './clock.ts';
import { type CounterName, counters, drawPlan, type Plan, type Terminals } from './plan.ts';
import { type ProtocolName, protocols } from './protocols.ts';
import { run } from './run.ts';
import { runByWorkers, runSeeds, type Summary } from './seeds.ts';
import { prepareShop } from './storage.ts';

const PROTOCOLS = Object.keys(protocols);
const namesOf = (protocol: ProtocolName): readonly string[] => ['all', ...Object.keys(protocols[protocol].kinds)];
const HELP = `npm run simulate -- [options]
  --seeds FIRST-LAST   seeds to run (default 1-100)
  --protocol NAME      ${PROTOCOLS.join(', ')} (default zvt)
  --terminals NAME     ${namesOf('zvt').join(', ')} (default honest)
                       with opi: ${namesOf('opi').join(', ')}
  --counter NAME       ${counters.join(', ')} (default cashier)
  --minutes N          ends after so long
  --first              ends with the first finding
  --shrink             shows the smallest plan of each finding
  --json FILE          writes what was found, once a minute and at the end; SIGINT and SIGTERM end it after the present seed
  --workers N          runs the seeds in so many processes
  --show SEED          runs one seed and shows its course
  --plan FILE          runs a plan from a file; may be given several times`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    plan: { type: 'string', multiple: true },
    show: { type: 'string' },
    minutes: { type: 'string' },
    json: { type: 'string' },
    workers: { type: 'string' },
    protocol: { type: 'string', default: 'zvt' },
    terminals: { type: 'string', default: 'honest' },
    counter: { type: 'string', default: 'cashier' },
    shrink: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if (!PROTOCOLS.includes(values.protocol)) {
  console.error(`Unknown protocol: ${values.protocol}\n${HELP}`);
  process.exit(2);
}
const protocol = values.protocol as ProtocolName;
if (!namesOf(protocol).includes(values.terminals)) {
  console.error(`Unknown terminals: ${values.terminals}\n${HELP}`);
  process.exit(2);
}
if (!counters.some(name => name === values.counter)) {
  console.error(`Unknown counter: ${values.counter}\n${HELP}`);
  process.exit(2);
}
const counter = values.counter as CounterName;
const SEEDS = /^(\d+)(?:-(\d+))?$/.exec(values.seeds ?? '1-100');
if (!SEEDS) {
  console.error(`Seeds that cannot be read: ${values.seeds}\n${HELP}`);
  process.exit(2);
}
const range = { first: Number(SEEDS[1]), last: Number(SEEDS[2] ?? SEEDS[1]) };
const terminals = values.terminals as Terminals;
const say = (line: string) => process.stdout.write(`${line}\n`);
// Time becomes virtual only here: workers of other processes are waited for in real time.
const begin = () => prepareShop().then(install);

if (values.plan) await showPlans(values.plan);
else if (values.show) await begin().then(() => show(drawPlan(Number(values.show), terminals, protocol, counter)));
else tell(values.workers ? await byWorkers(Number(values.workers)) : await here());

async function showPlans(files: readonly string[]): Promise<void> {
  await begin();
  for (const file of files) {
    say(`plan ${file}`);
    await show(JSON.parse(readFileSync(file, 'utf8')) as Plan);
  }
}

async function show(plan: Plan): Promise<void> {
  say(JSON.stringify(plan, null, 1));
  const { trace, findings, hash } = await run(plan);
  for (const line of trace) say(line);
  for (const { kind, text } of findings) say(`FOUND ${kind}: ${text}`);
  say(hash);
  if (findings.length > 0) process.exitCode = 1;
}

async function here(): Promise<Summary> {
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopped = true;
    });
  await begin();
  return runSeeds(range, {
    protocol,
    terminals,
    counter,
    atMost: values.minutes ? Number(values.minutes) * 60_000 : Number.POSITIVE_INFINITY,
    endsWithFirst: values.first,
    shrinks: values.shrink,
    say,
    isStopped: () => isStopped,
    sofar: write,
  });
}

function byWorkers(count: number): Promise<Summary> {
  const { minutes, first, shrink } = values;
  return runByWorkers(count, range, { protocol, terminals, counter }, [
    ...['--protocol', protocol],
    ...['--terminals', terminals],
    ...['--counter', counter],
    ...(minutes ? ['--minutes', minutes] : []),
    ...(first ? ['--first'] : []),
    ...(shrink ? ['--shrink'] : []),
  ]);
}

function tell(summary: Summary): void {
  const { found, hash, ...figures } = summary;
  say(`hash ${hash}`);
  say(JSON.stringify(figures));
  write(summary);
  process.exitCode = found.length > 0 ? 1 : 0;
}

function write(summary: Summary): void {
  if (values.json) writeFileSync(values.json, JSON.stringify(summary, null, 2));
}
