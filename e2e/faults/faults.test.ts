/** A sample of the fault proofs; `npm run faults` runs every cut and thousands of kills. */
import { describe, expect, it } from 'vitest';
import { cutAll } from './cuts.ts';
import { diskObstacle, failAll } from './failingDisk.ts';
import { killAll } from './kills.ts';
import { lateAll } from './late.ts';
import { networkObstacle } from './namespaces.ts';
import { everyCut, everyLate, everyRival, everything, failingDisks, lateCommands, moments, sampleOf } from './plan.ts';
import { realAll } from './real.ts';

const SEED = 20_261_121;
const { transports, late, real, rivals, kills, disks } = process.env.LONG
  ? {
      transports: { tcp: 24, serial: 8, tcpListen: 12 },
      late: { tcp: 16, tcpListen: 16, opi: 12 },
      real: [false, true],
      ...{ rivals: 24, kills: 5, disks: 12 },
    }
  : {
      transports: { tcp: 4, serial: 2, tcpListen: 2 },
      late: { tcp: 3, tcpListen: 2, opi: 2 },
      real: [false],
      ...{ rivals: 4, kills: 2, disks: 1 },
    };

describe('the line is cut at any byte, and terminal, bridge or both are switched off', () => {
  for (const transport of ['tcp', 'serial', 'tcpListen'] as const)
    it(`afterwards journal and terminal agree: ${transport}`, { timeout: 240_000 }, async () => {
      const points = sampleOf(
        [...(await everyCut({ ...everything, transports: [transport] }))],
        transports[transport],
        SEED,
      );
      const odd = [];
      for await (const result of cutAll(points)) if (result.ending !== 'right') odd.push(result);
      expect(odd).toEqual([]);
    });
});

describe('the line stalls, and what it had not carried arrives when the till asks again', () => {
  for (const transport of ['tcp', 'tcpListen', 'opi'] as const)
    it(`the word of the till stays true: ${transport}`, { timeout: 240_000 }, async () => {
      const choice = { ...everything, transports: [transport], scale: 0.04, seed: SEED };
      const points = sampleOf([...lateCommands(choice)], late[transport], SEED);
      const bytes = process.env.LONG ? sampleOf([...(await everyLate(choice))], late[transport], SEED) : [];
      const odd = [];
      for await (const result of lateAll([...points, ...bytes])) {
        const isReached = result.cut || result.point.before === undefined;
        if (result.ending !== 'right' || !isReached) odd.push(result);
      }
      expect(odd).toEqual([]);
    });
});

const noNetwork = await networkObstacle();
if (noNetwork !== null) console.info(`Late bytes over a real network are not tried: ${noNetwork}`);

describe.skipIf(noNetwork !== null)(
  'the packets of a payment are lost on a real network, which comes back later',
  () => {
    it('the word of the till stays true', { timeout: 240_000 }, async () => {
      const payment = { protocol: 'zvt', exchange: 'approved', outage: 3500, scale: 0.1 } as const;
      const points = real.map(kills => ({ ...payment, kills }));
      const results = [];
      for await (const result of realAll(points)) results.push(result);
      expect(results.filter(({ ending, cut }) => ending !== 'right' || !cut)).toEqual([]);
    });
  },
);

describe('another till does the same at the terminal while our line is cut, and nobody has said who else pays there', () => {
  it('its money is never taken for ours', { timeout: 240_000 }, async () => {
    const points = sampleOf([...(await everyRival(everything.exchanges))], rivals, SEED);
    const wrong = [];
    for await (const result of cutAll(points)) if (result.ending === 'wrong') wrong.push(result);
    expect(wrong).toEqual([]);
  });
});

describe('the bridge is killed in the middle of sales', () => {
  it('loses, doubles and misreports nothing', { timeout: 120_000 }, async () => {
    const results = [];
    for await (const result of killAll(moments(kills, SEED))) results.push(result);
    expect(results.filter(({ ending }) => ending !== 'right')).toEqual([]);
    expect(results.reduce((sum, { confirmed }) => sum + confirmed, 0)).toBeGreaterThan(0);
  });
});

const noFailingDisk = await diskObstacle();
if (noFailingDisk !== null) console.info(`A failing disk is not tried: ${noFailingDisk}`);

describe.skipIf(noFailingDisk !== null)('writes and flushes of the disk fail while the bridge sells', () => {
  it('loses nothing that was confirmed, charges nothing that it does not know, and sells on afterwards', {
    timeout: 240_000,
  }, async () => {
    const results = [];
    for await (const result of failAll(failingDisks(disks, SEED))) results.push(result);
    expect(results.filter(({ ending }) => ending !== 'right')).toEqual([]);
    expect(results.some(({ refused }) => refused > 0)).toBe(true);
  });
});
