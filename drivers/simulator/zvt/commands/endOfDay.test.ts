import { describe, expect, it } from 'vitest';
import type { Fields } from '../../../zvt/codec/fields.ts';
import { tlv } from '../../../zvt/codec/tlv.ts';
import { abortCode, ends, hexOf, openPair } from '../pair.fixture.ts';
import { lastOf, names } from '../till.fixture.ts';

const pair = openPair();
const { start, send } = pair;

const PASSWORD = { password: '000000' };
const pay = () => send('authorisation', { amount: 1200 });
const status = async () => lastOf(await send('statusEnquiry', {}), 'completion').fields;

describe('the end of the day', () => {
  it('is demanded again after it failed', async () => {
    await start({ behaviour: 'end-of-day-fails' });
    const messages = await send('endOfDay', PASSWORD);
    expect([lastOf(messages, 'statusInformation').fields.resultCode, abortCode(messages)]).toEqual([0x77, 0x77]);
    pair.virtual.terminal.behaviour = 'approve';
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
    expect(await pair.till.next()).toBe('gone');
  });

  it('lists each booking, unless the till wants a short slip', async () => {
    await start();
    const lines = async (fields: Fields) => {
      await pay();
      await send('endOfDay', { ...PASSWORD, ...fields });
      return pair.virtual.terminal.device.paper.at(-1)!.lines.map(line => line.text);
    };
    expect((await lines({})).join('\n')).toMatch(/0001 Kartenzahlung/);
    expect((await lines({ tlv: [tlv(0x1f04, 'A4')] })).join('\n')).not.toMatch(/Kartenzahlung/);
    expect((await lines({ tlv: [tlv(0x1f26, 0)] })).join('\n')).not.toMatch(/Art /);
    expect((await lines({ tlv: [tlv(0x1f26, 1)] })).join('\n')).toMatch(/Art +erzwungen/);
    expect((await lines({ tlv: [tlv(0x1f26, 2)] })).join('\n')).toMatch(/Art +automatisch/);
  });
});

describe('a cash report (0F 10)', () => {
  it('prints the totals, and does not close the day', async () => {
    await start({ password: '000000' });
    await send('authorisation', { amount: 1200 });
    const messages = await pair.till.run(Buffer.from('0f1000', 'hex'));
    expect(names(messages)).toEqual(['positive', 'printTextBlock', 'completion']);
    const lines = pair.virtual.terminal.device.paper.at(-1)!.lines.map(({ text }) => text);
    expect(lines.join('\n')).toMatch(/Kassenbericht.*Gesamt +EUR 12,00.*Kein Kassenschnitt/s);
    expect(pair.virtual.terminal.totals().amount).toBe(1200);
  });
});
