/** `node codecLoop.ts read|readWithContainer|build floor|ours MS`: prints how many messages a second the codec does. */
import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '../../drivers/zvt/codec/apdu.ts';
import { buildAuthorisation, readStatus } from './floors/zvtByHand.ts';
import { callsPerSecond } from './loop.ts';

const CAPTURES = join(import.meta.dirname, '..', '..', 'drivers', 'zvt', 'captures', 'messages.json');
const EURO = 978;
const TERMINAL_DECIDES = 0x40;

/** Captured from real terminals, which send the card number masked: reading it again changes nothing in the bytes. */
const plain = captured('p-status-payment-ok');
const withContainer = captured('b-status-maestro-contactless');

const works = {
  read: reading(plain),
  readWithContainer: reading(withContainer),
  build: {
    floor: () => buildAuthorisation(123_456, EURO, TERMINAL_DECIDES),
    ours: () => encode('authorisation', { amount: 123_456, currency: EURO, paymentType: TERMINAL_DECIDES }),
  },
} as const;

const [work = '', side = '', duration = ''] = process.argv.slice(2);
const { floor, ours } = works[work as keyof typeof works];
deepStrictEqual(ours(), floor());
console.log(callsPerSecond(Number(duration), side === 'floor' ? floor : ours));

function reading(bytes: Buffer) {
  return { floor: () => readStatus(bytes), ours: () => decode(bytes).fields };
}

function captured(id: string): Buffer {
  const messages: { id: string; hex: string }[] = JSON.parse(readFileSync(CAPTURES, 'utf8'));
  return Buffer.from(messages.find(message => message.id === id)!.hex, 'hex');
}
