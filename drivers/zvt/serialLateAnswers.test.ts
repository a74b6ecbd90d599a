/** A serial terminal that answers late: no answer to an abandoned command is taken for the answer to the next command. */
import { afterEach, expect, it } from 'vitest';
import { type PtyPair, ptyPair } from '../doubles/ptyPair.ts';
import { openTerminal } from '../protocols.ts';
import type { PaymentTerminal } from '../terminal.ts';
import { openSerial } from '../transport/serial.ts';
import { decode, encode, encodeStatusCompletion, errorCode, isPositive } from './codec/apdu.ts';
import type { Link } from './framing/link.ts';
import { serialLink } from './framing/serialLink.ts';

const ACCEPTED = Buffer.from('800000', 'hex');
const BUSY = Buffer.from('849c00', 'hex');
const DONE = encode('completion');
const STATUS = encodeStatusCompletion({ softwareVersion: '1', terminalStatus: 0 });
const REGISTERED = encode('completion', { terminalId: '60001234', currency: 978 });
const LAST = encode('statusInformation', { resultCode: 0, amount: 4200, receiptNumber: '0007', traceNumber: '000007' });
const PAID = encode('statusInformation', { resultCode: 0, amount: 1200, receiptNumber: '0008', traceNumber: '000008' });
/** The messages that answer each command; each is sent after the till acknowledged the one before. */
const ANSWERS: Readonly<Record<string, readonly Buffer[]>> = {
  registration: [ACCEPTED, REGISTERED],
  statusEnquiry: [ACCEPTED, STATUS],
  repeatReceipt: [ACCEPTED, LAST, DONE],
  authorisation: [ACCEPTED, PAID, DONE],
};

let ports: PtyPair;
let link: Link;
let terminal: PaymentTerminal;

afterEach(async () => {
  await terminal.close();
  link.close();
  await ports.close();
});

/**
 * Says nothing until the till has asked twice; then it answers everything it was asked for, in order. `thinks`: ms
 * before it turns to the next command; `first`: what it answers to the first one.
 */
async function lateTerminal(thinks = 50, first = ANSWERS.registration!): Promise<void> {
  ports = await ptyPair();
  link = serialLink(await openSerial({ path: ports.terminal }), { t1: 200, t2: 1000, t3: 1000 }, 'terminal');
  const waiting: (readonly Buffer[])[] = [];
  let owed: Buffer[] = [];
  let registrations = 0;
  const say = () => {
    const next = owed.shift();
    if (!next) return void setTimeout(begin, thinks);
    link.send(next);
    if (next.equals(ACCEPTED)) say();
    if (next.equals(BUSY)) setTimeout(begin, thinks);
  };
  const begin = () => {
    if (owed.length > 0 || waiting.length === 0) return;
    owed = [...waiting.shift()!];
    say();
  };
  link.listen({
    apdu(apdu) {
      const message = decode(apdu);
      if (isPositive(message) || errorCode(message) !== undefined) return say();
      const answer = ANSWERS[message.name];
      if (!answer) return;
      if (message.name === 'registration') registrations += 1;
      waiting.push(message.name === 'registration' && registrations === 1 ? first : answer);
      if (registrations > 1) begin();
    },
    down: () => undefined,
  });
  terminal = await openTerminal({
    protocol: 'zvt',
    connection: { type: 'serial', path: ports.till },
    // While an answer is owed, silence is as long as T3: much longer than the terminal thinks, because a busy machine holds it back, too.
    options: { timers: { t2: 1000, t3: 1000, t4: 2000, short: 1000, calm: 100, retryFirst: 10, retryMost: 20 } },
  });
}

it.each<[name: string, thinks?: number, first?: readonly Buffer[]]>([
  ['after a registration that was answered too late'],
  ['when it takes longer from one to the next than the silence that is wanted', 150],
  ['when it was refused too late', 50, [BUSY]],
])('%s, every answer belongs to its own command', async (_, ...how) => {
  await lateTerminal(...how);
  for (;;) if ((await terminal.register()).ok) break;
  expect(await terminal.status()).toEqual({ kind: 'ready' });
  expect(await terminal.lastTransaction()).toMatchObject({ kind: 'found', facts: { amount: 4200, receiptNumber: 7 } });
  expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', facts: { receiptNumber: 8 } });
});

it('does not wait without end for a terminal that is never silent', async () => {
  ports = await ptyPair();
  link = serialLink(await openSerial({ path: ports.terminal }), { t1: 200, t2: 1000, t3: 1000 }, 'terminal');
  const prints = [encode('printLine', { printText: 'a' }), encode('printLine', { printText: 'b' })];
  let printed = 0;
  link.listen({
    apdu(apdu) {
      const message = decode(apdu);
      if (message.name === 'registration') for (const answer of ANSWERS.registration!) link.send(answer);
      else link.send(prints[printed++ % prints.length]!);
    },
    down: () => undefined,
  });
  terminal = await openTerminal({
    protocol: 'zvt',
    connection: { type: 'serial', path: ports.till },
    options: { timers: { t2: 1000, t3: 1000, short: 1000, calm: 200 } },
  });
  expect(await terminal.register()).toMatchObject({ ok: true });
  expect(printed).toBeGreaterThan(1);
});
