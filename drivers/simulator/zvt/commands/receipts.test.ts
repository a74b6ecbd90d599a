import { describe, expect, it } from 'vitest';
import type { Fields } from '../../../zvt/codec/fields.ts';
import { tlv } from '../../../zvt/codec/tlv.ts';
import { abortCode, openPair } from '../pair.fixture.ts';
import { lastOf, names } from '../till.fixture.ts';

const pair = openPair();
const { start, send } = pair;

const PASSWORD = { password: '000000' };
const pay = () => send('authorisation', { amount: 1200 });

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
