/** Business days by the clock on the wall: every day, both days of the clock change, and starts that the change leaves out or doubles. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { businessDays } from './businessDay.ts';

it.each([
  // Zone, start of the day, moment, business day. Worked out with a calendar; Berlin changes on 29 March and 25 October 2026.
  ['Europe/Berlin', '04:00', '2026-07-02T03:59:00+02:00', '2026-07-01'],
  ['Europe/Berlin', '04:00', '2026-07-02T04:00:00+02:00', '2026-07-02'],
  ['Europe/Berlin', '04:00', '2026-01-02T03:59:59+01:00', '2026-01-01'],
  ['Europe/Berlin', '04:00', '2026-01-02T04:00:00+01:00', '2026-01-02'],
  ['Europe/Berlin', '04:00', '2026-01-01T00:30:00+01:00', '2025-12-31'],
  ['Europe/Berlin', '00:00', '2026-03-29T00:00:00+01:00', '2026-03-29'],
  ['Europe/Berlin', '00:00', '2026-10-25T23:59:00+01:00', '2026-10-25'],
  // Spring: 02:00 is followed by 03:00.
  ['Europe/Berlin', '04:00', '2026-03-29T01:59:00+01:00', '2026-03-28'],
  ['Europe/Berlin', '04:00', '2026-03-29T03:59:00+02:00', '2026-03-28'],
  ['Europe/Berlin', '04:00', '2026-03-29T04:00:00+02:00', '2026-03-29'],
  ['Europe/Berlin', '04:00', '2026-03-29T04:59:00+02:00', '2026-03-29'],
  ['Europe/Berlin', '02:30', '2026-03-29T01:59:00+01:00', '2026-03-28'],
  ['Europe/Berlin', '02:30', '2026-03-29T03:00:00+02:00', '2026-03-29'],
  // Autumn: 03:00 is followed by 02:00.
  ['Europe/Berlin', '04:00', '2026-10-25T02:59:00+02:00', '2026-10-24'],
  ['Europe/Berlin', '04:00', '2026-10-25T02:30:00+01:00', '2026-10-24'],
  ['Europe/Berlin', '04:00', '2026-10-25T03:59:00+01:00', '2026-10-24'],
  ['Europe/Berlin', '04:00', '2026-10-25T04:00:00+01:00', '2026-10-25'],
  ['Europe/Berlin', '02:30', '2026-10-25T02:29:00+02:00', '2026-10-24'],
  ['Europe/Berlin', '02:30', '2026-10-25T02:30:00+02:00', '2026-10-25'],
  ['Europe/Berlin', '02:30', '2026-10-25T02:10:00+01:00', '2026-10-25'],
  // A zone that changes at midnight, one of half an hour, and one west of Greenwich.
  ['America/Havana', '00:00', '2026-03-08T01:00:00-04:00', '2026-03-08'],
  ['Australia/Lord_Howe', '01:45', '2026-04-05T01:40:00+10:30', '2026-04-05'],
  ['America/New_York', '05:00', '2026-11-01T04:59:00-05:00', '2026-10-31'],
])('in %s with a day from %s the moment %s is of %s', (zone, start, moment, day) => {
  expect(businessDays(zone, start)(Date.parse(moment))).toBe(day);
});

it('never goes back, and each day follows the one before', () => {
  const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'America/Havana', 'Australia/Lord_Howe', 'UTC');
  const start = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const from = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2027-12-01') });
  fc.assert(
    fc.property(zone, start, from, (timeZone, dayStart, begin) => {
      const dayOf = businessDays(timeZone, dayStart);
      let before = dayOf(begin);
      for (let at = begin; at < begin + 3 * 86_400_000; at += 15 * 60_000) {
        const day = dayOf(at);
        expect(day >= before).toBe(true);
        expect(Date.parse(day) - Date.parse(before)).toBeLessThanOrEqual(86_400_000);
        before = day;
      }
    }),
    { numRuns: 20 },
  );
});
