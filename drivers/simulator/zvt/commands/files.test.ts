/** Files, reservations of other terminals and the cash report at the virtual terminal. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encode, type Message } from '../../../zvt/codec/apdu.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import type { PacketName } from '../../../zvt/codec/packets.ts';
import { findDeep, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../start.ts';
import { type Answers, connectTill, lastOf, names, REFUSED, registrationOf, type TestTill } from '../till.fixture.ts';

let virtual: RunningVirtualTerminal;
let till: TestTill;
beforeEach(async () => {
  virtual = await startVirtualTerminal({ delay: 0, timers: { t3: 500 }, password: '000000' });
  till = await connectTill(virtual.port);
  await till.run(registrationOf());
});
afterEach(async () => {
  till.close();
  await virtual.close();
});

const ENDS: readonly PacketName[] = ['completion', 'abortByTerminal', 'negative'];
const send = (name: PacketName, fields: Fields = {}, answers?: Answers, until = ENDS) =>
  till.run(encode(name, fields), answers, until);
const tagOf = (message: Message, tag: number) => tlvValue(findDeep(message.fields.tlv, tag));
const hexOf = (messages: readonly Message[]) => messages.at(-1)!.bytes.toString('hex');

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
    expect(lastOf(await write(1500, answer), 'abortByTerminal').fields.abortCode).toBe(0x6c);
    expect(lastOf(await read(ID), 'abortByTerminal').fields.abortCode).toBe(0x83);
  });

  it('needs the password, and room', async () => {
    expect(hexOf(await write(10, undefined, '999999'))).toBe('843700');
    expect(hexOf(await write(17 * 1024 * 1024, undefined))).toBe('84b100');
  });

  it('of the terminal itself is its journal, which stays', async () => {
    await send('authorisation', { amount: 1200 });
    const journal = contentOf(await read(1)).toString();
    expect(JSON.parse(journal)).toMatchObject({ kind: 'payment', amount: 1200, receiptNumber: 1 });
    expect(lastOf(await read(6), 'abortByTerminal').fields.abortCode).toBe(0x83);
    await send('endOfDay', { password: '000000' });
    expect(JSON.parse(contentOf(await read(6)).toString())).toMatchObject({ amount: 1200 });
    expect(names(await send('deleteFile', { tlv: [tlv(0x1d, 1)] })).at(-1)).toBe('abortByTerminal');
  });

  it('is sent in pieces that the till can take', async () => {
    await till.run(registrationOf({ tlv: [tlv(0x1a, 264)] }));
    await write(CONTENT.length, giving(CONTENT));
    const messages = await read(ID);
    const blocks = messages.filter(({ name }) => name === 'statusInformation');
    expect(blocks).toHaveLength(13);
    expect(Math.max(...blocks.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(264);
    expect(contentOf(messages).equals(CONTENT)).toBe(true);
  });
});

describe('a reservation of another terminal', () => {
  const given = { amount: 5000, currency: 978, traceNumber: '000321', authorisationAttribute: '12AB56' };
  const kind = (value: number) => ({ tlv: [tlv(0x1f06, Buffer.of(value))] });

  it('is released, and does not touch the totals', async () => {
    const messages = await send('externalReservationReversal', { ...given, ...kind(2) });
    const status = lastOf(messages, 'statusInformation');
    expect(status.fields).toMatchObject({ resultCode: 0, amount: 5000, originalTrace: '000321' });
    expect(status.fields.authorisationAttribute).toBe('12AB56');
    expect(names(messages).at(-1)).toBe('completion');
    expect(virtual.terminal.memory.bookings).toMatchObject([{ kind: 'reversal', state: 'kept', amount: 5000 }]);
    expect(virtual.terminal.totals().amount).toBe(0);
  });

  it('is not released when the host declines', async () => {
    virtual.terminal.behaviour = 'decline';
    const messages = await send('externalReservationReversal', { ...given, ...kind(3) });
    expect(lastOf(messages, 'abortByTerminal').fields.abortCode).toBe(0x05);
    expect(virtual.terminal.memory.bookings).toEqual([]);
  });

  it.each([
    ['its code', { amount: 5000, traceNumber: '000321', ...kind(2) }],
    ['its trace number', { amount: 5000, authorisationAttribute: '12AB56', ...kind(2) }],
    ['its kind', given],
    ['a kind that is one', { ...given, ...kind(6) }],
  ])('is refused without %s', async (_, fields) => {
    expect(hexOf(await send('externalReservationReversal', fields))).toBe('84b800');
  });
});

describe('a cash report (0F 10)', () => {
  it('prints the totals, and does not close the day', async () => {
    await send('authorisation', { amount: 1200 });
    const messages = await till.run(Buffer.from('0f1000', 'hex'));
    expect(names(messages)).toEqual(['positive', 'printTextBlock', 'completion']);
    const lines = virtual.terminal.device.paper.at(-1)!.lines.map(({ text }) => text);
    expect(lines.join('\n')).toMatch(/Kassenbericht.*Gesamt +EUR 12,00.*Kein Kassenschnitt/s);
    expect(virtual.terminal.totals().amount).toBe(1200);
  });
});
