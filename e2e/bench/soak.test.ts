/** Verdicts over a long run, from minutes and times that are made up. */
import { describe, expect, test } from 'vitest';
import { rowsOf } from './soak.bench.ts';

const verdicts = (run: Partial<Parameters<typeof rowsOf>[0]>, bytes = 7800 * 1000) =>
  rowsOf({ memory: [], times: Array.from({ length: 1000 }, () => 20), failures: [], ...run }, bytes).map(
    ({ quantity, met }) => `${quantity.replace(/^.*: /, '')} ${met ? 'met' : 'missed'}`,
  );

describe('the verdict over a long run', () => {
  test('takes memory that grows in the first five minutes and then stays for flat', () => {
    const memory = [120, 150, 170, 190, 200, ...Array.from({ length: 20 }, (_, minute) => 201 + (minute % 3))];
    expect(verdicts({ memory })).toContain('memory at the end met');
    expect(verdicts({ memory: memory.map((one, minute) => one + minute) })).toContain('memory at the end missed');
  });

  test('says nothing about memory where the run ended before it could', () => {
    expect(verdicts({ memory: [120, 150, 170, 190, 200, 201] }).join()).not.toContain('memory');
  });

  test('allows one of a thousand sales to be slow, no two, none to fail, and 8 kB each', () => {
    const times = [...Array.from({ length: 999 }, () => 20), 3000];
    expect(verdicts({ times })).toEqual(['database of a sale met', 'p99.9 of a sale met', 'sales that failed met']);
    expect(verdicts({ times: times.with(0, 101), failures: ['503'] }, 8100 * 1000)).toEqual([
      'database of a sale missed',
      'p99.9 of a sale missed',
      'sales that failed missed',
    ]);
  });
});
