/** Goal 9, batched: records that wait drain to a back office that answers at once. */
import { join } from 'node:path';
import { type Benchmark, duel, row } from './frame.ts';
import { runForNumber, startServer } from './processes.ts';

const here = import.meta.dirname;
const LOOP = join(here, 'officeLinkLoop.ts');
const RECORDS = 5000;

export const officeLink: Benchmark = {
  name: 'officeLink',
  async run({ rounds, say }) {
    say(`draining ${RECORDS} records`);
    const service = await startServer(join(here, 'floors', 'officeServer.ts'));
    try {
      const side = (name: 'ours' | 'plainjob') => ({
        measure: () => runForNumber(LOOP, name, service.url, String(RECORDS)),
      });
      const drained = await duel(rounds, side('plainjob'), side('ours'));
      const about = { goal: '9', quantity: 'queue: drain to the back office, signed batches', unit: '1/s' };
      return [row({ ...about, against: 'plainjob, one worker, a call for each' }, drained, { atLeast: 5 })];
    } finally {
      await service.stop();
    }
  },
};
