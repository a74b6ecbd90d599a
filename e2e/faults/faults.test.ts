/** A sample of the fault proofs; `npm run faults` runs every cut and thousands of kills. */
import { describe, expect, it } from 'vitest';
import { cutAll } from './cuts.ts';
import { killAll } from './kills.ts';
import { everyCut, everyRival, everything, moments, sampleOf } from './plan.ts';

const SEED = 20_261_121;
const { transports, rivals, kills } = process.env.LONG
  ? { transports: { tcp: 24, serial: 8, tcpListen: 12 }, rivals: 24, kills: 5 }
  : { transports: { tcp: 10, serial: 4, tcpListen: 5 }, rivals: 10, kills: 3 };

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
