/** One code for every spelling, and no spelling for two codes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eanCheckDigit } from './checkDigits.ts';
import { GS } from './elementString.ts';
import {
  codeKey,
  hasWrongCheckDigit,
  isSameCode,
  meantCodes,
  readProductCode,
  spellingsOf as typedSpellings,
} from './productCode.ts';

const checked = (digits: string): string => `${digits}${eanCheckDigit(digits)}`;
const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));

/** Spellings of 14 digits as symbols, scanners, links and people write them. */
function spellingsOf(gtin: string): readonly string[] {
  const short = codeKey(gtin);
  const lengths = [14, 13, 12].filter(length => gtin.slice(0, 14 - length).replaceAll('0', '') === '');
  const plain = [short, ...lengths.map(length => gtin.slice(14 - length))];
  return [
    ...plain,
    ...plain.map(code => `]E0${code}`),
    ...plain.map(code => ` ${code}\u200b `),
    `${gtin[0]} ${gtin.slice(1, 7)} ${gtin.slice(7)}`,
    `]C101${gtin}`,
    `]d201${gtin}17271231`,
    `]e001${gtin}3103000750`,
    `]Q301${gtin}10AB-7${GS}21998`,
    `${GS}01${gtin}10LOT${GS}17271231`,
    `01${gtin}`,
    `01${gtin}17271231`,
    `(01)${gtin}(17)271231(10)LOT 7`,
    `(01) ${gtin}`,
    `https://id.gs1.org/01/${gtin}`,
    `]c101${gtin}`,
    `]D201${gtin}17271231`,
    `1727123101${gtin}`,
    `112701011727123101${gtin}10LOT${GS}`,
    `10AB-7${GS}01${gtin}`,
    `${GS}${GS}21998${GS}${GS}01${gtin}${GS}`,
    gtin.replace(/\d/g, digit => String.fromCharCode(0xff10 + Number(digit))),
    `id.gs1.org/01/${gtin}?17=271231`,
    `HTTPS://shop.example/de/01/${gtin}/10/A%2FB/21/77?17=271231&utm=x#top`,
    `http://example.com/01/${gtin.replace(/^0/, '')}?3103=000750`,
  ];
}

describe('a GTIN', () => {
  const gtin = digits(13).map(checked);
  const withZeros = fc
    .integer({ min: 1, max: 6 })
    .chain(zeros => digits(13 - zeros).map(rest => checked('0'.repeat(zeros) + rest)));

  it('has one key in any spelling', () => {
    fc.assert(
      fc.property(fc.oneof(gtin, withZeros), code => {
        const keys = new Set(spellingsOf(code).map(codeKey));
        expect([...keys]).toEqual([codeKey(code)]);
      }),
      { numRuns: 500 },
    );
  });

  it('shares no spelling with another one', () => {
    fc.assert(
      fc.property(fc.oneof(gtin, withZeros), fc.oneof(gtin, withZeros), (one, other) => {
        fc.pre(one !== other);
        const keys = new Set(spellingsOf(one).map(codeKey));
        expect(spellingsOf(other).some(spelling => keys.has(codeKey(spelling)))).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('is searched for by spellings that are all its own', () => {
    fc.assert(
      fc.property(fc.oneof(gtin, withZeros), code => {
        for (const spelling of typedSpellings(code))
          expect([spelling, ...meantCodes(spelling)].map(codeKey), spelling).toContain(codeKey(code));
      }),
      { numRuns: 500 },
    );
    expect(typedSpellings('036000291452')).toEqual([
      ...['0036000291452', '00036000291452', '036000291452', '36000291452'],
    ]);
    expect(typedSpellings('978-3-16-148410-0')).toEqual(['9783161484100', '09783161484100', '316148410X']);
    expect(typedSpellings('Größe-7')).toEqual(['Größe-7']);
  });

  it('is meant by eleven digits of a UPC-A: without its zero, or without its check digit', () => {
    expect(meantCodes('3600029145 2')).toEqual(['036000291452', '360002914522']);
    expect(meantCodes('03600029145')).toEqual(['036000291452']);
    expect(meantCodes('4711')).toEqual([]);
  });

  it.each([
    ['4006381333931', '4006381333931'],
    ['04006381333931', '4006381333931'],
    ['4 006381 333931', '4006381333931'],
    ['036000291452', '0036000291452'],
    ['96385074', '96385074'],
    ['00000096385074', '96385074'],
    ['0000096385074', '96385074'],
    ['14006381333938', '14006381333938'],
    // UPC-E, expanded by the last digit of its six: 0 to 2, 3, 4, 5 to 9.
    ['04252614', '0042100005264'],
    ['01234505', '0012000003455'],
    ['01234531', '0012300000451'],
    ['01234543', '0012340000053'],
    ['01234565', '0012345000065'],
    ['978-3-16-148410-0', '9783161484100'],
    ['3-16-148410-X', '9783161484100'],
    ['316148410x', '9783161484100'],
    ['ISBN 3-16-148410-X', '9783161484100'],
    ['ISBN-13: 978-3-16-148410-0', '9783161484100'],
    [']E3978316148410054495', '9783161484100'],
    ['\uFF14\uFF10\uFF10\uFF16381333931', '4006381333931'],
  ])('reads %s as %s', (text, key) => {
    const code = readProductCode(text);
    expect([code.key, code.kind, code.shown]).toEqual([key, 'gtin', key]);
  });
});

describe('a code of the shop’s own', () => {
  it('has one key in any case, and keeps its writing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), text => {
        const { key, kind } = readProductCode(text);
        expect(codeKey(key)).toBe(key);
        if (kind === 'gtin') return;
        expect(codeKey(text.normalize('NFKC').toUpperCase())).toBe(key);
        expect(codeKey(text.normalize('NFD'))).toBe(key);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['0094-0094', '0094-0094', '0094-0094'],
    ['A-1234/56', 'a-1234/56', 'A-1234/56'],
    ['  Größe  7 ', 'grösse 7', 'Größe 7'],
    [']C0ABC-1', 'abc-1', 'ABC-1'],
    ['ΟΔΟΣ', 'οδος'.replace('ς', 'σ'), 'ΟΔΟΣ'],
    ['りんご-1', 'りんご-1', 'りんご-1'],
    ['https://example.com/wein', 'https://example.com/wein', 'https://example.com/wein'],
    ['42', '42', '42'],
    ['36000291452', '36000291452', '36000291452'],
  ])('reads %s as %s', (text, key, shown) => {
    expect(readProductCode(text)).toEqual({ key: key.toUpperCase().toLowerCase(), kind: 'own', shown, elements: null });
  });

  it('is known by a wrong check digit where it was meant as a GTIN', () => {
    const wrong = ['4006381333932', '96385075', '036000291453', '14006381333939'];
    expect(wrong.map(text => hasWrongCheckDigit(readProductCode(text)))).toEqual([true, true, true, true]);
    expect(['4711', '0094-0094', '4006381333931'].some(text => hasWrongCheckDigit(readProductCode(text)))).toBe(false);
  });
});

/** The year that is at most 50 years ahead. */
const yearOf = (twoDigits: number): number => {
  const now = new Date().getUTCFullYear();
  return [1900, 2000, 2100].map(century => century + twoDigits).find(year => year > now - 50 && year <= now + 50) ?? 0;
};

describe('what a symbol says beside the GTIN', () => {
  const whole = { expires: null, lot: null, serial: null, grams: null, price: null };

  it.each([
    [`]C10104006381333931310300075010AB12`, { grams: 750, lot: 'AB12' }],
    [
      `]d2010400638133393110AB12${GS}392200499${GS}17260228`,
      { lot: 'AB12', price: { digits: '00499', decimals: 2 }, expires: '2026-02-28' },
    ],
    ['0104006381333931172602003102000075', { expires: '2026-02-28', grams: 750 }],
    ['(01)04006381333931(15)271130(21)S/1', { expires: '2027-11-30', serial: 'S/1' }],
    ['https://id.gs1.org/01/04006381333931/10/A%2FB?3922=499', { lot: 'A/B', price: { digits: '499', decimals: 2 } }],
    // The amount in a currency, and years of the century before and behind.
    [`]C101040063813339313932978004998`, { price: { digits: '004998', decimals: 2, currency: '978' } }],
    ['(01)04006381333931(17)770131', { expires: `${yearOf(77)}-01-31` }],
    ['(01)04006381333931(17)760131', { expires: `${yearOf(76)}-01-31` }],
    // No such day, and an element that is cut: the article is found all the same.
    ['(01)04006381333931(17)261331', {}],
    [']C10104006381333931310300', {}],
  ])('reads %j', (text, said) => {
    expect(readProductCode(text)).toEqual({
      ...{ key: '4006381333931', shown: '4006381333931', kind: 'gtin' },
      elements: { gtin: '04006381333931', ...whole, ...said },
    });
  });

  it('takes unmarked digits for elements only where every sign fits', () => {
    expect(codeKey('0104006381333931050')).toBe('0104006381333931050');
    expect(codeKey('01040063813339319')).toBe('01040063813339319');
    expect(isSameCode('', '')).toBe(false);
  });
});

describe('a hostile text', () => {
  it('of many elements is read in one pass', () => {
    const many = `01${checked('0400638133393')}${`9912${GS}`.repeat(40_000)}`;
    const began = performance.now();
    expect(codeKey(many)).toBe('4006381333931');
    // 40 ms in one pass; a pass for each element took many seconds.
    expect(performance.now() - began).toBeLessThan(1_500);
  });
});

it.each(['^', '|', '~', '<GS>', '{GS}', '[FNC1]', '\\x1d', '\u241d'])(
  'reads elements that a scanner parts by %s',
  sign => {
    const read = readProductCode(`<FNC1>010400638133393110AB12${sign}17310131`);
    expect(read).toMatchObject({ key: '4006381333931', elements: { lot: 'AB12', expires: '2031-01-31' } });
  },
);
