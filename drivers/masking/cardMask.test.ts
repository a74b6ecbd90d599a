/** Masking of card numbers in texts, and the other numbers of a shop that must not be changed. */
import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMaskedCard, loyaltyCardsBy, maskCards } from './cardMask.ts';

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
const productCode = (first: string) =>
  digits(12 - first.length).map(rest => {
    const body = first + rest;
    const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
    return `${body}${(10 - (sum % 10)) % 10}`;
  });
/** An account number (IBAN) with the check digits of ISO 7064. */
const account = (country: string, length: number) =>
  digits(length).map(rest => {
    const letters = [...country].map(letter => letter.charCodeAt(0) - 55).join('');
    const check = 98n - (BigInt(`${rest}${letters}00`) % 97n);
    return `${country}${String(check).padStart(2, '0')}${rest}`;
  });
const inFours = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ');
const moments = fc.date({ min: new Date('2015-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });

const OTHER_NUMBERS: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['a German product code', productCode('4')],
  ['a British product code', productCode('50')],
  ['a product code of the shop', productCode('2')],
  ['milliseconds', moments.map(moment => String(moment.getTime()))],
  ['a moment', moments.map(moment => moment.toISOString())],
  ['a moment in digits', moments.map(moment => moment.toISOString().replace(/\D/g, '').slice(0, 14))],
  [
    'a moment in digits, day first',
    moments.map(moment => {
      const text = moment.toISOString().replace(/\D/g, '');
      return text.slice(6, 8) + text.slice(4, 6) + text.slice(0, 4) + text.slice(8, 14);
    }),
  ],
  ['a telephone number', digits(9).map(rest => `+4915${rest}`)],
  ['a telephone number without a sign', digits(9).map(rest => `4917${rest}`)],
  ['a telephone number in groups', digits(8).map(rest => `+49 151 ${rest}`)],
  ['a German bank account', account('DE', 18)],
  ['a German bank account in groups', account('DE', 18).map(inFours)],
  ['an Austrian bank account in groups', account('AT', 16).map(inFours)],
  ['a Swiss bank account', account('CH', 17)],
  ['an id', fc.stringMatching(/^STX_[A-Z0-9]{30}$/)],
  ['a UUID', fc.uuid()],
  ['a UUID of digits nearly alone', fc.stringMatching(/^[1-9]\d{7}-\d{4}-4\d{3}-\d{4}-\d{11}a$/)],
  ['a hash', fc.string().map(text => createHash('sha256').update(text).digest('hex'))],
  ['a reference by till, day and number', digits(4).map(rest => `4711-20261123-${rest}`)],
  ['a number of a device (IMEI)', digits(13).map(rest => `35${rest}`)],
  ['a loyalty card of the demo', digits(12).map(rest => `9276${rest}`)],
  ['a loyalty card of thirteen digits', productCode('29')],
  ['another loyalty card', digits(11).map(rest => `30834${rest}`)],
  ['a fraction', fc.double({ min: 0.001, max: 0.999, noNaN: true }).map(String)],
  ['an amount', fc.integer({ min: 0, max: 999_999_999_999 }).map(String)],
];

describe('a number of another kind', () => {
  it.each(OTHER_NUMBERS)('is not changed: %s', (_, values) => {
    fc.assert(
      fc.property(values, text => {
        expect(maskCards(text)).toBe(text);
        expect(maskCards(`Nr. ${text}, Bon 0815`)).toBe(`Nr. ${text}, Bon 0815`);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    'K-4711-0001 / 31.12.2026 23:59:58 / 12,50 EUR',
    'V0;955002-00;Kassenbeleg-V1;Beleg^0.00_2.55_0.00_0.00_0.00^2.55:Bar;18;112;2026-12-31T23:59:58.000Z',
    '192.168.100.200:20007',
    'PO 4500012345, Lieferschein 80012345, Kunde 0010023456',
    '978-3-16-148410-0',
    `https://shop.example/order/${randomUUID()}?t=1763881126123&n=4711`,
  ])('is not changed: %s', text => {
    expect(maskCards(text)).toBe(text);
  });

  it("is a number of the shop's own loyalty cards", () => {
    const isOwn = loyaltyCardsBy(['6338']);
    expect(maskCards('6338000000000004', isOwn)).toBe('6338000000000004');
    expect(maskCards('4111111111111111', isOwn)).toBe('************1111');
  });
});

describe('a payment card', () => {
  it.each([
    '4111111111111111',
    '4222222222222',
    '4000000000000000006',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '30569309025904',
    '38520000023237',
    '3530111333300000',
    '6011000990139424',
    '6200000000000005',
    '676123456789',
    '6759649826438453',
    '9792123456789018',
  ])('%s is masked up to its last four digits, alone and in a sentence', number => {
    const shown = '*'.repeat(number.length - 4) + number.slice(-4);
    expect(maskCards(number)).toBe(shown);
    expect(maskCards(`Karte ${number} gesperrt`)).toBe(`Karte ${shown} gesperrt`);
    expect(maskCards(`{"a":"${number}","b":${number}}`)).toBe(`{"a":"${shown}","b":${shown}}`);
    expect(isMaskedCard(shown)).toBe(true);
    expect(isMaskedCard(number)).toBe(false);
  });

  it.each([
    ['%B4111111111111111^MUSTER/ERIKA^32072011234567?', '%B************1111^'],
    [';4111111111111111=32072011234567?', ';************1111='],
    ['4111111111111111D32072011234567F', '************1111D'],
  ])('is masked with the rest of its track: %s', (track, begin) => {
    const shown = maskCards(track);
    expect(shown.startsWith(begin)).toBe(true);
    expect(shown.slice(begin.length)).toMatch(/^\*+[?F]?$/);
  });

  it('is masked each time when it was swiped several times into one field', () => {
    const once = '4111111111111111';
    expect(maskCards(once.repeat(2))).toBe(`${'*'.repeat(12)}1111`.repeat(2));
    expect(maskCards(`Bon ${'5555555555554444'.repeat(3)}`)).toBe(`Bon ${`${'*'.repeat(12)}4444`.repeat(3)}`);
    const loyalty = '9276004000000018'.repeat(2);
    expect(maskCards(loyalty)).toBe(loyalty);
  });

  it('is masked beyond the limit of checks for other kinds of numbers', () => {
    const shown = maskCards('0.4111111111111111 '.repeat(2000));
    expect(shown.match(/0\.4111111111111111 /g)).toHaveLength(500);
    expect(shown.match(/0\.\*{12}1111 /g)).toHaveLength(1500);
  });

  it('is searched for in time proportional to the text', () => {
    for (const unit of ['4', '4 ', '4111 ', '4111 1111 1111 1112 ', '%34', '\\u0034', '\u{1d7d2}']) {
      const text = unit.repeat(200_000 / unit.length);
      const before = process.cpuUsage();
      maskCards(text);
      expect(process.cpuUsage(before).user / 1000, JSON.stringify(unit)).toBeLessThan(3_000);
    }
  });
});

it('masks a card number behind the identifier of a symbology, whose digit is none of it', () => {
  for (const identifier of [']C0', ']Q1', ']E0', ']d1'])
    expect(maskCards(`${identifier}4111111111111111`)).toBe(`${identifier}************1111`);
  expect(maskCards('%5DQ14111111111111111')).not.toContain('4111111111111111');
  expect(maskCards(']E04006381333931')).toBe(']E04006381333931');
});
