/** A short run of the proof; `npm run offline` sells for as long as it is told, at any number of tills. */
import { afterAll, expect, it } from 'vitest';
import { type Cluster, noPostgres, startCluster } from '../../main/office/database/cluster.fixture.ts';
import { prove } from './proof.ts';

const SEED = 20_261_123;
let cluster: Cluster | null = null;
afterAll(() => cluster?.remove());

it('brings every sale of two tills upstream and to the back office once, whatever fails between them', {
  timeout: 300_000,
}, async () => {
  cluster = noPostgres === null ? await startCluster() : null;
  const result = await prove({
    ...{ tills: 2, acts: process.env.LONG ? 25 : 12, seed: SEED, cluster, settledWithin: 180_000 },
    ...{ lines: true, kills: true, upheavals: [], lagSeconds: 2, triedNow: true },
  });
  expect(result.disagreements).toEqual([]);
  expect(result.sales).toBeGreaterThan(process.env.LONG ? 20 : 8);
});
