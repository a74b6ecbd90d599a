/** Numbers on every message (tag 1F73), where the terminal agreed to them: a message that comes twice is known again. */
import type { Message } from '../codec/apdu.ts';
import type { Fields } from '../codec/fields.ts';
import { findDeep, tlv, tlvValue } from '../codec/tlv.ts';

export interface SequenceIds {
  /** Fields of a new message of this side, numbered. */
  numbered(fields: Fields): Fields;
  /** Fields of an answer: it carries the number of what it answers. */
  answering(fields: Fields): Fields;
  /** Notes a message of the terminal; false when it is the last one once more. */
  isNew(message: Message): boolean;
  /** The terminal was asked to send the last one again: the next one counts, whatever its number. */
  awaitAgain(): void;
}

/** What a registration offers; the terminal agrees by sending it back. */
export const SEQUENCE_ID_OFFER = tlv(0x1f73, '000000');

export function sequenceIds(): SequenceIds {
  let last = '000000';
  let heard: string | undefined;
  return {
    numbered(fields) {
      last = after(last);
      return withId(fields, last);
    },
    answering: fields => (heard === undefined ? fields : withId(fields, heard)),
    isNew(message) {
      const id = idOf(message.fields);
      const again = id !== undefined && id === heard;
      heard = id;
      if (id !== undefined && !again) last = id;
      return !again;
    },
    awaitAgain() {
      heard = undefined;
    },
  };
}

/** The number of a message, or undefined. */
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
