import { describe, expect, it } from 'vitest';
import { addressLine, addressParts, countryName } from './storeAddress.ts';

const address = {
  street: 'Marktplatz',
  street_number: '1',
  city: 'Musterstadt',
  postal_code: '12345',
  country: 'de',
} as const;

describe('the address of a store', () => {
  it('is given in parts with their types', () => {
    expect(addressParts(address)).toEqual([
      { long_name: '1', short_name: '1', types: ['street_number'] },
      { long_name: 'Marktplatz', short_name: 'Marktplatz', types: ['route'] },
      { long_name: 'Musterstadt', short_name: 'Musterstadt', types: ['locality', 'political'] },
      { long_name: 'Deutschland', short_name: 'DE', types: ['country', 'political'] },
      { long_name: '12345', short_name: '12345', types: ['postal_code'] },
    ]);
  });

  it('is given in one line', () => {
    expect(addressLine(address)).toBe('Marktplatz 1, 12345 Musterstadt, Deutschland');
    expect(addressLine({ ...address, street_number: null, additional_address_data: 'Hof 2' })).toBe(
      'Marktplatz, Hof 2, 12345 Musterstadt, Deutschland',
    );
  });

  it('leaves out what is not known', () => {
    expect(addressParts({ city: 'Musterstadt' })).toHaveLength(1);
    expect(addressParts({})).toEqual([]);
    expect(addressLine({})).toBeNull();
  });

  it('knows which codes are countries', () => {
    expect(['DE', 'at', 'EU', 'ZZ', 'XX'].map(countryName)).toEqual(['Deutschland', 'Österreich', null, null, null]);
  });
});
