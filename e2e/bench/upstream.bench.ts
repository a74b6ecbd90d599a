/** Goal 9, one by one: sales that wait drain to an upstream service that answers at once. */
import { join } from 'node:path';
import { type Benchmark, duel, row } from './frame.ts';
import { runForNumber, startServer } from './processes.ts';

const here = import.meta.dirname;
const LOOP = join(here, 'upstreamLoop.ts');
const SALES = 1000;

export const upstream: Benchmark = {
  name: 'upstream',
  async run({ rounds, say }) {
    say(`draining ${SALES} sales`);
    const service = await startServer(join(here, 'floors', 'upstreamServer.ts'));
    try {
      const side = (name: 'ours' | 'plainjob') => ({
        measure: () => runForNumber(LOOP, name, service.url, String(SALES)),
      });
      const drained = await duel(rounds, side('plainjob'), side('ours'));
      const about = { goal: '9', quantity: 'queue: drain upstream, a call for each sale', unit: '1/s' };
      return [row({ ...about, against: 'plainjob, one worker, the same two calls' }, drained, { atLeast: 1.2 })];
    } finally {
      await service.stop();
    }
  },
};
