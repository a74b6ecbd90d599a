/**
 * Ten tills sell for cash at a busy counter's pace, `BENCH_MINUTES` long (25) or until Ctrl-C: resident memory by minute, which shall
 * be flat behind the fifth, the room that a sale takes in the database, and how long the slowest of a thousand sales takes.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { absoluteRow, type Benchmark, median, percentile, type Row, row } from './frame.ts';
import { tokenOf } from './load.ts';
import { builtBridge, type Running, residentOf, startApart } from './processes.ts';
import { sale } from './sale.ts';

const TILLS = 10;
/** A till begins a sale this long after it began the last one, ms. */
const PACE = 250;
const MINUTE = 60_000;
/** Caches, compiled code and statements are those of a till at work by then. Memory goes up and down, so as many are compared. */
const WARM = 5;
/** A token lives for twenty minutes. */
const TOKEN_FOR = 10 * MINUTE;
const MINUTES = Number(process.env.BENCH_MINUTES ?? 25);

interface Soak {
  /** At the end of each minute, MiB. */
  readonly memory: readonly number[];
  /** Of each sale from its first request to its last answer, ms. */
  readonly times: readonly number[];
  /** Of each sale that failed, the answer. */
  readonly failures: readonly string[];
}

interface Work {
  readonly bridge: Running;
  /** A token that is valid for a while. */
  readonly token: () => Promise<string>;
  readonly sizeOfData: () => number;
  readonly say: (line: string) => void;
}

export const soak: Benchmark = {
  name: 'soak',
  async run({ say }) {
    if (!(MINUTES > 0)) throw new Error('BENCH_MINUTES: more than 0');
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    const data = join(directory, 'data');
    say('building the bridge');
    const bridge = await startApart(...builtBridge(), '--port', '0', '--data', data, '--demo');
    try {
      const before = sizeOf(data);
      const sizeOfData = () => sizeOf(data) - before;
      const result = await sold({ bridge, token: renewedToken(bridge.url), sizeOfData, say });
      await bridge.stop();
      for (const failure of result.failures) say(failure);
      return rowsOf(result, sizeOfData());
    } finally {
      await bridge.stop();
      delete process.env.TILLBRIDGE_TERMINALS;
      rmSync(directory, { recursive: true });
    }
  },
};

export function rowsOf({ memory, times, failures }: Soak, bytes: number): readonly Row[] {
  const about = (quantity: string, unit: string) => ({
    goal: 'soak',
    quantity: `${TILLS} tills, ${memory.length} minutes: ${quantity}`,
    unit,
  });
  const warm = memory.slice(WARM);
  const compared = Math.min(WARM, warm.length >> 1);
  return [
    // A run that ended before shows nothing about memory.
    ...(compared === 0
      ? []
      : [
          row(
            { ...about('memory at the end', 'MiB'), against: `behind minute ${WARM}, ${compared} each` },
            { floor: median(warm.slice(0, compared)), ours: median(warm.slice(-compared)) },
            { atMost: 1.05 },
          ),
        ]),
    absoluteRow(about('database of a sale', 'kB'), bytes / 1000 / times.length, { atMost: 8 }),
    absoluteRow(about('p99.9 of a sale', 'ms'), percentile(times, 0.999), { atMost: 100 }),
    absoluteRow(about('sales that failed', ''), failures.length, { atMost: 0 }),
  ];
}

/** Sells until the time is over, Ctrl-C, or as many failures as there are tills. */
async function sold(work: Work): Promise<Soak> {
  const [memory, times, failures]: [number[], number[], string[]] = [[], [], []];
  let end = performance.now() + MINUTES * MINUTE;
  const endNow = () => {
    end = 0;
  };
  const sell = async () => {
    for (let next = performance.now(); next < end; next = Math.max(next + PACE, performance.now())) {
      await pause(Math.max(0, next - performance.now()));
      const token = await work.token();
      const begin = performance.now();
      await sellOne(work.bridge.url, token).then(
        () => times.push(performance.now() - begin),
        error => failures.push(String(error)) < TILLS || endNow(),
      );
    }
  };
  let counted = 0;
  const look = () => {
    memory.push(residentOf(work.bridge.pid));
    work.say(minuteOf(memory, times.slice(counted), work.sizeOfData() / times.length));
    counted = times.length;
  };
  const looking = setInterval(look, MINUTE);
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, endNow);
  try {
    await Promise.all(Array.from({ length: TILLS }, sell));
  } finally {
    clearInterval(looking);
    for (const signal of signals) process.off(signal, endNow);
  }
  // A last minute ends with its last sale.
  if (times.length > counted) look();
  work.say(`all ${times.length} sales: ${spreadOf(times)}`);
  return { memory, times, failures };
}

const minuteOf = (memory: readonly number[], times: readonly number[], bytes: number): string =>
  `${memory.length}: ${Math.round(memory.at(-1)!)} MiB, ${times.length} sales: ${spreadOf(times)}, ${(bytes / 1000).toFixed(1)} kB each so far`;

function spreadOf(times: readonly number[]): string {
  const [half, most, nearlyAll, all] = [0.5, 0.99, 0.999, 1].map(share => percentile(times, share).toFixed(1));
  return `p50 ${half}, p99 ${most}, p99.9 ${nearlyAll}, most ${all} ms`;
}

function renewedToken(url: string): () => Promise<string> {
  let token = tokenOf(url);
  let until = performance.now() + TOKEN_FOR;
  return () => {
    if (performance.now() > until) {
      token = tokenOf(url);
      until = performance.now() + TOKEN_FOR;
    }
    return token;
  };
}

async function sellOne(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (path: string, body: string): Promise<{ readonly id: string }> => {
    const answer = await fetch(`${url}/api/v2/Smart/Transactions${path}`, { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { readonly id: string };
  };
  const { id } = await call('', JSON.stringify(sale));
  await call(`/${id}/start/cash`, '{}');
}

/** Bytes of the database with its log; journal and log of the program are bounded. */
const sizeOf = (folder: string): number =>
  readdirSync(folder)
    .filter(name => name.startsWith('tillbridge.db'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
