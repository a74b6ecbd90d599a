import { describe, expect, it } from 'vitest';
import type { Fields } from '../../../zvt/codec/fields.ts';
import type { PacketName } from '../../../zvt/codec/packets.ts';
import { abortCode, ends, hexOf, openPair } from '../pair.fixture.ts';
import { lastOf } from '../till.fixture.ts';

const pair = openPair();
const { start, send, answered } = pair;

const PASSWORD = { password: '000000' };
const pay = () => send('authorisation', { amount: 1200 });
const status = async () => lastOf(await send('statusEnquiry', {}), 'completion').fields;

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

describe('storage', () => {
  it('is full after so many bookings, until an end-of-day', async () => {
    await start({ behaviour: 'storage-full:2' });
    await pay();
    await pay();
    expect(lastOf(await pay(), 'negative').control).toBe(0x846a);
    expect(lastOf(await send('statusEnquiry', {}), 'completion').fields.terminalStatus).toBe(0xb1);
    expect(ends(await send('endOfDay', PASSWORD))).toBe('completion');
    expect(ends(await pay())).toBe('completion');
  });
});
