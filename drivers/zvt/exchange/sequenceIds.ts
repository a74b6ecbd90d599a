/** Sequence ids of messages (tag 1F73), when the terminal agreed to them: they reveal a message that comes twice. */
import type { Message } from '../codec/apdu.ts';
import type { Fields } from '../codec/fields.ts';
import { findDeep, tlv, tlvValue } from '../codec/tlv.ts';

export interface SequenceIds {
  /** Fields of a new message of the till, with the next id. */
  numbered(fields: Fields): Fields;
  /** Fields of an answer, with the id of the message that it answers. */
  answering(fields: Fields): Fields;
  /** Records a message of the terminal; false when it repeats the last message. */
  isNew(message: Message): boolean;
  /** The terminal was asked to send the last message again: the next message is new, whatever its id. */
  awaitAgain(): void;
}

/** The object that a registration offers; the terminal agrees by returning it. */
export const SEQUENCE_ID_OFFER = tlv(0x1f73, '000000');

export function sequenceIds(): SequenceIds {
  let last = '000000';
  let received: string | undefined;
  return {
    numbered(fields) {
      last = after(last);
      return withId(fields, last);
    },
    answering: fields => (received === undefined ? fields : withId(fields, received)),
    isNew(message) {
      const id = idOf(message.fields);
      const again = id !== undefined && id === received;
      received = id;
      if (id !== undefined && !again) last = id;
      return !again;
    },
    awaitAgain() {
      received = undefined;
    },
  };
}

/** The sequence id of a message, or undefined. */
export function idOf(fields: Fields): string | undefined {
  return tlvValue(findDeep(fields.tlv, 0x1f73)) as string | undefined;
}

function after(id: string): string {
  return id === '999999' ? '000001' : String(Number(id) + 1).padStart(6, '0');
}

function withId(fields: Fields, id: string): Fields {
  const { tlv: container = [], ...rest } = fields;
  return { ...rest, tlv: [...container, tlv(0x1f73, id)] };
}
