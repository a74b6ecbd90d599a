import { describe, expect, it } from 'vitest';
import type { Message } from '../../../zvt/codec/apdu.ts';
import { findTag, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { ends, hexOf, openPair } from '../pair.fixture.ts';
import { lastOf, names, REFUSED } from '../till.fixture.ts';

const pair = openPair();
const { start, send } = pair;

const PASSWORD = { password: '000000' };
const status = (messages: readonly Message[]) => lastOf(messages, 'statusInformation').fields;
const money = () => pair.virtual.terminal.totals().amount;
const number = (value: number) => String(value).padStart(4, '0');

/** The code of a command that failed after it was accepted. */
function failure(messages: readonly Message[]): number {
  expect(messages[0]?.name).toBe('positive');
  expect(status(messages).resultCode).toBe(lastOf(messages, 'abortByTerminal').fields.abortCode);
  return status(messages).resultCode!;
}

describe('a pre-authorisation', () => {
  const hold = (amount = 5000) => send('preAuthorisation', { amount });
  const open = async () => lastOf(await send('partialReversal', { receiptNumber: 'FFFF' }), 'abortByTerminal').fields;
  const waiting = async () => findTag((await open()).tlv, 0x23)?.children?.map(one => tlvValue(one)) ?? [];

  it('holds an amount, and is listed until it is booked', async () => {
    await start();
    expect(await open()).toMatchObject({ abortCode: 0xb8, receiptNumber: 'FFFF' });
    await hold();
    await hold(700);
    expect(await open()).toMatchObject({ abortCode: 0xb8, receiptNumber: '0001' });
    expect([await waiting(), money()]).toEqual([['0001', '0002'], 0]);
    expect(failure(await send('bookTotal', { receiptNumber: '0001', amount: 5001 }))).toBe(0xb7);
    expect(status(await send('bookTotal', { receiptNumber: '0001', amount: 4000 }))).toMatchObject({
      amount: 4000,
      originalTrace: '000001',
    });
    expect(failure(await send('bookTotal', { receiptNumber: '0001', amount: 1000 }))).toBe(0xb8);
    expect([await waiting(), money()]).toEqual([['0002'], 4000]);
  });

  it('is released in part, which books the rest, or as a whole', async () => {
    await start();
    await hold();
    await hold();
    expect(failure(await send('partialReversal', { receiptNumber: '0001', amount: 5001 }))).toBe(0xb7);
    expect(status(await send('partialReversal', { receiptNumber: '0001', amount: 1000 }))).toMatchObject({
      amount: 1000,
    });
    expect(money()).toBe(4000);
    expect(ends(await send('partialReversal', { receiptNumber: '0002' }))).toBe('completion');
    expect([await waiting(), money()]).toEqual([[], 4000]);
  });

  it('is released as a whole by 06 25, though not on a girocard', async () => {
    await start();
    await hold();
    expect(failure(await send('preAuthorisationReversal', { receiptNumber: '0001' }))).toBe(0x67);
    pair.virtual.terminal.behaviour = 'signature';
    await hold();
    expect(ends(await send('preAuthorisationReversal', { receiptNumber: '0002' }))).toBe('completion');
    expect(await waiting()).toEqual(['0001']);
  });

  it('waits again when its booking was refused by the till', async () => {
    await start();
    await hold();
    await send('bookTotal', { receiptNumber: '0001', amount: 4000 }, { statusInformation: () => REFUSED(0x66) });
    expect([await waiting(), money()]).toEqual([['0001'], 0]);
  });

  it('outlives the end of the day', async () => {
    await start();
    await hold();
    await send('endOfDay', PASSWORD);
    expect(await waiting()).toEqual([number(1)]);
    expect(ends(await send('bookTotal', { receiptNumber: '0001', amount: 4000 }))).toBe('completion');
    expect(money()).toBe(4000);
  });
});

describe('a reservation of another terminal', () => {
  const given = { amount: 5000, currency: 978, traceNumber: '000321', authorisationAttribute: '12AB56' };
  const kind = (value: number) => ({ tlv: [tlv(0x1f06, Buffer.of(value))] });

  it('is released, and does not touch the totals', async () => {
    await start({ password: '000000' });
    const messages = await send('externalReservationReversal', { ...given, ...kind(2) });
    const status = lastOf(messages, 'statusInformation');
    expect(status.fields).toMatchObject({ resultCode: 0, amount: 5000, originalTrace: '000321' });
    expect(status.fields.authorisationAttribute).toBe('12AB56');
    expect(names(messages).at(-1)).toBe('completion');
    expect(pair.virtual.terminal.memory.bookings).toMatchObject([{ kind: 'reversal', state: 'kept', amount: 5000 }]);
    expect(pair.virtual.terminal.totals().amount).toBe(0);
  });

  it('is not released when the host declines', async () => {
    await start({ password: '000000' });
    pair.virtual.terminal.behaviour = 'decline';
    const messages = await send('externalReservationReversal', { ...given, ...kind(3) });
    expect(lastOf(messages, 'abortByTerminal').fields.abortCode).toBe(0x05);
    expect(pair.virtual.terminal.memory.bookings).toEqual([]);
  });

  it.each([
    ['its code', { amount: 5000, traceNumber: '000321', ...kind(2) }],
    ['its trace number', { amount: 5000, authorisationAttribute: '12AB56', ...kind(2) }],
    ['its kind', given],
    ['a kind that is one', { ...given, ...kind(6) }],
  ])('is refused without %s', async (_, fields) => {
    await start({ password: '000000' });
    expect(hexOf(await send('externalReservationReversal', fields))).toBe('84b800');
  });
});
