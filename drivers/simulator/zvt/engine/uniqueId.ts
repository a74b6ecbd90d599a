/**
 * The unique transaction id (tag 1F1F): the terminal sends its receipt number with every result, and the till sends the
 * last id that it knows with its next command. When the till is one behind, the terminal reverses the last transaction.
 */
import type { Fields } from '../../../zvt/codec/fields.ts';
import { lastBooking, takeBack } from './bookings.ts';
import type { MemoryStore } from './memory.ts';
import { bcdTag } from './tags.ts';

export const UNIQUE_ID = 0x1f1f;

/** Compares the ids before a command is carried out; any other difference is ignored. */
export function synchronise(memory: MemoryStore, { tlv }: Fields): void {
  const known = bcdTag(tlv, UNIQUE_ID);
  const last = lastBooking(memory);
  if (known === undefined || last?.receiptNumber !== known + 1) return;
  takeBack(memory, last);
  memory.change({ receiptNumber: known });
}
