/**
 * Ten tills sell for cash at a busy counter's pace, `BENCH_MINUTES` long (25): resident memory by minute, which shall be flat behind
 * the fifth, the room that a sale takes in the database, and how long the slowest of a thousand sales takes.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { absoluteRow, type Benchmark, median, percentile, row } from './frame.ts';
import { tokenOf } from './load.ts';
import { builtBridge, type Running, residentOf, startServer } from './processes.ts';
import { sale } from './sale.ts';

const TILLS = 10;
/** A till begins a sale this long after it began the last one, ms. */
const PACE = 250;
const MINUTE = 60_000;
/** Caches, compiled code and statements are those of a till at work by then. */
const WARM = 5;
const MINUTES = Number(process.env.BENCH_MINUTES ?? 25);

interface Soak {
  /** At the end of each minute, MiB. */
  readonly memory: readonly number[];
  /** Of each sale, ms. */
  readonly times: readonly number[];
}

export const soak: Benchmark = {
  name: 'soak',
  async run({ say }) {
    if (!(MINUTES >= 2 * WARM)) throw new Error(`BENCH_MINUTES: at least ${2 * WARM}`);
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    const data = join(directory, 'data');
    say('building the bridge');
    const bridge = await startServer(...builtBridge(), '--port', '0', '--data', data, '--demo');
    try {
      const before = sizeOf(data);
      const { memory, times } = await sold(bridge, say);
      await bridge.stop();
      // Memory goes up and down with each collection, so that one minute says little.
      const [warm, last] = [memory.slice(0, WARM), memory.slice(-WARM)].map(median) as [number, number];
      const about = { goal: 'soak', quantity: `${TILLS} tills for ${MINUTES} minutes: ` };
      const named = (what: string, unit: string) => ({ ...about, quantity: about.quantity + what, unit });
      return [
        row(
          { ...named(`memory of the last ${WARM}`, 'MiB'), against: `the first ${WARM}` },
          { floor: warm, ours: last },
          { atMost: 1.05 },
        ),
        absoluteRow(named('database of a sale', 'kB'), (sizeOf(data) - before) / 1000 / times.length, { atMost: 8 }),
        absoluteRow(named('p99.9 of a sale', 'ms'), percentile(times, 0.999), { atMost: 100 }),
      ];
    } finally {
      await bridge.stop();
      delete process.env.TILLBRIDGE_TERMINALS;
      rmSync(directory, { recursive: true });
    }
  },
};

async function sold({ url, pid }: Running, say: (line: string) => void): Promise<Soak> {
  const [memory, times]: [number[], number[]] = [[], []];
  const token = await tokenOf(url);
  const end = performance.now() + MINUTES * MINUTE;
  const sell = async () => {
    for (let next = performance.now(); next < end; next = Math.max(next + PACE, performance.now())) {
      await pause(Math.max(0, next - performance.now()));
      const begin = performance.now();
      await sellOne(url, token);
      times.push(performance.now() - begin);
    }
  };
  const looking = setInterval(() => {
    memory.push(residentOf(pid));
    say(`${memory.length}: ${Math.round(memory.at(-1)!)} MiB, ${times.length} sales`);
  }, MINUTE);
  try {
    await Promise.all(Array.from({ length: TILLS }, sell));
  } finally {
    clearInterval(looking);
  }
  // The last minute ends with the last sale.
  if (memory.length < MINUTES) memory.push(residentOf(pid));
  return { memory, times };
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
