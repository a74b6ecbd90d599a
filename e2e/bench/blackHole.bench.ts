/**
 * Cost of a line that swallows everything: two bridges sell in turn, sale by sale, one of them with an upstream service
 * behind a line that never answers. With a loyalty card, the line goes silent just before the card is asked about.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller, demoCaller } from '../offline/calls.ts';
import { startFaultyProxy } from '../offline/faultyProxy.ts';
import { absoluteRow, type Benchmark, median, row } from './frame.ts';
import { type Running, startServer } from './processes.ts';
import { sale } from './sale.ts';

const BRIDGE = join(import.meta.dirname, '..', '..', 'main', 'headless.ts');
const path = '/api/v2/Smart/Transactions';
/** A card of the demo data with a balance. */
const CARD = '9276004000000018';
/** Sales of each bridge in a round, and before the first round. */
const SALES = 60;
/** ms that a cashier waits at most for the answer about a card, whatever the line does. */
const BUDGET = 2000;

export const blackHole: Benchmark = {
  name: 'blackhole',
  async run({ rounds, say }) {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    const servers: Running[] = [];
    const bridge = async (name: string, ...options: readonly string[]) => {
      const server = await startServer(BRIDGE, '--demo', '--port', '0', '--data', join(folder, name), ...options);
      servers.push(server);
      return server;
    };
    const service = await bridge('service');
    const line = await startFaultyProxy(() => service.url);
    try {
      const without = demoCaller(() => whole.url);
      const cut = demoCaller(() => silent.url);
      const whole = await bridge('without');
      const silent = await bridge('silent', '--upstream', line.url);
      say('selling for cash, in turn');
      line.use(() => 'blackHole');
      const cash = await inTurn(without, cut, rounds * SALES);
      say('asking about a loyalty card on a line that has just gone silent');
      const asked: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        line.use(() => 'none');
        await up(cut);
        asked.push(await askedAboutCard(cut, () => line.use(() => 'blackHole')));
      }
      const about = { goal: '–', unit: 'ms' };
      return [
        row(
          { ...about, quantity: 'cash sale, upstream black-holed', against: 'the same sale without an upstream' },
          cash,
          { atMost: 1.05 },
        ),
        absoluteRow({ ...about, quantity: 'loyalty card on that line, the slowest answer' }, Math.max(...asked), {
          atMost: BUDGET,
        }),
      ];
    } finally {
      await Promise.all(servers.map(server => server.stop()));
      await line.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Medians of both, ms. Sale by sale, so that neighbours on the machine meet both alike. */
async function inTurn(first: Caller, second: Caller, sales: number): Promise<{ floor: number; ours: number }> {
  for (let number = 0; number < SALES; number += 1) {
    await sell(first);
    await sell(second);
  }
  const [floors, all]: [number[], number[]] = [[], []];
  for (let number = 0; number < sales; number += 1) {
    floors.push(await timed(() => sell(first)));
    all.push(await timed(() => sell(second)));
  }
  return { floor: median(floors), ours: median(all) };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}

async function sell(till: Caller): Promise<void> {
  const created = await create(till);
  const paid = await till.call('POST', `${path}/${created}/start/cash`);
  if (paid?.body.status !== 'ok') throw new Error(`not sold: ${JSON.stringify(paid)}`);
}

async function create(till: Caller, idents: readonly object[] = []): Promise<string> {
  const created = await till.call('POST', path, { ...sale, idents });
  if (typeof created?.body.id !== 'string') throw new Error(`not created: ${JSON.stringify(created)}`);
  return created.body.id;
}

/** ms of the answer that the cashier waits for; the sale is sold afterwards. */
async function askedAboutCard(till: Caller, silence: () => void): Promise<number> {
  const id = await create(till, [{ type: 'card', value: CARD }]);
  silence();
  const time = await timed(() => till.call('POST', `${path}/${id}/preTransaction`));
  await till.call('POST', `${path}/${id}/start/cash`);
  return time;
}

/** Until the worker has found the line whole and delivered what waited. */
async function up(till: Caller): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    const queue = await till.call('POST', '/bridge/v1/queue/try');
    if (queue?.body.targets?.upstream?.state === 'up' && queue.body.targets.upstream.waiting === 0) return;
    await new Promise(done => setTimeout(done, 100));
  }
  throw new Error('the line did not come up');
}
