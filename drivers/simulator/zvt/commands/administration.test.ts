import { describe, expect, it } from 'vitest';
import type { Fields } from '../../../zvt/codec/fields.ts';
import type { PacketName } from '../../../zvt/codec/packets.ts';
import { tlv } from '../../../zvt/codec/tlv.ts';
import { abortCode, ends, hexOf, openPair } from '../pair.fixture.ts';
import { connectTill, lastOf, names, registrationOf } from '../till.fixture.ts';

const pair = openPair();
const { start, send } = pair;

const PASSWORD = { password: '000000' };
const pay = () => send('authorisation', { amount: 1200 });

describe('service', () => {
  it.each([
    ['initialisation', PASSWORD],
    ['selftest', {}],
    ['taxFree', {}],
    ['printConfiguration', {}],
    ['setTerminalTime', { ...PASSWORD, dateWithYear: '301224', time: '120000' }],
    ['selectLanguage', { language: 1 }],
    ['serviceMode', PASSWORD],
    ['changeConfiguration', { tlv: [tlv(0xff41, '7F000001448000')] }],
    ['softwareUpdate', {}],
    ['sendOffline', PASSWORD],
    ['turnoverTotals', PASSWORD],
  ] satisfies [PacketName, Fields][])('%s ends with a completion', async (name, fields) => {
    await start();
    expect(ends(await send(name, fields as Fields))).toBe('completion');
  });

  it('sends the time after a diagnosis with the network', async () => {
    await start();
    const kinds = async (kind?: number) =>
      names(await send('diagnosis', kind === undefined ? {} : { tlv: [tlv(0x1b, kind)] }));
    expect(await kinds()).toContain('setDateTime');
    expect(await kinds(1)).toContain('setDateTime');
    expect(await kinds(4)).not.toContain('setDateTime');
    await pay();
    expect(abortCode(await send('diagnosis', { tlv: [tlv(0x1b, 0xf1)] }))).toBe(0x6a);
  });

  it('uses the clock that the till set', async () => {
    await start();
    const messages = await send('setTerminalTime', { ...PASSWORD, dateWithYear: '301224', time: '120000' });
    expect(lastOf(messages, 'completion').fields).toMatchObject({ resultCode: 0, dateWithYear: '301224' });
    expect(lastOf(await pay(), 'statusInformation').fields.date).toBe('1224');
    expect(hexOf(await send('setTerminalTime', { ...PASSWORD, dateWithYear: '309944', time: '120000' }))).toBe(
      '848300',
    );
  });

  it('accepts only the new password from then on', async () => {
    await start({ password: '123456' }, registrationOf({ password: '123456' }));
    expect(hexOf(await send('turnoverTotals', PASSWORD))).toBe('843700');
    expect(ends(await send('changePassword', { password: '123456', newPassword: '654321' }))).toBe('completion');
    expect(hexOf(await send('turnoverTotals', { password: '123456' }))).toBe('843700');
    expect(ends(await send('turnoverTotals', { password: '654321' }))).toBe('completion');
  });

  it('accepts another terminal id while no booking is open', async () => {
    await start();
    expect(ends(await send('setTerminalId', { ...PASSWORD, terminalId: '12345678' }))).toBe('completion');
    expect(lastOf(await pay(), 'statusInformation').fields.terminalId).toBe('12345678');
    expect(abortCode(await send('setTerminalId', { ...PASSWORD, terminalId: '12345678' }))).toBe(0x6a);
  });

  it('restarts on reset: the line drops, the registration is gone', async () => {
    await start();
    await pay();
    await send('resetTerminal');
    expect(await pair.till.next()).toBe('gone');
    expect(pair.virtual.terminal.memory.now.registration).toBeNull();
    pair.till = await connectTill(pair.virtual.port);
    await pair.till.run(registrationOf());
    expect(
      lastOf(await send('repeatReceipt', { ...PASSWORD, serviceByte: 3 }), 'statusInformation').fields.receiptNumber,
    ).toBe('0001');
  });
});
