/** Files as banks write them: what is recognised, and what is refused with its line. */
import { describe, expect, it } from 'vitest';
import type { BankField } from '../../wire/office/bank.ts';
import { readBankFile } from './bankFile.ts';
import { decimalMarkOf, readAmount, readDay } from './bankValues.ts';

const read = (file: string | Uint8Array, wanted: Partial<Record<BankField, string>> = {}) =>
  readBankFile(typeof file === 'string' ? Buffer.from(file) : file, {
    ...{ currency: 'EUR', digitsOf: () => 2, wanted, terminals: new Set<string>() },
  });

const german = [
  'Händlerbank AG;Abrechnung November',
  '',
  'Terminal-ID;Trace-Nr.;Kaufdatum;Uhrzeit;Kartenart;Bruttobetrag;Gebühr;Währung',
  '60001234;000017;20.11.2026;14:05:10;girocard;1.234,56;-3,70;EUR',
  '60001234;18;20.11.26;0905;"Mastercard; Débit";-12,50;0,10;EUR',
  ';;;;Summe;1.222,06;;',
].join('\r\n');

describe('a file of a bank', () => {
  it('is read in the character set, with the separator, the head and the marks that it has', () => {
    for (const bytes of [Buffer.from(german, 'latin1'), Buffer.from(`\ufeff${german}`), utf16(german)]) {
      const file = read(bytes);
      expect([file.separator, file.head, file.decimal, file.dayOrder, file.missing]).toEqual([';', 3, ',', 'dmy', []]);
      expect(file.refused).toEqual([]);
      expect(file.payments).toMatchObject([
        { line: 4, terminal: '60001234', trace: 17, amount: 123_456, fee: 370, day: '2026-11-20', time: '14:05:10' },
        // The bank writes what it kept with a minus, so this was given back.
        { line: 5, trace: 18, amount: -1250, fee: -10, time: '09:05:00', card_type: 'Mastercard; Débit' },
      ]);
    }
  });

  it.each([
    ['Betrag', 'TID;Trace;Datum;Betrag;Währung;Betrag;Währung', '12,50;CHF;13,10;EUR'],
    ['BETRAG ', 'TID;Trace;Datum;Betrag;Währung;BETRAG ;Währung', ';EUR;12,50;EUR'],
  ])('with two columns %s that differ is refused: nobody can tell which one is meant', (_, head, amounts) => {
    expect(() => read(`${head}\n60;1;20.11.2026;${amounts}\n`)).toThrow(/two columns are called "Betrag"/);
    const same = read(`${head}\n60;1;20.11.2026;12,50;EUR;12,50;EUR\n;;Summe;;;12,50;EUR\n`);
    expect(same.payments).toMatchObject([{ amount: 1250 }]);
  });

  it('may be English, separated by commas, with the time in the date and a net amount', () => {
    const file = read(
      'TID,Trace No,Transaction date,Amount,Net,Type\n7,9,2026-11-20T23:59:01Z,"1,000.00",990.00,Sale\n7,10,2026-11-21,5.00,,Refund\n',
    );
    expect(file).toMatchObject({ charset: 'utf-8', separator: ',', decimal: '.', dayOrder: 'ymd', refused: [] });
    expect(file.payments).toMatchObject([
      { trace: 9, amount: 100_000, fee: 1000, day: '2026-11-20', time: '23:59:01' },
      { trace: 10, amount: -500, fee: null, day: '2026-11-21', time: null },
    ]);
  });

  it('says what the bank kept with its sign: of a refund it is given back', () => {
    const net = read(
      'TID;Trace;Datum;Brutto;Netto\n60;1;20.11.2026;100,00;98,97\n60;2;20.11.2026;-50,00;-49,55\n60;3;20.11.2026;-50,00;-50,45\n',
    );
    expect(net.payments.map(({ fee }) => fee)).toEqual([103, -45, 45]);
    const kinds = read('TID;Trace;Datum;Brutto;Netto;Art\n60;1;20.11.2026;50,00;49,55;Erstattung Refund\n');
    expect(kinds.payments).toMatchObject([{ amount: -5000, fee: -45 }]);
    // By hand: 0.06 − 0.45 = −0.39.
    for (const [sale, refund] of [
      ['0,06', '-0,45'],
      ['-0,06', '0,45'],
    ]) {
      const file = read(
        `TID;Trace;Datum;Betrag;Gebühr\n60;1;20.11.2026;6,00;${sale}\n60;2;20.11.2026;-50,00;${refund}\n`,
      );
      expect(file.payments.reduce((sum, { fee }) => sum + (fee ?? 0), 0)).toBe(-39);
    }
  });

  it('may have a line for a whole end-of-day: a terminal without a trace', () => {
    const file = read('TID;Trace;Datum;Betrag\n60;;20.11.2026;100,00\n;;;100,00\n');
    expect(file.payments).toMatchObject([{ terminal: '60', trace: null, amount: 10_000 }]);
    const text = 'TID;Datum;Betrag\n60;20.11.2026;100,00\n';
    expect(read(text).missing).toEqual(['trace']);
    expect(read(text, { trace: '-' })).toMatchObject({ missing: [], payments: [{ trace: null, amount: 10_000 }] });
  });

  it('has its columns named by the person where their heads say nothing', () => {
    const text = 'a\tb\tc\td\n1\t2\t3,00\t1.2.2026\n';
    expect(read(text).missing).toEqual(['terminal', 'trace', 'amount', 'day']);
    const file = read(text, { terminal: 'a', trace: 'b', amount: 'C', day: 'd' });
    expect(file.payments).toMatchObject([{ terminal: '1', trace: 2, amount: 300, day: '2026-02-01', time: null }]);
    expect(() => read(text, { terminal: 'nowhere' })).toThrow(/no column for terminal is called "nowhere"/);
  });

  it('has a card number nowhere in what is read', () => {
    const card = '4111111111111111';
    const file = read(`TID;Trace;Betrag;Datum;Karte\n60;1;1,00;1.1.2026;Visa ${card}\n60;${card};1,00;1.1.2026;\n`);
    expect(file.payments).toMatchObject([{ card_type: 'Visa XXXXXXXXXXXX1111' }]);
    expect(file.refused).toMatchObject([{ line: 3, code: 'cardNumber' }]);
    expect(JSON.stringify(file)).not.toContain(card);
  });

  it.each([
    ['60 01;1;1,00;1.1.2026', 'terminal'],
    ['60;1a;1,00;1.1.2026', 'trace'],
    ['60;1;12,345;1.1.2026', 'amount'],
    ['60;1;=1+1;1.1.2026', 'amount'],
    ['60;1;1,00;31.2.2026', 'day'],
    ['60;1;1,00;1.1.2026;x', 'width'],
  ])('refuses the row %s by its %s and takes the others', (row, code) => {
    const file = read(`TID;Trace;Betrag;Datum\n${row}\n60;2;2,00;2.1.2026\n`);
    expect(file.refused).toMatchObject([{ line: 2, code }]);
    expect(file.payments).toMatchObject([{ line: 3, amount: 200 }]);
  });

  it.each([
    ['and another one three rows later', { 2: '"Visa', 5: 'MC"' }, [4]],
    ['at the beginning of two cells', { 2: '"Visa', 5: '"MC' }, [4, 7]],
    ['before a cell in quotes', { 2: '"Visa', 5: '"MC"' }, [4]],
    ['alone', { 6: '"Visa' }, [8]],
    ['and a row without an end', { 1: `"${'x'.repeat(100_000)}` }, [3]],
  ])('a stray quote %s costs its own row, and no other', (_, marks: Readonly<Record<number, string>>, broken) => {
    const rows = Array.from({ length: 8 }, (_, at) => `60;${at + 1};1.1.2026;1,00;${marks[at] ?? 'girocard'}`);
    const file = read(`TID;Trace;Datum;Betrag;Karte\n${rows.join('\n')}\n`);
    expect(file.refused).toMatchObject(broken.map(line => ({ line, code: 'broken' })));
    const lines = [2, 3, 4, 5, 6, 7, 8, 9].filter(line => !broken.includes(line));
    expect(file.payments.map(({ line }) => line)).toEqual(lines);
  });

  it('a cell in quotes may have two lines', () => {
    const file = read('TID;Trace;Datum;Betrag;Karte\n60;1;1.1.2026;1,00;"Visa\nDebit"\n60;2;1.1.2026;2,00;x\n');
    expect(file.payments).toMatchObject([{ line: 3, card_type: 'Visa\nDebit' }, { trace: 2 }]);
  });

  it.each(['', '   \n', 'one column\nof words\n', '\u0000\u0001\u0002;PNG'])('%j is refused as a whole', text => {
    expect(() => read(text)).toThrow(/^the file/);
  });
});

describe('amounts and days', () => {
  it('a column decides whether a point groups or separates', () => {
    expect(decimalMarkOf(['1.234', '2.000,5'])).toBe(',');
    expect(decimalMarkOf(['1.234', '2.345.678'])).toBe(',');
    expect(decimalMarkOf(['1.234', '5.678'])).toBeNull();
    expect(decimalMarkOf(['100', '200'])).toBe('.');
    expect(
      ['1.234,5', '1,5-', '1,5 S', '−3,00 €', '1.23,4', '9'.repeat(20)].map(text => readAmount(text, ',', 2)),
    ).toEqual([123_450, -150, -150, -300, null, null]);
  });

  it('days are of the calendar', () => {
    expect([readDay('20261120', 'dmy'), readDay('11/20/2026', 'mdy'), readDay('29.02.2027', 'dmy')]).toEqual([
      '2026-11-20',
      '2026-11-20',
      null,
    ]);
  });
});

function utf16(text: string): Uint8Array {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
}
