import { describe, expect, it } from 'vitest';
import { encode } from '../../../zvt/codec/apdu.ts';
import { findDeep, findTag, type Tlv, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { ends, hexOf, openPair, until } from '../pair.fixture.ts';
import { lastOf, names, registrationOf } from '../till.fixture.ts';

const pair = openPair();
const { start, send, answered } = pair;

const pay = () => send('authorisation', { amount: 1200 });
const status = async () => lastOf(await send('statusEnquiry', {}), 'completion').fields;

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
    expect(pair.virtual.terminal.memory.now.registration).toMatchObject({ charset: 1, permitted: ['06D3', '06D0'] });
  });

  it('answers no tag that the till did not name, but the one that says that no money moves here', async () => {
    const permitted = tlv(0x26, [tlv(0x0a, '06D3')]);
    const tagsOf = async (container: readonly Tlv[]) => {
      const { fields } = lastOf(await pair.till.run(registrationOf({ tlv: container })), 'completion');
      expect(tlvValue(findTag(fields.tlv, 0x1f40))).toBe('TBVT');
      return (fields.tlv ?? []).map(({ tag }) => tag.toString(16)).filter(tag => tag !== '1f40');
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
    expect(pair.virtual.terminal.device.paper[0]).toMatchObject({ printedBy });
  });

  it('names its currency when the till asks for another one', async () => {
    expect(hexOf(await start({}, registrationOf({ registrationCurrency: 756 })))).toBe('841e036f0978');
    expect(hexOf(await pay())).toBe('846b00');
  });

  it('refuses an empty registration once, and stays usable', async () => {
    expect(hexOf(await start({}, Buffer.from('060000', 'hex')))).toMatch(/^84/);
    expect(ends(await pair.till.run(registrationOf()))).toBe('completion');
  });

  it('ends with log-off', async () => {
    await start();
    expect(hexOf(await answered('logOff'))).toBe('800000');
    expect(hexOf(await pay())).toBe('846b00');
  });

  it('reports that an initialisation or a diagnosis is needed', async () => {
    const messages = await start({ behaviour: 'needs-initialisation' });
    expect(lastOf(messages, 'completion').fields.paymentType).toBe(0x01);
    pair.virtual.terminal.behaviour = 'needs-diagnosis';
    expect(lastOf(await pair.till.run(registrationOf()), 'completion').fields.paymentType).toBe(0x02);
  });
});

describe('status enquiry', () => {
  it('leaves the version out when the till asks for that', async () => {
    await start();
    expect(await status()).toMatchObject({ softwareVersion: 'TBVT 1', terminalStatus: 0 });
    const { fields } = lastOf(await send('statusEnquiry', { serviceByte: 0x02 }), 'completion');
    expect(fields).toMatchObject({ terminalStatus: 0 });
    expect(fields.softwareVersion).toBeUndefined();
  });

  it('is answered in the middle of a payment, which goes on', async () => {
    await start({ behaviour: 'manual', customerTimeout: 5_000 });
    const paid = send('authorisation', { amount: 1200 }, {}, ['statusInformation']);
    await until(() => pair.virtual.terminal.device.awaits === 'card');
    pair.till.send(encode('statusEnquiry', {}));
    await until(() => pair.virtual.terminal.memory.now.received.statusEnquiry === 1);
    pair.virtual.terminal.device.act({ type: 'card', card: 'visa' });
    const messages = await paid;
    expect(lastOf(messages, 'completion').bytes.toString('hex')).toMatch(/^060f.*9c/);
    expect(lastOf(messages, 'statusInformation').fields.resultCode).toBe(0);
  });
});
