/**
 * Checkout dialogue 06 of European shop scales: the till sends the price of a kilogram, the scale answers with weight and price.
 * Records: 01 price, 02 weight, 08 question for the state, 09 state. Every frame is STX, two digits, fields behind ESC, ETX.
 */

import type { ReadMessage, ScaleLine, ScaleProtocol, Weighing, WeighingFault } from './protocol.ts';

const [STX, ETX, EOT, ENQ, ACK, NAK, ESC] = ['\x02', '\x03', '\x04', '\x05', '\x06', '\x15', '\x1b'];

/** Milliseconds. The scale answers within 100 ms; a slow adapter takes longer. */
const ANSWER = 1000;

/** States of record 09; others are faults of the scale itself. */
export const STATES = {
  ...({
    '00': 'refused',
    '01': 'refused',
    '10': 'refused',
    '11': 'refused',
    '12': 'refused',
    '13': 'refused',
  } as const),
  ...({ '20': 'moving', '21': 'same', '22': 'moving', '30': 'empty', '31': 'negative', '32': 'overload' } as const),
} satisfies Readonly<Record<string, WeighingFault>>;

export type DialogMessage =
  | { readonly kind: 'ack' | 'nak' | 'question' | 'stateQuestion' | 'garbled' }
  /** Minor units for a kilogram. */
  | { readonly kind: 'price'; readonly price: number }
  | { readonly kind: 'weight'; readonly grams: number; readonly unitPrice: number; readonly price: number }
  | { readonly kind: 'state'; readonly state: string };

const digits = (value: number, count: number): string => String(value).padStart(count, '0');
const frame = (record: string, ...fields: readonly string[]): string => `${STX}${[record, ...fields].join(ESC)}${ETX}`;

/** One message as bytes, of the till or of the scale. */
export function dialogBytes(message: DialogMessage): Buffer {
  switch (message.kind) {
    case 'ack':
      return Buffer.from(ACK);
    case 'nak':
    case 'garbled':
      return Buffer.from(NAK);
    case 'question':
      return Buffer.from(EOT + ENQ);
    case 'stateQuestion':
      return Buffer.from(EOT + frame('08'));
    case 'price':
      return Buffer.from(EOT + frame('01', digits(message.price, 6), ''));
    case 'weight':
      // 3: digits behind the point of the weight.
      return Buffer.from(
        frame('02', '3', digits(message.grams, 5), digits(message.unitPrice, 6), digits(message.price, 6)),
      );
    case 'state':
      return Buffer.from(frame('09', message.state));
  }
}

/** Messages of one sign. */
const SINGLE: Readonly<Record<string, 'ack' | 'nak' | 'question'>> = { [ACK]: 'ack', [NAK]: 'nak', [ENQ]: 'question' };

/** The first message in the bytes. What stands before it is left out; a frame that says nothing is `garbled`. */
export const readDialog: ReadMessage<DialogMessage> = bytes => {
  const text = bytes.toString('latin1');
  const start = [...text].findIndex(sign => sign === STX || Object.hasOwn(SINGLE, sign));
  if (start < 0) return null;
  const sign = text[start];
  if (sign !== STX) return { message: { kind: SINGLE[sign ?? ''] ?? 'garbled' }, length: start + 1 };
  const end = text.indexOf(ETX, start);
  // A frame has 40 signs at most: more of them is noise.
  if (end < 0) return text.length - start > 100 ? { message: { kind: 'garbled' }, length: text.length } : null;
  return { message: messageOf(text.slice(start + 1, end).split(ESC)), length: end + 1 };
};

function messageOf([record = '', ...fields]: readonly string[]): DialogMessage {
  const numbers = fields.filter(field => /^\d+$/.test(field)).map(Number);
  const [first = 0, grams = 0, unitPrice = 0, price = 0] = numbers;
  if (record === '01' && numbers.length >= 1) return { kind: 'price', price: first };
  if (record === '02' && numbers.length === 4 && first === 3) return { kind: 'weight', grams, unitPrice, price };
  if (record === '08') return { kind: 'stateQuestion' };
  if (record === '09' && /^\d\d$/.test(fields[0] ?? '')) return { kind: 'state', state: fields[0] ?? '' };
  return { kind: 'garbled' };
}

/** Half a minor unit is rounded up, as the law of weights and measures has it for goods by weight. */
export const priceOfGrams = (grams: number, pricePerKilogram: number): number =>
  Math.floor((grams * pricePerKilogram + 500) / 1000);

async function weigh(line: ScaleLine, pricePerKilogram: number): Promise<Weighing> {
  line.send(dialogBytes({ kind: 'price', price: pricePerKilogram }));
  const taken = await line.receive(readDialog, ANSWER);
  if (taken === null) return { kind: 'silent', detail: 'no answer to the price' };
  if (taken.kind !== 'ack') return stateOf(line);
  line.send(dialogBytes({ kind: 'question' }));
  const answer = await line.receive(readDialog, ANSWER);
  if (answer === null) return { kind: 'silent', detail: 'no answer to the question for the weight' };
  if (answer.kind === 'garbled') return { kind: 'garbled', detail: 'the answer is no weight' };
  if (answer.kind !== 'weight') return stateOf(line);
  const { grams, unitPrice, price } = answer;
  if (unitPrice !== pricePerKilogram || price !== priceOfGrams(grams, pricePerKilogram))
    return { kind: 'differs', detail: `${grams} g at ${unitPrice} cost ${price} at the scale` };
  return grams === 0 ? { kind: 'empty', detail: '0 g' } : { kind: 'weight', grams, price };
}

/** The reason why the scale gave no weight. */
async function stateOf(line: ScaleLine): Promise<Weighing> {
  line.send(dialogBytes({ kind: 'stateQuestion' }));
  const answer = await line.receive(readDialog, ANSWER);
  if (answer === null) return { kind: 'silent', detail: 'no answer to the question for the state' };
  if (answer.kind !== 'state') return { kind: 'garbled', detail: 'the answer is no state' };
  const { state } = answer;
  const kind: WeighingFault = Object.hasOwn(STATES, state) ? STATES[state as keyof typeof STATES] : 'refused';
  return { kind, detail: `state ${state}` };
}

export const dialog06: ScaleProtocol = {
  line: { baudRate: 9600, dataBits: 7, parity: 'odd', stopBits: 1 },
  weigh,
};
