/**
 * The unique transaction id (tag 1F1F), where a terminal keeps one: it sends its last one, and the till says with its
 * next command which one it knows. A terminal that is one ahead silently reverses its last transaction, so the till names
 * an id only when it is certain to be the terminal's last; otherwise it says that it does not know.
 */
import type { Outcome } from '../../terminal.ts';
import type { Fields } from '../codec/fields.ts';
import { findDeep, type Tlv, tlv } from '../codec/tlv.ts';

export interface TransactionIds {
  /** The object for the next command that may move money; its content is empty when the till does not know. */
  mirror(): Tlv;
  /** How a command ended, and its last status information. */
  ended(kind: Outcome['kind'], status: Fields | undefined): void;
}

export function transactionIds(): TransactionIds {
  let known = UNKNOWN;
  return {
    mirror: () => tlv(TAG, known),
    ended(kind, status) {
      if (kind === 'notSent') return;
      const told = findDeep(status?.tlv, TAG);
      known = told && kind === 'approved' ? Buffer.from(told.source.subarray(told.at, told.end)) : UNKNOWN;
    },
  };
}

const TAG = 0x1f1f;
const UNKNOWN = Buffer.alloc(0);
