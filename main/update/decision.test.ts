/** Decisions about offers, about the health of a version, and about a run that was cut off. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, isHealthy, offerOf, placeOf, resumeOf } from './decision.ts';

const facts = { running: '1.2.0', offered: { version: '1.3.0', share: 100 }, failed: [], machine: 'a' };

describe('an offer', () => {
  it.each([
    ['a newer version', {}, 'wanted'],
    ['the same version', { running: '1.3.0' }, 'newest'],
    ['an older version, as an attacker repeats it', { running: '1.10.0' }, 'newest'],
    ['a version that did not work here', { failed: ['1.3.0'] }, 'failedBefore'],
    ['a version for none yet', { offered: { version: '1.3.0', share: 0 } }, 'notYet'],
  ])('%s', (_title, differs, offer) => expect(offerOf({ ...facts, ...differs })).toBe(offer));

  it('reaches about as many machines as its share says, and keeps each that it has reached', () => {
    const machines = Array.from({ length: 2000 }, (_, index) => String(index));
    const reached = (share: number) => machines.filter(machine => placeOf(machine, '1.3.0') < share);
    expect(Math.abs(reached(10).length - 200)).toBeLessThan(60);
    const later = new Set(reached(50));
    expect(reached(10).every(machine => later.has(machine))).toBe(true);
  });

  it('orders versions by their numbers', () => {
    const version = fc.array(fc.nat(30), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(version, version, (one, other) => {
        const [left, right] = [one.join('.'), other.join('.')];
        expect(compareVersions(left, right)).toBe(-compareVersions(right, left) + 0);
        expect(compareVersions(left, `${left}.1`)).toBe(-1);
      }),
    );
    expect(compareVersions('0.9.0', '0.10.0')).toBe(-1);
    expect(compareVersions('1.0', '1.0.0')).toBe(0);
  });
});

it.each([
  [{ version: '2.0', isGood: true }, true, true],
  [{ version: '2.0', isGood: true }, false, true],
  // A till that was red before, by a late backup, need not become green.
  [{ version: '2.0', isGood: false }, false, true],
  [{ version: '2.0', isGood: false }, true, false],
  // The old program answers still, or another one.
  [{ version: '1.9', isGood: true }, true, false],
  [null, false, false],
])('%j, good before: %s, is healthy: %s', (now, wasGood, expected) => {
  expect(isHealthy(now, '2.0', wasGood)).toBe(expected);
});

it('goes back from every step but the last, in which the new version is watched on', () => {
  expect((['idle', 'switching', 'watching', 'goingBack'] as const).map(resumeOf)).toEqual([
    ...['nothing', 'goBack', 'watch', 'goBack'],
  ]);
});
