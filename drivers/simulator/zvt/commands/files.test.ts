import { describe, expect, it } from 'vitest';
import { encode, type Message } from '../../../zvt/codec/apdu.ts';
import { findDeep, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { hexOf, openPair } from '../pair.fixture.ts';
import { type Answers, lastOf, names, REFUSED, registrationOf } from '../till.fixture.ts';

const pair = openPair();
const { start, send } = pair;

const tagOf = (message: Message, tag: number) => tlvValue(findDeep(message.fields.tlv, tag));

const ID = 0x21;
const CONTENT = Buffer.from(Array.from({ length: 2500 }, (_, index) => index % 7));

/** A till that hands out blocks of 1000 bytes. */
const giving =
  (content: Buffer): Answers['fileBlockRequest'] =>
  request => {
    const at = tagOf(request, 0x1e) as number;
    const block = tlv(0x1c, Buffer.from(content.subarray(at, at + 1000)));
    return encode('positive', { tlv: [tlv(0x2d, [block, tlv(0x1d, ID), tlv(0x1e, at)])] });
  };
const write = (length: number, fileBlockRequest: Answers['fileBlockRequest'], password = '000000') =>
  send(
    'writeFile',
    { password, tlv: [tlv(0x2d, [tlv(0x1d, ID), tlv(0x1f00, length)])] },
    fileBlockRequest ? { fileBlockRequest } : {},
  );
const read = (id: number, offset?: number) =>
  send('readFile', { tlv: [tlv(0x2d, [tlv(0x1d, id), ...(offset === undefined ? [] : [tlv(0x1e, offset)])])] });
const contentOf = (messages: readonly Message[]) =>
  Buffer.concat(
    messages
      .filter(({ name }) => name === 'statusInformation')
      .map(message => Buffer.from(String(tagOf(message, 0x1c)), 'hex')),
  );

describe('a file', () => {
  it('is written block by block, read again from any place, and deleted', async () => {
    await start({ password: '000000' });
    const messages = await write(CONTENT.length, giving(CONTENT));
    const asked = messages.filter(({ name }) => name === 'fileBlockRequest');
    expect(asked.map(message => [tagOf(message, 0x1d), tagOf(message, 0x1e)])).toEqual([
      [ID, 0],
      [ID, 1000],
      [ID, 2000],
    ]);
    expect(lastOf(messages, 'completion').fields.resultCode).toBe(0);
    const whole = await read(ID);
    expect(contentOf(whole).equals(CONTENT)).toBe(true);
    expect(lastOf(whole, 'completion').fields.resultCode).toBe(0);
    expect(tagOf(lastOf(whole, 'statusInformation'), 0x1f00)).toBe(CONTENT.length);
    expect(contentOf(await read(ID, 2400)).equals(CONTENT.subarray(2400))).toBe(true);
    expect(names(await send('deleteFile', { tlv: [tlv(0x1d, ID)] }))).toEqual(['positive', 'completion']);
    expect(lastOf(await read(ID), 'abortByTerminal').fields.abortCode).toBe(0x83);
  });

  it.each([
    ['is refused', () => REFUSED(0x83)],
    ['is empty', () => encode('positive')],
    ['is longer than what was announced', giving(Buffer.alloc(5000))],
  ])('is not kept when a block %s', async (_, answer) => {
    await start({ password: '000000' });
    expect(lastOf(await write(1500, answer), 'abortByTerminal').fields.abortCode).toBe(0x6c);
    expect(lastOf(await read(ID), 'abortByTerminal').fields.abortCode).toBe(0x83);
  });

  it('needs the password, and room', async () => {
    await start({ password: '000000' });
    expect(hexOf(await write(10, undefined, '999999'))).toBe('843700');
    expect(hexOf(await write(17 * 1024 * 1024, undefined))).toBe('84b100');
  });

  it('of the terminal itself is its journal, which stays', async () => {
    await start({ password: '000000' });
    await send('authorisation', { amount: 1200 });
    const journal = contentOf(await read(1)).toString();
    expect(JSON.parse(journal)).toMatchObject({ kind: 'payment', amount: 1200, receiptNumber: 1 });
    expect(lastOf(await read(6), 'abortByTerminal').fields.abortCode).toBe(0x83);
    await send('endOfDay', { password: '000000' });
    expect(JSON.parse(contentOf(await read(6)).toString())).toMatchObject({ amount: 1200 });
    expect(names(await send('deleteFile', { tlv: [tlv(0x1d, 1)] })).at(-1)).toBe('abortByTerminal');
  });

  it('is sent in pieces that the till can take', async () => {
    await start({ password: '000000' });
    await pair.till.run(registrationOf({ tlv: [tlv(0x1a, 264)] }));
    await write(CONTENT.length, giving(CONTENT));
    const messages = await read(ID);
    const blocks = messages.filter(({ name }) => name === 'statusInformation');
    expect(blocks).toHaveLength(13);
    expect(Math.max(...blocks.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(264);
    expect(contentOf(messages).equals(CONTENT)).toBe(true);
  });
});
