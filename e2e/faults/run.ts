/**
 * `npm run faults -- [cuts|late|real|kills|disk|model] [options]`: the long runs of the fault proofs. Prints a table and, with `--json FILE`,
 * the figures; exit code 1 when anything was wrong. A part of each runs in `npm test`.
 */
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CutPoint, CutResult } from './cuts.ts';
import type { DiskResult } from './failingDisk.ts';
import type { KillResult } from './kills.ts';
import type { LateResult } from './late.ts';
import type { PlayResult } from './model.ts';
import type { RealResult } from './real.ts';
import type { Share } from './worker.ts';

const HELP = `npm run faults -- cuts [--sample N] [--transport tcp|serial|tcpListen] [--exchange NAME] [--restart nothing|terminal|bridge|both]
npm run faults -- rivals [--sample N] [--exchange NAME]
npm run faults -- late [--sample N | --commands] [--transport tcp|tcpListen|opi] [--exchange NAME] [--scale PART]
npm run faults -- real [--exchange NAME] [--scale PART]
npm run faults -- kills [--times N]
npm run faults -- disk [--runs N]
npm run faults -- model [--runs N]
  --scale PART  of a shop's time that is waited (default: late 0.04, real 1)
  --seed N      of the sample, of the moments of the kills, and of the first history (default 1)
  --workers N   processes side by side (default: one a core)
  --json FILE   writes the figures`;

/** The counters of the histories that were played. */
const PLAYED = ['steps', 'cuts', 'persons'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    sample: { type: 'string' },
    exchange: { type: 'string', multiple: true },
    transport: { type: 'string', multiple: true },
    restart: { type: 'string', multiple: true },
    commands: { type: 'boolean', default: false },
    scale: { type: 'string' },
    times: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '2000' },
    workers: { type: 'string', default: String(availableParallelism()) },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
const seed = Number(values.seed);
const [what = 'cuts'] = positionals;

if (values.help) console.log(HELP);
else if (!isKind(what)) {
  console.error(HELP);
  process.exitCode = 2;
} else process.exitCode = await run(what);

type Result = CutResult | LateResult | RealResult | KillResult | DiskResult | PlayResult;

type Kind = Share['what'] | 'rivals';

function isKind(name: string): name is Kind {
  return ['cuts', 'rivals', 'late', 'real', 'kills', 'disk', 'model'].includes(name);
}

async function run(kind: Kind): Promise<number> {
  const begun = performance.now();
  const tally = new Map<string, Record<Result['ending'], number>>();
  const odd: Result[] = [];
  const played = { steps: 0, cuts: 0, persons: 0 };
  let count = 0;
  const take = (result: Result) => {
    count += 1;
    const row = tally.get(titleOf(result)) ?? { right: 0, person: 0, wrong: 0 };
    row[result.ending] += 1;
    tally.set(titleOf(result), row);
    if ('persons' in result) for (const what of PLAYED) played[what] += result[what];
    // Where other tills pay, a person is called by design: such cases are counted, and only wrong ones are printed.
    const isOdd = result.ending === 'wrong' || (result.ending === 'person' && kind !== 'rivals');
    if (isOdd) odd.push(result);
    if (isOdd) console.error(JSON.stringify(result));
    if (count % (kind === 'model' ? 50 : 500) === 0) console.error(`${count} after ${minutes(begun)} min`);
  };
  const shares = await sharesOf(kind);
  const failed = await Promise.all(shares.map(share => inWorker(share, take)));
  const table = Object.fromEntries(tally);
  console.table(table);
  if (kind === 'model') console.log(PLAYED.map(what => `${played[what]} ${what}`).join(', '));
  console.log(`${count} ${kind}, seed ${seed}, ${minutes(begun)} min`);
  if (values.json)
    writeFileSync(
      values.json,
      `${JSON.stringify({ kind, seed, count, table, ...(kind === 'model' ? { played } : {}), odd }, null, 2)}\n`,
    );
  return failed.includes(true) || odd.some(({ ending }) => ending === 'wrong') ? 1 : 0;
}

async function sharesOf(kind: Kind): Promise<readonly Share[]> {
  const plan = await import('./plan.ts');
  if (kind === 'kills')
    return dealt(plan.moments(Number(values.times), seed)).map(share => ({ what: kind, moments: share }));
  if (kind === 'model') {
    const seeds = Array.from({ length: Number(values.runs) }, (_, index) => seed + index);
    return dealt(seeds).map(share => ({ what: kind, seeds: share }));
  }
  if (kind === 'disk') {
    const { diskObstacle } = await import('./failingDisk.ts');
    const reason = await diskObstacle();
    if (reason) console.log(`left out: ${reason}`);
    const points = reason ? [] : plan.failingDisks(Number(values.runs), seed);
    return dealt(points).map(share => ({ what: kind, points: share }));
  }
  const exchanges = named(plan.everything.exchanges, values.exchange);
  if (kind === 'real') {
    const { networkObstacle } = await import('./namespaces.ts');
    const reason = await networkObstacle();
    if (reason) console.log(`left out: ${reason}`);
    const points = reason ? [] : plan.realCommands(exchanges, Number(values.scale ?? 1), seed);
    return dealt(points).map(share => ({ what: kind, points: share }));
  }
  if (kind === 'late') {
    const transports = named(plan.lateLines, values.transport);
    const choice = { transports, exchanges, scale: Number(values.scale ?? 0.04), seed };
    const all = values.commands ? plan.lateCommands(choice) : await plan.everyLate(choice);
    const points = values.sample === undefined ? all : plan.sampleOf([...all], Number(values.sample), seed);
    return dealt(points).map(share => ({ what: kind, points: share }));
  }
  const all =
    kind === 'rivals'
      ? await plan.everyRival(exchanges)
      : await plan.everyCut({
          transports: named(plan.everything.transports, values.transport),
          exchanges,
          restarts: named(plan.everything.restarts, values.restart),
        });
  const points: readonly CutPoint[] =
    values.sample === undefined ? all : plan.sampleOf([...all], Number(values.sample), seed);
  return dealt(points).map(share => ({ what: 'cuts', points: share }));
}

function named<T extends string>(all: readonly T[], names: readonly string[] = all): readonly T[] {
  const unknown = names.find(name => !all.includes(name as T));
  if (unknown !== undefined) throw new Error(`there is no ${unknown}; there are: ${all.join(', ')}`);
  return all.filter(name => names.includes(name));
}

function dealt<T>(all: readonly T[]): readonly (readonly T[])[] {
  const hands = Number(values.workers);
  return Array.from({ length: hands }, (_, hand) => all.filter((_, at) => at % hands === hand));
}

function minutes(begun: number): string {
  return ((performance.now() - begun) / 60_000).toFixed(1);
}

function titleOf(result: Result): string {
  if ('history' in result) return 'history';
  if (!('point' in result)) return 'kill';
  const { point } = result;
  if ('every' in point) return 'failing disk';
  if ('kills' in point) {
    const line = 'protocol' in point ? `${point.protocol} over a real network` : point.transport;
    return `${point.exchange}, ${line}, late${point.kills ? ', till killed' : ''}`;
  }
  const { exchange, transport, restart, rival } = point;
  return `${exchange}, ${transport}, ${restart}${rival ? `, another till, unacknowledged ${rival}` : ''}`;
}

/** Answers whether it failed. */
function inWorker(share: Share, take: (result: Result) => void): Promise<boolean> {
  const worker = fork(join(import.meta.dirname, 'worker.ts'));
  worker.on('message', take);
  worker.send(share);
  return new Promise(resolve => worker.once('exit', code => resolve(code !== 0)));
}
