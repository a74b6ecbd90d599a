/** The slips of every kind of booking and of the day: their printer, their lines, and commands without paper. */
import { afterEach, describe, expect, it } from 'vitest';
import { encode, type Message } from '../../../zvt/codec/apdu.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import type { PacketName } from '../../../zvt/codec/packets.ts';
import { tlv } from '../../../zvt/codec/tlv.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from '../start.ts';
import { connectTill, lastOf, names, registrationOf, type TestTill } from '../till.fixture.ts';

const TILL_PRINTS = 0xbe;
const TERMINAL_PRINTS = 0x18;
const PASSWORD = { password: '000000' };

let virtual: RunningVirtualTerminal;
let till: TestTill;
afterEach(async () => {
  till.close();
  await virtual.close();
});

async function start(options: VirtualTerminalOptions = {}, configuration = TILL_PRINTS, listed?: readonly string[]) {
  virtual = await startVirtualTerminal({ delay: 0, customerTimeout: 50, timers: { t3: 500 }, ...options });
  till = await connectTill(virtual.port);
  await till.run(registrationOf({ configuration }, listed));
}

const send = (name: PacketName, fields: Fields = {}) => till.run(encode(name, fields));
const pay = () => send('authorisation', { amount: 1200 });
const hold = (fields: Fields = {}) => send('preAuthorisation', { amount: 5000, ...fields });
const reverse = () => send('reversal', { ...PASSWORD, receiptNumber: '0001' });
const ends = (messages: readonly Message[]) => names(messages).at(-1);
const refusal = (messages: readonly Message[]) => lastOf(messages, 'negative').control;

/** The slips of a command, without those of the commands before it. */
async function slipsOf(command: () => Promise<readonly Message[]>) {
  virtual.terminal.device.clearPaper();
  await command();
  return virtual.terminal.device.paper.map(({ copy, lines }) => ({ copy, text: lines.map(({ text }) => text) }));
}

const OPERATIONS = [
  ['payment', 'Kartenzahlung', 'Zahlung erfolgt', 'EUR 12,00', [], pay],
  ['reversal', 'Storno', 'Storno erfolgt', 'EUR 12,00', [pay], reverse],
  ['refund', 'Gutschrift', 'Gutschrift erfolgt', 'EUR 3,00', [], () => send('refund', { ...PASSWORD, amount: 300 })],
  [
    'tip',
    'Kartenzahlung',
    'Zahlung erfolgt',
    'EUR 13,00',
    [pay],
    () => send('bookTip', { amount: 100, receiptNumber: '0001' }),
  ],
  ['pre-authorisation', 'Reservierung', 'Reservierung erfolgt', 'EUR 50,00', [], hold],
  [
    'its booking',
    'Kartenzahlung',
    'Zahlung erfolgt',
    'EUR 40,00',
    [hold],
    () => send('bookTotal', { receiptNumber: '0001', amount: 4000 }),
  ],
  [
    'its partial reversal',
    'Storno',
    'Storno erfolgt',
    'EUR 10,00',
    [hold],
    () => send('partialReversal', { receiptNumber: '0001', amount: 1000 }),
  ],
] as const;

describe.each(OPERATIONS)('the slips of a %s', (_name, title, ending, amount, before, command) => {
  it.each([
    ['blocks by the till', TILL_PRINTS, ['06D3'], 'printTextBlock'],
    ['lines by the till', TILL_PRINTS, [], 'printLine'],
    ['its own printer', TERMINAL_PRINTS, [], undefined],
  ] as const)('are one for each side: %s', async (_way, configuration, listed, packet) => {
    await start({}, configuration, listed);
    for (const step of before) await step();
    const slips = await slipsOf(async () => {
      const messages = names(await command());
      expect(messages.filter(name => name.startsWith('print')).every(name => name === packet)).toBe(true);
      expect(messages.some(name => name.startsWith('print'))).toBe(packet !== undefined);
      return [];
    });
    expect(slips.map(({ copy }) => copy)).toEqual(['merchant', 'customer']);
    for (const { text } of slips) {
      expect(text).toEqual(expect.arrayContaining([title, ending]));
      expect(text.find(line => line.startsWith('Betrag'))).toMatch(new RegExp(`${amount}$`));
    }
  });
});

describe('a pre-authorisation', () => {
  it('has no slip at an unattended terminal, until it is booked', async () => {
    await start({ profile: 'feig-cvend' });
    expect(await slipsOf(hold)).toEqual([]);
    expect(await slipsOf(() => send('bookTotal', { receiptNumber: '0001' }))).toHaveLength(2);
  });

  it('has the slips that the till wants, and a marked slip on repetition', async () => {
    await start();
    const customerOnly = { tlv: [tlv(0x1f04, '80')] };
    expect((await slipsOf(() => hold(customerOnly))).map(({ copy }) => copy)).toEqual(['customer']);
    const [again] = await slipsOf(() => send('repeatReceipt', PASSWORD));
    expect(again!.text).toEqual(
      expect.arrayContaining(['Wiederholungsbeleg', 'Reservierung', 'Bitte Beleg aufbewahren']),
    );
  });

  it('that failed has a slip for the customer, and a second one when the till wants both', async () => {
    await start({ behaviour: 'decline' });
    const [customer, ...others] = await slipsOf(hold);
    expect([customer!.copy, others]).toEqual(['customer', []]);
    expect(customer!.text).toContain('NICHT reserviert');
    const both = await slipsOf(() => hold({ tlv: [tlv(0x1f04, '50')] }));
    expect(both.map(({ copy }) => copy)).toEqual(['merchant', 'customer']);
  });
});

describe('the end of the day', () => {
  it('is printed with the clock of the terminal, and repeated as a marked copy with the same time', async () => {
    await start();
    await pay();
    await send('setTerminalTime', { ...PASSWORD, dateWithYear: '300102', time: '030405' });
    const [slip] = await slipsOf(() => send('endOfDay', PASSWORD));
    const date = slip!.text.find(line => line.startsWith('Datum'));
    expect(date).toMatch(/02\.01\.2030 03:04:/);
    await send('setTerminalTime', { ...PASSWORD, dateWithYear: '300103', time: '090000' });
    const [again] = await slipsOf(() => send('repeatReceipt', { ...PASSWORD, tlv: [tlv(0x1f01, '04')] }));
    expect(again!.text).toContain(date);
    expect(again!.text).toContain('Wiederholungsbeleg');
    expect(slip!.text).not.toContain('Wiederholungsbeleg');
  });
});

describe('without paper', () => {
  it.each([
    ['a payment', pay],
    ['a reversal', reverse],
    ['a pre-authorisation', hold],
    ['an end-of-day', () => send('endOfDay', PASSWORD)],
    ['a repeated slip', () => send('repeatReceipt', PASSWORD)],
  ] as const)('%s is refused, and books nothing', async (_name, command) => {
    await start({}, TERMINAL_PRINTS);
    await pay();
    virtual.terminal.device.hasPaper = false;
    expect(refusal(await command())).toBe(0x84cc);
    expect([virtual.terminal.memory.bookings.length, virtual.terminal.totals().amount]).toEqual([1, 1200]);
  });

  it('a command that prints nothing is carried out', async () => {
    await start({}, TERMINAL_PRINTS);
    await pay();
    virtual.terminal.device.hasPaper = false;
    const messages = await send('repeatReceipt', { ...PASSWORD, serviceByte: 0x03 });
    expect([lastOf(messages, 'statusInformation').fields.amount, ends(messages)]).toEqual([1200, 'completion']);
    expect(lastOf(await send('partialReversal', { receiptNumber: 'FFFF' }), 'abortByTerminal').fields.abortCode).toBe(
      0xb8,
    );
  });

  it('a payment is taken back when the paper ends in the middle of it', async () => {
    await start({ behaviour: 'manual', customerTimeout: 5000 }, TERMINAL_PRINTS);
    const { device } = virtual.terminal;
    const paying = pay();
    await new Promise<void>(resolve => void virtual.terminal.onChange(() => device.awaits === 'card' && resolve()));
    device.hasPaper = false;
    device.act({ type: 'card', card: 'visa' });
    expect(lastOf(await paying, 'abortByTerminal').fields.abortCode).toBe(0xcc);
    expect(virtual.terminal.memory.bookings[0]).toMatchObject({ state: 'takenBack' });
  });
});
