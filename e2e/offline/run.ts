/**
 * `npm run offline -- [options]`: the long run of the proof that everything a till sells reaches upstream and back office
 * exactly once. Exit code 1 when anything disagreed. A short run is part of `npm test`.
 */
import { parseArgs } from 'node:util';
import { startCluster } from '../../main/office/database/cluster.fixture.ts';
import { prove } from './proof.ts';
import { type Upheaval, upheavals } from './upheavals.ts';

const HELP = `npm run offline -- [options]
  --tills N        bridges that sell (default 4)
  --acts N         acts of each cashier (default 500)
  --seed N         of the acts, the faults and the kills (default 1)
  --faults LIST    with commas: lines, kills, ${upheavals.join(', ')};
                   default: all
  --embedded       the embedded database of the back office (default: a PostgreSQL of its own)
  --minutes N      longest time until every queue is empty afterwards (default 10)`;

const { values } = parseArgs({
  options: {
    tills: { type: 'string', default: '4' },
    acts: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: ['lines', 'kills', ...upheavals].join() },
    embedded: { type: 'boolean' },
    minutes: { type: 'string', default: '10' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) console.log(HELP);
else {
  const wanted = values.faults.split(',');
  const unknown = wanted.find(name => !['lines', 'kills', ...upheavals].includes(name));
  if (unknown !== undefined) {
    console.error(`Unknown fault: ${unknown}\n${HELP}`);
    process.exit(2);
  }
  const cluster = values.embedded ? null : await startCluster();
  const result = await prove({
    tills: Number(values.tills),
    acts: Number(values.acts),
    seed: Number(values.seed),
    cluster,
    lines: wanted.includes('lines'),
    kills: wanted.includes('kills'),
    upheavals: wanted.filter((name): name is Upheaval => (upheavals as readonly string[]).includes(name)),
    settledWithin: Number(values.minutes) * 60_000,
  }).finally(() => cluster?.remove());
  console.log(JSON.stringify(result, null, 2));
  process.exitCode = result.disagreements.length > 0 ? 1 : 0;
}
