/** Commands of the virtual terminal that move no money: registration, service, the end of the day, locked states. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { encode, type Message } from '../../../zvt/codec/apdu.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import { type PacketName, packets } from '../../../zvt/codec/packets.ts';
import { findDeep, findTag, type Tlv, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from '../start.ts';
import { type Answers, connectTill, lastOf, names, registrationOf, type TestTill } from '../till.fixture.ts';

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

const PASSWORD = { password: '000000' };
const ENDS: readonly PacketName[] = ['completion', 'abortByTerminal', 'negative'];
const send = (name: PacketName, fields: Fields = {}, answers?: Answers, until = ENDS) =>
  till.run(encode(name, fields), answers, until);
const answered = (name: PacketName, fields: Fields = {}) => send(name, fields, {}, [...ENDS, 'positive']);
const ends = (messages: readonly Message[]) => names(messages).at(-1);
const pay = () => send('authorisation', { amount: 1200 });
const status = async () => lastOf(await send('statusEnquiry', {}), 'completion').fields;
const abortCode = (messages: readonly Message[]) => lastOf(messages, 'abortByTerminal').fields.abortCode;
const hexOf = (messages: readonly Message[]) => messages.at(-1)!.bytes.toString('hex');

describe('registration', () => {
  it('confirms commands, character set and tags', async () => {
    const asked = [
      tlv(
        0x26,
        ['06D3', '06D0', '0F99'].map(one => tlv(0x0a, one)),
      ),
      tlv(0x27, [tlv(0x14, 1)]),
      tlv(0x1f71, '1F36'),
    ];
    const { fields } = lastOf(await start({}, registrationOf({ tlv: asked })), 'completion');
    expect(fields).toMatchObject({ paymentType: 0, terminalId: '60001234', currency: 978 });
    expect(findTag(fields.tlv, 0x26)?.children?.map(one => tlvValue(one))).toEqual(['06D3', '06D0']);
    expect(tlvValue(findDeep(fields.tlv, 0x14))).toBe(1);
    expect(findTag(fields.tlv, 0x1f71)).toBeDefined();
    const messages = await pay();
    expect(tlvValue(findDeep(lastOf(messages, 'printTextBlock').fields.tlv, 0x07), 'iso8859-1')).toMatch(/Kundenbeleg/);
    expect(virtual.terminal.memory.now.registration).toMatchObject({ charset: 1, permitted: ['06D3', '06D0'] });
  });

  it('answers no tag that the till did not name', async () => {
    const permitted = tlv(0x26, [tlv(0x0a, '06D3')]);
    const tagsOf = async (container: readonly Tlv[]) => {
      const { fields } = lastOf(await till.run(registrationOf({ tlv: container })), 'completion');
      return (fields.tlv ?? []).map(({ tag }) => tag.toString(16));
    };
    await start({}, registrationOf({ tlv: [] }));
    expect(await tagsOf([])).toEqual([]);
    expect(await tagsOf([permitted])).toEqual(['26']);
    expect(await tagsOf([permitted, tlv(0x27, [tlv(0x14, 1)])])).toEqual(['26', '27']);
    expect(await tagsOf([tlv(0x1f71, '')])).toEqual(['1f71']);
  });

  it('sends no container to a till that sent none', async () => {
    const messages = await start({}, registrationOf({ tlv: undefined }));
    expect(lastOf(messages, 'completion').fields.tlv).toBeUndefined();
    const paid = await pay();
    expect(paid.every(message => message.fields.tlv === undefined)).toBe(true);
    expect(names(paid)).toContain('printLine');
  });

  it.each([
    [0x06, false, true],
    [0x8e, true, true],
    [0x08, true, false],
    [0xb6, false, true],
  ])('acts on the configuration byte %i', async (configuration, prompts, tillPrints) => {
    await start({}, registrationOf({ configuration }));
    const messages = names(await pay());
    expect(messages.includes('intermediateStatus')).toBe(prompts);
    expect(messages.includes('printTextBlock')).toBe((configuration & 0x82) === 0x82);
    const printedBy = tillPrints ? 'till' : 'terminal';
    expect(virtual.terminal.device.paper[0]).toMatchObject({ printedBy });
  });

  it('names its currency when the till asks for another one', async () => {
    expect(hexOf(await start({}, registrationOf({ registrationCurrency: 756 })))).toBe('841e036f0978');
    expect(hexOf(await pay())).toBe('846b00');
  });

  it('refuses an empty registration once, and stays usable', async () => {
    expect(hexOf(await start({}, Buffer.from('060000', 'hex')))).toMatch(/^84/);
    expect(ends(await till.run(registrationOf()))).toBe('completion');
  });

  it('ends with log-off', async () => {
    await start();
    expect(hexOf(await answered('logOff'))).toBe('800000');
    expect(hexOf(await pay())).toBe('846b00');
  });

  it('reports that an initialisation or a diagnosis is needed', async () => {
    const messages = await start({ behaviour: 'needs-initialisation' });
    expect(lastOf(messages, 'completion').fields.paymentType).toBe(0x01);
    virtual.terminal.behaviour = 'needs-diagnosis';
    expect(lastOf(await till.run(registrationOf()), 'completion').fields.paymentType).toBe(0x02);
  });
});

describe('status enquiry', () => {
  it('leaves the version out at the wish of the till', async () => {
    await start();
    expect(await status()).toMatchObject({ softwareVersion: 'TBVT 1', terminalStatus: 0 });
    const { fields } = lastOf(await send('statusEnquiry', { serviceByte: 0x02 }), 'completion');
    expect(fields).toMatchObject({ terminalStatus: 0 });
    expect(fields.softwareVersion).toBeUndefined();
  });

  it('is answered in the middle of a payment, which goes on', async () => {
    await start({ behaviour: 'manual', customerTimeout: 5_000 });
    const paid = send('authorisation', { amount: 1200 }, {}, ['statusInformation']);
    await until(() => virtual.terminal.device.awaits === 'card');
    till.send(encode('statusEnquiry', {}));
    await until(() => virtual.terminal.memory.now.received.statusEnquiry === 1);
    virtual.terminal.device.act({ type: 'card', card: 'visa' });
    const messages = await paid;
    expect(lastOf(messages, 'completion').bytes.toString('hex')).toMatch(/^060f.*9c/);
    expect(lastOf(messages, 'statusInformation').fields.resultCode).toBe(0);
  });
});

describe('an unknown command or bitmap', () => {
  it.each([
    ['a command nobody described', '06ee00'],
    ['a bitmap nobody described', '060109040000000012005f01'],
    ['an abort of nothing', '06b000'],
    ['a reserved command', '068200'],
  ])('is answered 84 83: %s', async (_, hex) => {
    await start();
    expect(hexOf(await till.run(Buffer.from(hex, 'hex')))).toBe('848300');
    expect(ends(await pay())).toBe('completion');
  });
});

describe('after any bytes of a till', () => {
  it('the terminal answers the next right command', async () => {
    await start();
    const control = fc.constantFrom(...Object.values(packets).map(packet => packet.control));
    const apdu = fc.tuple(control, fc.uint8Array({ maxLength: 40 })).map(([code, data]) => {
      const head = Buffer.of(code >> 8, code & 0xff, data.length);
      return Buffer.concat([head, data]);
    });
    await fc.assert(
      fc.asyncProperty(fc.array(apdu, { maxLength: 4 }), async apdus => {
        till.close(); // one of the commands makes the terminal start anew
        const hostile = await connectTill(virtual.port);
        await until(() => virtual.terminal.connections === 1);
        for (const one of apdus) hostile.send(one);
        hostile.close();
        await until(() => virtual.terminal.connections === 0 && !virtual.terminal.isBusy);
        till = await connectTill(virtual.port);
        expect(hexOf(await till.run(encode('statusEnquiry', { serviceByte: 2 })))).toMatch(/^060f/);
      }),
      { numRuns: 200 },
    );
  });
});

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
    expect(await till.next()).toBe('gone');
    expect(virtual.terminal.memory.now.registration).toBeNull();
    till = await connectTill(virtual.port);
    await till.run(registrationOf());
    expect(
      lastOf(await send('repeatReceipt', { ...PASSWORD, serviceByte: 3 }), 'statusInformation').fields.receiptNumber,
    ).toBe('0001');
  });
});

describe('repeated receipts', () => {
  it('are chosen by service byte, kind and number', async () => {
    await start();
    const again = async (fields: Fields) => names(await send('repeatReceipt', { ...PASSWORD, ...fields })).slice(1);
    expect(await again({})).toEqual(['completion']);
    await pay();
    await pay();
    expect(await again({})).toEqual(['printTextBlock', 'printTextBlock', 'completion']);
    expect(await again({ serviceByte: 1 })).toEqual([
      'statusInformation',
      'printTextBlock',
      'printTextBlock',
      'completion',
    ]);
    expect(await again({ serviceByte: 3 })).toEqual(['statusInformation', 'completion']);
    expect(await again({ tlv: [tlv(0x1f01, Buffer.of(2))] })).toEqual(['printTextBlock', 'completion']);
    const messages = await send('repeatReceipt', { ...PASSWORD, serviceByte: 3, tlv: [tlv(0x1f02, Buffer.of(1))] });
    expect(lastOf(messages, 'statusInformation').fields.receiptNumber).toBe('0001');
    await send('endOfDay', PASSWORD);
    expect(await again({ tlv: [tlv(0x1f01, Buffer.of(4))] })).toEqual(['printTextBlock', 'completion']);
    expect(await again({ serviceByte: 3 })).toEqual(['statusInformation', 'completion']);
  });

  it('are chosen by a range of numbers', async () => {
    await start();
    for (let i = 0; i < 3; i++) await pay();
    const range = async (firstReceipt: string, lastReceipt?: string) =>
      send('reprintReceipts', { ...PASSWORD, firstReceipt, ...(lastReceipt ? { lastReceipt } : {}) });
    expect(names(await range('0002', '0003')).filter(name => name === 'printTextBlock')).toHaveLength(4);
    expect(names(await range('0001')).filter(name => name === 'printTextBlock')).toHaveLength(2);
    expect(abortCode(await range('0009'))).toBe(0x83);
  });
});

describe('the end of the day', () => {
  it('is demanded again after it failed', async () => {
    await start({ behaviour: 'end-of-day-fails' });
    const messages = await send('endOfDay', PASSWORD);
    expect([lastOf(messages, 'statusInformation').fields.resultCode, abortCode(messages)]).toEqual([0x77, 0x77]);
    virtual.terminal.behaviour = 'approve';
    expect((await status()).terminalStatus).toBe(0xf0);
    expect(hexOf(await pay())).toBe('84f000');
    expect(ends(await send('endOfDay', PASSWORD))).toBe('completion');
    expect([(await status()).terminalStatus, ends(await pay())]).toEqual([0, 'completion']);
  });

  it('is followed by an update', async () => {
    await start({ behaviour: 'update-follows:60000' });
    expect(lastOf(await send('endOfDay', PASSWORD), 'completion').fields.resultCode).toBe(0xe0);
    expect((await status()).terminalStatus).toBe(0xe0);
  });

  it('is followed by a restart', async () => {
    await start({ behaviour: 'restart-follows' });
    expect(lastOf(await send('endOfDay', PASSWORD), 'completion').fields.resultCode).toBe(0xfc);
    expect(await till.next()).toBe('gone');
  });

  it('lists each booking, unless the till wants a short slip', async () => {
    await start();
    const lines = async (fields: Fields) => {
      await pay();
      await send('endOfDay', { ...PASSWORD, ...fields });
      return virtual.terminal.device.paper.at(-1)!.lines.map(line => line.text);
    };
    expect((await lines({})).join('\n')).toMatch(/0001 Kartenzahlung/);
    expect((await lines({ tlv: [tlv(0x1f04, 'A4')] })).join('\n')).not.toMatch(/Kartenzahlung/);
    expect((await lines({ tlv: [tlv(0x1f26, 0)] })).join('\n')).not.toMatch(/Art /);
    expect((await lines({ tlv: [tlv(0x1f26, 1)] })).join('\n')).toMatch(/Art +erzwungen/);
    expect((await lines({ tlv: [tlv(0x1f26, 2)] })).join('\n')).toMatch(/Art +automatisch/);
  });
});

describe('a locked terminal', () => {
  it.each([
    ['needs-diagnosis', 0xc2, 'diagnosis', {}],
    ['needs-initialisation', 0x51, 'initialisation', PASSWORD],
  ] satisfies [string, number, PacketName, Fields][])(
    '%s: aborts all but the cure',
    async (behaviour, code, cure, fields) => {
      await start({ behaviour });
      expect((await status()).terminalStatus).toBe(code);
      expect(abortCode(await pay())).toBe(code);
      expect(abortCode(await send('turnoverTotals', PASSWORD))).toBe(code);
      expect(hexOf(await answered('displayText', { displayText1: 'Guten Tag' }))).toBe('800000');
      expect(ends(await send(cure, fields as Fields))).toBe('completion');
      expect([(await status()).terminalStatus, ends(await pay())]).toEqual([0, 'completion']);
    },
  );
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setImmediate(resolve));
}
