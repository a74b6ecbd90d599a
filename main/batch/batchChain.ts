/**
 * The chain of batches: each one names the hash of the one before, so that a gap, a repetition, and a second sender with the
 * same numbers (a cloned till) are distinguished.
 */
import { canonicalJson } from '../domain/canonicalJson.ts';
import { sha256 } from './recordHash.ts';

/** Headers of a batch, which are signed with it. */
export interface BatchHead {
  /** SDV_… of the till on its bridge, or the merchant where no till acted. */
  readonly till: string;
  /** Seconds since 1970. */
  readonly epoch: number;
  /** From 1 without gaps in an epoch; 0: a range that is sent again. */
  readonly batch: number;
  /** Sequence numbers of the first and the last record. */
  readonly first: number;
  readonly last: number;
  /** Hash of the batch before, 64 hexadecimal digits; empty for batch 1 and for ranges that are sent again. */
  readonly previous: string;
  readonly hash: string;
}

/** Hash of a batch. `records`: the hash of each record in the order of the lines (`recordHash`). */
export const batchHash = (head: Omit<BatchHead, 'hash'>, records: readonly string[]): string => {
  const { till, epoch, batch, first, last, previous } = head;
  return sha256(canonicalJson({ till, epoch, batch, first, last, previous, records }));
};

/** The newest batch of a till and epoch that the back office knows. */
export interface ChainHead {
  readonly batch: number;
  readonly hash: string;
}

/**
 * Place of a batch in the chain. Records are taken at each place but `cloned`, because their own hashes decide:
 * - `next`: follows the head; the head moves to it.
 * - `ahead`: batches between are missing here, for example after the office lost data; the head moves to it.
 * - `repeated`: the head itself once more. `behind`: an older one, late or once more. `outside`: a range sent again.
 *   The head stays.
 * - `cloned`: another sender continued the same chain. Nothing is taken.
 */
export type ChainPlace = 'next' | 'ahead' | 'repeated' | 'behind' | 'outside' | 'cloned';

/** Compares a batch with the head of its till and epoch; null: nothing of them is known yet. */
export function chainPlace(head: ChainHead | null, batch: Pick<BatchHead, 'batch' | 'previous' | 'hash'>): ChainPlace {
  if (batch.batch === 0) return 'outside';
  const known = head?.batch ?? 0;
  if (batch.batch > known + 1) return 'ahead';
  if (batch.batch === known + 1) return batch.previous === (head?.hash ?? '') ? 'next' : 'cloned';
  if (batch.batch < known) return 'behind';
  return batch.hash === head?.hash ? 'repeated' : 'cloned';
}
