/** Fleet data in BMP 3C: written byte for byte, read again, and refused when it does not fit. */
import { describe, expect, it } from 'vitest';
import { encode } from './apdu.ts';
import { type Fleet, readFleet, writeFleet } from './fleet.ts';

const first: Fleet = {
  type: 1,
  driver: '0042',
  mileage: '123456',
  status: 0x0042,
  goods: [
    { product: '0001', quantity: 4512, sum: 7899 },
    { product: '0815', quantity: 100, sum: -250 },
  ],
};
const third: Fleet = {
  type: 3,
  mileage: '123456',
  vehicle: '0007',
  driver: '0042',
  capture: '000001',
  info: 'M-AB 123',
  goods: [{ product: '000815', quantity: 4512, sum: -78_990 }],
};

describe('fleet data', () => {
  it('of type 1 has a sign in its highest nibble', () => {
    const hex = '0042123456004200010045120078990815000100D00250';
    expect(writeFleet(first)).toBe(hex);
    expect(readFleet(1, hex)).toEqual(first);
    expect(
      encode('authorisation', { fleetData: writeFleet(first) })
        .toString('hex')
        .toUpperCase(),
    ).toBe(`06011B3CF0F2F3${hex}`);
  });

  it('of type 3 has a text, a count and a sign after each sum', () => {
    const hex = `12345600070042000001${Buffer.from('M-AB 123            ').toString('hex').toUpperCase()}000001000815004512${'0000078990'}2D`;
    expect(writeFleet(third)).toBe(hex);
    expect(readFleet(3, hex)).toEqual(third);
    expect(readFleet(3, writeFleet({ ...third, goods: [] }))).toEqual({ ...third, goods: [] });
  });

  it('is refused when it does not fit', () => {
    expect(() => writeFleet({ ...first, driver: '42' })).toThrow(RangeError);
    expect(() => writeFleet({ ...first, goods: [{ product: '0001', quantity: 1, sum: -100_000 }] })).toThrow(
      RangeError,
    );
    expect(() => writeFleet({ ...third, info: 'x'.repeat(21) })).toThrow(RangeError);
    const many = Array.from({ length: 16 }, () => third.goods[0]!);
    expect(() => writeFleet({ ...third, goods: many })).toThrow(RangeError);
    expect(readFleet(1, '0042')).toBeUndefined();
    expect(readFleet(1, `00421234560042${'000100AB12007899'}`)).toBeUndefined();
    expect(readFleet(3, '00'.repeat(34))).toBeUndefined();
  });
});
