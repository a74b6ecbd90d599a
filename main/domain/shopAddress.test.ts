/** The address of a shop, in parts and in one line. */
import { describe, expect, it } from 'vitest';
import { addressLine, addressParts } from './shopAddress.ts';

const address = {
  street: 'Marktplatz',
  street_number: '1',
  city: 'Musterstadt',
  postal_code: '12345',
} as const;
const germany = { code: 'DE', name: 'Germany' } as const;

describe('the address of a shop', () => {
  it('is given in parts with their types', () => {
    expect(addressParts(address, germany)).toEqual([
      { long_name: '1', short_name: '1', types: ['street_number'] },
      { long_name: 'Marktplatz', short_name: 'Marktplatz', types: ['route'] },
      { long_name: 'Musterstadt', short_name: 'Musterstadt', types: ['locality', 'political'] },
      { long_name: 'Germany', short_name: 'DE', types: ['country', 'political'] },
      { long_name: '12345', short_name: '12345', types: ['postal_code'] },
    ]);
  });

  it('is given in one line', () => {
    expect(addressLine(address, germany)).toBe('Marktplatz 1, 12345 Musterstadt, Germany');
    expect(addressLine({ ...address, street_number: null, additional_address_data: 'Hof 2' }, germany)).toBe(
      'Marktplatz, Hof 2, 12345 Musterstadt, Germany',
    );
  });

  it('leaves out missing members', () => {
    expect(addressParts({ city: 'Musterstadt' }, null)).toHaveLength(1);
    expect(addressParts({}, null)).toEqual([]);
    expect(addressLine({}, null)).toBeNull();
  });
});
