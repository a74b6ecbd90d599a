/** Texts of terminals in agreed, announced and guessed character sets. */
import { describe, expect, it } from 'vitest';
import { decode, encode } from './apdu.ts';
import { type Charset, charsetOfTag14, decodeText, encodeText } from './charsets.ts';

const read = (hex: string, charset: Charset) => decodeText(Buffer.from(hex, 'hex'), 0, hex.length / 2, charset);

describe('texts', () => {
  it.each<[Charset, string]>([
    ['cp437', '8420942081208e20992 09a20e1'.replaceAll(' ', '')],
    ['iso8859-1', 'e420f620fc20c420d620dc20df'],
    ['utf8', 'c3a420c3b620c3bc20c38420c39620c39c20c39f'],
    ['zvt7', '7b207c207d205b205c205d207e'],
  ])('are read and written in %s', (charset, hex) => {
    expect(read(hex, charset)).toBe('ä ö ü Ä Ö Ü ß');
    expect(encodeText('ä ö ü Ä Ö Ü ß', charset).toString('hex')).toBe(hex);
  });

  it('are read as CP437 unless they look like ISO 8859-1', () => {
    expect(read('484184', 'auto')).toBe('HAä');
    expect(read('48c44e444c4552', 'auto')).toBe('HÄNDLER');
    expect(read('81fc', 'auto')).toBe('üⁿ');
    expect(read('7b7d', 'auto')).toBe('{}');
  });

  it('have replacement characters for characters outside the set', () => {
    expect(encodeText('12 €', 'cp437').toString('latin1')).toBe('12 ?');
    expect(encodeText('12 €', 'zvt7').toString('latin1')).toBe('12 ?');
  });

  it('contain no digit made of a byte above 7F in the seven-bit set, since masking does not recognise it', () => {
    expect(read('b4b1b1b131', 'zvt7')).toBe(`${'\ufffd'.repeat(4)}1`);
  });

  it('are announced by tag 14', () => {
    expect([0x00, 0x01, 0x0f, 0xfe, 0xff].map(charsetOfTag14)).toEqual([
      'zvt7',
      'iso8859-1',
      'iso8859-15',
      'utf8',
      'cp437',
    ]);
    expect([0x0c, 0x11, undefined].map(charsetOfTag14)).toEqual([undefined, undefined, undefined]);
  });
});

describe('04 FF', () => {
  it.each([
    ['with timeout and container', '04ff0a0a0306060024030701' + '41', { intermediateStatus: 0x0a, minutes: '03' }],
    ['without the timeout it should have', '04ff080a060524030701' + '41', { intermediateStatus: 0x0a }],
    ['with the timeout alone', '04ff020a10', { intermediateStatus: 0x0a, minutes: '10' }],
    ['bare', '04ff010e', { intermediateStatus: 0x0e }],
  ])('is read %s', (_, hex, expected) => {
    const apdu = Buffer.from(hex, 'hex');
    apdu[2] = apdu.length - 3;
    expect(decode(apdu).fields).toMatchObject(expected);
  });

  it('distinguishes its minutes from a container', () => {
    const message = decode(encode('intermediateStatus', { intermediateStatus: 1, tlv: [] }));
    expect(message.fields).toEqual({ intermediateStatus: 1, tlv: [] });
  });
});
