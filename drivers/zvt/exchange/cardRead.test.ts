/** Reports of cards that were read: a loyalty card with its number, a payment card with its last four digits. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decode, encode } from '../codec/apdu.ts';
import type { Fields } from '../codec/fields.ts';
import { tlv } from '../codec/tlv.ts';
import { cardReadOf } from './cardRead.ts';

const captured: readonly { id: string; hex: string }[] = JSON.parse(
  readFileSync(new URL('../captures/messages.json', import.meta.url), 'utf8'),
);
const capture = (id: string) => decode(Buffer.from(captured.find(one => one.id === id)!.hex, 'hex')).fields;
const read = (fields: Fields) => cardReadOf(decode(encode('statusInformation', fields)).fields);

describe('a card that was read', () => {
  it.each([
    ['9276004000000018', '9276004000000018D49122010000000000F'],
    ['9276004000000018', '9276004000000018'],
    ['80276001234567890', '80276001234567890D491220100F'],
    ['2900000000017', '2900000000017F'],
    ['2900000000017', '2900000000017FFF'],
    ['0012345', '0012345D4912F'],
  ])('of a loyalty programme is reported with its number %s', (number, track2) => {
    expect(read({ track2: track2.length % 2 ? `${track2}F` : track2 })).toEqual({ kind: 'read', number });
  });

  it.each([
    ['1111', '4111111111111111D32072011234567F'],
    ['4444', '5555555555554444D3207F'],
    ['0048', '6725904000000000048D3207F'],
    ['0009', '2221000000000009D3207'],
    ['8431', '371449635398431D32072011F'],
  ])('for payments is reported with its last four digits only: %s', (lastFour, track2) => {
    const card = read({ track2: track2.length % 2 ? `${track2}F` : track2 });
    expect(card).toEqual({ kind: 'read', lastFour });
    expect(JSON.stringify(card)).not.toContain('3207');
  });

  it.each([
    ['9018', '9792123456789018'], // Troy
    ['9010', '8172123456789010'], // RuPay
    ['9010', '8222123456789010'],
    ['8901', '6075123456788901'],
    ['9000', '5085123456789000'],
    ['8904', '213112345678904'], // JCB
    ['0003', '180000000000003'],
    ['9013', '9860123456789013'], // Humo
    ['9017', '9704123456789017'], // Napas
    ['9012', '8600123456789012'], // Uzcard
  ])('of a national scheme is reported with its last four digits only: %s', (lastFour, number) => {
    const track2 = `${number}D32072011`;
    const fields = decode(encode('statusInformation', { track2: track2.length % 2 ? `${track2}F` : track2 })).fields;
    expect(JSON.stringify(fields)).not.toContain(number.slice(0, 8));
    expect(cardReadOf(fields)).toEqual({ kind: 'read', lastFour });
    expect(cardReadOf(fields, [number.slice(0, 4)])).toEqual({ kind: 'read', lastFour });
  });

  it('without a loyalty prefix is reported with its last four digits only', () => {
    const fields = decode(encode('statusInformation', { track2: '9123456789012345D4912F' })).fields;
    expect(cardReadOf(fields)).toEqual({ kind: 'read', lastFour: '2345' });
    expect(cardReadOf(fields, ['91', '9276'])).toEqual({ kind: 'read', number: '9123456789012345' });
    const demo = decode(encode('statusInformation', { track2: '9276004000000018D4912F' })).fields;
    expect(cardReadOf(demo)).toEqual({ kind: 'read', number: '9276004000000018' });
    expect(cardReadOf(demo, ['91'])).toEqual({ kind: 'read', lastFour: '0018' });
  });

  it('for payments has no digits when the end of its number is unclear', () => {
    expect(read({ track2: '41111111111111113207F0' })).toEqual({ kind: 'read' });
    expect(read({ track2: '4111111111111111' })).toEqual({ kind: 'read' });
  });

  it('is read from the track in a container, or from BMP 22', () => {
    expect(read({ tlv: [tlv(0x1f09, '9276004000000018D4912F')] })).toMatchObject({ number: '9276004000000018' });
    expect(read({ cardNumber: '4111111111111111' })).toMatchObject({ lastFour: '1111' });
    expect(read({ cardNumber: '9276004000000018' })).toEqual({ kind: 'read', lastFour: '0018' });
  });

  it.each(['2900000000017', 'K-000123', '4006381333931'])('has the number of its barcode: %s', number => {
    const barcode = tlv(0xe3, [tlv(0x1f2e, 2), tlv(0x1f2f, number)]);
    expect(read({ tlv: [tlv(0x1f2d, 2), barcode] })).toEqual({ kind: 'read', number });
  });

  it('has no number when its barcode could be a card number', () => {
    expect(read({ tlv: [tlv(0x1f2f, '4111111111111111')] })).toEqual({ kind: 'read' });
  });

  it('has the serial number of its chip without padding', () => {
    const uid = (hex: string) => read({ tlv: [tlv(0x4c, hex)] });
    expect(uid('00000000000008B3C880')).toMatchObject({ uid: '08B3C880' });
    expect(uid('00000000000000B3C880')).toMatchObject({ uid: '00B3C880' });
    expect(uid('00000004A1B2C3D4E5F6')).toMatchObject({ uid: '04A1B2C3D4E5F6' });
    expect(uid('00000000000000000000')).toEqual({ kind: 'read' });
  });

  it('is reported as real terminals send it', () => {
    expect(capture('e-read-card-girocard-masked').track2).toMatch(/^E{15}0142DE+$/);
    expect(cardReadOf(capture('e-read-card-girocard-masked'))).toEqual({
      kind: 'read',
      uid: '08B3C880',
      token: '3F56A32065CC4DBE8330C37609F91996',
      lastFour: '0142',
      cardName: 'girocard',
    });
    expect(cardReadOf(capture('e-read-card-bank-card'))).toMatchObject({ kind: 'read', cardName: 'Mastercard' });
  });
});
