/** RecordCheck of two versions by the ratios of their rounds. */
import { describe, expect, test } from 'vitest';
import { compared } from './versions.ts';

describe('a version against another one', () => {
  test('is worse where every round costs more than the rounds differ', () => {
    expect(compared([1.09, 1.1, 1.11, 1.1, 1.1])).toMatchObject({ ratio: 1.1, isWorse: true });
  });

  test('is not worse where the rounds differ by more than the versions', () => {
    expect(compared([0.8, 1.05, 1.4, 0.9, 1.1])).toMatchObject({ ratio: 1.05, isWorse: false });
  });

  test('is not worse by less than the least difference, and never by being better', () => {
    expect(compared([1.01, 1.01, 1.01])).toMatchObject({ noise: 0.02, isWorse: false });
    expect(compared([0.5, 0.5, 0.5]).isWorse).toBe(false);
  });

  test('one round alone that was disturbed changes nothing', () => {
    expect(compared([1, 1, 1, 1, 9])).toMatchObject({ ratio: 1, isWorse: false });
  });
});
