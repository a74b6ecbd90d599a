/** Numbers on messages (1F73): agreed at registration, counted by both sides, and a command that comes twice is done once. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../index.ts';
import type { PaymentTerminal } from '../../../terminal.ts';
import { decode, encode, type Message } from '../../../zvt/codec/apdu.ts';
import { tlv } from '../../../zvt/codec/tlv.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from '../start.ts';
import { connectTill, names, registrationOf, type TestTill } from '../till.fixture.ts';
import { MESSAGE_NUMBER, messageNumbers } from './messageNumbers.ts';
import { binaryTag } from './tags.ts';

let virtual: RunningVirtualTerminal | undefined;
let terminal: PaymentTerminal | undefined;
let till: TestTill | undefined;
afterEach(async () => {
  await terminal?.close();
  till?.close();
  await virtual?.close();
});

async function start(options: VirtualTerminalOptions = {}) {
  virtual = await startVirtualTerminal({ delay: 0, behaviour: 'numbered-messages', timers: { t3: 500 }, ...options });
  return virtual;
}

const numberOf = ({ fields }: Message) => binaryTag(fields.tlv, MESSAGE_NUMBER);
const offer = [tlv(0x26, [tlv(0x0a, '06D3')]), tlv(MESSAGE_NUMBER, '000000')];
const pay = (number: string) => encode('authorisation', { amount: 1200, tlv: [tlv(MESSAGE_NUMBER, number)] });

describe('numbers', () => {
  it('count on from the first command; an answer has the number of its message', async () => {
    till = await connectTill((await start()).port);
    const registered = await till.run(registrationOf({ tlv: offer }));
    expect(registered.map(numberOf)).toEqual([undefined, '000000']);
    const messages = await till.run(pay('000001'));
    const counted = messages.map((_, index) => String(index + 1).padStart(6, '0'));
    expect(messages.map(numberOf)).toEqual(counted);
    expect(names(messages).at(-1)).toBe('completion');
  });

  it('make a repeated command harmless', async () => {
    const { port, terminal: box } = await start();
    till = await connectTill(port);
    await till.run(registrationOf({ tlv: offer }));
    await till.run(pay('000001'));
    await till.run(pay('000100'));
    expect(names(await till.run(pay('000100'), {}, ['positive']))).toEqual(['positive']);
    expect(box.memory.bookings).toHaveLength(2);
    expect(box.authorisationsReceived).toBe(2);
  });

  it('are only for tills that offer them', async () => {
    till = await connectTill((await start()).port);
    await till.run(registrationOf());
    expect((await till.run(encode('authorisation', { amount: 1200 }))).map(numberOf).filter(Boolean)).toEqual([]);
  });

  it('work with the driver', async () => {
    const { port, terminal: box } = await start();
    const connection = { type: 'tcp', host: '127.0.0.1', port } as const;
    terminal = await openTerminal({ protocol: 'zvt', connection, options: { sequenceIds: true } });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', receipts: [{}, {}] });
    expect(await terminal.status()).toEqual({ kind: 'ready' });
    expect(await terminal.reverse({ receiptNumber: 1 })).toMatchObject({ kind: 'approved' });
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({ kind: 'done' });
    expect(box.log.lines().at(-1)!.meaning).toMatch(/1F73="\d{6}"/);
  });

  it('begin again after the last one, and change nothing else in a message', () => {
    const numbers = messageNumbers();
    numbers.receive(decode(pay('999998')));
    const [first, second] = [numbers.next(encode('completion')), numbers.next(encode('completion'))];
    expect([first, second].map(apdu => numberOf(decode(apdu)))).toEqual(['999999', '000001']);
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.boolean(), (text, container) => {
        const fields = { printAttribute: 0, printText: text.replace(/[^ -~]/g, '.') };
        const typed = container ? { tlv: [tlv(0x1f07, 1)] } : {};
        const plain = encode('printTextBlock', { tlv: [tlv(0x1f07, 1), tlv(0x25, [tlv(0x07, fields.printText)])] });
        const status = encode('statusInformation', { resultCode: 0, additionalText: fields.printText, ...typed });
        for (const apdu of [plain, status]) {
          const { name, fields: before } = decode(Buffer.from(apdu));
          const numbered = decode(messageNumbers().next(apdu));
          expect([numbered.name, numberOf(numbered)]).toEqual([name, '000001']);
          expect(Object.keys(numbered.fields)).toEqual([...new Set([...Object.keys(before), 'tlv'])]);
        }
      }),
    );
  });
});
