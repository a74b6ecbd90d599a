/** Goal 9, one by one: sales that wait drain to an upstream service that answers at once. */
import { join } from 'node:path';
import { type Benchmark, duel, type Row, row } from './frame.ts';
import { runForNumber, startServer } from './processes.ts';

const here = import.meta.dirname;
const LOOP = join(here, 'upstreamLoop.ts');
const SALES = 1000;
/** Both make the same two calls for each sale. */
const peers = [
  ['flushed', 'plainjob, flushed to the disk as ours'],
  ['plainjob', 'plainjob as it comes'],
] as const;

export const upstream: Benchmark = {
  name: 'upstream',
  async run({ rounds, say }) {
    say(`draining ${SALES} sales`);
    const service = await startServer(join(here, 'floors', 'upstreamServer.ts'));
    try {
      const side = (name: 'ours' | 'plainjob' | 'flushed') => ({
        measure: () => runForNumber(LOOP, name, service.url, String(SALES)),
      });
      const about = { goal: '9', quantity: 'queue: drain upstream, one by one', unit: '1/s' };
      const rows: Row[] = [];
      for (const [peer, against] of peers)
        rows.push(row({ ...about, against }, await duel(rounds, side(peer), side('ours')), { atLeast: 1.2 }));
      return rows;
    } finally {
      await service.stop();
    }
  },
};
