/**
 * Goal 9, one by one: sales that wait drain to an upstream service that answers at once. The service stands on the other
 * core, as it stands on another machine in a shop.
 */
import { join } from 'node:path';
import { type Benchmark, median, row } from './frame.ts';
import { runForNumbers, startElsewhere } from './processes.ts';

const here = import.meta.dirname;
const LOOP = join(here, 'upstreamLoop.ts');
const SALES = 1000;
/** All make the same two calls for each sale. As it comes, plainjob does not wait for the disk; ours does. */
const sides = ['ours', 'plainjob', 'flushed'] as const;
type SideName = (typeof sides)[number];
type Measured = Record<SideName, { readonly passed: number[]; readonly worked: number[] }>;

export const upstream: Benchmark = {
  name: 'upstream',
  async run({ rounds, say }) {
    say(`draining ${SALES} sales`);
    const service = await startElsewhere(join(here, 'floors', 'upstreamServer.ts'));
    try {
      const { ours, plainjob, flushed } = await measure(service.url, rounds);
      const about = { goal: '9', quantity: 'queue: drain upstream, one by one', unit: '1/s' };
      const work = { ...about, quantity: 'the same, by processor time of the till' };
      const against = (floor: number[], own: number[]) => ({ floor: median(floor), ours: median(own) });
      const wanted = { atLeast: 1.2 };
      return [
        row({ ...about, against: 'plainjob as it comes' }, against(plainjob.passed, ours.passed), wanted),
        row({ ...about, against: 'plainjob, flushed as ours' }, against(flushed.passed, ours.passed), wanted),
        row({ ...work, against: 'plainjob as it comes' }, against(plainjob.worked, ours.worked), wanted),
      ];
    } finally {
      await service.stop();
    }
  },
};

/** One round first that does not count, then all sides in turn. */
async function measure(address: string, rounds: number): Promise<Measured> {
  const all = Object.fromEntries(sides.map(side => [side, { passed: [], worked: [] }])) as unknown as Measured;
  for (let round = 0; round <= rounds; round += 1)
    for (const side of sides) {
      const [passed = Number.NaN, worked = Number.NaN] = await runForNumbers(LOOP, side, address, String(SALES));
      if (round === 0) continue;
      all[side].passed.push(passed);
      all[side].worked.push(worked);
    }
  return all;
}
