/** Completeness of the tables: every packet, bitmap, tag, code and flag of the protocol is declared. */
import { describe, expect, it } from 'vitest';
import { currencyLetters, currencyNumber } from '../../currencies.ts';
import type { CommandResult, OutcomeContext } from '../exchange/outcome.ts';
import { terminalStatus } from '../terminalStatus.ts';
import { cardTypeName } from '../texts/cardTypes.ts';
import { intermediateStatusText } from '../texts/intermediateStatus.ts';
import { resultCode } from '../texts/resultCodes.ts';
import { controlText, decode, encode, encodeNegative, encodeStatusCompletion } from './apdu.ts';
import { charsetOfTag14, decodeText } from './charsets.ts';
import { hexPair } from './codings.ts';
import { bitmapById, bitmaps } from './fields.ts';
import { type FlagSet, flags, flagsOf } from './flags.ts';
import { LLLVAR, LLVAR, TLV_LENGTH } from './lengths.ts';
import { type PacketName, packetOf, packets } from './packets.ts';
import { tags } from './tlvTags.ts';

const list = (text: string) => text.trim().split(/\s+/);
const number = (hex: string) => Number.parseInt(hex, 16);
/** `01-05 0A`, hexadecimal, or decimal with base 10. */
const numbers = (text: string, base = 16) =>
  list(text).flatMap(item => {
    const [from = 0, to = from] = item.split('-').map(end => Number.parseInt(end, base));
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });

describe('packets', () => {
  const fromTill = `0501 0600 0601 0602 0603 0604 0605 0609 060A 060C 0610 0612 0618 061A 061B 0620 0621 0622 0623 0624
    0625 0626 0630 0631 0650 0651 0652 0670 0679 0685 0686 0687 0688 0691 0693 0695 06B0 06C0 06C5 06C6 06E0 06E1 06E2
    06E3 06E5 06E6 06E7 06E8 06E9 06F0 06F1 0801 0802 0803 0810 0811 0812 0813 0814 0820 0821 0822 0823 0824 0830 0840
    0850 0F10 0FA1 0FCA`;
  const fromTerminal = '0401 040C 040D 040E 040F 04FF 060F 061E 06D0 06D8 06D9 06DA 06DB 06DD 06E4';
  const fromBoth = '8000 8400 8483 06D1 06D3';

  it.each([
    ['ecr', fromTill],
    ['pt', fromTerminal],
    ['both', fromBoth],
  ])('from %s', (from, controls) => {
    const declared = list(controls).map(control => [control, packetOf(number(control))?.from]);
    expect(declared).toEqual(list(controls).map(control => [control, from]));
  });

  it('are complete', () => {
    const known = list(`${fromTill} ${fromTerminal} ${fromBoth}`).length;
    expect(Object.keys(packets).length).toBe(known);
    expect([packetOf(0x0682), packetOf(0x0690), packetOf(0x0f00)]).toEqual([undefined, undefined, undefined]);
  });

  it('list the fields in front of their bitmaps', () => {
    const positional = Object.values(packets)
      .filter(({ places }) => places.length > 0)
      .map(({ control, places }) => `${controlText(control)} ${places.join(' ')}`);
    expect(positional.toSorted()).toEqual([
      '04 FF intermediateStatus minutes',
      '05 01 password',
      '06 00 password configuration registrationCurrency',
      '06 09 cardId topUpMode',
      '06 10 password',
      '06 12 password firstReceipt lastReceipt',
      '06 1B password',
      '06 1E abortCode bareCurrency',
      '06 20 password',
      '06 21 password',
      '06 30 password',
      '06 31 password',
      '06 50 password',
      '06 51 password',
      '06 52 password',
      '06 85 vendorData',
      '06 86 vendorData',
      '06 87 vendorData',
      '06 88 vendorData',
      '06 91 password',
      '06 93 password',
      '06 95 password newPassword',
      '06 C0 readTimeout',
      '06 D1 printAttribute feeds printText',
      '06 D8 vendorData',
      '06 D9 vendorData',
      '08 01 password',
      '08 02 protocolNumber',
      '08 03 vendorData',
      '08 14 password',
      '08 21 password',
      '08 23 password',
      '08 30 language',
      '08 40 baudRate',
      '0F 10 vendorData',
      '0F A1 vendorData',
      '0F CA vendorData',
    ]);
  });

  it('can be encoded and decoded without fields', () => {
    for (const name of Object.keys(packets) as PacketName[]) {
      if (name === 'negative') continue;
      expect(decode(encode(name)).name).toBe(name);
    }
  });
});

describe('bitmaps', () => {
  const forms = { LL: LLVAR, LLL: LLLVAR, TLV: TLV_LENGTH } as const;
  const all = `01:1 02:1 03:1 04:6 05:1 06:TLV 0B:3 0C:3 0D:2 0E:2 17:2 19:1 22:LL 23:LL 24:LLL 27:1 29:4 2A:15 2D:LL 2E:LLL
    37:3 3A:2 3B:8 3C:LLL 3D:3 49:2 4C:LL 60:LLL 70:4 71:4 72:1 73:1 74:1 75:1 87:2 88:3 8A:1 8B:LL 8C:1 92:LLL 9A:LLL
    A0:1 A7:LL AA:3 AF:LLL BA:5 D0:1 D1:LL D2:1 D3:1 E0:1 E1:LL E2:LL E3:LL E4:LL E5:LL E6:LL E7:LL E8:LL E9:1 EA:1 EB:8
    F0:1 F1:LL F2:LL F3:LL F4:LL F5:LL F6:LL F7:LL F8:LL F9:1 FA:1 FB:1 FC:1 FD:1`;

  it('have their length', () => {
    const stated = list(all).map(item => {
      const [id = '', length = ''] = item.split(':');
      return [id, forms[length as keyof typeof forms] ?? Number(length)];
    });
    expect(stated.map(([id]) => [id, bitmapById[number(String(id))]?.length])).toEqual(stated);
    expect(bitmapById.filter(row => row).length).toBe(stated.length);
  });

  it('are two for 3C, of which only the text is read', () => {
    expect(bitmapById[0x3c]!.name).toBe('additionalText');
    expect(Object.values(bitmaps).filter(({ id }) => id === 0x3c)).toHaveLength(2);
  });
});

describe('tags', () => {
  const primitive = `01-0F 10-1E 40-4D 50 80-85 C0-C5 D0 D1 1F00-1F1F 1F20-1F3B 1F3E-1F47 1F4C 1F4D 1F4F-1F54 1F55-1F5B 1F5E-1F63
    1F65-1F6D 1F70-1F79 1F80-1F83 1F8000 1F8001 1F8100 1F8200 1F8300 9F5A 9F5B DF01 FF40-FF42`;
  const constructed = '20-35 60-6A E1-EA FF01-FF04';
  // Reserved or unused: they stay unknown.
  const none = numbers('1F5A 1F5C 1F5D');

  it.each(numbers(primitive).filter(tag => !none.includes(tag)))('%i has a coding', tag => {
    expect(tags[tag]?.coding).toBeDefined();
  });

  it.each(numbers(constructed))('%i contains tags', tag => {
    expect(tags[tag]).toBeDefined();
    expect(tags[tag]!.coding).toBeUndefined();
  });
});

describe('codes', () => {
  it('of results have a text of their own', () => {
    const host = '00-07 09 0A 0D 0E 11 19 1E 22 29 2B 32 33 36-3A 40 50-52 56 57 59 62';
    const own = `64-68 6A-6C 6E 6F 71-7E 83 85 89 9A-9D A0 A1 A3-A5 B1 B2 B4 B5 B7 B8 BF-C6 C8 C9 CB-CD D2 DC-DE E0 E2-E4
      E7-ED F0 F1 F5 F6 FA-FF`;
    for (const code of numbers(`${host} ${own}`)) expect(resultCode(code).en, hexPair(code)).not.toMatch(/\(code/);
    expect(resultCode(0x2a).en).toMatch(/\(code/);
  });

  it('of intermediate status have a text of their own, with removal of the card from 41 to 5D', () => {
    const other = intermediateStatusText(0xff);
    const known = '00-1D 26-2C 41-5D 5E 66-69 A0-A5 C7-CC D2 D3 E0-E2 F1-F3';
    for (const code of numbers(known)) expect(intermediateStatusText(code), hexPair(code)).not.toEqual(other);
    for (const code of numbers('41-5D 66 67 A1 A3 A5'))
      expect(intermediateStatusText(code).en, hexPair(code)).toMatch(/remove card/);
  });

  it('of a terminal status have a cure', () => {
    const setting: OutcomeContext = { charset: 'auto', currency: 'EUR', language: 'en' };
    const status = (code: number) => {
      const message = decode(encodeStatusCompletion({ terminalStatus: code }), { after: 0x0501 });
      return terminalStatus({ ending: { by: 'completion', message } } as unknown as CommandResult, setting);
    };
    const cures = { initialisation: '51', diagnosis: '62 C1 C2', endOfDay: 'B1 F0' } as const;
    expect(status(0)).toEqual({ kind: 'ready' });
    for (const [cure, codes] of Object.entries(cures))
      for (const code of numbers(codes)) expect(status(code), hexPair(code)).toMatchObject({ kind: 'needs', cure });
    for (const code of numbers('9C DC E0 E1')) expect(status(code)).toMatchObject({ kind: 'busy' });
    for (const code of numbers('9D B2 BF C0 C4 CC DF E2-E4 F6'))
      expect(status(code), hexPair(code)).toMatchObject({ kind: 'needs', cure: 'person', resultCode: code });
  });

  it('of card types have a name', () => {
    const types = `1-3 5-94 95-112 113-118 127 137 138 142 144 146 148-150 152 154-158 160 162 164 166 176-207 208-225
      226-235 238-254 256-261`;
    const missing = numbers(types, 10).filter(type => cardTypeName(type) === undefined);
    expect(missing).toEqual([]);
    expect(cardTypeName(46)).toBe('Maestro');
    expect([cardTypeName(147), cardTypeName(9999)]).toEqual([undefined, undefined]);
  });

  it('of currencies are those of ISO 4217', () => {
    expect(['EUR', 'CHF', 'GBP', 'USD', 'DKK', 'SEK', 'NOK', 'PLN', 'CZK', 'HUF'].map(currencyNumber)).toEqual([
      978, 756, 826, 840, 208, 752, 578, 985, 203, 348,
    ]);
    expect(currencyLetters(978)).toBe('EUR');
    const known = Intl.supportedValuesOf('currency').filter(letters => currencyNumber(letters) !== undefined);
    expect(known.length).toBe(153);
    for (const letters of known) expect(currencyLetters(currencyNumber(letters)!)).toBe(letters);
    expect(currencyLetters(999)).toBeUndefined();
  });
});

describe('character sets', () => {
  it('of tag 14 can all be read', () => {
    const sets = numbers('00-0B 0D-10 FE FF').map(charsetOfTag14);
    expect(sets.every(set => set !== undefined)).toBe(true);
    for (const set of sets) expect(decodeText(Buffer.from('A\xe4', 'latin1'), 0, 2, set!)).toMatch(/^A./);
    expect(numbers('0C 11 80 FD').map(charsetOfTag14)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('flags', () => {
  it.each<[FlagSet, number, string[]]>([
    [
      'configuration',
      0xbe,
      list(
        'printsPayments printsAdministration wantsIntermediateStatus controlsPayment controlsAdministration wantsPrintCommands',
      ),
    ],
    ['registrationService', 0x03, ['hidesServiceMenu', 'capitalsOnDisplay']],
    ['enquiryService', 0x06, ['withoutVersion', 'withContainer']],
    ['repeatService', 0x03, ['sendsStatus', 'withoutPrint']],
    ['paymentType', 0x4a, ['withReadCard', 'tipAllowed']],
    ['registered', 0x11, ['needsInitialisation', 'vending']],
    ['receiptParameter', 0xa180, ['positiveCustomer', 'positiveMerchant', 'onTill', 'barcodes']],
    ['transactionParameter', 0xc0, ['returnsUnknownCards', 'activatesStripeReader']],
    ['cardReading', 0xe0, ['sendsToken', 'sendsUid', 'readsBalance']],
    ['receiptInformation', 0x83, ['positive', 'signature', 'mustBePrinted']],
    ['locks', 0x8040, ['reconciliation', 'noReader']],
    [
      'emvConfiguration',
      0xff00,
      list('label preferredName customerData merchantData header advertising customerContainer merchantContainer'),
    ],
    ['technologies', 0x07, ['stripe', 'chip', 'contactless']],
    ['fleetStatus', 0x88, ['locked', 'reversal']],
  ])('of %s are named', (set, value, names) => {
    expect(flagsOf(set, value)).toEqual(names);
  });

  it('have one name for each bit', () => {
    for (const row of Object.values(flags)) {
      const bits: readonly number[] = Object.values(row);
      expect(new Set(bits).size).toBe(bits.length);
      expect(bits.every(bit => bit > 0 && (bit & (bit - 1)) === 0)).toBe(true);
    }
  });
});

describe('differences between terminals', () => {
  const read = (hex: string, after?: number) =>
    decode(Buffer.from(hex.replaceAll(' ', ''), 'hex'), after === undefined ? {} : { after }).fields;

  it.each([
    ['a status alone', '060f 01 9c', { terminalStatus: 0x9c }],
    ['a version and a status', '060f 0b f0f0f7 322e31342e3135 00', { softwareVersion: '2.14.15', terminalStatus: 0 }],
    ['a status that looks like a bitmap', '060f 01 27', { terminalStatus: 0x27 }],
    ['a status that looks like a bitmap, and a container', '060f 06 27 06 03 1f0701', { terminalStatus: 0x27 }],
    ['the result of an earlier command', '060f 02 27 05', { resultCode: 5 }],
    ['a status and a container', '060f 06 00 06 03 1f0701', { terminalStatus: 0 }],
  ])('06 0F after a status enquiry is read by its form: %s', (_, hex, fields) => {
    expect(read(hex, 0x0501)).toMatchObject(fields);
  });

  it('the same bytes after another command are bitmaps', () => {
    expect(read('060f 02 27 05', 0x0601)).toEqual({ resultCode: 5 });
    expect(read('060f 02 27 e0', 0x0650)).toEqual({ resultCode: 0xe0 });
  });

  it('a registration may omit the currency', () => {
    expect(read('0600 04 123456 be')).toEqual({ password: '123456', configuration: 0xbe });
    expect(read('0600 06 123456 be 0301')).toEqual({ password: '123456', configuration: 0xbe, serviceByte: 1 });
    expect(read('0600 06 123456 be 0600')).toEqual({ password: '123456', configuration: 0xbe, tlv: [] });
    expect(read('0600 08 123456 be 0348 0301')).toMatchObject({ registrationCurrency: 348, serviceByte: 1 });
    expect(read('0600 06 123456 be 0978')).toMatchObject({ registrationCurrency: 978 });
  });

  it('an abort may contain a currency with or without its bitmap number, or nothing', () => {
    expect(read('061e 03 6f 0978')).toEqual({ abortCode: 0x6f, bareCurrency: 978 });
    expect(read('061e 04 6f 49 0978')).toEqual({ abortCode: 0x6f, currency: 978 });
    expect(read('061e 00')).toEqual({});
  });

  it('a refused registration has a reason', () => {
    const refusal = encodeNegative(0x1e, { abortCode: 0x6f, bareCurrency: 978 });
    expect(refusal.toString('hex')).toBe('841e036f0978');
    expect(read('841e 03 6f 0978')).toEqual({ abortCode: 0x6f, bareCurrency: 978 });
    expect(read('841e 01 7d')).toEqual({ abortCode: 0x7d });
  });

  it('pressed keys and typed digits are positional fields of the answer', () => {
    expect(read('8000 01 0d', 0x06e1)).toEqual({ key: 0x0d });
    expect(read('8000 01 31', 0x06e1)).toEqual({ key: 0x31 });
    expect(read('8000 04 37313233', 0x06e2)).toEqual({ typed: '7123' });
    expect(read('8000 01 1b', 0x06e2)).toEqual({ key: 0x1b });
    expect(read('8000 02 abcd', 0x06da)).toEqual({ vendorData: 'ABCD' });
    expect(read('8000 00', 0x06e1)).toEqual({});
  });

  it('the completion of a manufacturer command has free content', () => {
    expect(read('060f 03 414243', 0x0fa1)).toEqual({ vendorData: '414243' });
  });

  it('tags 1F80 to 1F83 have two or three bytes', () => {
    const name = (hex: string) =>
      read(hex).tlv?.map(({ tag, source, at, end }) => [tag, source.toString('latin1', at, end)]);
    expect(name('040c 09 06 07 1f8000 03 612e62')).toEqual([[0x1f8000, 'a.b']]);
    expect(name('040c 08 06 06 1f80 03 612e62')).toEqual([[0x1f80, 'a.b']]);
    expect(name('040c 08 06 06 1f81 03 612e62')).toEqual([[0x1f81, 'a.b']]);
  });

  it('tags that are constructed by their number may contain plain bytes', () => {
    const fields = read('0813 0d 06 0b e4 09 ff41 06 7f000001 4e27');
    expect(fields.tlv).toMatchObject([{ tag: 0xe4, children: [{ tag: 0xff41 }] }]);
    expect(read('040f 06 06 04 21 02 ffff').tlv).toMatchObject([{ tag: 0x21 }]);
  });

  it('a print command may contain feeds or a text, and a receipt type after it', () => {
    expect(read('06d1 02 ff 05')).toMatchObject({ printAttribute: 0xff, feeds: 5 });
    expect(read('06d1 02 ff 8f')).toMatchObject({ feeds: 0x8f });
    expect(read('06d1 04 ff 454e44')).toMatchObject({ printText: 'END' });
    expect(read('06d1 09 40 4142 06 04 1f070101')).toMatchObject({ printText: 'AB', tlv: [{ tag: 0x1f07 }] });
    expect(read('06d1 03 40 4106').printText).toBe('A');
  });

  it('texts contain no control characters', () => {
    expect(read('040f 09 3b 0000393132343430').authorisationAttribute).toBe('912440');
    expect(read('040f 09 3b 3931323400343000').authorisationAttribute).toBe('912440');
    expect(read('040f 09 3b 3931320034343000').authorisationAttribute).toBe('912440');
    expect(read('06d1 08 40 00410042 0d 0a 43').printText).toBe('AB\r\nC');
    expect(read('040f 08 8b f0f5 0056690061').cardName).toBe('Via');
  });

  it('lengths may be encoded longer than necessary', () => {
    const receiptType = [{ tag: 0x1f07 }];
    expect(read('040f 07 06 81 04 1f070101').tlv).toMatchObject(receiptType);
    expect(read('040f 0a 06 82 0006 1f07 82 0001 01').tlv).toMatchObject(receiptType);
    expect(read('040f 04 06 83 0000').tlv).toBeUndefined();
    expect(decode(Buffer.from('040fff02002700', 'hex')).fields).toEqual({ resultCode: 0 });
  });

  it('masked nibbles are E', () => {
    expect(read('040f 0c 22 f0f8 559883eeeeee8074 27').cardNumber).toBe('EEEEEEEEEEEE8074');
    expect(read('040f 05 22 f0f0 27 00')).toEqual({ cardNumber: '', resultCode: 0 });
  });

  it('unknown bitmaps are kept, and the fields after them are read when their length is known', () => {
    const skipped = decode(Buffer.from('040f07 99f0f2abcd 2700'.replaceAll(' ', ''), 'hex'));
    expect(skipped.fields).toEqual({ resultCode: 0 });
    const rest = decode(Buffer.from('040f04 2700 99ab'.replaceAll(' ', ''), 'hex'));
    expect([rest.fields, rest.bytes.length - rest.rest]).toEqual([{ resultCode: 0 }, 2]);
    const tag = decode(Buffer.from('040f06 06 04 df55 01 aa'.replaceAll(' ', ''), 'hex'));
    expect(tag.fields.tlv).toMatchObject([{ tag: 0xdf55 }]);
    expect(decode(Buffer.from('06ee02abcd', 'hex'))).toMatchObject({ name: 'unknown', rest: 3 });
  });
});
