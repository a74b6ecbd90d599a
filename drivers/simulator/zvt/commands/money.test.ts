/** Payments, reversals, tips and pre-authorisations at the virtual terminal, as a till asks for them. */
import { afterEach, describe, expect, it } from 'vitest';
import { encode, type Message } from '../../../zvt/codec/apdu.ts';
import { type BitmapName, bitmaps, type Fields } from '../../../zvt/codec/fields.ts';
import type { PacketName } from '../../../zvt/codec/packets.ts';
import { findDeep, findTag, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import type { BehaviourName } from '../engine/behaviours.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from '../start.ts';
import {
  type Answers,
  connectTill,
  lastOf,
  names,
  OK,
  REFUSED,
  registrationOf,
  type TestTill,
} from '../till.fixture.ts';

let virtual: RunningVirtualTerminal;
let till: TestTill;
afterEach(async () => {
  till.close();
  await virtual.close();
});

async function start(options: VirtualTerminalOptions = {}, listed?: readonly string[]) {
  virtual = await startVirtualTerminal({ delay: 0, customerTimeout: 50, timers: { t3: 500 }, ...options });
  till = await connectTill(virtual.port);
  await till.run(registrationOf({}, listed));
}

const PASSWORD = { password: '000000' };
const send = (name: PacketName, fields: Fields, answers?: Answers) => till.run(encode(name, fields), answers);
const pay = (fields: Fields = {}) => send('authorisation', { amount: 1200, ...fields });
const status = (messages: readonly Message[]) => lastOf(messages, 'statusInformation').fields;
const ends = (messages: readonly Message[]) => names(messages).at(-1);
const money = () => virtual.terminal.totals().amount;
const number = (value: number) => String(value).padStart(4, '0');

/** The code with which it failed, after it was accepted. */
function failure(messages: readonly Message[]): number {
  expect(messages[0]?.name).toBe('positive');
  expect(status(messages).resultCode).toBe(lastOf(messages, 'abortByTerminal').fields.abortCode);
  return status(messages).resultCode!;
}

describe('a payment', () => {
  it('sends the bitmaps in the order that old tills need', async () => {
    await start();
    const messages = await pay({ currency: 978 });
    const order = lastOf(messages, 'statusInformation');
    const ids = Object.keys(order.fields).map(name => bitmaps[name as BitmapName].id.toString(16));
    expect(ids.join(' ')).toBe('27 4 b c d 17 19 22 29 2a 3b 3c 49 87 88 8a 8b 6');
    expect(order.fields).toMatchObject({ amount: 1200, currency: 978, receiptNumber: '0001', paymentType: 0x70 });
  });

  it('names the currency only to a till that named it, and refuses another one', async () => {
    await start();
    expect(status(await pay()).currency).toBeUndefined();
    expect(lastOf(await pay({ currency: 756 }), 'negative').control).toBe(0x846f);
    expect(lastOf(await send('authorisation', {}), 'negative').control).toBe(0x84c8);
  });

  it('carries cash and tip of the request', async () => {
    await start();
    const tags = [tlv(0x1f25, '000000000200'), tlv(0x1f36, '000000000100')];
    const { tlv: container, amount } = status(await pay({ tlv: tags }));
    expect(amount).toBe(1200);
    expect(tlvValue(findDeep(container, 0x1f25))).toBe('000000000200');
    expect(virtual.terminal.memory.bookings[0]).toMatchObject({ tip: 100, cashback: 200 });
  });

  it('adds a tip the customer types, when the till allows one', async () => {
    await start({ behaviour: 'tip:150' });
    expect(status(await pay()).amount).toBe(1200);
    expect(status(await pay({ paymentType: 0x48 })).amount).toBe(1350);
    expect(virtual.terminal.memory.bookings[1]).toMatchObject({ amount: 1350, tip: 150 });
  });

  it.each([
    ['accepted', [5], 0, undefined],
    ['accepted', [6, 10], 0, 0xc5],
    ['denied', [6], 1, undefined],
    ['denied', [5], 1, 0xc5],
  ] as const)('accepts the cards that the till wants: %s %j', async (_, types, verdict, code) => {
    await start();
    const rules = types.map(type => tlv(0x30, [tlv(0x41, type), tlv(0x1f19, verdict)]));
    const messages = await pay({ tlv: rules });
    if (code === undefined) expect(ends(messages)).toBe('completion');
    else expect(failure(messages)).toBe(code);
  });

  it('asks the cashier for the amount', async () => {
    await start({ behaviour: 'asks-amount' }, ['06D3', '040D']);
    const typed = (text?: string) => () =>
      encode('positive', text === undefined ? {} : { tlv: [tlv(0x32, [tlv(0x1f3a, text)])] });
    const amount = async (inputRequest: () => Buffer) =>
      status(await send('authorisation', { amount: 1200 }, { inputRequest })).amount;
    expect(await amount(typed('1350'))).toBe(1350);
    expect(await amount(typed())).toBe(1200);
    expect(await amount(typed('100'))).toBe(1200);
    expect(failure(await send('authorisation', { amount: 1200 }, { inputRequest: () => REFUSED(0x6c) }))).toBe(0x6c);
    expect(virtual.terminal.memory.bookings[0]).not.toHaveProperty('tip');
  });

  it('approves a part of the amount, but never nothing', async () => {
    await start({ behaviour: 'partial:200' });
    expect(status(await pay()).amount).toBe(1000);
    virtual.terminal.behaviour = 'partial:5000';
    expect(status(await pay()).amount).toBe(1);
  });

  it('asks the cashier for the application', async () => {
    await start({ behaviour: 'asks-application' }, ['06D3', '040E']);
    const menuRequest = () => encode('positive', { tlv: [tlv(0x19, Buffer.of(2))] });
    const messages = await send('authorisation', { amount: 1200 }, { menuRequest });
    const items = findTag(lastOf(messages, 'menuRequest').fields.tlv, 0x2b)?.children?.filter(one => one.tag === 0x2c);
    expect(items).toHaveLength(2);
    expect(ends(messages)).toBe('completion');
  });

  it('pays with the card that was read, once', async () => {
    await start();
    expect(failure(await pay({ paymentType: 0x42 }))).toBe(0x65);
    await till.run(encode('readCard', { readTimeout: 5 }), {}, ['statusInformation', 'abortByTerminal']);
    virtual.terminal.behaviour = 'manual';
    expect(ends(await pay({ paymentType: 0x42 }))).toBe('completion');
    expect(failure(await pay({ paymentType: 0x42 }))).toBe(0x65);
  });

  it('marks a booking without the host', async () => {
    await start({ behaviour: 'offline' });
    const { tlv: container, paymentType } = status(await pay());
    expect(paymentType).toBe(0x40);
    expect(tlvValue(findDeep(container, 0x1f11))).toBe(0);
    expect(ends(await send('sendOffline', PASSWORD))).toBe('completion');
    expect(virtual.terminal.memory.bookings[0]).toMatchObject({ offline: true, handedIn: true });
  });

  it.each([
    ['wrong-pins', 0x38],
    ['card-error', 0x64],
    ['decline', 0x05],
    ['abort-on-device', 0x6c],
    ['manual', 0x6c],
  ] satisfies [BehaviourName, number][])('fails with the code of the trouble: %s', async (behaviour, code) => {
    await start({ behaviour });
    const messages = await pay();
    expect(failure(messages)).toBe(code);
    expect(virtual.terminal.memory.bookings).toEqual([]);
  });

  it('sends a code of the host that is no number in BMP A0', async () => {
    await start({ behaviour: 'decline-in-letters' });
    const messages = await pay();
    expect(status(messages)).toMatchObject({ resultCode: 0, hostResultCode: 0xa5 });
    expect(lastOf(messages, 'abortByTerminal').fields.abortCode).toBe(0xa5);
  });

  it('shows capitals to a till that wants them', async () => {
    await start();
    await till.run(registrationOf({ serviceByte: 2 }));
    const messages = await pay();
    const texts = findTag(messages.find(one => one.name === 'intermediateStatus')?.fields.tlv, 0x24)?.children;
    expect(tlvValue(texts?.[1])).toBe('KARTE VORHALTEN');
  });
});

describe('the blocked list of the till', () => {
  it('is asked until it answers, and decides', async () => {
    await start({ behaviour: 'asks-blocked-list', goodsPause: 0 }, ['06D3', '06E4']);
    const answered = (...codes: number[]) =>
      send(
        'authorisation',
        { amount: 1200 },
        { blockedListQuery: (_, count) => (codes[count] ? REFUSED(codes[count]) : OK) },
      );
    expect(ends(await answered())).toBe('completion');
    expect(ends(await answered(0x9c, 0x9c))).toBe('completion');
    expect(failure(await answered(0x9c, 0x6e))).toBe(0x6e);
  });
});

describe('unique transaction ids', () => {
  const known = (id: string) => pay({ tlv: [tlv(0x1f1f, id)] });
  const states = () => virtual.terminal.memory.bookings.map(({ state, receiptNumber }) => `${state} ${receiptNumber}`);

  it('reverse the last payment of a till that is one behind, and use its number again', async () => {
    await start({ behaviour: 'unique-ids' });
    expect(tlvValue(findDeep(status(await pay()).tlv, 0x1f1f))).toBe('0001');
    await known('0001');
    expect(states()).toEqual(['kept 1', 'kept 2']);
    expect(tlvValue(findDeep(status(await known('0001')).tlv, 0x1f1f))).toBe('0002');
    expect(states()).toEqual(['kept 1', 'takenBack 2', 'kept 2']);
    await known('');
    await known('0099');
    expect(states().slice(3)).toEqual(['kept 3', 'kept 4']);
  });
});

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
    expect(virtual.terminal.memory.bookings).toMatchObject([{ state: 'kept', left: 1200 }, { state: 'takenBack' }]);
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
    expect([money(), virtual.terminal.memory.bookings.length]).toEqual([1200, 1]);
  });
});

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
    virtual.terminal.behaviour = 'signature';
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
