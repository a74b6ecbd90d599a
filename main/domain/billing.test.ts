/** Billing cycles: allowed cycles, due times, executions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { type BillingCycle, cyclesProblem, dueCycle, executions, later, units } from './billing.ts';

const month = { unit: 'month', count: 1 } as const;
const regular = (more: Partial<BillingCycle> = {}): BillingCycle => ({
  sequence: 2,
  interval: month,
  tenure_type: 'regular',
  total_cycles: 0,
  price: 990,
  ...more,
});
const setup: BillingCycle = { sequence: 0, interval: null, tenure_type: 'setup', total_cycles: 1, price: 500 };
const trial: BillingCycle = {
  sequence: 1,
  interval: { unit: 'week', count: 2 },
  tenure_type: 'trial',
  total_cycles: 2,
  price: 0,
};
const start = Date.parse('2026-01-31T10:00:00Z');
const day = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString().slice(0, 10));

describe('billing cycles of a plan', () => {
  it('are a set-up fee, trials and regular cycles, in this order', () => {
    specifies({ Subscription: 'rules of billing cycles' });
    expect(cyclesProblem([setup, trial, regular()])).toBeNull();
    expect(cyclesProblem([regular({ total_cycles: 12 })])).toBeNull();
  });

  it.each([
    [[], 'no regular cycle'],
    [[setup, trial], 'no regular cycle'],
    [[regular(), regular()], 'each sequence'],
    [[{ ...setup, sequence: 3 }, regular()], 'set-up fee'],
    [[{ ...setup, total_cycles: 2 }, regular()], 'set-up fee'],
    [[regular({ sequence: 0 })], 'sequence 0'],
    [[regular({ interval: null })], 'interval'],
    [[regular({ sequence: 1 }), regular({ sequence: 2 })], 'without end'],
    [[{ ...trial, sequence: 3, total_cycles: 0 }, regular({ total_cycles: 3 })], 'end'],
    [[{ ...trial, sequence: 3 }, regular({ total_cycles: 3 })], 'trials come before'],
  ] as const)('refuse %j', (cycles, problem) => {
    expect(cyclesProblem(cycles)).toContain(problem);
  });
});

describe('the next billing time', () => {
  it('is the last day of a month that has no such day, and the right day again afterwards', () => {
    const times = [0, 1, 2, 3].map(done => day(dueCycle([regular()], start, done)?.time));
    expect(times).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  });

  it('goes through the cycles one after the other', () => {
    const cycles = [setup, trial, regular({ total_cycles: 2 })];
    const due = [0, 1, 2, 3].map(done => dueCycle(cycles, start, done));
    expect(due.map(one => [one?.cycle.tenure_type, day(one?.time)])).toEqual([
      ['trial', '2026-01-31'],
      ['trial', '2026-02-14'],
      ['regular', '2026-02-28'],
      ['regular', '2026-03-28'],
    ]);
    expect(dueCycle(cycles, start, 4)).toBeNull();
  });

  it('counts years through a leap day', () => {
    const leap = Date.parse('2028-02-29T00:00:00Z');
    expect([1, 4].map(years => day(later(leap, { unit: 'year', count: 1 }, years)))).toEqual([
      '2029-02-28',
      '2032-02-29',
    ]);
  });
});

describe('cycle executions', () => {
  it('tell how many are done and how many remain', () => {
    expect(executions([setup, trial, regular()], 3, true)).toEqual([
      { sequence: 0, tenure_type: 'setup', total_cycles: 1, cycles_completed: 1, cycles_remaining: 0 },
      { sequence: 1, tenure_type: 'trial', total_cycles: 2, cycles_completed: 2, cycles_remaining: 0 },
      { sequence: 2, tenure_type: 'regular', total_cycles: 0, cycles_completed: 1, cycles_remaining: 0 },
    ]);
  });

  const interval = fc.record({ unit: fc.constantFrom(...units), count: fc.integer({ min: 1, max: 12 }) });
  const plan = fc
    .array(fc.record({ interval, total_cycles: fc.integer({ min: 1, max: 6 }), price: fc.nat() }), {
      minLength: 1,
      maxLength: 4,
    })
    .map(rows => rows.map((row, index) => ({ ...row, sequence: index + 1, tenure_type: 'regular' as const })));

  it('of any plan are due in growing order, as often as the plan says, and add up', () => {
    fc.assert(
      fc.property(plan, fc.integer({ min: 0, max: 4_000_000_000_000 }), (cycles, begin) => {
        const total = cycles.reduce((sum, { total_cycles }) => sum + total_cycles, 0);
        const times = Array.from({ length: total }, (_, done) => dueCycle(cycles, begin, done)?.time ?? Number.NaN);
        expect(times[0]).toBe(begin);
        expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? time))).toBe(true);
        expect(dueCycle(cycles, begin, total)).toBeNull();
        for (let done = 0; done <= total; done += 1) {
          const rows = executions(cycles, done, false);
          expect(rows.reduce((sum, { cycles_completed }) => sum + cycles_completed, 0)).toBe(done);
          expect(rows.every(row => row.cycles_completed + row.cycles_remaining === row.total_cycles)).toBe(true);
        }
      }),
    );
  });
});
