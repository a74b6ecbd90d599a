/** Reading of a bank account: IBAN and BIC. */
import { describe, expect, it } from 'vitest';
import { readAccount } from './bankDetails.ts';

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
