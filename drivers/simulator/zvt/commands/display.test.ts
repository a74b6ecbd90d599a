import { describe, expect, it } from 'vitest';
import { tlv } from '../../../zvt/codec/tlv.ts';
import { hexOf, openPair, until } from '../pair.fixture.ts';

const pair = openPair();
const { start, send, answered } = pair;

const pay = () => send('authorisation', { amount: 1200 });

describe('the display', () => {
  it('shows lines for their time', async () => {
    await start();
    await answered('displayText', { displaySeconds: 0, displayText1: 'Grüß Gott', displayText2: 'bitte warten' });
    expect(pair.virtual.terminal.device.display).toEqual(['Grüß Gott', 'bitte warten']);
    await pay();
    await until(() => !pair.virtual.terminal.isBusy);
    expect(pair.virtual.terminal.device.display).toEqual(['Grüß Gott', 'bitte warten']);
    await answered('displayText', {});
    expect(pair.virtual.terminal.device.display).toEqual(['Tillbridge', 'Terminal bereit']);
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
    await until(() => pair.virtual.terminal.device.awaits === 'key');
    expect(pair.virtual.terminal.device.act({ type: 'key', key })).toBe(true);
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
    await until(() => pair.virtual.terminal.device.awaits === 'digits');
    pair.virtual.terminal.device.act({ type: 'digits', digits: '10115' });
    expect(hexOf(await messages)).toBe('8000053130313135');
    expect(JSON.stringify(pair.virtual.terminal.log.lines())).not.toMatch(/3130313135|10115/);
  });

  it('prints for the till, while there is paper', async () => {
    await start();
    await answered('printLine', { printAttribute: 0x40, printText: 'Bon' });
    await answered('printLine', { printAttribute: 0x81 });
    const block = [tlv(0x25, [tlv(0x09, 0x10), tlv(0x07, 'Gutschein'), tlv(0x09, 0x81)])];
    await answered('printTextBlock', { tlv: block });
    const { paper } = pair.virtual.terminal.device;
    expect(paper.map(slip => slip.lines.map(line => line.text))).toEqual([['Bon'], ['Gutschein']]);
    expect(paper[1]!.lines[0]).toMatchObject({ tall: true });
    pair.virtual.terminal.device.hasPaper = false;
    expect(hexOf(await answered('printTextBlock', { tlv: block }))).toBe('84cc00');
  });
});
