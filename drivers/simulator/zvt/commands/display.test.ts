/** Display, printer and card reader of the virtual terminal in the service of the till. */
import { afterEach, describe, expect, it } from 'vitest';
import { encode, type Message } from '../../../zvt/codec/apdu.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import type { PacketName } from '../../../zvt/codec/packets.ts';
import { findDeep, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from '../start.ts';
import { type Answers, connectTill, lastOf, registrationOf, type TestTill } from '../till.fixture.ts';

let virtual: RunningVirtualTerminal;
let till: TestTill;
afterEach(async () => {
  till.close();
  await virtual.close();
});

async function start(options: VirtualTerminalOptions = {}, registration = registrationOf()) {
  virtual = await startVirtualTerminal({ delay: 0, customerTimeout: 50, timers: { t3: 500 }, ...options });
  till = await connectTill(virtual.port);
  return till.run(registration);
}

const ENDS: readonly PacketName[] = ['completion', 'abortByTerminal', 'negative'];
const send = (name: PacketName, fields: Fields = {}, answers?: Answers, until = ENDS) =>
  till.run(encode(name, fields), answers, until);
const answered = (name: PacketName, fields: Fields = {}) => send(name, fields, {}, [...ENDS, 'positive']);
const pay = () => send('authorisation', { amount: 1200 });
const abortCode = (messages: readonly Message[]) => lastOf(messages, 'abortByTerminal').fields.abortCode;
const hexOf = (messages: readonly Message[]) => messages.at(-1)!.bytes.toString('hex');

describe('the display', () => {
  it('shows lines for their time', async () => {
    await start();
    await answered('displayText', { displaySeconds: 0, displayText1: 'Grüß Gott', displayText2: 'bitte warten' });
    expect(virtual.terminal.device.display).toEqual(['Grüß Gott', 'bitte warten']);
    await pay();
    await until(() => !virtual.terminal.isBusy);
    expect(virtual.terminal.device.display).toEqual(['Grüß Gott', 'bitte warten']);
    await answered('displayText', {});
    expect(virtual.terminal.device.display).toEqual(['Tillbridge', 'Terminal bereit']);
  });

  it.each([
    ['ok', '0d'],
    ['clear', '18'],
    ['stop', '1b'],
    ['up', '55'],
    ['down', '44'],
    ['f1', '31'],
    ['f4', '34'],
  ] as const)('answers the key %s', async (key, code) => {
    await start({ behaviour: 'manual', customerTimeout: 5_000 });
    const messages = answered('displayFunctionKey', { displayText1: 'Alles gut?' });
    await until(() => virtual.terminal.device.awaits === 'key');
    expect(virtual.terminal.device.act({ type: 'key', key })).toBe(true);
    expect(hexOf(await messages)).toBe(`800001${code}`);
  });

  it('answers that no key was pressed', async () => {
    await start({ behaviour: 'manual' });
    expect(hexOf(await answered('displayFunctionKey', { displayText1: 'Alles gut?' }))).toBe('8000016c');
  });

  it('sends digits to a till whose texts are signed', async () => {
    await start({ behaviour: 'manual', customerTimeout: 5_000 });
    expect(hexOf(await answered('displayNumericInput', { displayText1: 'PLZ' }))).toBe('848300');
    const fields = { displayText1: 'PLZ', minimumInput: 5, maximumInput: 5, textMac: '0011223344556677' };
    const messages = answered('displayNumericInput', fields);
    await until(() => virtual.terminal.device.awaits === 'digits');
    virtual.terminal.device.act({ type: 'digits', digits: '10115' });
    expect(hexOf(await messages)).toBe('8000053130313135');
    expect(JSON.stringify(virtual.terminal.log.lines())).not.toMatch(/3130313135|10115/);
  });

  it('prints for the till, while there is paper', async () => {
    await start();
    await answered('printLine', { printAttribute: 0x40, printText: 'Bon' });
    await answered('printLine', { printAttribute: 0x81 });
    const block = [tlv(0x25, [tlv(0x09, 0x10), tlv(0x07, 'Gutschein'), tlv(0x09, 0x81)])];
    await answered('printTextBlock', { tlv: block });
    const { paper } = virtual.terminal.device;
    expect(paper.map(slip => slip.lines.map(line => line.text))).toEqual([['Bon'], ['Gutschein']]);
    expect(paper[1]!.lines[0]).toMatchObject({ tall: true });
    virtual.terminal.device.hasPaper = false;
    expect(hexOf(await answered('printTextBlock', { tlv: block }))).toBe('84cc00');
  });
});

describe('the card reader', () => {
  const ENDS_READING: readonly PacketName[] = ['statusInformation', 'abortByTerminal', 'negative'];
  const read = (fields: Fields = {}) => send('readCard', { readTimeout: 1, ...fields }, {}, ENDS_READING);

  it('sends the number of a customer card', async () => {
    await start({ behaviour: 'manual', customerTimeout: 5_000 });
    const messages = read();
    await until(() => virtual.terminal.device.awaits === 'card');
    virtual.terminal.device.act({ type: 'card', card: 'loyalty-barcode' });
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
    virtual.terminal.device.act({ type: 'removal' });
    expect(abortCode(await read(fields))).toBe(code);
  });

  it('is aborted by the till', async () => {
    await start({ behaviour: 'manual', customerTimeout: 5_000 });
    const messages = read({ readTimeout: 60 });
    await until(() => virtual.terminal.device.awaits === 'card');
    till.send(encode('abort'));
    expect(abortCode(await messages)).toBe(0x6c);
  });

  it('sends the balance of a card, and books nothing', async () => {
    await start();
    const messages = await send('accountBalance', {});
    expect(tlvValue(findDeep(lastOf(messages, 'statusInformation').fields.tlv, 0x1f3f))).toBe('000000002500');
    expect(virtual.terminal.memory.bookings).toEqual([]);
    virtual.terminal.behaviour = 'abort-on-device';
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

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setImmediate(resolve));
}
