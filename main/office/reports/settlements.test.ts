/** Lines of the bank that pay whole days of a terminal. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SettlementLine, settlementsOf, type TerminalDay } from './settlements.ts';

const day = (date: number, amount: number): TerminalDay => ({
  day: `2026-11-${String(date).padStart(2, '0')}`,
  amount,
});
const line = (date: number, amount: number): SettlementLine => ({ ...day(date, amount), fee: null });
const sums = (settlements: ReturnType<typeof settlementsOf>) =>
  settlements.map(({ days, lines }) => [days.map(({ amount }) => amount), lines.map(({ amount }) => amount)]);

describe('settlements', () => {
  it('one line pays one day, and equal sums belong together whatever comes first', () => {
    expect(sums(settlementsOf([day(1, 100), day(2, 70)], [line(3, 70), line(4, 100)]))).toEqual([
      [[100], [100]],
      [[70], [70]],
    ]);
  });

  it('a settlement over two lines pays its day, also on two days', () => {
    expect(sums(settlementsOf([day(1, 100), day(2, 70)], [line(2, 60), line(3, 40), line(3, 70)]))).toEqual([
      [[70], [70]],
      [[100], [60, 40]],
    ]);
  });

  it('one line pays the days of a long weekend', () => {
    expect(sums(settlementsOf([day(1, 10), day(2, 20), day(3, 30)], [line(4, 60)]))).toEqual([[[10, 20, 30], [60]]]);
  });

  it('another sum stays with the last day before it, and nothing is paid before it was sold or too late', () => {
    expect(sums(settlementsOf([day(5, 100)], [line(4, 100), line(6, 99), line(20, 100)]))).toEqual([
      [[100], [99]],
      [[], [100]],
      [[], [100]],
    ]);
  });

  it('has every day and every line once', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: -5, max: 5 })), { maxLength: 8 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: -5, max: 5 })), { maxLength: 8 }),
        (someDays, someLines) => {
          const [days, lines] = [someDays.map(each => day(...each)), someLines.map(each => line(...each))];
          const settled = settlementsOf(days, lines);
          expect(new Set(settled.flatMap(each => each.days))).toEqual(new Set(days));
          expect(settled.flatMap(each => each.days)).toHaveLength(days.length);
          expect(settled.flatMap(each => each.lines)).toHaveLength(lines.length);
        },
      ),
    ));
});
