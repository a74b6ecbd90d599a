/** Pay-in accounts of the simulated acquirer. */
import fc from 'fast-check';
import { isValidIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { type AcquirerBooks, createVirtualAcquirer } from './virtualAcquirer.ts';

const acquirer = createVirtualAcquirer({} as AcquirerBooks, () => '');

describe('a pay-in account', () => {
  it('has a valid IBAN for every agreement', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), number => {
        const { iban } = acquirer.payInAccount(number, 'Demo');
        expect(isValidIBAN(iban)).toBe(true);
        expect(Number(iban.slice(-10))).toBe(number);
      }),
    );
  });
});
