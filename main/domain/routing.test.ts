/** Assignment of tills and terminals to a routing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { assignment, type RoutedType, sideOf } from './routing.ts';

const types: readonly RoutedType[] = ['cashier', 'shopmodule', 'zvt', 'webterminal'];
const device = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), type: fc.constantFrom(...types) });

test('however devices come, a routing never holds two of a side, and a till is never in two routings', () => {
  specifies({ 'Devices and routings': 'one till and one terminal each' });
  fc.assert(
    fc.property(fc.array(fc.tuple(device, fc.boolean())), offers => {
      let assigned: readonly { id: string; type: RoutedType }[] = [];
      for (const [offered, routed] of offers) {
        if (assignment(assigned, offered, routed) !== 'new') continue;
        expect(sideOf(offered.type) === 'till' && routed).toBe(false);
        assigned = [...assigned, offered];
      }
      for (const side of ['till', 'terminal'])
        expect(assigned.filter(({ type }) => sideOf(type) === side).length).toBeLessThanOrEqual(1);
    }),
  );
});

test('a device that is there already is no change', () => {
  const there = [{ id: 'a', type: 'cashier' }] as const;
  expect(assignment(there, there[0], true)).toBe('there');
});
