import { describe, expect, it } from 'vitest';
import { encode, type Message } from '../../../zvt/codec/apdu.ts';
import { type BitmapName, bitmaps, type Fields } from '../../../zvt/codec/fields.ts';
import { findDeep, findTag, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import type { BehaviourName } from '../engine/behaviours.ts';
import { ends, openPair } from '../pair.fixture.ts';
import type { VirtualTerminalOptions } from '../start.ts';
import { lastOf, OK, REFUSED, registrationOf } from '../till.fixture.ts';

const pair = openPair();
const { send } = pair;
const start = (options: VirtualTerminalOptions = {}, listed?: readonly string[]) =>
  pair.start(options, registrationOf({}, listed));

const PASSWORD = { password: '000000' };
const pay = (fields: Fields = {}) => send('authorisation', { amount: 1200, ...fields });
const status = (messages: readonly Message[]) => lastOf(messages, 'statusInformation').fields;
const _number = (value: number) => String(value).padStart(4, '0');

/** The code of a command that failed after it was accepted. */
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
    expect(pair.virtual.terminal.memory.bookings[0]).toMatchObject({ tip: 100, cashback: 200 });
  });

  it('adds a tip the customer types, when the till allows one', async () => {
    await start({ behaviour: 'tip:150' });
    expect(status(await pay()).amount).toBe(1200);
    expect(status(await pay({ paymentType: 0x48 })).amount).toBe(1350);
    expect(pair.virtual.terminal.memory.bookings[1]).toMatchObject({ amount: 1350, tip: 150 });
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
    expect(pair.virtual.terminal.memory.bookings[0]).not.toHaveProperty('tip');
  });

  it('approves a part of the amount, but never nothing', async () => {
    await start({ behaviour: 'partial:200' });
    expect(status(await pay()).amount).toBe(1000);
    pair.virtual.terminal.behaviour = 'partial:5000';
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
    await pair.till.run(encode('readCard', { readTimeout: 5 }), {}, ['statusInformation', 'abortByTerminal']);
    pair.virtual.terminal.behaviour = 'manual';
    expect(ends(await pay({ paymentType: 0x42 }))).toBe('completion');
    expect(failure(await pay({ paymentType: 0x42 }))).toBe(0x65);
  });

  it('marks a booking without the host', async () => {
    await start({ behaviour: 'offline' });
    const { tlv: container, paymentType } = status(await pay());
    expect(paymentType).toBe(0x40);
    expect(tlvValue(findDeep(container, 0x1f11))).toBe(0);
    expect(ends(await send('sendOffline', PASSWORD))).toBe('completion');
    expect(pair.virtual.terminal.memory.bookings[0]).toMatchObject({ offline: true, handedIn: true });
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
    expect(pair.virtual.terminal.memory.bookings).toEqual([]);
  });

  it('sends a code of the host that is no number in BMP A0', async () => {
    await start({ behaviour: 'decline-in-letters' });
    const messages = await pay();
    expect(status(messages)).toMatchObject({ resultCode: 0, hostResultCode: 0xa5 });
    expect(lastOf(messages, 'abortByTerminal').fields.abortCode).toBe(0xa5);
  });

  it('shows capitals to a till that wants them', async () => {
    await start();
    await pair.till.run(registrationOf({ serviceByte: 2 }));
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
