/** Properties of the codec: encoded messages decode to the same fields, and no bytes make it throw, hang or leak. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serialDeframer, serialFrame } from '../framing/serialFrame.ts';
import { tcpDeframer } from '../framing/tcpFrame.ts';
import { decode, encode } from './apdu.ts';
import { describeMessage, summary } from './describe.ts';
import { bitmaps, type Fields } from './fields.ts';
import { packets } from './packets.ts';
import { type Tlv, tlv, tlvCoding } from './tlv.ts';

const digits = (size: number) => fc.stringMatching(new RegExp(`^\\d{${2 * size}}$`));
const byte = fc.integer({ min: 0, max: 255 });
const letters = fc.stringMatching(/^[A-Za-zäöüÄÖÜß ]{1,40}$/);

const statusFields = fc.record(
  {
    resultCode: byte,
    amount: fc.integer({ min: 0, max: 999_999_999_999 }),
    traceNumber: digits(3),
    time: digits(3),
    date: digits(2),
    paymentType: byte,
    terminalId: digits(4),
    merchantNumber: fc.stringMatching(/^[0-9A-Z]{1,15}$/),
    authorisationAttribute: fc.stringMatching(/^[0-9A-Z]{1,8}$/),
    additionalText: letters,
    currency: fc.integer({ min: 0, max: 9999 }),
    receiptNumber: digits(2),
    turnoverNumber: digits(3),
    cardType: byte,
    cardName: fc.stringMatching(/^[A-Za-z]{1,20}$/),
    imageId: fc.integer({ min: 0, max: 0xffffffff }),
  },
  { requiredKeys: [] },
);

const primitive = fc
  .tuple(fc.constantFrom(0x01, 0x40, 0x43, 0x5f25, 0xdf30, 0x1f8101), fc.uint8Array({ maxLength: 300 }))
  .map(([tag, bytes]) => tlv(tag, Buffer.from(bytes.map(value => value | 0xaa)))); // looks like no card number
const { tree } = fc.letrec<{ tree: Tlv }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    primitive,
    fc
      .tuple(fc.constantFrom(0x24, 0x60, 0xe1, 0xff02), fc.array(tie('tree'), { maxLength: 4 }))
      .map(([tag, children]) => tlv(tag, children)),
  ),
}));

describe('the codec', () => {
  it('decodes the fields that it encoded, in any order', () => {
    const shuffled = statusFields.chain(fields =>
      fc
        .shuffledSubarray(Object.entries(fields), { minLength: Object.keys(fields).length })
        .map(rows => Object.fromEntries(rows) as Fields),
    );
    fc.assert(
      fc.property(shuffled, fields => {
        const message = decode(encode('statusInformation', fields, 'cp437'), { charset: 'cp437' });
        expect(message.fields).toEqual(fields);
        expect(Object.keys(message.fields)).toEqual(Object.keys(fields));
        expect(message.rest).toBe(message.bytes.length);
      }),
    );
  });

  it('decodes containers as they were built', () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 5 }), objects => {
        const written = Buffer.alloc(70_000);
        fc.pre(objects.reduce((sum, object) => sum + object.end - object.at + 6, 0) < 0xffff);
        const end = tlvCoding.write(objects, written, 0, 'auto');
        const hex = written.toString('hex', 0, end);
        const read = tlvCoding.read(Buffer.from(hex, 'hex'), 0, end, 'auto');
        const again = Buffer.alloc(70_000);
        expect(again.toString('hex', 0, tlvCoding.write(read!, again, 0, 'auto'))).toBe(hex);
      }),
    );
  });

  it('never throws on random bytes, and describes them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), bytes => {
        const message = decode(Buffer.from(bytes));
        expect(JSON.parse(JSON.stringify(describeMessage(message)))).toHaveProperty('fields');
        expect(summary(message)).toBeTypeOf('string');
      }),
      { numRuns: 1000 },
    );
  });

  it('never throws on a real message with some bytes changed', () => {
    const controls = Object.values(packets).map(packet => packet.control);
    const body = fc.array(fc.oneof(fc.constantFrom(...Object.values(bitmaps).map(row => row.id)), byte), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(fc.constantFrom(...controls), body, (control, data) => {
        const message = decode(Buffer.from([control >> 8, control & 0xff, data.length, ...data]));
        expect(message.rest).toBeLessThanOrEqual(message.bytes.length);
        describeMessage(message);
      }),
      { numRuns: 1000 },
    );
  });

  it('decodes 64 KiB of nested tags without growing', () => {
    const deep = Buffer.alloc(0xffff, 0x24);
    for (let at = 0; at + 4 < deep.length; at += 4)
      deep.writeUInt32BE(0x24820000 + ((deep.length - at - 4) & 0xffff), at);
    const apdu = Buffer.concat([Buffer.from('040fffffff', 'hex'), Buffer.from('0682fffb', 'hex'), deep]).subarray(
      0,
      5 + 0xffff,
    );
    expect(decode(apdu).name).toBe('statusInformation');
  });

  it('refuses values that do not fit', () => {
    expect(() => encode('authorisation', { amount: -1 })).toThrow(RangeError);
    expect(() => encode('authorisation', { amount: 1e12 })).toThrow(RangeError);
    expect(() => encode('reversal', { password: '12345', receiptNumber: '0001' })).toThrow(RangeError);
    expect(() => encode('statusInformation', { additionalText: 'x'.repeat(1000) })).toThrow(RangeError);
  });
});

describe('the deframers', () => {
  const apdus = fc.array(
    statusFields.map(fields => encode('statusInformation', fields)),
    { minLength: 1, maxLength: 5 },
  );
  const cuts = fc.infiniteStream(fc.integer({ min: 1, max: 40 }));

  it('return the messages of a TCP stream, however it is split', () => {
    fc.assert(
      fc.property(apdus, cuts, (sent, sizes) => {
        const deframer = tcpDeframer();
        const received = pieces(Buffer.concat(sent), sizes).flatMap(piece => deframer.push(piece));
        expect(received).toEqual(sent);
        expect(deframer.pending).toBe(0);
      }),
    );
  });

  it('return the frames of a serial stream with noise, however it is split', () => {
    const noise = fc.uint8Array({ maxLength: 20 }).map(bytes => Buffer.from(bytes.filter(value => value !== 0x10)));
    fc.assert(
      fc.property(apdus, noise, cuts, (sent, before, sizes) => {
        const deframer = serialDeframer();
        const stream = Buffer.concat([before, ...sent.map(serialFrame)]);
        const events = pieces(stream, sizes).flatMap(piece => deframer.push(piece));
        expect(events.flatMap(event => (event.type === 'frame' ? [event.apdu] : []))).toEqual(sent);
      }),
    );
  });

  it('find frames after random bytes on the serial line', () => {
    const good = encode('authorisation', { amount: 101010 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), garbage => {
        const deframer = serialDeframer();
        deframer.push(Buffer.from(garbage));
        deframer.reset(); // as timer T1 does
        const events = deframer.push(serialFrame(good));
        expect(events.at(-1)).toEqual({ type: 'frame', apdu: good });
      }),
      { numRuns: 500 },
    );
  });

  it('find messages after a banner on TCP', () => {
    const good = encode('completion');
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~\r\n]{1,60}$/), banner => {
        const received = tcpDeframer().push(Buffer.concat([Buffer.from(banner, 'latin1'), good]));
        expect(received).toEqual([good]);
      }),
    );
  });

  it('hold no more than one APDU', () => {
    const deframer = tcpDeframer();
    for (let i = 0; i < 100; i++)
      deframer.push(Buffer.concat([Buffer.from('040fffffff', 'hex'), Buffer.alloc(4091, 0xaa)]));
    expect(deframer.pending).toBeLessThan(0x10000 + 5);
  });
});

function pieces(bytes: Buffer, sizes: Iterator<number>): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = sizes.next().value as number;
    cut.push(Buffer.from(bytes.subarray(at, at + size)));
    at += size;
  }
  return cut;
}
