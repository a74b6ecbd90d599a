/** Manual bookings on a loyalty card: movements and passcode levels. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balancesOf } from './loyalty.ts';
import { actionNames, descriptionOf, type Means, movementOf, wantsPasscode } from './loyaltyActions.ts';

const means = (more: Partial<Means> = {}): Means => ({ cash: 1000, bonus: 300, points: 20, limit: 0, ...more });
const asked = (amount: number, bonus = 0, split = false) => ({ amount, bonus, split });
const booking = actionNames.filter(action => action !== 'cancel_last');

describe('a movement', () => {
  it.each([
    ['charge', asked(500, 50), { cash: 500, bonus: 50, points: 0 }],
    ['discharge', asked(500), { cash: -200, bonus: -300, points: 0 }],
    ['discharge', asked(500, 100), { cash: -400, bonus: -100, points: 0 }],
    ['sale_revenue', asked(1299), { cash: 0, bonus: 0, points: 12 }],
    ['charge_points', asked(5), { cash: 0, bonus: 0, points: 5 }],
    ['discharge_points', asked(20), { cash: 0, bonus: 0, points: -20 }],
    ['immediate_bonus', asked(70), { cash: 0, bonus: 70, points: 0 }],
    ['immediate_bonus', asked(0, 70), { cash: 0, bonus: 70, points: 0 }],
  ] as const)('%s of %j moves %j', (action, request, expected) => {
    expect(balancesOf(movementOf(action, request, means())?.entries ?? [])).toEqual(expected);
  });

  it('is not possible beyond what there is, and takes what there is where it may be split', () => {
    expect(movementOf('discharge', asked(1301), means())).toBeNull();
    expect(movementOf('discharge', asked(1301, 0, true), means())?.amount).toBe(1300);
    expect(movementOf('discharge', asked(400, 301), means())).toBeNull();
    expect(movementOf('discharge_points', asked(21), means())).toBeNull();
    expect(movementOf('discharge_points', asked(21, 0, true), means())?.amount).toBe(20);
    expect(movementOf('discharge', asked(1800), means({ limit: 500 }))?.amount).toBe(1800);
    expect(movementOf('discharge', asked(1801), means({ limit: 500 }))).toBeNull();
  });

  it('never takes an account below what is allowed, and books what it says', () => {
    const amount = fc.integer({ min: 0, max: 3000 });
    const some = fc.record({
      cash: fc.integer({ min: -500, max: 2000 }),
      bonus: amount,
      points: amount,
      limit: fc.constantFrom(0, 500),
    });
    const request = fc.record({ amount, bonus: fc.oneof(fc.constant(0), amount), split: fc.boolean() });
    fc.assert(
      fc.property(fc.constantFrom(...booking), request, some, (action, sent, has) => {
        const movement = movementOf(action, sent, has);
        if (!movement) {
          expect(['discharge', 'discharge_points']).toContain(action);
          return;
        }
        const moved = balancesOf(movement.entries);
        expect(moved.cash).toBeGreaterThanOrEqual(0 - Math.max(0, has.cash + has.limit));
        expect(moved.bonus).toBeGreaterThanOrEqual(-has.bonus);
        expect(moved.points).toBeGreaterThanOrEqual(-has.points);
        if (action === 'discharge') expect(0 - moved.cash - moved.bonus).toBe(movement.amount);
      }),
    );
  });
});

describe('the passcode', () => {
  it('is asked for by level', () => {
    const asking = (level: number) => actionNames.filter(action => wantsPasscode(level, action));
    expect(asking(0)).toEqual([]);
    expect(asking(1)).toEqual(actionNames);
    expect([2, 3, 4, 5, 6].map(asking)).toEqual([
      ['discharge'],
      ['charge', 'immediate_bonus'],
      ['sale_revenue'],
      ['discharge_points'],
      ['charge_points'],
    ]);
  });
});

it('every kind of booking has a name', () => {
  expect(['opening', 'sale', 'cancel', 'charge'].map(action => descriptionOf(action as 'sale'))).toEqual([
    'Anfangsbestand',
    'Umsatz',
    'Storno',
    'Aufladung',
  ]);
});
