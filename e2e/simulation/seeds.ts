/** A range of seeds, run one after the other in this process, or in parts by worker processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realNow } from './clock.ts';
import type { Finding } from './judge.ts';
import { type CounterName, drawPlan, type Terminals } from './plan.ts';
import type { ProtocolName } from './protocols.ts';
import { run } from './run.ts';
import { shrink } from './shrink.ts';

export interface Range {
  readonly first: number;
  readonly last: number;
}

export interface Found {
  readonly seed: number;
  readonly findings: readonly Finding[];
}

/** The terminals that the seeds are run at. */
export interface Sort {
  readonly protocol: ProtocolName;
  readonly terminals: Terminals;
  /** The seller. Left out: a cashier. */
  readonly counter?: CounterName | undefined;
}

export interface Summary extends Sort {
  readonly seeds: number;
  /** Calls that move money. */
  readonly calls: number;
  readonly virtualHours: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** Seeds that showed each kind of finding. */
  readonly counted: Readonly<Record<string, number>>;
  readonly found: readonly Found[];
  readonly hash: string;
}

interface SeedOptions extends Sort {
  /** Real ms after which no further seed begins. */
  readonly atMost: number;
  readonly endsWithFirst: boolean;
  readonly shrinks: boolean;
  readonly say: (line: string) => void;
  /** Somebody wants it to end: no further seed begins. */
  readonly isStopped: () => boolean;
  /** Hears what has been found so far, after each finding and once a minute. */
  readonly sofar: (summary: Summary) => void;
}

/** Real ms between two summaries of a long run. */
const SUMMARY_EVERY = 60_000;

export async function runSeeds({ first, last }: Range, options: SeedOptions): Promise<Summary> {
  const { protocol, terminals, counter, say } = options;
  const began = realNow();
  let summed = began;
  const found: Found[] = [];
  const hash = createHash('sha256');
  let [seeds, calls, time] = [0, 0, 0];
  const summary = () => {
    const figures = { seeds, calls, virtualHours: time / 3_600_000, seconds: (realNow() - began) / 1000 };
    return summaryOf({ protocol, terminals, counter }, figures, found, hash.copy().digest('hex').slice(0, 16));
  };
  const mayGoOn = () => realNow() - began < options.atMost && !options.isStopped();
  for (let seed = first; seed <= last && mayGoOn(); seed++) {
    if (realNow() - summed > SUMMARY_EVERY) {
      options.sofar(summary());
      summed = realNow();
    }
    const plan = drawPlan(seed, terminals, protocol, counter);
    const result = await run(plan);
    seeds += 1;
    calls += result.calls;
    time += result.time;
    hash.update(result.hash);
    const { findings } = result;
    const [finding] = findings;
    if (!finding) continue;
    found.push({ seed, findings });
    say(`seed ${seed}: ${findings.map(({ kind, text }) => `${kind} ${text}`).join('; ')}`);
    options.sofar(summary());
    if (options.shrinks) say(JSON.stringify(await shrink(plan, finding.kind)));
    if (options.endsWithFirst) break;
  }
  return summary();
}

function summaryOf(
  sort: Sort,
  figures: Pick<Summary, 'seeds' | 'calls' | 'virtualHours' | 'seconds'>,
  found: readonly Found[],
  hash: string,
): Summary {
  const counted: Record<string, number> = {};
  for (const { findings } of found)
    for (const kind of new Set(findings.map(one => one.kind))) counted[kind] = (counted[kind] ?? 0) + 1;
  return { ...sort, ...figures, perSecond: figures.seeds / figures.seconds, counted, found, hash };
}

/** Splits the range; each process gets `options` of the command line and its own part. */
export async function runByWorkers(
  workers: number,
  { first, last }: Range,
  sort: Sort,
  options: readonly string[],
): Promise<Summary> {
  const began = realNow();
  const folder = mkdtempSync(join(tmpdir(), 'simulation-'));
  const size = Math.ceil((last - first + 1) / workers);
  const starts = Array.from({ length: workers }, (_, at) => first + at * size).filter(start => start <= last);
  try {
    const files = await Promise.all(
      starts.map(async start => {
        const file = join(folder, `${start}.json`);
        const part = `${start}-${Math.min(last, start + size - 1)}`;
        await ended(
          spawn(process.execPath, [...ENTRY, ...options, '--seeds', part, '--json', file], {
            stdio: ['ignore', 'inherit', 'inherit'],
          }),
        );
        return file;
      }),
    );
    const parts = files.map(file => JSON.parse(readFileSync(file, 'utf8')) as Summary);
    const sum = (name: 'seeds' | 'calls' | 'virtualHours') => parts.reduce((all, part) => all + part[name], 0);
    const figures = { seeds: sum('seeds'), calls: sum('calls'), virtualHours: sum('virtualHours') };
    const hash = createHash('sha256')
      .update(parts.map(part => part.hash).join())
      .digest('hex')
      .slice(0, 16);
    const found = parts.flatMap(part => part.found);
    return summaryOf(sort, { ...figures, seconds: (realNow() - began) / 1000 }, found, hash);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ENTRY = ['main/run.mjs', 'e2e/simulation/simulate.ts'] as const;

const ended = (worker: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', code =>
      code === 0 || code === 1 ? resolve() : reject(new Error(`a worker ended with ${code}`)),
    );
  });
