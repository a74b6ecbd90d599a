/** Goal 14: resident memory of the bridge when idle, after a load, and after ten times that load. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { type Benchmark, median, row } from './frame.ts';
import { tokenOf } from './load.ts';
import { builtBridge, type Running, residentOf, startServer } from './processes.ts';
import { sale } from './sale.ts';

const here = import.meta.dirname;
const path = '/api/v2/Smart/Transactions';

/** Requests of the first load. */
const LOAD = 20_000;
/** Each round takes minutes, and memory differs little from one to the next. */
const MOST_ROUNDS = 1;
/** Milliseconds after which waiting writes are done and V8 has given back what it does not need (`main/start/garbage.ts`). */
const REST = 40_000;

/** Resident memory, MiB. */
interface Memory {
  readonly idle: number;
  readonly loaded: number;
  readonly later: number;
}

export const memory: Benchmark = {
  name: 'memory',
  async run({ rounds, say }) {
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    say('building the bridge');
    const program = builtBridge();
    try {
      const [floors, all]: [Memory[], Memory[]] = [[], []];
      for (let round = 0; round < Math.min(rounds, MOST_ROUNDS); round += 1) {
        say(`round ${round + 1}`);
        floors.push(await floor(join(directory, `floor-${round}.db`)));
        all.push(await ours(program, join(directory, `data-${round}`)));
      }
      return rowsOf(floors, all);
    } finally {
      delete process.env.TILLBRIDGE_TERMINALS;
      rmSync(directory, { recursive: true });
    }
  },
};

function rowsOf(floors: readonly Memory[], all: readonly Memory[]) {
  const middle = (of: readonly Memory[], when: keyof Memory) => median(of.map(one => one[when]));
  const about = { goal: '14', unit: 'MiB' };
  const against = 'fastify + SQLite, empty';
  const both = (when: keyof Memory) => ({ floor: middle(floors, when), ours: middle(all, when) });
  const growth = { floor: middle(all, 'loaded'), ours: middle(all, 'later') };
  return [
    row({ ...about, quantity: 'memory, idle', against }, both('idle'), { atMost: 1.3 }),
    row({ ...about, quantity: `memory after ${LOAD.toLocaleString('en')} requests`, against }, both('loaded'), {
      atMost: 1.4,
    }),
    row({ ...about, quantity: 'memory after ten times as many', against: 'after the first' }, growth, { atMost: 1.1 }),
  ];
}

async function floor(file: string): Promise<Memory> {
  const running = await startServer(join(here, 'floors', 'emptyServer.ts'), file);
  return measured(running, [{ method: 'GET', path: '/healthz' }]);
}

/** A till at work: it creates, reads what it created, and looks at its list. */
async function ours(program: ReturnType<typeof builtBridge>, data: string): Promise<Memory> {
  const running = await startServer(...program, '--port', '0', '--data', data, '--demo');
  const headers = {
    authorization: `Bearer ${await tokenOf(running.url)}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify(sale);
  const answer = await fetch(running.url + path, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { id: string };
  return measured(running, [
    { method: 'POST', path, headers, body },
    { method: 'GET', path: `${path}/${id}`, headers },
    { method: 'GET', path: `${path}?count=20`, headers },
  ]);
}

async function measured(running: Running, requests: autocannon.Request[]): Promise<Memory> {
  const rested = async () => {
    await pause(REST);
    return residentOf(running.pid);
  };
  try {
    const idle = await rested();
    await load(running.url, requests, LOAD);
    const loaded = await rested();
    await load(running.url, requests, LOAD * 9);
    return { idle, loaded, later: await rested() };
  } finally {
    await running.stop();
  }
}

async function load(url: string, requests: autocannon.Request[], amount: number): Promise<void> {
  const { non2xx, errors } = await autocannon({ url, connections: 10, amount, requests });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`);
}
