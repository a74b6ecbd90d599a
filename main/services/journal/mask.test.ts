/** Data that the journal never keeps, however it is written. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskBroken, maskText, maskUrl, maskValue } from './mask.ts';

const isLoyaltyCard = (digits: string) => digits.startsWith('9276004');
const value = (one: unknown, signIn = false) => maskValue(one, isLoyaltyCard, signIn);
const text = (one: string) => maskText(one, isLoyaltyCard);
const broken = (one: string, signIn = false) => maskBroken(one, isLoyaltyCard, signIn);

/** With its check digit (ISO/IEC 7812-1). */
function cardNumber(start: string): string {
  const sum = [...start].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return start + ((10 - (sum % 10)) % 10);
}

describe('masking', () => {
  it.each([
    'client_secret',
    'clientSecret',
    'password',
    'pin',
    'PIN',
    'passcode',
    'access_token',
    'refresh_token',
    'device_code',
    'apikey',
    'cvc',
    'CVV2',
    'securityCode',
    'expiry_month',
    'expiration_date',
    'expiry_date',
  ])('hides the member %s at any depth, as text, number or object', name => {
    for (const secret of ['topsecret', 1234, { inner: 'topsecret' }, ['topsecret']])
      expect(value({ a: [{ [name]: secret }] })).toEqual({ a: [{ [name]: '***' }] });
    expect(broken(`{"a":{"${name}":"topsecret`)).not.toContain('topsecret');
    expect(broken(`${name}=topsecret&b=1`)).toBe(`${name}=***&b=1`);
    expect(value({ [name]: null })).toEqual({ [name]: null });
  });

  it('hides the code of the device flow at the token endpoint, and shows the code of an error', () => {
    expect(value({ code: 'abc' }, true)).toEqual({ code: '***' });
    expect(value({ code: 1001 })).toEqual({ code: 1001 });
  });

  it('hides what a wallet sends in place of a card', () => {
    expect(value({ token: { version: 'EC_v1', data: 'x' } })).toEqual({ token: '***' });
    expect(value({ token_status: { status: 'requested' } })).toEqual({ token_status: { status: 'requested' } });
  });

  it('keeps the last four digits of a payment card and a loyalty card number as it is', () => {
    expect(text('card 4111 1111 1111 1111.')).toBe('card **** **** **** 1111.');
    expect(text('9276004000000018')).toBe('9276004000000018');
    expect(text('4111111111111112')).toBe('4111111111111112');
    expect(value({ n: 4111111111111111 })).toEqual({ n: '************1111' });
    expect(value({ pan: '4111111111111112' })).toEqual({ pan: '************1112' });
    expect(value({ '4111111111111111': 1 })).toEqual({ '************1111': 1 });
  });

  it('keeps country, check digits and the last four of a bank account number', () => {
    expect(value({ iban: 'DE89 3704 0044 0532 0130 00' })).toEqual({ iban: 'DE89**************3000' });
    expect(value({ iban: 'DE00370400440532013000' })).toEqual({ iban: 'DE00**************3000' });
    expect(text('pay to DE89370400440532013000 today')).toBe('pay to DE89**************3000 today');
    expect(broken('{"iban":"DE8937040044053201')).not.toContain('370400440532');
  });

  it('leaves ids, amounts and times alone', () => {
    const document = {
      id: 'STX_00000000000000000000000000DEMO',
      created: '2026-11-21T07:25:07+00:00',
      basket_info: { sum: 1999, currency: 'EUR' },
      merchantcard: { object: 'loyalty.merchantcards', expiry_date: '2030-01-01', passcode: null },
    };
    expect(value(document)).toEqual(document);
  });

  it('hides secrets in the query of a URL', () => {
    expect(maskUrl('https://shop.example/push?access_token=abc&x=1', isLoyaltyCard)).toBe(
      'https://shop.example/push?access_token=***&x=1',
    );
    expect(maskUrl('/cards/4111111111111111?q=a', isLoyaltyCard)).toBe('/cards/************1111?q=a');
  });

  it.each([
    ['/a?pan=4111+1111+1111+1111', '4111 1111'],
    ['/a?q=x:4111%201111%201111%201111', '4111%201111'],
    ['/a?q=%34%31%31%31%31%31%31%31%31%31%31%31%31%31%31%31%zz', '%34%31'],
    ['/a?access%5Ftoken=hidden', 'hidden'],
    ['/a/DE89%203704%200044%200532%200130%2000', '3704'],
  ])('looks behind the encoding of %s', (url, secret) => {
    const shown = maskUrl(url, () => false);
    expect(shown).not.toContain(secret);
    expect(shown).toContain('**');
  });

  it('leaves a URL without secrets as it was sent', () => {
    const url = '/api/v2/Smart/Transactions?q=a%3A%22b+c%22&sort=x%zz';
    expect(maskUrl(url, () => false)).toBe(url);
  });

  it('hides the secret address of a mandate form, in a path and in an answer', () => {
    const address = 'http://127.0.0.1:8640/bridge/v1/mandates/s3cr3t-address';
    expect(maskUrl('/bridge/v1/mandates/s3cr3t-address', isLoyaltyCard)).toBe('/bridge/v1/mandates/***');
    expect(value({ url: address })).toEqual({ url: 'http://127.0.0.1:8640/bridge/v1/mandates/***' });
    expect(broken(`{"url":"${address}`)).not.toContain('s3cr3t');
  });

  it('no card number survives, whatever stands around it and wherever it is cut', () => {
    const digits = fc.oneof(
      ...[
        '(4\\d{3}|5[1-5]\\d\\d|2[3-6]\\d\\d|67\\d\\d|81\\d\\d)\\d{11}',
        '3[47]\\d{12}',
        '(36|38)\\d{11}',
        '(4\\d|6[2-9])\\d{16}',
      ].map(form => fc.stringMatching(new RegExp(`^${form}$`))),
    );
    const around = fc.constantFrom('', ' ', '"', ':', 'Karte ', ', ', '(', '\n');
    const between = fc.constantFrom('', ' ', '-');
    fc.assert(
      fc.property(digits, around, around, between, (start, before, after, gap) => {
        const number = cardNumber(start);
        const written = [...number].join(gap);
        const masked = text(before + written + after);
        expect(masked.replace(/\D/g, '')).toBe(number.slice(-4));
        expect(JSON.stringify(value({ a: [before + written + after] })).replace(/\D/g, '')).toBe(number.slice(-4));
      }),
    );
  });

  it('never throws and keeps JSON what it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (json, any) => {
        expect(() => JSON.stringify(value(json))).not.toThrow();
        expect(typeof broken(any)).toBe('string');
      }),
    );
  });
});
