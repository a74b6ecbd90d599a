/**
 * Numbers on every message (tag 1F73), from the registration that agreed to them: new messages count on in both
 * directions, an answer carries the number of its message, and a repeated command is answered but not carried out again.
 */
import { decode, type Message, walk } from '../../../zvt/codec/apdu.ts';
import { apduData, HEADER_ROOM, TLV_LENGTH, writeHeader, writeWithLength } from '../../../zvt/codec/lengths.ts';
import { binaryTag } from './tags.ts';

export const MESSAGE_NUMBER = 0x1f73;

export interface MessageNumbers {
  /** Numbers a new message of the terminal. */
  next(apdu: Buffer): Buffer;
  /** Numbers an answer like the command it answers, and keeps it for a repetition. */
  answer(apdu: Buffer): Buffer;
  /** Notes the number of a command. For a repetition of the last command: its answer, empty while there is none yet. */
  receive(message: Message): Buffer | undefined;
}

export function messageNumbers(): MessageNumbers {
  let last = 0;
  let received: number | undefined;
  let answered: Buffer | undefined;
  return {
    next(apdu) {
      last = last === MOST ? 1 : last + 1;
      return withNumber(apdu, last);
    },
    answer(apdu) {
      answered = received === undefined ? apdu : withNumber(apdu, received);
      return answered;
    },
    receive({ fields }) {
      const number = Number(binaryTag(fields.tlv, MESSAGE_NUMBER) ?? Number.NaN);
      if (Number.isNaN(number)) return undefined;
      if (number === received) return answered ?? NOTHING;
      received = number;
      last = number;
      answered = undefined;
      return undefined;
    },
  };
}

const MOST = 999_999;
const CONTAINER = 0x06;

/** Puts the number at the end of the container, which is the last field of every message of the terminal. */
function withNumber(apdu: Buffer, number: number): Buffer {
  const { start, end } = apduData(apdu, 0, apdu.length)!;
  const container = containerOf(apdu, start);
  const object = Buffer.from(`1F7303${String(number).padStart(6, '0')}`, 'hex');
  const content = Buffer.concat([container ? apdu.subarray(container.at, container.end) : NOTHING, object]);
  const head = apdu.subarray(start, container ? container.from : end);
  const out = Buffer.alloc(HEADER_ROOM + head.length + content.length + 4);
  head.copy(out, HEADER_ROOM);
  out[HEADER_ROOM + head.length] = CONTAINER;
  const stop = writeWithLength(TLV_LENGTH, out, HEADER_ROOM + head.length + 1, at => at + content.copy(out, at));
  return Buffer.from(out.subarray(writeHeader(apdu.readUInt16BE(0), out, stop), stop));
}

const NOTHING = Buffer.alloc(0);

/** Place of the container and of its content, in the original bytes: decoding masks digits that look like a card. */
function containerOf(apdu: Buffer, start: number): { from: number; at: number; end: number } | undefined {
  const { layout } = decode(Buffer.from(apdu));
  let from = start;
  let found: { from: number; at: number; end: number } | undefined;
  if (layout)
    walk(apdu, start, apdu.length, layout, (name, at, end) => {
      if (name === 'tlv') found = { from, at, end };
      from = end;
    });
  return found;
}
