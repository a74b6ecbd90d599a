/** Goal 8: what the record of the queue adds to the commit of a sale. */
import { join } from 'node:path';
import { type Benchmark, duel, row } from './frame.ts';
import { runForNumber } from './processes.ts';

const LOOP = join(import.meta.dirname, 'queuePutLoop.ts');

export const queue: Benchmark = {
  name: 'queue',
  async run({ rounds, duration, say }) {
    say('selling for cash with and without the record of the queue');
    const side = (mode: 'with' | 'without') => ({ measure: () => runForNumber(LOOP, mode, String(duration)) });
    const figures = await duel(rounds, side('without'), side('with'));
    const about = { goal: '8', quantity: 'queue: the commit of a cash sale with its record', unit: 'ms' };
    return [row({ ...about, against: 'the same sale without the record' }, figures, { atMost: 1.15 })];
  },
};
