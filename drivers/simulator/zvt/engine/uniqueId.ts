/**
 * The unique transaction id (tag 1F1F): the terminal tells its receipt number with every result, and the till says with its
 * next command which one it knows. A till that is one behind has never heard of the last transaction: it is reversed.
 */
import type { Fields } from '../../../zvt/codec/fields.ts';
import { lastBooking, takeBack } from './bookings.ts';
import type { MemoryStore } from './memory.ts';
import { bcdTag } from './tags.ts';

export const UNIQUE_ID = 0x1f1f;

/** Compares before a command is carried out; an id that says nothing, or something else, is ignored. */
export function synchronise(memory: MemoryStore, { tlv }: Fields): void {
  const known = bcdTag(tlv, UNIQUE_ID);
  const last = lastBooking(memory);
  if (known === undefined || last?.receiptNumber !== known + 1) return;
  takeBack(memory, last);
  memory.change({ receiptNumber: known });
}
