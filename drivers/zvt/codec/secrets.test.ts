/** Card data is overwritten when a message is decoded: in the fields, the bytes, the descriptions and the log lines. */
import { describe, expect, it } from 'vitest';
import { decode, encode } from './apdu.ts';
import { describeMessage, summary } from './describe.ts';
import { bitmaps } from './fields.ts';
import { packets } from './packets.ts';
import { tagName } from './tlv.ts';
import { tags } from './tlvTags.ts';

const PAN = '4111111111111111';
const PANS = [PAN, '5555555555554444', '6725904000000000048', '4917610000000000003', '30569309025904'];

/** Every output of the codec for a message. */
function visible(apdu: Buffer): string {
  const message = decode(Buffer.from(apdu));
  const described = JSON.stringify(describeMessage(message));
  return [
    described,
    summary(message),
    JSON.stringify(message.fields),
    message.bytes.toString('hex'),
    message.bytes.toString('latin1'),
  ].join('\n');
}

function expectHidden(apdu: Buffer, pan = PAN): void {
  const seen = visible(apdu);
  const digits = seen.replaceAll(/[ -]/g, '');
  for (const text of [pan, Buffer.from(pan).toString('hex')]) {
    expect(seen.toLowerCase()).not.toContain(text);
    expect(digits).not.toContain(text);
  }
  expect(seen).not.toContain(pan.slice(0, 8));
}

const nibbles = (pan: string) => (pan.length % 2 ? `${pan}F` : pan);
const apdu = (control: number, data: Buffer) =>
  Buffer.concat([Buffer.from([control >> 8, control & 0xff, 0xff, data.length & 0xff, data.length >> 8]), data]);
const ll = (data: Buffer) =>
  Buffer.concat([Buffer.from([0xf0 + Math.floor(data.length / 10), 0xf0 + (data.length % 10)]), data]);
const lll = (data: Buffer) =>
  Buffer.concat([Buffer.from([0xf0, 0xf0 + Math.floor(data.length / 10), 0xf0 + (data.length % 10)]), data]);
const container = (data: Buffer) => Buffer.concat([Buffer.from([0x06, data.length]), data]);

describe('card numbers', () => {
  it.each(PANS)('of BMP 22 keep their last four digits: %s', pan => {
    const message = encode('statusInformation', { resultCode: 0, cardNumber: nibbles(pan) });
    expectHidden(message, pan);
    expect(decode(message).fields.cardNumber).toMatch(new RegExp(`^E+${pan.slice(-4)}F?$`));
  });

  const forms: readonly (readonly [string, (pan: string) => Buffer])[] = [
    ['nibbles', pan => Buffer.from(nibbles(pan), 'hex')],
    ['text', pan => Buffer.from(pan)],
    ['track 2', pan => Buffer.from(`${nibbles(pan).replace('F', '')}D2512${'0'.repeat(6 + (pan.length % 2))}`, 'hex')],
  ];
  const variable = Object.entries(bitmaps).filter(([, row]) => row.length === -2 || row.length === -3);

  it.each(variable.flatMap(([name, row]) => forms.map(([form, make]) => [name, form, row, make] as const)))(
    'in %s as %s are hidden',
    (_, __, row, make) => {
      const content = row.length === -2 ? ll(make(PAN)) : lll(make(PAN));
      expectHidden(
        apdu(packets.statusInformation.control, Buffer.concat([Buffer.from([0x27, 0x00, row.id]), content])),
      );
    },
  );

  it.each(Object.keys(tags).flatMap(tag => forms.map(([form, make]) => [tagName(Number(tag)), form, make] as const)))(
    'in tag %s as %s are hidden',
    (tag, _, make) => {
      const content = make(PAN);
      const object = Buffer.concat([Buffer.from(tag, 'hex'), Buffer.from([content.length]), content]);
      expectHidden(apdu(packets.statusInformation.control, container(object)));
    },
  );

  it.each([
    `Karte ${PAN}`,
    'Karte 4111 1111 1111 1111 12/25',
    'PAN 4111-1111-1111-1111',
    `;${PAN}=25121010000000?`,
    '411111******1111',
    '411111XXXXXX1111',
  ])('in a printed line are masked: %s', line => {
    const message = encode('printLine', { printAttribute: 0, printText: line });
    expectHidden(message);
    expect(visible(message)).toContain('1111');
    expect(visible(message)).not.toMatch(/411111|2512/);
  });

  it.each([0x06ee, 0x0fca, 0x9999])('in an unknown packet (%d) are masked', control => {
    for (const [, make] of forms) expectHidden(apdu(control, make(PAN)));
  });

  it('after an unknown bitmap are masked', () => {
    for (const [, make] of forms)
      expectHidden(
        apdu(packets.statusInformation.control, Buffer.concat([Buffer.from([0x27, 0x00, 0x99]), make(PAN)])),
      );
  });

  it('after a wrong length are masked', () => {
    expectHidden(Buffer.concat([Buffer.from('040f02', 'hex'), Buffer.from(`2700${PAN}`, 'hex')]));
  });
});

describe('expiry, tracks and codes', () => {
  it('are overwritten completely', () => {
    const message = encode('authorisation', {
      amount: 100,
      expiry: '2512',
      track2: 'EEEEEEEE1111D25121',
      track3: '99',
      securityCode: '123F',
      track1: 'B411^X^2512',
    });
    expect(visible(message)).not.toMatch(/2512|123F/);
  });

  it('do not include the password of a registration, which only logs leave out', () => {
    const message = decode(encode('registration', { password: '135790', configuration: 0xbe }));
    expect(summary(message)).not.toContain('135790');
    expect(describeMessage(message).fields[0]).toMatchObject({ name: 'password', value: '135790' });
  });
});

describe('other numbers are not changed', () => {
  it.each([
    'Genehmigungs-Nr   007919',
    'A0000000043060 2FBF9437E2C1CA74',
    'Beleg 0231 TA 000975',
    '19.10.2021 13:30:04',
    'L:*************0000',
  ])('%s', line => {
    expect(visible(encode('printLine', { printAttribute: 0, printText: line }))).toContain(line);
  });
});
