/** Random card numbers in every field and notation: none is in the output of the codec. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeHex } from '../commandLine/hexMessages.ts';
import { isOfScheme } from '../masking/issuers.ts';
import { decode, type Message } from './codec/apdu.ts';
import { describeMessage, summary } from './codec/describe.ts';
import { bitmaps } from './codec/fields.ts';
import { LLLVAR, LLVAR } from './codec/lengths.ts';
import { hideSecrets } from './codec/messageTrace.ts';
import { packets } from './codec/packets.ts';
import { type Tlv, tagName, tlvValue } from './codec/tlv.ts';
import { tags } from './codec/tlvTags.ts';
import { cardReadOf } from './exchange/cardRead.ts';
import { receiptsOf } from './exchange/receipts.ts';
import { displayText, factsOf, terminalMessage } from './exchange/statusInformation.ts';

/** A card number of 13 to 19 digits in a range of an issuer, with its check digit. */
const digits = fc.array(fc.nat(9), { minLength: 19, maxLength: 19 }).map(list => list.join(''));
const ranges = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ begins: fc.integer({ min: 3, max: 7 }), length: fc.integer({ min: 13, max: 19 }) }),
  },
  { weight: 1, arbitrary: fc.record({ begins: fc.integer({ min: 2221, max: 2720 }), length: fc.constant(16) }) },
  { weight: 1, arbitrary: fc.record({ begins: fc.constant(1), length: fc.constant(15) }) },
);
const pans = fc
  .tuple(ranges, digits)
  .map(([{ begins, length }, more]) => withCheckDigit(`${begins}${more}`.slice(0, length - 1)));

function withCheckDigit(body: string): string {
  const sum = [...body].toReversed().reduce((total, letter, index) => total + weigh(Number(letter), index), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

function weigh(value: number, index: number): number {
  const doubled = index % 2 === 0 ? 2 * value : value;
  return doubled > 9 ? doubled - 9 : doubled;
}

const grouped = (pan: string, separator: string) => pan.replace(/(.{4})(?=.)/g, `$1${separator}`);
const nibbles = (text: string) => Buffer.from(text.length % 2 ? `${text}F` : text, 'hex');

/** A card number as bytes. */
const written: Readonly<Record<string, (pan: string) => Buffer>> = {
  plain: pan => Buffer.from(pan),
  inWords: pan => Buffer.from(`Karte ${pan} gesperrt`),
  glued: pan => Buffer.from(`XX${pan}EUR`),
  padded: pan => Buffer.from(pan.padStart(22, '0')),
  spaces: pan => Buffer.from(grouped(pan, ' ')),
  wideSpaces: pan => Buffer.from(`Nr. ${grouped(pan, '  ')}`),
  dashes: pan => Buffer.from(`(${grouped(pan, '-')})`),
  hardSpaces: pan => Buffer.from(grouped(pan, '\u00a0'), 'latin1'),
  withExpiry: pan => Buffer.from(`${pan} 12/32`),
  afterNumber: pan => Buffer.from(`Beleg 0815 ${pan}`),
  track1: pan => Buffer.from(`%B${pan}^MUSTER/EVA^3212101?`),
  track2: pan => Buffer.from(`;${pan}=3212101000?`),
  endOfString: pan => Buffer.from(grouped(pan, '\0')),
  largeFont: pan => Buffer.from(`${pan.slice(0, 8)}\x14${pan.slice(8)}`),
  typedDigits: pan => Buffer.from(`Nr ${pan.slice(0, 6)}\x1a${pan.slice(6)}`),
  escape: pan => Buffer.from(`${pan.slice(0, 8)}\x1b${pan.slice(8)} gesperrt`),
  lines: pan => Buffer.from(`PAN\r\n${pan}\r\n`),
};
const inNibbles: Readonly<Record<string, (pan: string) => Buffer>> = {
  nibbles: pan => nibbles(pan),
  nibblesPadded: pan => nibbles(pan.padStart(20, '0')),
  nibblesOfTrack: pan => nibbles(`${pan}D3212101`),
};
const forms = { ...written, ...inNibbles };

/** The places of a card number: each wraps it into the bytes of a message. */
const apdu = (control: number, data: Buffer) =>
  Buffer.concat([Buffer.from([control >> 8, control & 0xff, 0xff, data.length & 0xff, data.length >> 8]), data]);
const lengthDigits = (count: number, size: number) =>
  Buffer.from([...String(size).padStart(count, '0')].map(letter => 0xf0 + Number(letter)));
const object = (tag: number, content: Buffer) =>
  Buffer.concat([Buffer.from(tagName(tag), 'hex'), Buffer.of(content.length), content]);
const container = (...objects: Buffer[]) => {
  const content = Buffer.concat(objects);
  return Buffer.concat([Buffer.of(0x06, 0x81, content.length), content]);
};
const begin = Buffer.from('2700', 'hex');
const status = packets.statusInformation.control;

/** Undefined when the bytes do not fit. */
type Place = (bytes: Buffer) => Buffer | undefined;
const fixed = (id: number, length: number, bytes: Buffer) =>
  bytes.length > length
    ? undefined
    : apdu(status, Buffer.concat([begin, Buffer.of(id), bytes, Buffer.alloc(length - bytes.length, 0xff)]));
const ofBitmaps: Place[] = Object.values(bitmaps).flatMap(({ id, length }): Place[] => {
  if (length === LLVAR || length === LLLVAR)
    return [bytes => apdu(status, Buffer.concat([begin, Buffer.of(id), lengthDigits(-length, bytes.length), bytes]))];
  return length < 7 ? [] : [bytes => fixed(id, length, bytes)];
});
const inTag = (tag: number): Place[] => [
  bytes => apdu(status, Buffer.concat([begin, container(object(tag, bytes))])),
  bytes => apdu(status, Buffer.concat([begin, container(object(0xe1, object(tag, bytes)))])),
];
const allTags = [...Object.keys(tags).map(Number), 0x1f7a, 0xdf55];
// Containers, and tags of two or three bytes: a number in nibbles that forms tags and lengths is read as such.
const mayHoldTags = (tag: number) => (tags[tag] && !tags[tag].coding) || (tag >= 0x1f80 && tag <= 0x1f83);
const ofValues = allTags.filter(tag => !mayHoldTags(tag)).flatMap(inTag);
const ofContainers = allTags.filter(mayHoldTags).flatMap(inTag);
const elsewhere: Place[] = [
  bytes => apdu(status, Buffer.concat([begin, Buffer.of(0x99), bytes])), // an unknown bitmap
  bytes =>
    apdu(
      status,
      Buffer.concat([begin, Buffer.of(0x99), lengthDigits(3, bytes.length), bytes, Buffer.from('0100', 'hex')]),
    ),
  bytes => apdu(0x06ee, bytes),
  bytes => apdu(0x0fca, bytes),
  bytes => apdu(packets.printLine.control, Buffer.concat([Buffer.of(0x00), bytes])),
  bytes => apdu(packets.printTextBlock.control, container(object(0x25, object(0x07, bytes)))),
  bytes => apdu(packets.printTextBlock.control, container(object(0x25, object(0xe3, object(0x1f2f, bytes))))),
  bytes =>
    apdu(
      packets.intermediateStatus.control,
      Buffer.concat([Buffer.from('ff01', 'hex'), container(object(0x24, object(0x07, bytes)))]),
    ),
  bytes => apdu(packets.abortByTerminal.control, Buffer.concat([Buffer.of(0xff), container(object(0x1f17, bytes))])),
  bytes => apdu(packets.oldDisplay.control, Buffer.concat([Buffer.of(0x01), bytes, Buffer.of(0x00)])),
  bytes => Buffer.concat([Buffer.from('040f022700', 'hex'), bytes]), // after a wrong length
];
const places = [...ofBitmaps, ...ofValues, ...ofContainers, ...elsewhere];
const holdsTags = new Set(ofContainers);

/** Every output of the codec for a message. */
function visible(bytes: Buffer | undefined): string {
  if (!bytes) return '';
  const message = decode(Buffer.from(bytes));
  const { fields } = message;
  const facts = [factsOf(fields, 'EUR'), cardReadOf(fields), terminalMessage(fields), displayText(fields)];
  const outputs = [
    describeMessage(message),
    summary(message),
    hideSecrets(message),
    facts,
    receiptsOf([message], 'payment', 'auto'),
  ];
  const raw = [message.bytes.toString('hex'), message.bytes.toString('latin1')];
  return [JSON.stringify(outputs), JSON.stringify(valuesOf(message)), described(bytes), ...raw].join('\n');
}

function valuesOf({ fields: { tlv, ...fields } }: Message): unknown {
  return [fields, (tlv ?? []).map(values)];
}

function values(one: Tlv): unknown {
  return one.children ? one.children.map(values) : tlvValue(one);
}

function described(bytes: Buffer): string {
  try {
    return JSON.stringify([...describeHex(bytes.toString('hex'), 'apdu')]);
  } catch (error) {
    return String(error);
  }
}

function leaks(seen: string, pan: string): boolean {
  const number = pan.slice(0, -4);
  const shown = seen.toUpperCase();
  // Control characters, plain and as JSON escapes them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: displays leave control characters out
  const inRow = shown.replaceAll(/\\U00[01][0-9A-F]|[\0-\x1f \u00a0-]/g, '');
  const inHex = Buffer.from(number).toString('hex');
  return [number, inHex].some(text => shown.includes(text) || inRow.includes(text));
}

// Bytes that are all letters are a text, whatever digits their nibbles form.
function readsAsText(bytes: Buffer): boolean {
  return bytes.every(byte => byte >= 0x20 || [0x00, 0x09, 0x0a, 0x0d, 0x14, 0x1a].includes(byte));
}

// A VU number looks like a card number: in its field only numbers that a scheme really issues are masked.
const contracts = apdu(status, Buffer.concat([begin, Buffer.of(bitmaps.merchantNumber.id), Buffer.alloc(15)])).toString(
  'hex',
);
const isContract = (place: number, form: string, pan: string) =>
  form === 'plain' &&
  places[place]!(Buffer.of())?.toString('hex', 0, 8) === contracts.slice(0, 16) &&
  !isOfScheme(pan.length, index => Number(pan[index]));

describe('a card number', () => {
  it('is in no output, in every place and notation', () => {
    const cases = fc.tuple(pans, fc.constantFrom(...Object.keys(forms)), fc.nat(places.length - 1));
    fc.assert(
      fc.property(cases, ([pan, form, place]) => {
        const bytes = forms[form]!(pan);
        fc.pre(!(form in inNibbles && (readsAsText(bytes) || holdsTags.has(places[place]!))));
        fc.pre(!isContract(place, form, pan));
        expect(leaks(visible(places[place]!(bytes)), pan)).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  it('of a payment is in no output, in every place and notation', () => {
    const found: unknown[] = [];
    for (const pan of ['4111111111111111', '6725904000000000045', '371449635398431'])
      for (const [form, make] of Object.entries(forms))
        for (const [index, place] of places.entries()) {
          if (form in inNibbles && readsAsText(make(pan))) continue;
          if (leaks(visible(place(make(pan))), pan)) found.push([pan, form, index]);
        }
    expect(found).toEqual([]);
  });

  it('that is partly masked is masked up to the last four digits', () => {
    for (const text of ['411111******1111', '411111XXXXXX1111', '4111 11## #### 1111', '41111111*****1111'])
      expect(visible(places.at(-7)!(Buffer.from(text)))).not.toContain('4111');
    expect(visible(places.at(-7)!(Buffer.from('411111******1111')))).toContain('************1111');
  });

  it('of a loyalty card is not masked', () => {
    for (const number of ['9276004000000018', '8027600123456789', '2900000000017'])
      expect(visible(places.at(-7)!(Buffer.from(`Kundenkarte ${number}`)))).toContain(number);
  });
});
