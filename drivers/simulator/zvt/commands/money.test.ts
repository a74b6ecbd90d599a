import { describe, expect, it } from 'vitest';
import type { Message } from '../../../zvt/codec/apdu.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import { ends, openPair } from '../pair.fixture.ts';
import { lastOf, REFUSED } from '../till.fixture.ts';

const pair = openPair();
const { start, send } = pair;

const PASSWORD = { password: '000000' };
const pay = (fields: Fields = {}) => send('authorisation', { amount: 1200, ...fields });
const status = (messages: readonly Message[]) => lastOf(messages, 'statusInformation').fields;
const money = () => pair.virtual.terminal.totals().amount;

/** The code of a command that failed after it was accepted. */
function failure(messages: readonly Message[]): number {
  expect(messages[0]?.name).toBe('positive');
  expect(status(messages).resultCode).toBe(lastOf(messages, 'abortByTerminal').fields.abortCode);
  return status(messages).resultCode!;
}

describe('a reversal', () => {
  it('reverses the whole or a part, and never more than is left', async () => {
    await start();
    await pay();
    const reverse = (fields: Fields) => send('reversal', { ...PASSWORD, receiptNumber: '0001', ...fields });
    expect(failure(await reverse({ amount: 1201 }))).toBe(0xb7);
    expect(failure(await reverse({ traceNumber: '000009' }))).toBe(0xb5);
    expect(status(await reverse({ amount: 500 }))).toMatchObject({ amount: 500, originalTrace: '000001' });
    expect(money()).toBe(700);
    expect(failure(await reverse({ amount: 701 }))).toBe(0xb7);
    expect(status(await reverse({}))).toMatchObject({ amount: 700 });
    expect(failure(await reverse({}))).toBe(0xb4);
    expect(money()).toBe(0);
  });

  it('is itself taken back when the till cannot take it', async () => {
    await start();
    await pay();
    const statusInformation = () => REFUSED(0x66);
    await send('reversal', { ...PASSWORD, receiptNumber: '0001', amount: 500 }, { statusInformation });
    expect(money()).toBe(1200);
    expect(pair.virtual.terminal.memory.bookings).toMatchObject([
      { state: 'kept', left: 1200 },
      { state: 'takenBack' },
    ]);
    expect(ends(await send('reversal', { ...PASSWORD, receiptNumber: '0001' }))).toBe('completion');
  });

  it('does not reverse a payment before the last end-of-day', async () => {
    await start();
    await pay();
    await send('endOfDay', PASSWORD);
    expect(failure(await send('reversal', { ...PASSWORD, receiptNumber: '0001' }))).toBe(0xb5);
  });
});

describe('a tip afterwards', () => {
  it('makes one booking of payment and tip, once', async () => {
    await start();
    await pay();
    const tip = (receiptNumber: string) => send('bookTip', { amount: 200, receiptNumber });
    expect(status(await tip('0001'))).toMatchObject({ amount: 1400, receiptNumber: '0002' });
    expect(money()).toBe(1400);
    expect(failure(await tip('0001'))).toBe(0xff);
    expect(failure(await tip('0099'))).toBe(0xb5);
  });
});

describe('an amount beyond twelve digits', () => {
  it('is refused, and changes nothing', async () => {
    await start({ behaviour: 'tip:999999999999' });
    expect(failure(await pay({ paymentType: 0x48 }))).toBe(0xc3);
    await pay();
    expect(failure(await send('bookTip', { amount: 999_999_999_000, receiptNumber: '0001' }))).toBe(0xc3);
    expect([money(), pair.virtual.terminal.memory.bookings.length]).toEqual([1200, 1]);
  });
});
