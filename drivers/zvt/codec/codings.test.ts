import { expect, it } from 'vitest';
import { TOTALS_ORDER, type Totals, totals } from './codings.ts';

it('totals of more than 255 payments keep their amount; the count of one byte stops at 255', () => {
  const none = Object.fromEntries(TOTALS_ORDER.map(name => [name, { count: 0, amount: 0 }]));
  const day = { firstReceipt: '0001', lastReceipt: '0300', ...none, girocard: { count: 300, amount: 123_456 } };
  const bytes = Buffer.alloc(53);
  expect(totals.write(day as unknown as Totals, bytes, 0, 'auto')).toBe(53);
  expect(totals.read(bytes, 0, 53, 'auto')).toMatchObject({ girocard: { count: 255, amount: 123_456 } });
});

it('totals with an unreadable amount are undefined', () => {
  const bytes = Buffer.alloc(53);
  expect(totals.read(bytes, 0, 53, 'auto')).toBeDefined();
  bytes[4 + 7 * 3 + 1] = 0xa0;
  expect(totals.read(bytes, 0, 53, 'auto')).toBeUndefined();
});
