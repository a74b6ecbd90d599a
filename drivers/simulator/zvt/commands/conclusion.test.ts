/** The end of a payment with tills that cannot hand over, cannot print, or do not answer (ZVT 5.2, 5.3). */
import { afterEach, describe, expect, it } from 'vitest';
import { encode, type Message } from '../../../zvt/codec/apdu.ts';
import { findTag, tlv } from '../../../zvt/codec/tlv.ts';
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
  virtual = await startVirtualTerminal({ delay: 0, goodsPause: 0, timers: { t3: 500, goods: 50 }, ...options });
  till = await connectTill(virtual.port);
  await till.run(registrationOf({}, listed));
}

const WAIT = REFUSED(0x9c);
const money = () => virtual.terminal.totals().amount;
const states = () => virtual.terminal.memory.bookings.map(booking => booking.state);
const statuses = (messages: readonly Message[]) => messages.filter(message => message.name === 'statusInformation');

async function pay(answers: Answers = {}, fields: Parameters<typeof encode>[1] = {}) {
  return till.run(encode('authorisation', { amount: 1200, ...fields }), answers);
}

describe('the issue of goods', () => {
  it('repeats the result after 84 9C, and books when the goods are handed over', async () => {
    await start();
    const messages = await pay({ statusInformation: (_, count) => (count < 3 ? WAIT : OK) });
    expect(statuses(messages)).toHaveLength(4);
    expect(names(messages).at(-1)).toBe('completion');
    expect(states()).toEqual(['kept']);
  });

  it('waits two seconds between two results, unless its behaviour is impatient', async () => {
    await start({ goodsPause: 120 });
    const answers: Answers = { statusInformation: (_, count) => (count < 1 ? WAIT : OK) };
    const began = performance.now();
    await pay(answers);
    expect(performance.now() - began).toBeGreaterThan(115);
    virtual.terminal.behaviour = 'impatient-goods';
    expect(names(await pay(answers)).at(-1)).toBe('completion');
  });

  it.each([0, 1, 2])('reverses when 84 9C is answered more often than the till announced (%i)', async most => {
    await start();
    const messages = await pay(
      { statusInformation: message => (message.fields.resultCode === 0 ? WAIT : OK) },
      { maxStatusInformations: most },
    );
    expect(statuses(messages).map(message => message.fields.resultCode)).toEqual([...Array(most + 1).fill(0), 0x6c]);
    expect(statuses(messages).at(-1)!.bytes.toString('hex')).toBe('040f02276c');
    expect(lastOf(messages, 'abortByTerminal').fields.abortCode).toBe(0x6c);
    expect([states(), money()]).toEqual([['takenBack'], 0]);
  });

  it('books the smaller amount of 84 9D, and never more than was approved', async () => {
    await start();
    const partly = (amount: number) => () => REFUSED(0x9d, ...encode('positive', { amount }).subarray(3));
    expect(names(await pay({ statusInformation: partly(700) })).at(-1)).toBe('completion');
    expect(money()).toBe(700);
    expect(names(await pay({ statusInformation: partly(1300) })).at(-1)).toBe('abortByTerminal');
    expect([money(), states()]).toEqual([700, ['kept', 'takenBack']]);
  });

  it('keeps a partial issue although its slip could not be printed', async () => {
    await start();
    const statusInformation = () => REFUSED(0x9d, ...encode('positive', { amount: 700 }).subarray(3));
    await pay({ statusInformation, printTextBlock: () => REFUSED(0xcc) });
    expect(money()).toBe(700);
  });

  it.each([0x66, 0x6c, 0xff])('reverses on 84 %x and ends with 06 1E', async code => {
    await start();
    const messages = await pay({ statusInformation: () => REFUSED(code) });
    expect(statuses(messages)).toHaveLength(1);
    expect(lastOf(messages, 'abortByTerminal').fields.abortCode).toBe(code);
    expect([states(), money()]).toEqual([['takenBack'], 0]);
    expect(names(await pay()).at(-1)).toBe('completion');
    expect(virtual.terminal.memory.bookings[1]).toMatchObject({ receiptNumber: 2, traceNumber: 2 });
  });

  it('reverses when the goods take too long, and reports it', async () => {
    await start();
    const messages = await pay(
      { statusInformation: ({ fields }) => (fields.resultCode === 0 ? undefined : OK) },
      { maxStatusInformations: 5 },
    );
    expect(lastOf(messages, 'abortByTerminal').fields.abortCode).toBe(0x6c);
    expect(states()).toEqual(['takenBack']);
  });
});

describe('slips', () => {
  it('reverses when the till cannot print', async () => {
    await start();
    const messages = await pay({ printTextBlock: (_, count) => (count === 1 ? REFUSED(0xcc) : OK) });
    expect(lastOf(messages, 'abortByTerminal').fields.abortCode).toBe(0xcc);
    expect(states()).toEqual(['takenBack']);
  });

  it.each([
    ['statusInformation', 'reversed', 'takenBack'],
    ['printTextBlock', 'reversed', 'takenBack'],
    ['statusInformation', 'kept', 'kept'],
    ['printTextBlock', 'kept', 'kept'],
  ] as const)('a till that vanishes at %s: %s', async (at, unacknowledged, state) => {
    await start({ unacknowledged });
    await till.run(encode('authorisation', { amount: 1200 }), { [at]: () => undefined }, [at]);
    till.close();
    await until(() => !virtual.terminal.isBusy);
    expect(states()).toEqual([state]);
  });

  it('keeps an acknowledged payment, whatever happens to the completion', async () => {
    await start({ unacknowledged: 'reversed' });
    await till.run(encode('authorisation', { amount: 1200 }), { completion: () => undefined });
    till.close();
    await until(() => !virtual.terminal.isBusy);
    expect(states()).toEqual(['kept']);
  });

  it('prints the slips of the receipt parameter, customer first', async () => {
    await start();
    const copies = (messages: readonly Message[]) =>
      messages.filter(message => message.name === 'printTextBlock').map(message => typeOf(message));
    expect(copies(await pay())).toEqual([1, 2]);
    expect(copies(await pay({}, { tlv: [tlv(0x1f04, 'A8')] }))).toEqual([2, 1]);
    expect(copies(await pay({}, { tlv: [tlv(0x1f04, '20')] }))).toEqual([1]);
    expect(copies(await pay({}, { tlv: [tlv(0x1f04, '00')] }))).toEqual([]);
  });

  it('refuses a payment without paper when it would have to print itself', async () => {
    await start();
    virtual.terminal.device.hasPaper = false;
    expect(names(await pay()).at(-1)).toBe('completion');
    await till.run(registrationOf({ configuration: 0x18 }));
    expect(lastOf(await pay(), 'negative').control).toBe(0x84cc);
    virtual.terminal.device.hasPaper = true;
    const messages = await pay();
    expect(names(messages)).not.toContain('printTextBlock');
    expect(virtual.terminal.device.paper.slice(-2).map(slip => slip.printedBy)).toEqual(['terminal', 'terminal']);
  });
});

describe('the signature', () => {
  const menu = (value: number) => encode('positive', { tlv: [tlv(0x19, Buffer.of(value))] });

  it('is asked for between the slip to sign and the result', async () => {
    await start({ behaviour: 'signature' }, ['06D3', '06D0']);
    const messages = await pay({ graphicMenu: () => OK });
    const order = names(messages).filter(name => name !== 'intermediateStatus');
    expect(order).toEqual([
      'positive',
      'printTextBlock',
      'graphicMenu',
      'statusInformation',
      'printTextBlock',
      'completion',
    ]);
    expect(lastOf(messages, 'graphicMenu').fields.displayText1).toBe('Unterschrift in Ordnung?');
    expect(lastOf(messages, 'statusInformation').fields.paymentType).toBe(0x60);
  });

  it.each([
    ['no', () => menu(2)],
    ['an error', () => REFUSED(0x6c)],
  ])('reverses the payment when %s refuses it', async (_, answer) => {
    await start({ behaviour: 'signature' }, ['06D3', '06D0']);
    const messages = await pay({ graphicMenu: answer });
    expect(statuses(messages).map(message => message.fields.resultCode)).toEqual([0x6c]);
    expect(names(messages).at(-1)).toBe('abortByTerminal');
    expect(states()).toEqual(['takenBack']);
  });

  it('comes as a picture in pieces', async () => {
    await start({ behaviour: 'signature-picture' }, ['06D3', '06D0']);
    const messages = await pay({
      graphicMenu: ({ fields }) => (fields.chunkIndex === fields.chunkCount! - 1 ? menu(1) : OK),
    });
    const pieces = messages.filter(message => message.name === 'graphicMenu');
    const picture = Buffer.concat(pieces.map(({ fields }) => contentOf(findTag(fields.tlv, 0x1c)!)));
    expect(pieces.length).toBe(pieces[0]!.fields.chunkCount);
    expect(picture.length).toBe(pieces[0]!.fields.imageSize);
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(names(messages).at(-1)).toBe('completion');
  });

  it('is on the slip for a till that did not list the question', async () => {
    await start({ behaviour: 'signature' });
    const messages = await pay();
    expect(names(messages)).not.toContain('graphicMenu');
    const slip = virtual.terminal.device.paper.find(one => one.copy === 'merchant');
    expect(slip?.lines.map(line => line.text)).toContain('Unterschrift');
  });
});

function typeOf({ fields }: Message): number {
  return contentOf(findTag(fields.tlv, 0x1f07)!)[0]!;
}

function contentOf({ source, at, end }: { source: Buffer; at: number; end: number }): Buffer {
  return source.subarray(at, end);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setImmediate(resolve));
}
