/** Masking of card numbers in the bytes of a text: in every grouping, without changing other numbers of a slip. */
import { describe, expect, it } from 'vitest';
import { maskCardBytes } from './byteMask.ts';

function masked(text: string, encoding: BufferEncoding = 'utf8'): string {
  const bytes = Buffer.from(text, encoding);
  maskCardBytes(bytes, 0, bytes.length);
  return bytes.toString(encoding);
}

const HARD = '\u00a0';

describe('a card number', () => {
  it.each([
    ['hard spaces', HARD],
    ['narrow hard spaces', '\u202f'],
    ['dots', '.'],
    ['dashes', '–'],
    ['slashes', '/'],
    ['underscores', '_'],
    ['tabs', '\t'],
    ['three spaces', '   '],
    ['four spaces', '    '],
    ['a dash between spaces', ' – '],
    ['bars', ' | '],
  ])('in groups separated by %s is masked up to its last four digits', (_, gap) => {
    expect(masked(`Karte ${['4111', '1111', '1111', '1111'].join(gap)} gesperrt`)).toBe(
      `Karte ${['****', '****', '****', '1111'].join(gap)} gesperrt`,
    );
    expect(masked(['3714', '496353', '98431'].join(gap))).toBe(['****', '******', '*8431'].join(gap));
    expect(masked([...'4111111111111111'].join(gap))).toBe([...'************1111'].join(gap));
  });

  it.each([
    '\0',
    '\x01',
    '\x07',
    '\x0b',
    '\x0e',
    '\x14',
    '\x1a',
    '\x1b',
    '\x7f',
    '\x85',
    '\xad',
    '\u200b',
    '\u2060',
    '\ufeff',
  ])('separated by the invisible character %j is masked up to its last four digits', sign => {
    expect(masked(`Karte 41111111${sign}11111111 gesperrt`)).toBe(`Karte ********${sign}****1111 gesperrt`);
    expect(masked(['4111', '1111', '1111', '1111'].join(sign))).toBe(['****', '****', '****', '1111'].join(sign));
  });

  it.each([
    ['full-width', 0xff10],
    ['Arabic', 0x660],
    ['Devanagari', 0x966],
    ['mathematical', 0x1d7ce],
  ])('in %s digits is masked, in all bytes of the digits', (_, zero) => {
    const written = [...'4111111111111111'].map(digit => String.fromCodePoint(zero + Number(digit)));
    const shown = masked(`Karte ${written.join('')} gesperrt`);
    expect(shown).toMatch(/^Karte \*+\D+ gesperrt$/);
    expect([...shown.replaceAll(/[*a-zA-Z ]/g, '')]).toEqual(written.slice(-4));
    expect(Buffer.byteLength(shown)).toBe(Buffer.byteLength(`Karte ${written.join('')} gesperrt`));
  });

  it('separated by hard spaces is masked in ISO 8859-1', () => {
    expect(masked(`4111${HARD}1111${HARD}1111${HARD}1111`, 'latin1')).toBe(`****${HARD}****${HARD}****${HARD}1111`);
  });

  it.each([
    ['411111......1111', '******......1111'],
    ['4111 11.. .... 1111', '**** **.. .... 1111'],
    ['411111______1111', '******______1111'],
    ['4111 11•• •••• 1111', '**** **•• •••• 1111'],
    ['411111······1111', '******······1111'],
    ['4111.11**.****.1111', '****.****.****.1111'],
    ['Karte: 67259040.......0045 Folge 1', 'Karte: ********.......0045 Folge 1'],
  ])('that is partly masked is masked: %s', (text, expected) => {
    expect(masked(text)).toBe(expected);
  });

  it('of twelve digits is masked when it is a Maestro number', () => {
    expect(masked('Karte 676123456789')).toBe('Karte ********6789');
    expect(masked('6761.2345.6789')).toBe('****.****.6789');
    expect(masked('Trace 676123456788, 411111111111')).toBe('Trace 676123456788, 411111111111');
  });

  it('of a national scheme is masked', () => {
    for (const number of ['9792123456789018', '8172123456789010', '213112345678904', '9860123456789015'])
      expect(masked(`Nr ${number}`)).toBe(`Nr ${'*'.repeat(number.length - 4)}${number.slice(-4)}`);
  });

  it('in groups is masked with the rest of its track, and nothing else of the line', () => {
    expect(masked('4111.1111.1111.1111=25121010000')).toBe('****.****.****.1111=***********');
    expect(masked('4111/1111/1111/1111 / 12,50 EUR')).toBe('****/****/****/1111 / 12,50 EUR');
    expect(masked('4111 1111 1111 1111 / 12,50 EUR')).toBe('**** **** **** 1111 / 12,50 EUR');
  });

  it('is searched for in time proportional to the text', () => {
    for (const unit of [
      '4',
      '4 ',
      '4.',
      '4111 ',
      '4111/1111   ',
      '....4111',
      '4111 1111 1111 1112 ',
      '•4',
      '3.4111 ',
    ]) {
      const bytes = Buffer.from(unit.repeat(65_536 / unit.length)).subarray(0, 65_535);
      const before = process.cpuUsage();
      maskCardBytes(bytes, 0, bytes.length);
      expect(process.cpuUsage(before).user / 1000, JSON.stringify(unit)).toBeLessThan(2_000);
    }
  });
});

/** Lines of slips: terminal, receipt, trace and contract numbers, amounts, dates, application data. */
const SLIP = [
  '    K-U-N-D-E-N-B-E-L-E-G',
  'Terminal-ID :        60001234',
  'TA-Nr 004711   BNr 0815',
  'VU-Nummer:    455600057829',
  'VU-Nr. 5018.2345.6781',
  'Datum/Zeit: 31.12.2026 / 23:59:58',
  '31.12.2026/23.59 60001234/4711/000815',
  'Gen.Nr. 123456.............31.12.26',
  'Artikel 4711............12,50 EUR',
  '2 x 12.50...............25.00',
  '12.50..........12.50',
  'Punkte 4000..........12.345',
  'Betrag EUR            1.234.567,89',
  'Zahlung: 5.234,50 / 4.111,11 / 3.000,00 / 6.759,99',
  'Girocard   0123   0124   0125   0126',
  'Anzahl   12   34   56   78   90   12   34',
  'AID: A0000003591010028001',
  'AS-Proc-Code = 00 075 00',
  'Capt.-Ref. = 0000',
  'TVR 0000008000 TSI E800 CVR 1F0302',
  'Tel. 030/1234567-89   Fax 030/1234567-90',
  '192.168.100.200:20007  10.0.0.1  255.255.255.0',
  'Version 4.11.111.1111 Build 2026.05.12.1430',
  '----------------  ................  ________________',
  '#### #### #### 1111   ............0042   XXXX XXXX XXXX 0018',
  'Kundenkarte 9276004000000018 / 2900000000017 / 8027600123456789',
];

describe('a text without card numbers', () => {
  it.each(SLIP)('is not changed: %s', line => {
    expect(masked(line)).toBe(line);
  });

  it('is not changed as a whole slip', () => {
    for (const end of ['\n', '\r\n', '\0']) expect(masked(SLIP.join(end))).toBe(SLIP.join(end));
  });
});
