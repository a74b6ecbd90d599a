import fc from 'fast-check';
import { isValidIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { payInAccount, readAccount } from './bankDetails.ts';

describe('bank details', () => {
  it('are kept without blanks and in capitals', () => {
    expect(readAccount({ iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeff xxx', owner: 'Demo' })).toEqual({
      ok: true,
      account: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', owner: 'Demo', bankname: null },
    });
  });

  it.each([
    [{}, 'iban'],
    [{ iban: null }, 'iban'],
    [{ iban: 'DE89370400440532013001' }, 'iban'],
    [{ iban: 'DE89370400440532013000', bic: 'COBA' }, 'bic'],
  ])('of %j are refused', (input, member) => {
    expect(readAccount(input)).toEqual({ ok: false, problem: expect.stringContaining(member) });
  });
});

describe('a pay-in account', () => {
  it('has a valid IBAN of its own for every contract', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), number => {
        const { iban } = payInAccount(number, 'Demo');
        expect(isValidIBAN(iban)).toBe(true);
        expect(Number(iban.slice(-10))).toBe(number);
      }),
    );
  });
});
