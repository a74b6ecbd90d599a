import { describe, expect, it } from 'vitest';
import { encode } from '../../../zvt/codec/apdu.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import type { PacketName } from '../../../zvt/codec/packets.ts';
import { findDeep, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { abortCode, hexOf, openPair, until } from '../pair.fixture.ts';
import { lastOf } from '../till.fixture.ts';

const pair = openPair();
const { start, send, answered } = pair;

describe('the card reader', () => {
  const ENDS_READING: readonly PacketName[] = ['statusInformation', 'abortByTerminal', 'negative'];
  const read = (fields: Fields = {}) => send('readCard', { readTimeout: 1, ...fields }, {}, ENDS_READING);

  it('sends the number of a customer card', async () => {
    await start({ behaviour: 'manual', customerTimeout: 5_000 });
    const messages = read();
    await until(() => pair.virtual.terminal.device.awaits === 'card');
    pair.virtual.terminal.device.act({ type: 'card', card: 'loyalty-barcode' });
    const { tlv: container } = lastOf(await messages, 'statusInformation').fields;
    expect(tlvValue(findDeep(container, 0x1f2f))).toBe('9276004000000018');
  });

  it('sends the issuer of a payment card, and the data that the till asks for', async () => {
    await start();
    const plain = lastOf(await read(), 'statusInformation').fields.tlv;
    expect([findDeep(plain, 0x4c), findDeep(plain, 0x1f14)]).toEqual([undefined, undefined]);
    expect(tlvValue(findDeep(plain, 0x42))).toBe('girocard');
    const asked = lastOf(await read({ tlv: [tlv(0x1f15, Buffer.of(0xc0))] }), 'statusInformation').fields.tlv;
    expect(tlvValue(findDeep(asked, 0x4c))).toBe('00000004A1B2C3D4E5F6');
    expect(tlvValue(findDeep(asked, 0x1f14))).toBe('8D3A5C7E9F1B2D4C');
  });

  it.each([
    ['manual', 0x6c, {}],
    ['abort-on-device', 0x6c, {}],
    ['card-error', 0x64, {}],
    ['approve', 0x64, { tlv: [tlv(0x1f60, Buffer.of(0x02))] }],
  ] as const)('ends with 06 1E when no card can be read: %s', async (behaviour, code, fields) => {
    await start({ behaviour });
    pair.virtual.terminal.device.act({ type: 'removal' });
    expect(abortCode(await read(fields))).toBe(code);
  });

  it('is aborted by the till', async () => {
    await start({ behaviour: 'manual', customerTimeout: 5_000 });
    const messages = read({ readTimeout: 60 });
    await until(() => pair.virtual.terminal.device.awaits === 'card');
    pair.till.send(encode('abort'));
    expect(abortCode(await messages)).toBe(0x6c);
  });

  it('sends the balance of a card, and books nothing', async () => {
    await start();
    const messages = await send('accountBalance', {});
    expect(tlvValue(findDeep(lastOf(messages, 'statusInformation').fields.tlv, 0x1f3f))).toBe('000000002500');
    expect(pair.virtual.terminal.memory.bookings).toEqual([]);
    pair.virtual.terminal.behaviour = 'abort-on-device';
    expect(abortCode(await send('accountBalance', {}))).toBe(0x6c);
  });

  it('passes APDUs to an open card, and has no keys', async () => {
    await start();
    const apdus = { tlv: [tlv(0x1f46, '00A40400')] };
    expect(hexOf(await answered('sendApdus', apdus))).toBe('841e00');
    await read();
    expect(hexOf(await answered('sendApdus', apdus))).toMatch(/^800007/);
    expect(hexOf(await answered('macCalculation'))).toBe('848500');
  });

  it('closes its session once', async () => {
    await start();
    await read();
    expect(hexOf(await answered('closeCardSession'))).toBe('800000');
    expect(hexOf(await answered('closeCardSession'))).toBe('841e00');
  });
});
