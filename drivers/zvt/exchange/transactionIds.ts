/**
 * The unique transaction id (tag 1F1F). The terminal sends the id of its last transaction, and the till returns the id it knows
 * with its next command. A terminal that is one transaction ahead silently reverses that transaction. So the till returns an
 * id only when it is certainly that of the terminal's last transaction, otherwise an empty object.
 */
import type { Outcome } from '../../terminal.ts';
import type { Fields } from '../codec/fields.ts';
import { findDeep, type Tlv, tlv } from '../codec/tlv.ts';

export interface TransactionIds {
  /** The object for the next command that may move money; empty when the till does not know the id. */
  mirror(): Tlv;
  /** Records the outcome of a command and its last status information. */
  ended(kind: Outcome['kind'], status: Fields | undefined): void;
}

export function transactionIds(): TransactionIds {
  let known = UNKNOWN;
  return {
    mirror: () => tlv(TAG, known),
    ended(kind, status) {
      if (kind === 'notSent') return;
      const id = findDeep(status?.tlv, TAG);
      known = id && kind === 'approved' ? Buffer.from(id.source.subarray(id.at, id.end)) : UNKNOWN;
    },
  };
}

const TAG = 0x1f1f;
const UNKNOWN = Buffer.alloc(0);
