/** Once a day on the wall of the shop, also on the two days on which the clocks are changed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastDue, nextDue } from './daySchedule.ts';

const BERLIN = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);

describe('when the end-of-day is due', () => {
  it('today once its time has come, else yesterday', () => {
    expect(lastDue('22:00', at('2026-11-21T22:00:00+01:00'), BERLIN).day).toBe('2026-11-21');
    expect(lastDue('22:00', at('2026-11-21T21:59:59+01:00'), BERLIN)).toEqual({
      day: '2026-11-20',
      at: at('2026-11-20T22:00:00+01:00'),
    });
  });

  it('next today or tomorrow', () => {
    expect(nextDue('22:00', at('2026-11-21T21:59:59+01:00'), BERLIN).day).toBe('2026-11-21');
    expect(nextDue('22:00', at('2026-11-21T22:00:00+01:00'), BERLIN).at).toBe(at('2026-11-22T22:00:00+01:00'));
  });

  it('a time that is left out in spring comes an hour later', () => {
    expect(nextDue('02:30', at('2026-03-29T00:00:00+01:00'), BERLIN).at).toBe(at('2026-03-29T03:30:00+02:00'));
  });

  it('of a time that comes twice in autumn the first one counts, and only that', () => {
    const first = at('2026-10-25T02:30:00+02:00');
    expect(nextDue('02:30', at('2026-10-25T00:00:00+02:00'), BERLIN).at).toBe(first);
    expect(lastDue('02:30', first + 3_600_000, BERLIN).at).toBe(first);
  });

  it('that the clock change skips before midnight comes once, on the next day', () => {
    // Nuuk goes from 23:00 to 24:00 on Saturday, 28 March 2026.
    const due = { day: '2026-03-28', at: at('2026-03-29T00:30:00-01:00') };
    const before = at('2026-03-29T00:15:00-01:00');
    expect(nextDue('23:30', before, 'America/Nuuk')).toEqual(due);
    expect(lastDue('23:30', before, 'America/Nuuk').day).toBe('2026-03-27');
    expect(lastDue('23:30', due.at, 'America/Nuuk')).toEqual(due);
    expect(nextDue('23:30', due.at, 'America/Nuuk').day).toBe('2026-03-29');
  });

  it('is the same moment for every zone whose wall says so', () => {
    expect(nextDue('22:00', at('2026-06-01T12:00:00Z'), 'America/New_York').at).toBe(at('2026-06-01T22:00:00-04:00'));
    expect(nextDue('22:00', at('2026-06-01T00:00:00Z'), 'UTC').at).toBe(at('2026-06-01T22:00:00Z'));
  });

  it('is exactly once a day: the newest, and the next one on the day after it', () => {
    const zone = fc.constantFrom(
      BERLIN,
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'America/Nuuk',
    );
    const time = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'));
    const moment = fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    fc.assert(
      fc.property(time, moment, zone, (hour, now, place) => {
        const last = lastDue(hour, now, place);
        const next = nextDue(hour, now, place);
        expect(last.at).toBeLessThanOrEqual(now);
        expect(next.at).toBeGreaterThan(now);
        expect(Date.parse(next.day) - Date.parse(last.day)).toBe(86_400_000);
        expect(lastDue(hour, next.at, place)).toEqual(next);
      }),
    );
  });
});
