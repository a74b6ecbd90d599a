/** Banks by IBAN, and the masked IBAN. */
import fc from 'fast-check';
import { composeIBAN } from 'ibantools';
import { expect, it } from 'vitest';
import { checkIban, completeAccount, maskedIban } from './bank.ts';

it('fills in BIC and bank where the IBAN tells them', () => {
  expect(completeAccount({ iban: 'DE89 3704 0044 0532 0130 00', owner: 'Erika Muster' })).toEqual({
    ok: true,
    account: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', owner: 'Erika Muster', bankname: 'Commerzbank' },
  });
});

it('keeps the bank name of the caller', () => {
  const input = { iban: 'DE89370400440532013000', bic: 'cobadeff370', bankname: 'Meine Bank' };
  expect(completeAccount(input)).toMatchObject({ account: { bic: 'COBADEFF370', bankname: 'Meine Bank' } });
});

it('says nothing of a bank it does not know', () => {
  expect(checkIban('DE75 5121 0800 1245 1261 99')).toEqual({
    valid: true,
    iban: 'DE75512108001245126199',
    bic: null,
    bankname: null,
  });
});

it.each(['', 'DE', 'DE00370400440532013000', 'DE8937040044053201300', 'XX89370400440532013000'])(
  'finds %s wrong',
  iban => {
    expect(checkIban(iban).valid).toBe(false);
  },
);

it('finds every changed digit of an IBAN', () => {
  const digits = fc.stringMatching(/^\d{18}$/);
  fc.assert(
    fc.property(digits, fc.integer({ min: 4, max: 21 }), fc.integer({ min: 1, max: 9 }), (bban, position, by) => {
      const iban = composeIBAN({ countryCode: 'DE', bban }) ?? '';
      const other = String((Number(iban[position]) + by) % 10);
      expect(checkIban(iban).valid).toBe(true);
      expect(checkIban(iban.slice(0, position) + other + iban.slice(position + 1)).valid).toBe(false);
    }),
  );
});

it('shows of an IBAN its country, check digits and last four', () => {
  expect(maskedIban('DE89370400440532013000')).toBe('DE89XXXXXXXXXXXXXX3000');
});
